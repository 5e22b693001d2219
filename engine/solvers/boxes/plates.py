"""Exact values where one or two contestants hold spins: a box of cells for each pattern (``box_plan``)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...game.board import Board
from ...game.position import Position
from ...game.rules import PlayRules
from ..cancel_flag import CancelFlag
from ..configs import FrameKey
from .box_plan import PlatePlan
from .config_plan import Frame
from .solver import BoxSolver, cubes_apply

# Double precision takes little longer here and tells near ties apart.
DOUBLE_CELLS = 100_000_000


def plates_apply(position: Position, board: Board, play_rules: PlayRules) -> bool:
    """Return whether plates know these rules, this board and these scores.

    They leave dollars at stake and scores above the cap to cubes.
    """
    above_cap = any(podium.score > play_rules.cap for podium in position.contestants)
    return not (play_rules.rules.in_dollars or above_cap) and cubes_apply(board, play_rules)


class Plates(BoxSolver):
    """The values below one position.

    Args:
        position, board, play_rules: what to solve (``plates_apply`` must hold).
        memory: bytes that planning may take, and that values may take.
        highest: the same position is solved with every score of the mover's on the grid up to this, besides the mover's
            own.
        single: single precision instead of double; None leaves it to the size.
        threads: the number that share a block.
        patience: seconds that planning may take.

    Raises:
        Unaffordable: more memory than allowed; raised before any value is computed.
        Cancelled: ``cancel`` was set.
    """

    def __init__(
        self,
        position: Position,
        board: Board,
        play_rules: PlayRules,
        *,
        memory: int,
        cancel: CancelFlag,
        highest: int | None = None,
        single: bool | None = None,
        threads: int = 1,
        patience: float = math.inf,
    ):
        self.plan = PlatePlan(position, board, play_rules, cancel, highest=highest, memory=memory, patience=patience)
        super().__init__(
            self.plan, memory=memory, cancel=cancel, single=single, double_cells=DOUBLE_CELLS, threads=threads
        )
        self.ends: dict[FrameKey, Any] = {}

    def has(self, position: Position) -> bool:
        """Return whether a position of the root's configuration is solved."""
        return not math.isnan(self.value(position)[0])

    def _prepare_end(self, frame: Frame) -> None:
        out = np.array([frame.key[1] >> int(seat) & 1 for seat in self.seats], np.uint8)
        shares = self._end_shares(frame)
        self.ends[frame.key] = self.kernel.EndRows(self.plan.tracks, shares, out, self.plan.planes)

    def _block(self, key: FrameKey, lane: int) -> Any:
        return super()._block(key, lane) if key[0] else self.ends[key]

    def _stored(self, position: Position, frame: Frame, k: int, lane: int) -> list[float]:
        boxes = frame.ranges[frame.classes[lane]]
        first = frame.firsts(lane)[0][k]
        planes = self.plan.planes
        for pattern, place in self.plan.axes.places(position):
            found = boxes.find(k, pattern, place)
            if found is not None:
                row, cell, width = found
                at = self.layout.where[(frame.key, lane)] + (int(first[pattern]) + row) * planes + cell
                return [float(self.memory[at + plane * width]) for plane in range(planes)]
        return [math.nan] * planes
