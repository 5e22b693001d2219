"""What a solve costs on this machine, known before it starts.

The constants are seconds on the machine that the kernels were written on (one thread, quiet);
``slowness`` compares the machine at hand with it. ``engine bench`` prints how good predictions are.
"""

from __future__ import annotations

import time
from functools import lru_cache

import numpy as np

from .cube_plan import CubePlan
from .plate_plan import PlatePlan

THREADS = 2
TWO_THREADS = 1.7  # as fast as one

CELL_SECONDS = 6.5e-9
ROW_SECONDS = 1.8e-7
# For each option of a landing with a choice, in a cell and in a row.
CELL_OPTION_SECONDS = 4.0e-10
ROW_OPTION_SECONDS = 1.5e-9
GRID_ROW_OPTION_SECONDS = 8e-9  # on a grid of scores which option is best changes from cell to cell
BLOCK_SECONDS = 1.2e-4  # a lane of a frame, whatever its size
# Likewise for plates.
PLATE_CELL_SECONDS = 8e-9
PLATE_ROW_SECONDS = 2.5e-7
PLATE_CELL_OPTION_SECONDS = 2e-10
MOST_OF_WINS = 3  # planes, without dollars
BYTE_SECONDS = 2.5e-10  # memory that is touched for the first time
STATE_SECONDS = 2.0e-6  # a state of a graph, Whammies included

REFERENCE_SECONDS = 9.0e-5  # of the loop in ``slowness``
TRIES = 7


@lru_cache(maxsize=1)
def slowness() -> float:
    """How many times slower than the reference this machine computes; takes a few milliseconds."""
    row = np.ones(4096, np.float32)
    best = float("inf")
    for _ in range(TRIES):
        started = time.perf_counter()
        for _ in range(100):
            np.multiply(row, 1.0000001, out=row)
        best = min(best, time.perf_counter() - started)
    return max(0.5, best / REFERENCE_SECONDS)


def cube_seconds(plan: CubePlan, peak: int, threads: int, cells: float = 1.0, rows: float = 1.0) -> float:
    """Seconds that computing a plan takes, or one with a multiple of its cells and rows.

    Args:
        plan: what is to be computed.
        peak: bytes that values take at most.
        threads: how many share a block.
        cells: times those of the plan.
        rows: times those of the plan.
    """
    options = sum(len(options) for options in plan.spin.choices)
    per_option = ROW_OPTION_SECONDS if plan.spin.grid is None else GRID_ROW_OPTION_SECONDS
    work = cells * plan.cells * (CELL_SECONDS + options * CELL_OPTION_SECONDS) + rows * plan.rows * (
        ROW_SECONDS + options * per_option
    )
    if plan.planes > MOST_OF_WINS:
        work *= plan.planes / MOST_OF_WINS
    blocks = BLOCK_SECONDS * sum(len(frame.lanes) for frame in plan.frames.values())
    return slowness() * (blocks + (work / TWO_THREADS if threads > 1 else work) + cells * peak * BYTE_SECONDS)


def plate_seconds(plan: PlatePlan, peak: int, threads: int) -> float:
    """Seconds that computing a plan takes.

    Args:
        plan: what is to be computed.
        peak: bytes that values take at most.
        threads: how many share a block.
    """
    options = sum(len(options) for options in plan.spin.choices)
    work = plan.cells * (PLATE_CELL_SECONDS + options * PLATE_CELL_OPTION_SECONDS) + plan.rows * PLATE_ROW_SECONDS
    return slowness() * ((work / TWO_THREADS if threads > 1 else work) + peak * BYTE_SECONDS)


def states_within(seconds: float) -> int:
    """States of a graph that can be listed and solved in a number of seconds."""
    return max(0, int(seconds / (STATE_SECONDS * slowness())))
