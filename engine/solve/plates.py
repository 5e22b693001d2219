"""Exact values below a position where one or two contestants hold spins: plate by plate (``_plates.pxi``)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import Unproven, Unsettled
from ..game.board import Board
from ..game.position import Position
from ..game.rules import PlayRules
from . import _plates32, _plates64
from .block_solver import BlockSolver, Kernels
from .cancel_flag import CancelFlag
from .cap_cycles import to_be_proven
from .config_plan import Frame
from .cube_configs import FrameKey
from .cubes import cubes_apply
from .plate_plan import PlatePlan

# Double precision takes little longer here and tells near ties apart.
DOUBLE_CELLS = 100_000_000


def plates_apply(position: Position, board: Board, play_rules: PlayRules) -> bool:
    """Return whether the plate kernel knows these rules, this board and these scores.

    It leaves dollars at stake and scores above the cap to the cube kernel.
    """
    above_cap = any(podium.score > play_rules.cap for podium in position.contestants)
    return not (play_rules.rules.in_dollars or above_cap) and cubes_apply(board, play_rules)


class Plates(BlockSolver):
    """The values below one position.

    Args:
        position, board, play_rules: what to solve (``plates_apply`` must hold).
        memory: bytes that values may take.
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
        self.plan = PlatePlan(position, board, play_rules, cancel, highest=highest, patience=patience)
        super().__init__(
            self.plan,
            self.plan.axes.seats,
            Kernels(_plates32, _plates64),
            memory=memory,
            cancel=cancel,
            single=single,
            double_cells=DOUBLE_CELLS,
            threads=threads,
        )

    def has(self, position: Position) -> bool:
        """Return whether a position of the root's configuration is solved."""
        return not math.isnan(self.value(position)[0])

    def _prepare(self) -> None:
        plan = self.plan
        self.rules = {
            key: self.kernel.FrameRules(plan.movers[key], its.spin, its.spent, its.whammy, its.fourth, its.passes)
            for key, its in ((key, frame.successors) for key, frame in plan.frames.items() if key[0])
        }
        self.ends = {
            key: self.kernel.EndRows(
                plan.axes.tracks,
                self._end_shares(frame),
                np.array([key[1] >> int(seat) & 1 for seat in self.seats], np.uint8),
                plan.planes,
            )
            for key, frame in plan.frames.items()
            if not key[0]
        }

    def _block(self, key: FrameKey, lane: int) -> Any:
        return super()._block(key, lane) if key[0] else self.ends[key]

    def _work(self, frame: Frame, lane: int) -> Callable[[], object]:
        plan = self.plan
        own = self._block(frame.key, lane)
        below, hit, off, last = self._reads(frame, lane)
        given = (
            plan.axes.tracks,
            self.spin,
            self.rules[frame.key],
            plan.planes,
            self.seats,
            own,
            below,
            hit,
            last,
            off,
            self._staying(frame, lane),
            *self._leads(),
            self.tolerance,
            self.still,
            to_be_proven(plan, frame.key),
        )
        front = self.kernel.Front(plan.axes.tracks, own)

        def work() -> None:
            self.kernel.Sweep(*given).run(front, self.cancel.memory)
            if front.restless:
                raise Unsettled("Choices at the cap chase one another.")
            if front.unproven:
                raise Unproven("Passes at the cap may have another equilibrium.")

        return work

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
