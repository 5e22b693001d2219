"""Run a command on a busy machine: `python -m tests.busy [--one] COMMAND …`.

Beside it run four loops for each processor, which do nothing but take time; with `--one` it has one processor only.
"""

import os
import subprocess
import sys

LOOPS = 4  # for each processor
LOOP = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"


def main(arguments: list[str]) -> int:
    """Run the command, and return its exit code."""
    loops = [subprocess.Popen([sys.executable, "-c", LOOP]) for _ in range(LOOPS * (os.cpu_count() or 1))]
    if arguments[0] == "--one":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        arguments = arguments[1:]
    try:
        return subprocess.run(arguments, check=False).returncode
    finally:
        for loop in loops:
            loop.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
