"""What the set-up says on a machine that lacks something."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.processes import PATIENCE
from tools.run.options import ROOT


def preflight(**environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "tools/preflight.sh"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def fake_python(folder: Path, body: str) -> str:
    """An executable that stands for a Python."""
    python = folder / "python"
    python.write_text(f"#!/bin/sh\n{body}\n")
    python.chmod(0o755)
    return str(python)


def test_names_the_python_to_use_when_nothing_is_missing() -> None:
    done = preflight()
    assert (done.returncode, done.stderr) == (0, "")
    assert subprocess.run([done.stdout.strip(), "--version"], check=False).returncode == 0


def assert_one_sentence(done: subprocess.CompletedProcess[str], *parts: str) -> None:
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    for part in parts:
        assert part in done.stderr


def test_old_python(tmp_path: Path) -> None:
    old = fake_python(tmp_path, '[ "$1" = --version ] && echo Python 3.9.2 && exit 0; exit 1')
    assert_one_sentence(preflight(PYTHON=old), "Python 3.11 or newer is needed, and this is Python 3.9.2")


def test_no_python() -> None:
    done = preflight(PYTHON="/no/such/python")
    assert_one_sentence(done, "Python 3.11 or newer is needed, and none was found")


def test_no_compiler() -> None:
    assert_one_sentence(preflight(CC="no-such-compiler"), "a C compiler is needed", "'no-such-compiler' was not found")


def test_compiler_that_does_not_compile() -> None:
    assert_one_sentence(preflight(CC="false"), "does not compile a small program")


def test_no_python_headers(tmp_path: Path) -> None:
    real = shutil.which("python3")
    if real is None:
        pytest.skip("no python3 on the path")
    # Everything is passed on, except for the question where the headers are.
    bare = fake_python(tmp_path, f'case "$2" in *get_path*) echo /no/headers;; *) exec {real} "$@";; esac')
    done = preflight(PYTHON=bare)
    assert_one_sentence(done, "the C headers of this Python are missing (no Python.h in /no/headers)")
