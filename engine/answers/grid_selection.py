"""Selects the grid of scores that an estimate starts from: the finest grid that fits the limits.

A coarse plan predicts which grids will fit. The time of the first solved grid corrects the prediction for finer grids.

A grid counts the Whammies of few contestants (``counted_seats``), and playouts correct for the others: on a grid that
counts them all, 19 of 20 cells differ only in Whammies (decision 12). But if a contestant who may well go out is not
counted, all choices are for a game in which that contestant stays in, and playouts do not correct choices. So a grid of
``GOOD_GRID`` dollars counts all it can, and on coarser grids the ``expected_error`` decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .. import calibration
from ..errors import Unaffordable, strip_traceback
from ..game.position import Position
from ..game.rules import PlayRules
from ..solvers import schedule
from ..solvers.costs import dense_seconds
from ..solvers.dense.options import DenseOptions
from ..solvers.dense.plan import DensePlan
from ..solvers.dense.solver import DenseSolver
from ..solvers.lanes import counted_seats
from ..solvers.processors import count_threads
from .abstraction import error_at_step, mean_spin, uncounted_whammy_error
from .question import Question

GRID_STEPS = (50, 75, 125, 175, 250, 350, 500, 700, 1000, 1400, 2000, 2800, 4000, 8000)
COARSER_STEPS = (16_000, 32_000)  # if huge scores make all others take too long
COMPARISON_GAP = 2  # steps between the finest grid and the coarser grid that it is compared with


@dataclass(frozen=True)
class PlannedGrid:
    """Dense cells on a grid of scores, not yet solved.

    Attributes:
        dense: the cells, whose values are all kept. grid: dollars between scores.
        seconds: predicted time.
        others: more positions of the same scores that are solved.
    """

    dense: DenseSolver
    grid: int
    seconds: float
    others: Sequence[Position] = ()

    @property
    def counted(self) -> int:
        """Bit mask of the seats whose Whammies the grid counts."""
        return self.dense.plan.moves.counted


def expected_error(question: Question, plan: PlannedGrid) -> float:
    """Return the expected standard error of a chance by the grid and by the Whammies that it does not count."""
    return math.hypot(
        error_at_step(question, plan.grid, calibration.GRID_ERROR),
        uncounted_whammy_error(question, plan.counted),
    )


def select_rough_grid(question: Question, play_rules: PlayRules) -> PlannedGrid:
    """Return the first grid: the finest predicted to take its share of the time left, else the coarsest.

    Raises:
        Unaffordable: not even the coarsest grid fits.
    """
    seconds_left = question.schedule.left()
    longest = min(schedule.MAX_GRID_SECONDS, schedule.SOLVE_GRID_SHARE * seconds_left)
    masks, plans = counted_seats(question.position), dict[int, DensePlan]()
    for mask in masks:
        planning_seconds = schedule.PLAN_COARSEST_SHARE * question.schedule.left() if mask == masks[-1] else None
        coarsest = plan_grid(question, play_rules, GRID_STEPS[-1], mask, planning_seconds=planning_seconds)
        if isinstance(coarsest, Unaffordable):
            refusal = coarsest
        elif coarsest.seconds > longest:
            refusal = Unaffordable(f"On the coarsest grid it takes about {coarsest.seconds:.1f} seconds.")
            plans[mask] = coarsest.dense.plan
        else:
            return _refine_grid(question, play_rules, coarsest, schedule.ROUGH_GRID_SHARE * seconds_left)
    for grid in COARSER_STEPS:
        for mask, plan in plans.items():
            coarser = plan_grid(question, play_rules, grid, mask, plan)
            if not isinstance(coarser, Unaffordable) and coarser.seconds <= longest:
                return coarser
    raise refusal


def select_finer_grid(question: Question, play_rules: PlayRules, rough: PlannedGrid, pace: float) -> PlannedGrid | None:
    """Return a grid finer or better than the rough grid that fits the limits at this ``pace``; None if there is none.

    It counts the same Whammies if it is as fine as ``GOOD_GRID``, or else those with the least ``expected_error``.
    """
    budget = min(schedule.MAX_GRID_SECONDS, schedule.SOLVE_GRID_SHARE * question.schedule.left()) / pace
    best = _refine_grid(question, play_rules, rough, budget)
    if best.grid > calibration.GOOD_GRID:
        for mask in counted_seats(question.position):
            counts_fewer = mask != rough.counted and not mask & ~rough.counted
            if not counts_fewer or uncounted_whammy_error(question, mask) >= expected_error(question, best):
                continue
            candidate = select_finest_grid(question, play_rules, mask, budget)
            if candidate is not None and expected_error(question, candidate) < expected_error(question, best):
                best = candidate
    return None if best is rough else best


def select_finest_grid(
    question: Question, play_rules: PlayRules, mask: int, budget: float, others: Sequence[Position] = ()
) -> PlannedGrid | None:
    """Return the finest grid predicted to be solved within the budget, with these seats' Whammies counted; or None."""
    planning_seconds = question.schedule.left() if others else None  # many starts take long to plan
    coarsest = plan_grid(question, play_rules, GRID_STEPS[-1], mask, planning_seconds=planning_seconds, others=others)
    if isinstance(coarsest, Unaffordable) or coarsest.seconds > budget:
        return None
    return _refine_grid(question, play_rules, coarsest, budget)


