"""Exact values where passes carry the spins to all three: a range of cells for each row (``range_plan``).

It also takes what ``plates`` does not: dollars at stake, a grid of scores, scores above the cap, and
all scores of a position at once.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from ...game.board import Board
from ...game.position import SEATS, Position
from ...game.rules import PlayRules
from ..cancel_flag import CancelFlag
from ..configs import FrameKey
from ..lanes import ALL_SEATS
from .config_plan import Frame
from .range_plan import CubePlan
from .solver import BoxSolver

Array = npt.NDArray[Any]

DOUBLE_CELLS = 4_000_000  # more cells than these are kept in single precision


class Cubes(BoxSolver):
    """The values below one position.

    Args:
        position, board, play_rules: what to solve (``cubes_apply`` must hold).
        memory: bytes that planning may take, and that values may take, with what the process keeps for them
            (``arena.reserve``).
        single: single precision instead of double; None leaves it to the size, and to whether dollars
            are at stake.
        every_score: keep all scores of the root's configuration, for a table of answers.
        grid: dollars between scores that are distinguished, None for all (see ``CubeSpin``). Endless cycles then need
            not settle: values on a grid are rough anyway.
        threads: the number that share a block.
        keep: keep all values, not only those of the root and just below.
        patience: seconds that planning may take.
        like: a plan of the same question on another grid, to save planning.
        counted: bit mask of the seats whose Whammies are counted (see ``LaneMoves``).

    Attributes:
        rounding: the error that arithmetic leaves in a value.
        peak: bytes that values take at most.

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
        single: bool | None = None,
        every_score: bool = False,
        grid: int | None = None,
        threads: int = 1,
        keep: bool = False,
        patience: float = math.inf,
        like: CubePlan | None = None,
        counted: int = ALL_SEATS,
    ):
        self.plan = CubePlan(
            position,
            board,
            play_rules,
            cancel,
            every_score=every_score,
            grid=grid,
            memory=memory,
            patience=patience,
            like=like,
            counted=counted,
        )
        super().__init__(
            self.plan,
            memory=memory,
            cancel=cancel,
            single=single,
            double_cells=DOUBLE_CELLS,
            threads=threads,
            keep=keep,
        )

    def _prepare_end(self, frame: Frame) -> None:
        axis_of = np.array([self.plan.box.axis_of[seat] for seat in SEATS], np.int32)
        self._block(frame.key, 0).fill_end(self._end_shares(frame), axis_of, self.scale, self.bonus, self.cancel.memory)

    # -- reading ------------------------------------------------------------------------------

    def _stored(self, position: Position, frame: Frame, k: int, lane: int) -> list[float]:
        """Read values as the base class does; on a grid, scores between points that are reached are interpolated."""
        plan = self.plan
        ranges = frame.ranges[frame.classes[lane]]
        block = self.layout.where[(frame.key, lane)] + int(frame.firsts(lane)[0][k]) * plan.planes
        best, total = 0.0, [math.nan] * plan.planes
        for points in plan.box.around(position):
            found = [(weight, ranges.find(k, line, cell)) for weight, line, cell in points]
            share = sum(weight for weight, here in found if here)
            if share > best + 1e-9:
                best, total = share, [0.0] * plan.planes
                for weight, here in found:
                    if here is not None:
                        start, cell, width = here
                        for plane in range(plan.planes):
                            at = block + start * plan.planes + cell + plane * width
                            total[plane] += weight / share * float(self.memory[at])
        return total

    def cube(self, key: FrameKey, number: int, lane: int) -> Array:
        """Return the values of a frame's configuration in a lane, [C, B, A, planes]; NaN where never reached."""
        cube: Array = self._block(key, lane).cube(number)
        return cube
