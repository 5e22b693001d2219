#!/bin/sh
# Installs a file of pinned requirements into .venv: with uv, which takes a second or two, or with pip where uv is not
# to be had or cannot do it (it knows nothing of pip's own settings).

python=.venv/bin/python
$python -m uv --version >/dev/null 2>&1 ||
    $python -m pip install --quiet --constraint requirements.txt uv >/dev/null 2>&1
$python -m uv pip install --quiet --compile-bytecode --python "$python" --requirement "$1" 2>/dev/null ||
    $python -m pip install --quiet --requirement "$1"