def select_grids_within(question: Question, play_rules: PlayRules, cells: int) -> list[PlannedGrid]:
    """Return the finest grid of at most ``cells`` cells, preceded by a coarser grid for comparison, if there is one.

    Raises:
        Unaffordable: not even the coarsest grid fits.
    """
    for mask in counted_seats(question.position):
        coarsest = plan_grid(question, play_rules, GRID_STEPS[-1], mask)
        if isinstance(coarsest, Unaffordable):
            raise coarsest
        states = coarsest.dense.states
        if states <= cells:
            break
    else:
        raise Unaffordable(f"On the coarsest grid it has {states:,} cells.")
    plan, grids = coarsest.dense.plan, [coarsest]
    for grid in reversed(GRID_STEPS[:-1]):
        if grid < play_rules.unit:
            break
        finer = plan_grid(question, play_rules, grid, mask, plan)
        if isinstance(finer, Unaffordable) or finer.dense.states > cells:
            break
        grids = [*grids[-COMPARISON_GAP:], finer]
    return [grids[0], grids[-1]] if len(grids) > 1 else grids


def _refine_grid(question: Question, play_rules: PlayRules, coarse: PlannedGrid, budget: float) -> PlannedGrid:
    """Return the finest grid predicted to be solved within the budget, or the coarse grid."""
    plan, min_cost = coarse.dense.plan, 0.0
    for grid in GRID_STEPS:
        if not play_rules.unit <= grid < coarse.grid:
            continue
        ratio = coarse.grid / grid
        seconds = dense_seconds(
            plan, coarse.dense.peak, count_threads(), ratio**calibration.CELL_GROWTH, ratio**calibration.ROW_GROWTH
        )
        if max(seconds, min_cost / grid**calibration.CELL_GROWTH) > budget:
            continue
        candidate = plan_grid(question, play_rules, grid, coarse.counted, plan, others=coarse.others)
        if isinstance(candidate, Unaffordable):
            continue
        if candidate.seconds <= budget:
            return candidate
        min_cost = candidate.seconds * grid**calibration.CELL_GROWTH  # a slightly coarser grid is not worth planning
    return coarse


def plan_grid(
    question: Question,
    play_rules: PlayRules,
    grid: int,
    counted_seats: int,
    template: DensePlan | None = None,
    planning_seconds: float | None = None,
    others: Sequence[Position] = (),
) -> PlannedGrid | Unaffordable:
    """Return a grid, or the reason why it cannot be planned.

    Args:
        question: the question.
        play_rules: the rules of the game on the grid.
        grid: dollars between scores.
        counted_seats: bit mask of the seats whose Whammies are counted.
        template: a plan on another grid, whose configurations are reused.
        planning_seconds: time for planning; by default a share of the time left.
        others: more positions of the same scores to solve.
    """
    if planning_seconds is None:
        planning_seconds = max(schedule.PLAN_GRID_SHARE * question.schedule.left(), schedule.MIN_PLAN_GRID_SECONDS)
    cap = play_rules.cap if play_rules.rules.cap is not None else grid_cap(question, play_rules, grid)
    try:
        dense = DenseSolver(
            question.position,
            question.board,
            PlayRules(play_rules.rules, play_rules.unit, cap),
            DenseOptions(
                others=[other for other in others if other != question.position],
                memory=question.limits.memory_bytes,
                single=True,
                grid=grid,
                terminal_grid=play_rules.unit if question.then is None and grid % play_rules.unit == 0 else None,
                threads=count_threads(),
                keep=True,
                planning_seconds=planning_seconds,
                template=template,
                counted=counted_seats,
                after=question.score_values,
            ),
            cancel=question.cancel,
        )
    except (Unaffordable, MemoryError) as error:
        return strip_traceback(error)
    return PlannedGrid(dense, grid, dense_seconds(dense.plan, dense.peak, count_threads()), others)


def grid_cap(question: Question, play_rules: PlayRules, grid: int) -> int:
    """Return a cap for the grid, by the board's mean spin: higher scores are too rare to affect the choices.

    A runaway leader stays above the cap until a Whammy. In round 1 the play rules have such a cap.
    """
    position = question.position
    if question.then is not None:
        return -(-play_rules.cap // grid) * grid
    _, second, top = sorted(c.score for c in position.contestants)
    scale = mean_spin(question) / calibration.MEAN_SPIN
    low_cap = scale * calibration.LOW_CAP
    needed = max(low_cap, top + scale * calibration.HEADROOM)
    others = max(low_cap, second) + scale * calibration.CATCHING_UP
    if top > calibration.RUNAWAY * others:
        needed = others
    return -(-min(play_rules.cap, max(grid, round(needed))) // grid) * grid
