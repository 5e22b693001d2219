"""The plan of a cube solve: configurations, lanes, reachable rows, and what memory they take.

Where several contestants hold spins nearly all scores can be reached, so nothing is listed: the scores span a box with
one axis for each seat. ``_ranges.pyx`` cuts away what cannot be reached.
"""

from __future__ import annotations

import math

from ... import calibration
from ...errors import Unaffordable
from ...game.board import Board
from ...game.position import Position
from ...game.rules import PlayRules
from ...game.spin import spins
from ..cancel_flag import CancelFlag
from ..configs import FrameSuccessors, Ints
from ..lanes import ALL_SEATS
from ..spin_rows import CubeSpin
from . import _ranges
from .config_plan import Alike, ConfigPlan
from .range_axes import ScoreBox

MOST_RANGES = 600_000_000  # lines times configurations whose ranges are kept
# Lanes in which the same seats have gained a Whammy, and so have been at $0, have ranges of their own: up
# to 40% fewer cells for more work, and up to this many ranges.
CLASSES = 8
CLASSED_RANGES = 70_000_000
RANGE_BYTES = 8  # of one that is kept; of those that are allowed for, a half at most are ever reached


class CubePlan(ConfigPlan):
    """The configurations below one position, and the cost of computing them.

    Args:
        position, board, play_rules: what to solve (``cubes_apply`` must hold).
        every_score: keep all scores of the root's configuration, for a table of answers.
        grid: dollars between scores that are distinguished; None for all (see ``CubeSpin``).
        memory: bytes that planning may take. patience: seconds that it may take.
        like: a plan of the same question on another grid, whose configurations are reused.
        counted: bit mask of the seats whose Whammies are counted (see ``LaneMoves``).

    Raises:
        Unaffordable: too big to plan in this memory, or too slow for ``patience``.
        Cancelled: the flag was set.
    """

    stores_end = True

    def __init__(
        self,
        position: Position,
        board: Board,
        play_rules: PlayRules,
        cancel: CancelFlag,
        *,
        every_score: bool = False,
        grid: int | None = None,
        memory: float = math.inf,
        patience: float = math.inf,
        like: CubePlan | None = None,
        counted: int = ALL_SEATS,
    ):
        self.board = board
        spin = CubeSpin(spins(board, play_rules.rules, play_rules.unit), play_rules.unit, grid)
        self.box = ScoreBox(position, spin.moves, play_rules.cap)
        self.tracks = self.box.tracks
        super().__init__(
            position,
            play_rules,
            spin,
            self.box.seats,
            cancel,
            memory=memory,
            patience=patience,
            like=like,
            counted=counted,
        )
        ranges = sum(len(found.keys) for found in self.successors) * self.box.kernel.lines
        if ranges * calibration.RANGE_SECONDS > patience:
            raise Unaffordable("It has too many scores and ways to share out the spins.")
        if ranges > MOST_RANGES:
            raise Unaffordable("There are too many scores and ways to share out the spins.")
        classed = CLASSES * ranges <= min(CLASSED_RANGES, patience / calibration.RANGE_SECONDS)
        self._arise()
        classed = classed and self._sort_lanes(True) <= memory
        self.reach = _ranges.Reach(self.box.kernel)
        self.every_score = every_score
        self._plan_cells(classed)

    @property
    def _config_bytes(self) -> int:
        return RANGE_BYTES * self.box.kernel.lines

    def _no_cells(self, count: int) -> _ranges.Ranges:
        return _ranges.Ranges(count, self.box.kernel)

    def _add_root(self, cells: _ranges.Ranges, k: int) -> None:
        if self.every_score:
            cells.add_all(k, self.cancel.memory)
        else:
            [(_, line, cell)] = next(self.box.around(self.position))
            cells.add(k, line, cell, cell + 1)

    def _close(self, cells: _ranges.Ranges, mover: Ints, successors: FrameSuccessors) -> None:
        self.reach.close(cells, mover, successors.spin, successors.passes, self.cancel.memory)

    def _follow(self, cells: _ranges.Ranges, alike: Alike, way: int, target: _ranges.Ranges, after: Ints) -> None:
        axis = self.box.axis_of[alike.seat]
        self.reach.follow(cells, alike.numbers, axis, way, target, after, self.cancel.memory)
