"""The grid of scores that an estimate starts from: the finest one that fits the limits.

A coarse plan first predicts which grids will fit. The present speed of the machine shows when a rough grid is solved;
it corrects the prediction for finer ones.

Playouts correct what a grid ignores, so it counts the Whammies of few contestants (``counted_seats``): on a grid that
counts them all, 19 of 20 cells only tell apart who has met how many (decision 12). But where someone who may well go out
is not counted, all play for a game in which nobody ever does, and no number of playouts corrects their choices. So
where a grid of ``GOOD_GRID`` dollars can count them it does, and on coarser ones the ``expected_error`` decides.
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
COARSER_STEPS = (16_000, 32_000)  # where huge scores make all others take too long
COMPARISON_GAP = 2  # steps between the finest grid and the coarser one that it is compared with


@dataclass(frozen=True)
class PlannedGrid:
    """Dense cells on a grid of scores, not yet solved.

    Attributes:
        dense: its cells, of which all values are kept. grid: dollars between their scores.
        seconds: predicted.
        others: positions of the same scores that are solved along with the question's.
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
    """Return the standard error of a chance that is expected of a grid, and of the Whammies that it does not count."""
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
            return _finer(question, play_rules, coarsest, schedule.ROUGH_GRID_SHARE * seconds_left)
    for grid in COARSER_STEPS:
        for mask, plan in plans.items():
            coarser = plan_grid(question, play_rules, grid, mask, plan)
            if not isinstance(coarser, Unaffordable) and coarser.seconds <= longest:
                return coarser
    raise refusal


def select_finer_grid(question: Question, play_rules: PlayRules, rough: PlannedGrid, pace: float) -> PlannedGrid | None:
    """Return a grid finer than the rough one, or better, that fits the limits at this ``pace``; None if there is none.

    It counts the Whammies of as many contestants if that is ``GOOD_GRID``, or else of those with which the least error is
    expected.
    """
    budget = min(schedule.MAX_GRID_SECONDS, schedule.SOLVE_GRID_SHARE * question.schedule.left()) / pace
    best = _finer(question, play_rules, rough, budget)
    if best.grid > calibration.GOOD_GRID:
        for mask in counted_seats(question.position):
            fewer = mask != rough.counted and not mask & ~rough.counted
            if not fewer or uncounted_whammy_error(question, mask) >= expected_error(question, best):
                continue
            candidate = finest_grid(question, play_rules, mask, budget)
            if candidate is not None and expected_error(question, candidate) < expected_error(question, best):
                best = candidate
    return None if best is rough else best


def finest_grid(
    question: Question, play_rules: PlayRules, mask: int, budget: float, others: Sequence[Position] = ()
) -> PlannedGrid | None:
    """Return the finest grid predicted to be solved within the budget, counting these seats' Whammies; None if there is none."""
    planning_seconds = (
        question.schedule.left() if others else None
    )  # where there are many starts, most of it is planning
    coarsest = plan_grid(question, play_rules, GRID_STEPS[-1], mask, planning_seconds=planning_seconds, others=others)
    if isinstance(coarsest, Unaffordable) or coarsest.seconds > budget:
        return None
    return _finer(question, play_rules, coarsest, budget)


def select_grids_within(question: Question, play_rules: PlayRules, cells: int) -> list[PlannedGrid]:
    """Return the finest grid of at most ``cells`` cells, and before it a coarser one to compare it with, if there is one.

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
    plan, plan_and_grids = coarsest.dense.plan, [coarsest]
    for grid in reversed(GRID_STEPS[:-1]):
        if grid < play_rules.unit:
            break
        finer = plan_grid(question, play_rules, grid, mask, plan)
        if isinstance(finer, Unaffordable) or finer.dense.states > cells:
            break
        plan_and_grids = [*plan_and_grids[-COMPARISON_GAP:], finer]
    return [plan_and_grids[0], plan_and_grids[-1]] if len(plan_and_grids) > 1 else plan_and_grids


def _finer(question: Question, play_rules: PlayRules, coarse: PlannedGrid, budget: float) -> PlannedGrid:
    """Return the finest grid predicted to be solved within the budget, or the coarse one."""
    plan, least = coarse.dense.plan, 0.0
    for grid in GRID_STEPS:
        if not play_rules.unit <= grid < coarse.grid:
            continue
        times = coarse.grid / grid
        takes = dense_seconds(
            plan, coarse.dense.peak, count_threads(), times**calibration.CELL_GROWTH, times**calibration.ROW_GROWTH
        )
        if max(takes, least / grid**calibration.CELL_GROWTH) > budget:
            continue
        candidate = plan_grid(question, play_rules, grid, coarse.counted, plan, others=coarse.others)
        if isinstance(candidate, Unaffordable):
            continue
        if candidate.seconds <= budget:
            return candidate
        least = candidate.seconds * grid**calibration.CELL_GROWTH  # a little coarser is not worth planning
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
    """Return a grid, or why it cannot be planned.

    Args:
        question: the question.
        play_rules: the rules of the game on the grid.
        grid: dollars between scores.
        counted_seats: bit mask of the seats whose Whammies are counted.
        template: a plan on another grid, to save planning.
        planning_seconds: seconds for planning; by default a share of those left.
        others: positions of the same scores to solve, too.
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
                after=question.after,
            ),
            cancel=question.cancel,
        )
    except (Unaffordable, MemoryError) as error:
        return strip_traceback(error)
    return PlannedGrid(dense, grid, dense_seconds(dense.plan, dense.peak, count_threads()), others)


def grid_cap(question: Question, play_rules: PlayRules, grid: int) -> int:
    """Return a cap for the grid: higher scores are too rare to affect the choices, by what a spin brings on this board.

    A runaway leader stays above the cap until a Whammy. In round 1 the rules have such a cap.
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
