"""Build a wheel of the engine in dist/, for this Python and this kind of machine: `make wheel`.

The wheel is built with the pinned tools from an sdist, and tested: installed into a new environment, it answers a question.
"""

import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

DIST = Path("dist")
QUESTION = ("solve", "8000e1,3000,0@1", "--rules", "seed")


def run(*command: str | Path, folder: str | Path = ".") -> None:
    subprocess.run(command, cwd=folder, check=True)


def check_modes(wheel: Path) -> None:
    """Exit with an error unless all users may read the wheel's files."""
    with zipfile.ZipFile(wheel) as archive:
        private = [file.filename for file in archive.infolist() if not file.external_attr >> 16 & 0o004]
    if private:
        raise SystemExit(f"Only its owner may read {private[0]} of {wheel.name}.")


def main() -> None:
    """Build the wheel from an sdist, and test it, in a folder whose name has a space and an accent."""
    with tempfile.TemporaryDirectory(prefix="é ") as temporary:
        run(sys.executable, "setup.py", "--quiet", "sdist", "--dist-dir", temporary)
        pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
        run(*pip, "--wheel-dir", temporary, next(Path(temporary).glob("*.tar.gz")))
        wheel = next(Path(temporary).glob("*.whl"))
        check_modes(wheel)
        run(sys.executable, "-m", "venv", f"{temporary}/venv")
        python = f"{temporary}/venv/bin/python"
        run(python, "-m", "pip", "install", "--quiet", wheel)
        run(python, "-m", "pressorpass_engine", *QUESTION, folder=temporary)
        DIST.mkdir(exist_ok=True)
        copy = shutil.copy2(wheel, DIST)
    sys.stdout.write(f"{copy}\n")


if __name__ == "__main__":
    main()
