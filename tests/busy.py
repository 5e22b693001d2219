"""Run a command on a busy machine: `python -m tests.busy [--one] COMMAND …`.

Beside it run four loops for each processor, which do nothing but take time; with `--one` it has one processor only.
"""

import os
import signal
import subprocess
import sys
from functools import partial

from pressorpass_site.process import die_with_parent

LOOPS = 4  # for each processor


def main(arguments: list[str]) -> int:
    """Run the command, and return its exit code."""
    loops = [
        subprocess.Popen(
            [sys.executable, "-c", "while True: pass"], preexec_fn=partial(die_with_parent, signal.SIGKILL)
        )
        for _ in range(LOOPS * (os.cpu_count() or 1))
    ]
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
