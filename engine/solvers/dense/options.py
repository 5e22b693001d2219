"""Options of the dense solver."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...game.position import Position
from ..lanes import ALL_SEATS
from ..score_values import ScoreValues

if TYPE_CHECKING:
    from .plan import DensePlan


@dataclass(frozen=True, kw_only=True)
class DenseOptions:
    """Options of ``DenseSolver`` and its plan.

    Attributes:
        memory: limit of bytes for planning, and for the values with the memory that the process keeps for them
            (``arena.arena_array``).
        planning_seconds: time limit of planning.
        threads: the number that share a block.
        single: single precision instead of double; None leaves it to the size, and to whether dollars are at stake.
        others: more positions to solve, with the same scores.
        every_score: keep all scores of the position's configuration, for a table of answers.
        all_starts: solve all positions with all scores and Whammies, and keep nothing (see ``DenseSolver.solve``).
        grid: dollars between scores, None for all scores (see ``DenseSpin``). On a grid endless cycles need not
            converge, as its values are approximate anyway.
        terminal_grid: score step in dollars in finished games; must divide `grid`. Default: `grid`.
        keep: keep all values, to be read between points, not only those of the roots and their successors.
        template: a plan of the same question on another grid, whose configurations are reused.
        counted: bit mask of the seats whose Whammies are counted (see ``LaneTransitions``).
        after: score values at the end of a round that another one follows.
    """

    memory: int = sys.maxsize
    planning_seconds: float = math.inf
    threads: int = 1
    single: bool | None = None
    others: Sequence[Position] = ()
    every_score: bool = False
    all_starts: bool = False
    grid: int | None = None
    terminal_grid: int | None = None
    keep: bool = False
    template: DensePlan | None = None
    counted: int = ALL_SEATS
    after: ScoreValues | None = None
