"""All checks and tests, side by side: `make test`.

The tests' own report goes to the terminal and comes last; lint and types run meanwhile, and are heard of only if
something is wrong.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from typing import IO

# One after the other, so that no more than one of them runs beside the tests.
BESIDE = ("lint", "types")
# Each worker goes through files in their order, so that what a file's tests share is mostly prepared once.
PARALLEL = ("-n", "logical", "--dist", "worksteal")


def start_beside(output: IO[bytes]) -> "subprocess.Popen[bytes]":
    """Start the checks that are no tests."""
    return subprocess.Popen(
        ["make", "--no-print-directory", "--keep-going", *BESIDE],  # noqa: S607
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def run_tests(arguments: list[str]) -> int:
    """Run the tests on all processors, and return the exit code."""
    # Else each worker compiles all tests again, each time.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    tests = subprocess.Popen([sys.executable, "-m", "pytest", *PARALLEL, *arguments], env=environment)
    while True:
        try:
            return tests.wait()
        except KeyboardInterrupt:
            continue  # the terminal has sent it to the tests too, which end by themselves


def main(arguments: list[str]) -> int:
    """Run everything, or with arguments that part of the tests, and return the exit code."""
    if arguments:
        return run_tests(arguments)
    began = time.monotonic()
    with tempfile.TemporaryFile() as output:
        beside = start_beside(output)
        tested = 1
        try:
            tested = run_tests([])
            checked = beside.wait()
        finally:
            if beside.poll() is None:
                os.killpg(beside.pid, signal.SIGTERM)
        if checked:
            output.seek(0)
            sys.stdout.write(output.read().decode(errors="replace"))
    verdict = f"{' and '.join(BESIDE)} {'FAILED, as said above' if checked else 'passed'}"
    sys.stdout.write(f"{verdict}; {time.monotonic() - began:.0f} s in all\n")
    return tested or checked


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
