"""Exact values of a whole configuration: every score at once, row by row (``_cubes.pxi``).

``cube_plan`` says what is to be computed; this module computes it frame by frame, keeps no more in
memory than is still needed, and reads the answer.
"""

from __future__ import annotations

import math
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import Unaffordable, Unsettled
from engine.game.board import Board
from engine.game.position import SEATS, WHAMMIES_OUT, Contestant, Position
from engine.game.rules import Table, payoff
from engine.solve import _cubes32, _cubes64
from engine.solve.cube_job import Job
from engine.solve.cube_plan import PATTERN_SCORES, PATTERNS, CubePlan, Frame, FrameKey, frame_key
from engine.solve.flag import CancelFlag, Progress, ProgressListener, ignore
from engine.solve.ply import TOLERANCE, Ply, Vector, end_value, look

Array = npt.NDArray[Any]


class Pool:
    """Large arrays, used again and again: memory touched for the first time is slow."""

    def __init__(self, dtype: Any):
        self.dtype = np.dtype(dtype)
        self._free: list[Array] = []
        self._lock = threading.Lock()

    def take(self, cells: int, lanes: int) -> Array:
        """An array [cells, 3, lanes] with anything in it."""
        size = cells * 3 * lanes
        with self._lock:
            fitting = [k for k, block in enumerate(self._free) if size <= block.size <= size * 5 // 4 + 1024]
            if fitting:
                block = self._free.pop(min(fitting, key=lambda k: self._free[k].size))
                return block[:size].reshape(cells, 3, lanes)
        return np.empty(size, self.dtype).reshape(cells, 3, lanes)

    def give(self, array: Array) -> None:
        """Takes back an array that nobody reads any more."""
        block = array
        while isinstance(block.base, np.ndarray):
            block = block.base
        with self._lock:
            self._free.append(block)


class Cubes:
    """The values below one position.

    Args:
        position, board, table: what to solve (``cube_plan.suits`` must hold).
        memory: bytes that values may take.
        single: single precision instead of double.
        every_score: keep all scores of the root's configuration, for a table of answers.
        threads: groups of lanes computed side by side.

    Raises:
        Unaffordable: more memory than allowed; said before any value is computed.
    """

    def __init__(
        self,
        position: Position,
        board: Board,
        table: Table,
        *,
        memory: int,
        cancel: CancelFlag,
        single: bool = False,
        every_score: bool = False,
        threads: int = 1,
    ):
        self.plan = CubePlan(position, board, table, cancel, every_score=every_score)
        self.position = position
        self.table = table
        self.cancel = cancel
        self.threads = threads
        self.kernel = _cubes32 if single else _cubes64
        self.pool = Pool(self.kernel.PRECISION)
        self.values: dict[tuple[Any, int], Array] = {}
        self.states = self.plan.cells
        self.peak = self.plan.peak_cells(threads) * 3 * self.pool.dtype.itemsize
        if self.peak > memory:
            raise Unaffordable(
                f"This position needs about {self.peak / 2**30:.1f} GiB of memory; "
                f"{memory / 2**30:.1f} GiB are allowed."
            )

    # -- sweeping -----------------------------------------------------------------------------

    def solve(self, progress: ProgressListener = ignore) -> None:
        """Computes every frame, fewest spins first.

        Raises:
            Unsettled: some choices in an endless cycle chase one another.
            Cancelled: the flag was set.
        """
        done = 0
        readers = self.plan.readers()
        for key, frame in self.plan.frames.items():
            if key[0] == 0:
                self._fill_ends(frame)
        with ThreadPoolExecutor(self.threads) as workers:
            for frame in self.plan.order():
                groups = range(len(frame.groups))
                for first in range(0, len(groups), self.threads):
                    batch = groups[first : first + self.threads]
                    for report in [workers.submit(self._sweep, frame, group) for group in batch]:
                        report.result()
                    self.cancel.check()
                    for group in batch:
                        done += self.plan.work(frame, group)
                        if frame is not self.plan.root:
                            self._release(self.plan.reads(frame, group), readers)
                    progress(Progress(f"Solving positions with {frame.key[0]} spins left", done / max(1, self.states)))

        if any(math.isnan(x) for x in self.value(self.position)):
            raise Unsettled(
                "The best choices in an endless cycle of spins chase one another; there is no exact answer."
            )

    def _sweep(self, frame: Frame, group: int) -> None:
        for name in frame.members[group]:
            cells = self.plan.ranges[name].cells
            if cells:
                self.values[(name, group)] = self.pool.take(cells, len(frame.groups[group]))
        Job(self, frame, group).run()

    def _release(self, read: set[tuple[FrameKey, int]], readers: dict[tuple[FrameKey, int], int]) -> None:
        for key, group in read:
            readers[(key, group)] -= 1
            if readers[(key, group)] == 0 and key[0]:
                for name in self.plan.frames[key].members[group]:
                    array = self.values.pop((name, group), None)
                    if array is not None:
                        self.pool.give(array)

    def _fill_ends(self, frame: Frame) -> None:
        """Payoffs at the end, for every order of the scores that is reached."""
        plan = self.plan
        ranges = plan.ranges[("end", None, frame.key[1])]
        low, high, start = ranges.low, ranges.high, ranges.start
        values = np.zeros((max(1, ranges.cells), 3, 1), self.kernel.PRECISION)
        payoffs = np.zeros((PATTERNS, 3))
        for pattern, scores in PATTERN_SCORES.items():
            by_seat = {axis.seat: score for axis, score in zip(plan.axes, scores, strict=True)}
            podiums = tuple(
                Contestant(by_seat[s], whammies=WHAMMIES_OUT if frame.key[1] >> s & 1 else 0) for s in SEATS
            )
            end = Position((podiums[0], podiums[1], podiums[2]), 0)
            payoffs[pattern] = [float(x) for x in payoff(end, self.table.rules)]
        tracks, size_b = len(plan.a_first), len(plan.dollars[1])
        for line in np.flatnonzero(high > low):
            track, b, c = line % tracks, line // tracks % size_b, line // tracks // size_b
            first = plan.a_first[track]
            a = plan.dollars[0][first + low[line] : first + high[line]]
            y, z = plan.dollars[1][b], plan.dollars[2][c]
            pattern = 9 * (np.sign(a - y) + 1) + 3 * (np.sign(a - z) + 1) + np.sign(y - z) + 1
            values[start[line] : start[line] + len(a), :, 0] = payoffs[pattern]
        self.values[(("end", None, frame.key[1]), 0)] = values

    # -- reading ------------------------------------------------------------------------------

    def value(self, position: Position) -> Vector:
        """Payoffs of a position in a frame that is still held: the root's and those just below."""
        if position.over:
            return end_value(position, self.table.rules)
        plan = self.plan
        key = plan.config_of(position)
        frame = plan.frames[frame_key(key)]
        ranges = plan.ranges[key]
        low, high = ranges.low, ranges.high
        line, cell = next((line, i) for line, i in plan.places(position) if low[line] <= i < high[line])
        at = int(ranges.start[line]) + cell - int(low[line])
        counts = [0 if c.out else c.whammies for c in position.contestants]
        group, place = frame.place[plan.merged((counts[0], counts[1], counts[2]), frame.key)]
        x, y, z = self.values[(key, group)][at, :, place]
        return float(x), float(y), float(z)

    def look(self) -> Ply:
        """The actions of the root."""
        tolerance = TOLERANCE[self.table.rules.goal] if self.kernel is _cubes64 else 1e-6
        return look(self.position, self.plan.spin, self.table, self.value, tolerance)
