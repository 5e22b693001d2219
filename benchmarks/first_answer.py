"""How long an answer in the terminal takes as a whole process, beside a Python that only loads NumPy: ``python -m
benchmarks.first_answer``.
"""

from __future__ import annotations

import os
import sys
import time
from typing import NamedTuple

TRIES = 15
NUMPY = ["-c", "import numpy"]
QUESTIONS = (
    ["8000e1,3000,0@1"],
    ["8000e1,3000,0@1", "--unit", "250"],
    ["8000e1,3000,0@1", "--rules", "seed"],
)


class ProcessTime(NamedTuple):
    """Seconds of a process, by the clock and of the processors."""

    wall: float
    cpu: float


def time_best(words: list[str]) -> ProcessTime:
    """Return the least time that a Python process took, by the clock and of the processors."""
    tries = [_run([sys.executable, *words]) for _ in range(TRIES)]
    return ProcessTime(min(attempt.wall for attempt in tries), min(attempt.cpu for attempt in tries))


def _run(command: list[str]) -> ProcessTime:
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # as the engine sets it
    nothing = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    started = time.perf_counter()
    _, status, used = os.wait4(os.posix_spawn(command[0], command, environment, file_actions=nothing), 0)
    took = ProcessTime(time.perf_counter() - started, used.ru_utime + used.ru_stime)
    if status:
        raise SystemExit(f"{' '.join(command)} failed.")
    return took


def main() -> None:
    numpy = time_best(NUMPY)
    print(f"\n{'as a whole process, best of ' + str(TRIES):40} {'wall':>8} {'processors':>11} {'x NumPy':>8}")
    print(f"{'python -c ' + repr(NUMPY[1]):40} {numpy.wall:6.3f} s {numpy.cpu:9.3f} s {1.0:8.2f}")
    for words in QUESTIONS:
        took = time_best(["-m", "engine", "solve", *words, "--fresh"])
        name = f"engine solve {' '.join(words)}"
        print(f"{name:40} {took.wall:6.3f} s {took.cpu:9.3f} s {took.cpu / numpy.cpu:8.2f}")


if __name__ == "__main__":
    main()
