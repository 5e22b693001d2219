"""The cost of a solve on this machine, estimated before it starts: ``engine.calibration`` times this machine's slowdown."""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from .. import calibration
from . import arena

if TYPE_CHECKING:
    from .dense.plan import DensePlan

WIN_PLANES = 3  # of chances alone, without dollars
TRIES = 7
VALID_SECONDS = 60.0  # by the clock, before it is measured again
SAMPLE = 2**22  # bytes of memory, touched to see how long that takes
PAGE = 4096

_measured: tuple[float, float] | None = None  # slowdown, and the time of its measurement


def slowdown() -> float:
    """Return the factor by which this machine is slower than the reference.

    It is measured by the clock, as the best of some tries, and again after a minute: a measurement takes a few
    milliseconds, and a bad one does not last.
    """
    global _measured
    now = time.monotonic()
    if _measured is None or now - _measured[1] > VALID_SECONDS:
        _measured = max(0.5, min(_try() for _ in range(TRIES)) / calibration.REFERENCE_SECONDS), now
    return _measured[0]


def _try() -> float:
    """Return the seconds that a loop takes."""
    row = np.ones(4096, np.float32)
    started = time.perf_counter()
    for _ in range(100):
        np.multiply(row, 1.0000001, out=row)
    return time.perf_counter() - started


@cache
def first_touch_seconds() -> float:
    """Return the seconds for a byte of memory that is touched for the first time, measured once."""
    return max(calibration.BYTE_SECONDS, min(_touch() for _ in range(2)) / SAMPLE)


def _touch() -> float:
    """Return the seconds that new memory takes."""
    memory = arena.map_memory(SAMPLE)
    started = time.perf_counter()
    for place in range(0, SAMPLE, PAGE):
        memory[place] = 1
    return time.perf_counter() - started


def dense_seconds(plan: DensePlan, peak: int, threads: int, cells: float = 1.0, rows: float = 1.0) -> float:
    """Return the seconds that computing a plan takes, or one with a multiple of its ``cells`` and ``rows``.

    Its values take ``peak`` bytes at most; several threads share a block.
    """
    options = sum(len(options) for options in plan.spin.choices)
    if plan.line_ranged:
        per_option = (
            calibration.LINE_ROW_OPTION_SECONDS if plan.spin.grid is None else calibration.GRID_ROW_OPTION_SECONDS
        )
        each_cell = calibration.LINE_CELL_SECONDS + options * calibration.LINE_CELL_OPTION_SECONDS
        each_row = calibration.LINE_ROW_SECONDS + options * per_option
    else:
        each_cell = calibration.BOX_CELL_SECONDS + options * calibration.BOX_CELL_OPTION_SECONDS
        each_row = calibration.BOX_ROW_SECONDS + options * calibration.BOX_ROW_OPTION_SECONDS
    work = cells * plan.cells * each_cell + rows * plan.rows * each_row
    if plan.planes > WIN_PLANES:
        work *= plan.planes / WIN_PLANES
    blocks = calibration.BLOCK_SECONDS * sum(len(frame.lanes) for frame in plan.frames.values()) * plan.line_ranged
    speedup = 1 + calibration.THREAD_EFFICIENCY * (threads - 1)
    return slowdown() * (blocks + work / speedup) + cells * peak * first_touch_seconds()


def takes_words(states: int, seconds: float) -> str:
    """Return a sentence that says how many positions and seconds it takes."""
    return f"It has about {states / 1e6:,.0f} million positions, which take about {seconds:,.0f} seconds."


def affordable_states(seconds: float) -> int:
    """Return the number of states of a graph that can be listed and solved within these seconds."""
    return max(0, int(seconds / (calibration.STATE_SECONDS * slowdown())))
