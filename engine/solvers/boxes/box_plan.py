"""The plan of a plate solve: which boxes of cells are needed, see ``_boxes.pyx``."""

from __future__ import annotations

import math

from ...game.board import Board
from ...game.position import Position
from ...game.rules import PlayRules
from ...game.spin import spins
from ..cancel_flag import CancelFlag
from ..configs import FrameSuccessors, Ints
from ..spin_rows import CubeSpin
from . import _boxes
from .box_axes import PlateAxes
from .config_plan import Alike, ConfigPlan

# Of a configuration: a box, the cells and the rows of each of 64 patterns.
BOXES_BYTES = 64 * (32 + 8 + 8)


class PlatePlan(ConfigPlan):
    """The configurations and boxes below one position, and the cost of computing them.

    Args:
        position, board, play_rules: what to solve (``plates_apply`` must hold).
        highest: the same position is solved with every score of the mover's on the grid up to this, besides the mover's
            own.
        memory: bytes that planning may take. patience: seconds that it may take.

    Raises:
        Unaffordable: too big to plan in this memory, or too slow for ``patience``.
        Cancelled: the flag was set.
    """

    def __init__(
        self,
        position: Position,
        board: Board,
        play_rules: PlayRules,
        cancel: CancelFlag,
        *,
        highest: int | None = None,
        memory: float = math.inf,
        patience: float = math.inf,
    ):
        self.highest = highest
        spin = CubeSpin(spins(board, play_rules.rules, play_rules.unit), play_rules.unit)
        self.axes = PlateAxes(position, spin.moves, play_rules.cap)
        self.tracks = self.axes.tracks
        super().__init__(position, play_rules, spin, self.axes.seats, cancel, memory=memory, patience=patience)
        self._arise()
        self._plan_cells(classed=True)

    @property
    def _config_bytes(self) -> int:
        return BOXES_BYTES

    def _no_cells(self, count: int) -> _boxes.Boxes:
        return _boxes.Boxes(count)

    def _add_root(self, cells: _boxes.Boxes, k: int) -> None:
        pattern, place = next(self.axes.places(self.position))
        cells.add_cell(k, pattern, place)
        if self.highest is not None:
            for pattern, place in self.axes.ends(self.position, self.highest):
                cells.add_cell(k, pattern, place)

    def _close(self, cells: _boxes.Boxes, mover: Ints, successors: FrameSuccessors) -> None:
        cells.close(self.tracks, mover, successors.spin, successors.passes, self.cancel.memory)

    def _follow(self, cells: _boxes.Boxes, alike: Alike, way: int, target: _boxes.Boxes, after: Ints) -> None:
        axis = self.axes.axis_of[alike.seat]
        cells.follow(self.tracks, alike.numbers, axis, way, target, after, self.cancel.memory)
