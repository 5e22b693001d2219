"""The lines and branches that the tests run: `make coverage` and `make coverage-kernels`.

The first measures Python, in every process that the tests start. The second measures the kernels: a copy of the project
under build/coverage is built with kernels that report each line (not branches), and the engine's tests run there. Such
kernels are some hundred times slower.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

COPY = Path("build/coverage")
LEFT_OUT = shutil.ignore_patterns(".*", "build", "data", "__pycache__", "*.so")
KERNELS = """[run]
plugins = Cython.Coverage
source = engine
parallel = true
concurrency = thread
sigterm = true
[report]
include = *.pyx
show_missing = true
"""


def run(*command: str, folder: Path, **environment: str) -> int:
    # Only the tracer in C supports Cython.
    variables = os.environ | {"COVERAGE_CORE": "ctrace"} | environment
    return subprocess.run([sys.executable, *command], cwd=folder, env=variables, check=False).returncode


def list_excluded(folder: str, names: list[str]) -> set[str]:
    """Return the names that are not copied; among them the engine's C files, which Cython has written."""
    return LEFT_OUT(folder, names) | {
        name for name in names if name.endswith(".c") and Path(folder).parts[:1] == ("engine",)
    }


def build_traced_copy() -> Path:
    """Return the copy of the project whose kernels report their lines, with changed kernels rebuilt."""
    shutil.copytree(".", COPY, ignore=list_excluded, dirs_exist_ok=True)
    (COPY / ".coveragerc").write_text(KERNELS, encoding="utf-8")
    if run("setup.py", "--quiet", "build_ext", "--inplace", folder=COPY, TRACED_KERNELS="1"):
        sys.exit("The kernels could not be built.")
    return COPY


def main(arguments: list[str]) -> int:
    """Run the tests that the arguments name, print the report, and return the tests' exit code."""
    kernels = arguments[:1] == ["--kernels"]
    folder = build_traced_copy() if kernels else Path()
    tests = arguments[1:] or ["tests/engine"] if kernels else arguments
    run("-m", "coverage", "erase", folder=folder)
    code = run("-m", "coverage", "run", "-m", "pytest", "-q", *tests, folder=folder)
    run("-m", "coverage", "combine", "--quiet", folder=folder)
    run("-m", "coverage", "report", folder=folder)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
