"""All checks and tests, in parallel: `make test`.

The report of the tests goes to the terminal; the output of lint and types follows only if they fail.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from typing import IO

# Run one after the other, beside the tests.
BESIDE = ("lint", "types")
# Each worker takes neighboring tests, so that what a file's tests share is mostly prepared once.
PARALLEL = ("-n", "logical", "--dist", "worksteal")


def start_beside(output: IO[bytes]) -> "subprocess.Popen[bytes]":
    """Start lint and types."""
    return subprocess.Popen(
        ["make", "--no-print-directory", "--keep-going", *BESIDE],  # noqa: S607
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def run_tests(arguments: list[str]) -> int:
    """Run the tests on all processors, and return the exit code."""
    # With PYTHONDONTWRITEBYTECODE each worker would compile all tests each time.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    tests = subprocess.Popen([sys.executable, "-m", "pytest", *PARALLEL, *arguments], env=environment)
    while True:
        try:
            return tests.wait()
        except KeyboardInterrupt:
            continue  # the terminal interrupts the tests too, which then end


def main(arguments: list[str]) -> int:
    """Run everything, or only the tests that the arguments name, and return the exit code."""
    if arguments:
        return run_tests(arguments)
    start = time.monotonic()
    with tempfile.TemporaryFile() as output:
        beside = start_beside(output)
        test_code = 1
        try:
            test_code = run_tests([])
            check_code = beside.wait()
        finally:
            if beside.poll() is None:
                os.killpg(beside.pid, signal.SIGTERM)
        if check_code:
            output.seek(0)
            sys.stdout.write(output.read().decode(errors="replace"))
    verdict = f"{' and '.join(BESIDE)} {'FAILED, see above' if check_code else 'passed'}"
    sys.stdout.write(f"{verdict}; {time.monotonic() - start:.0f} s in all\n")
    return test_code or check_code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
