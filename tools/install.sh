#!/bin/sh
# Installs a file of pinned requirements into .venv, each file only if its hash is among those in the requirements: with
# uv, which takes a second or two, or with pip where uv is not to be had or cannot do it (it knows nothing of pip's own
# settings).

python=.venv/bin/python
# The lines of uv in the requirements: the pin and its hashes, up to the first line that does not go on.
$python -m uv --version >/dev/null 2>&1 ||
    sed -n '/^uv==/,/[^\\]$/p' requirements.txt |
    $python -m pip install --quiet --require-hashes --requirement /dev/stdin >/dev/null 2>&1
$python -m uv pip install --quiet --compile-bytecode --require-hashes --python "$python" --requirement "$1" 2>/dev/null ||
    $python -m pip install --quiet --require-hashes --requirement "$1"
