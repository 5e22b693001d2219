"""Options of the dense solver: what to solve and keep, and what it may take."""

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
        memory: bytes that planning may take, and that values may take, with what the process keeps for them
            (``arena.arena_array``).
        planning_seconds: seconds that planning may take.
        threads: the number that share a block.
        single: single precision instead of double; None leaves it to the size, and to whether dollars are at stake.
        others: more positions to solve, which have the same scores.
        every_score: keep all scores of the position's configuration, for a table of answers.
        all_starts: solve all positions with all scores and Whammies, of which nothing is kept (see ``DenseSolver.solve``).
        grid: dollars between scores that are distinguished, None for all (see ``DenseSpin``). Endless cycles then need
            not converge: values on a grid are approximate anyway.
        terminal_grid: score step in dollars in finished games; must divide `grid`. Default: `grid`.
        keep: keep all values, not only those of the roots and just below, to be read between points.
        template: a plan of the same question on another grid, whose configurations are reused.
        counted: bit mask of the seats whose Whammies are counted (see ``LaneTransitions``).
        after: what scores are worth at the end, where another round follows.
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
