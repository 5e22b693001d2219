"""The predicted cost of a solve: the speeds of ``engine.calibration`` times this machine's slowdown."""

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
VALID_SECONDS = 60.0  # of a measurement
TOUCHED_BYTES = 2**22
PAGE_BYTES = 4096

_measurement: tuple[float, float] | None = None  # slowdown, and the time of its measurement


def slowdown() -> float:
    """Return the factor by which this machine is slower than the reference.

    It is the best of some timings, which take a few milliseconds, and is measured again after a minute.
    """
    global _measurement
    now = time.monotonic()
    if _measurement is None or now - _measurement[1] > VALID_SECONDS:
        _measurement = max(0.5, min(_time_loop() for _ in range(TRIES)) / calibration.REFERENCE_SECONDS), now
    return _measurement[0]


def _time_loop() -> float:
    row = np.ones(4096, np.float32)
    start_time = time.perf_counter()
    for _ in range(100):
        np.multiply(row, 1.0000001, out=row)
    return time.perf_counter() - start_time


@cache
def first_touch_seconds() -> float:
    """Return the seconds to touch a byte of memory for the first time, measured once."""
    return max(calibration.BYTE_SECONDS, min(_time_first_touch() for _ in range(2)) / TOUCHED_BYTES)


def _time_first_touch() -> float:
    memory = arena.map_memory(TOUCHED_BYTES)
    start_time = time.perf_counter()
    for address in range(0, TOUCHED_BYTES, PAGE_BYTES):
        memory[address] = 1
    return time.perf_counter() - start_time


def dense_seconds(plan: DensePlan, peak: int, threads: int, cells: float = 1.0, rows: float = 1.0) -> float:
    """Return the predicted seconds to compute a plan.

    Args:
        plan: the plan.
        peak: upper bound on the bytes of its values.
        threads: the number that share a block.
        cells: factor, for a plan with more cells.
        rows: factor, for a plan with more rows.
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
    """Return a sentence on the positions and seconds that a solve takes."""
    return f"It has about {states / 1e6:,.0f} million positions, which take about {seconds:,.0f} seconds."


def affordable_states(seconds: float) -> int:
    """Return the number of states of a graph that can be listed and solved within these seconds."""
    return max(0, int(seconds / (calibration.STATE_SECONDS * slowdown())))
