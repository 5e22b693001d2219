"""A wheel of the engine in dist/, for this Python and this kind of machine: `make wheel`.

It is built with the pinned tools, and tried: installed into an environment of its own, it answers a question.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

DIST = Path("dist")
QUESTION = ("solve", "8000e1,3000,0@1", "--rules", "seed")


def run(*command: str | Path, folder: str | Path = ".") -> None:
    """Run a program, which must succeed."""
    subprocess.run(command, cwd=folder, check=True)


def main() -> None:
    """Build it and try it."""
    with tempfile.TemporaryDirectory() as temporary:
        pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
        run(*pip, "--wheel-dir", temporary, ".")
        built = next(Path(temporary).glob("*.whl"))
        run(sys.executable, "-m", "venv", f"{temporary}/venv")
        python = f"{temporary}/venv/bin/python"
        run(python, "-m", "pip", "install", "--quiet", built)
        run(python, "-m", "pressorpass_engine", *QUESTION, folder=temporary)
        DIST.mkdir(exist_ok=True)
        kept = shutil.copy2(built, DIST)
    sys.stdout.write(f"{kept}\n")


if __name__ == "__main__":
    main()
