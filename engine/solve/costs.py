"""The cost of a solve on this machine, estimated before it starts.

The constants are seconds on the machine that the kernels were written on (one thread, quiet);
``slowness`` compares this machine with it. ``engine bench`` prints how good predictions are.
"""

from __future__ import annotations

import time

import numpy as np

from .boxes.box_plan import PlatePlan
from .boxes.range_plan import CubePlan

EACH_MORE = 0.7  # of the speed of one thread, added by each further one

CELL_SECONDS = 6.5e-9
ROW_SECONDS = 1.8e-7
# For each option of a landing with a choice, in a cell and in a row.
CELL_OPTION_SECONDS = 4.0e-10
ROW_OPTION_SECONDS = 1.5e-9
GRID_ROW_OPTION_SECONDS = 8e-9  # on a grid of scores the best option changes from cell to cell
BLOCK_SECONDS = 1.2e-4  # a lane of a frame, whatever its size
# The same for plates.
PLATE_CELL_SECONDS = 8e-9
PLATE_ROW_SECONDS = 2.5e-7
PLATE_CELL_OPTION_SECONDS = 2e-10
MOST_OF_WINS = 3  # planes, without dollars
BYTE_SECONDS = 2.5e-10  # memory touched for the first time
STATE_SECONDS = 2.0e-6  # a state of a graph, Whammies included

REFERENCE_SECONDS = 9.0e-5  # of the loop in ``slowness``
TRIES = 7
VALID_SECONDS = 60.0  # by the clock, before it is measured again

_measured: tuple[float, float] | None = None  # slowness, and the time of its measurement


def slowness() -> float:
    """Return how many times slower than the reference this machine is.

    It is the thread's processor time that is measured, so that other work on the machine does not count, and it is
    measured again after a minute: a measurement takes a few milliseconds, and a bad one does not last.
    """
    global _measured
    now = time.monotonic()
    if _measured is None or now - _measured[1] > VALID_SECONDS:
        _measured = max(0.5, min(_try() for _ in range(TRIES)) / REFERENCE_SECONDS), now
    return _measured[0]


def _try() -> float:
    """Return the seconds of processor time that a loop takes."""
    row = np.ones(4096, np.float32)
    started = time.thread_time()
    for _ in range(100):
        np.multiply(row, 1.0000001, out=row)
    return time.thread_time() - started


def _together(threads: int) -> float:
    """Return the speed of this many threads, as a multiple of one thread's."""
    return 1 + EACH_MORE * (threads - 1)


def cube_seconds(plan: CubePlan, peak: int, threads: int, cells: float = 1.0, rows: float = 1.0) -> float:
    """Return the seconds that computing a plan takes, or one with a multiple of its cells and rows.

    Args:
        plan: the plan to compute.
        peak: bytes that values take at most.
        threads: the number that share a block.
        cells: a factor on the plan's cells.
        rows: a factor on the plan's rows.
    """
    options = sum(len(options) for options in plan.spin.choices)
    per_option = ROW_OPTION_SECONDS if plan.spin.grid is None else GRID_ROW_OPTION_SECONDS
    work = cells * plan.cells * (CELL_SECONDS + options * CELL_OPTION_SECONDS) + rows * plan.rows * (
        ROW_SECONDS + options * per_option
    )
    if plan.planes > MOST_OF_WINS:
        work *= plan.planes / MOST_OF_WINS
    blocks = BLOCK_SECONDS * sum(len(frame.lanes) for frame in plan.frames.values())
    return slowness() * (blocks + work / _together(threads) + cells * peak * BYTE_SECONDS)


def plate_seconds(plan: PlatePlan, peak: int, threads: int) -> float:
    """Return the seconds that computing a plan takes.

    Args:
        plan: the plan to compute.
        peak: bytes that values take at most.
        threads: the number that share a block.
    """
    options = sum(len(options) for options in plan.spin.choices)
    work = plan.cells * (PLATE_CELL_SECONDS + options * PLATE_CELL_OPTION_SECONDS) + plan.rows * PLATE_ROW_SECONDS
    return slowness() * (work / _together(threads) + peak * BYTE_SECONDS)


def states_within(seconds: float) -> int:
    """Return the number of states of a graph that can be listed and solved within these seconds."""
    return max(0, int(seconds / (STATE_SECONDS * slowness())))
