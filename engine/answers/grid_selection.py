"""The grid of scores that an estimate starts from: the finest one that fits the limits.

A coarse plan first predicts which grids will fit. The present speed of the machine shows when a rough grid is solved;
it corrects the prediction for finer ones.

Playouts correct what a grid ignores, so it counts the Whammies of few contestants (``counted_seats``): on a grid that
counts them all, 19 of 20 cells only tell apart who has met how many (decision 12). But where someone who may well go out
is not counted, all play for a game in which nobody ever does, and no number of playouts corrects their choices. So
where a grid of ``GOOD`` dollars can count them it does, and on coarser ones the ``expected_error`` decides.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, replace

from .. import calibration
from ..errors import Cancelled, Unaffordable
from ..game.position import Position
from ..game.rules import PlayRules
from ..solvers import schedule
from ..solvers.cancel_flag import WorkClock, deadline
from ..solvers.costs import dense_seconds
from ..solvers.dense.dense import Dense
from ..solvers.dense.plan import Plan
from ..solvers.lanes import counted_seats
from ..solvers.processors import threads
from .abstraction import along, fewer_spins, of_uncounted
from .question import Question

STEPS = (50, 75, 125, 175, 250, 350, 500, 700, 1000, 1400, 2000, 2800, 4000, 8000)
LOW_CAP = 20_000
HEADROOM = 12_000
REACH = 10_000  # dollars by which opponents who try to catch up with a runaway leader may grow
RUNAWAY = 2.0  # a leader with this many times the score that the others may reach is hardly ever caught
GOOD = 2000  # dollars; a finer grid is never bought by counting the Whammies of fewer contestants


@dataclass(frozen=True)
class SelectedGrid:
    """Dense on the selected grid, not yet solved.

    Attributes:
        cubes: they keep all values. grid: dollars between their scores.
        spins: the number of spins they assume. fewer: whether these are fewer than there are.
    """

    cubes: Dense
    grid: int
    spins: int
    fewer: bool

    @property
    def counted(self) -> int:
        """Bit mask of the seats whose Whammies the grid counts."""
        return self.cubes.plan.moves.counted


def fewer_spins_error(selected: SelectedGrid, spins: int) -> float:
    """Return the standard error added by assuming fewer than ``spins`` spins."""
    share = selected.spins / spins
    return 0.0 if share == 1 else next(error for least, error in calibration.FEWER_SPINS if share >= least)


def expected_error(question: Question, selected: SelectedGrid) -> float:
    """Return the standard error of a chance that is expected of a grid, and of the Whammies that it does not count."""
    return math.hypot(along(question, selected.grid, calibration.GRID), of_uncounted(question, selected.counted))


def _pace(selected: SelectedGrid, seconds: float) -> float:
    """Return the present time of solving as a multiple of the predicted one, given that one grid took these seconds."""
    return min(schedule.SLOWEST, max(schedule.FASTEST, seconds / _seconds(selected.cubes)))


def select_grid(question: Question, play_rules: PlayRules, solving: float = schedule.SOLVE_GRID) -> SelectedGrid:
    """Return the best cubes that fit the limits. Raises Unaffordable.

    Some time is reserved for them even if other methods have used up the rest.

    Args:
        question: the question.
        play_rules: the rules of the game on the grid.
        solving: the share of the remaining time that solving may take, unless the grid is the coarsest.
    """
    left = max(schedule.GRID_AT_LEAST * question.schedule.seconds, question.schedule.left())
    position = question.position
    refusal = Unaffordable("The spins can be shared out in too many ways.")
    for fewer in (position, *fewer_spins(position, position.spins - 1)):  # whose playouts are of another game, too
        for mask in counted_seats(position):
            try:
                return _with_spins(question, play_rules, fewer, mask, left, solving)
            except Unaffordable as too_big:
                refusal = too_big
    raise refusal


def select_rough_grid(question: Question, play_rules: PlayRules) -> SelectedGrid:
    """Return cubes that are solved in no time, to begin with. Raises Unaffordable."""
    return select_grid(question, play_rules, schedule.SOLVE_ROUGHLY)


def _select_finer_grid(
    question: Question, play_rules: PlayRules, rough: SelectedGrid, pace: float
) -> SelectedGrid | None:
    """Return cubes finer than the rough ones, or better, that fit the limits at this ``pace``; None if there are none.

    They count the Whammies of as many contestants if that is ``GOOD``, or else of those with which the least error is
    expected.
    """
    budget = min(schedule.LONGEST_GRID, schedule.SOLVE_GRID * question.schedule.left()) / pace
    best = _finer(question, play_rules, rough, budget) or rough
    if best.grid > GOOD:
        for mask in counted_seats(question.position):
            fewer = mask != rough.counted and not mask & ~rough.counted
            if not fewer or of_uncounted(question, mask) >= expected_error(question, best):
                continue
            with suppress(Unaffordable):
                coarsest = _coarsest(question, play_rules, rough.cubes.plan.position, mask, question.schedule.left())
                found = _finer(question, play_rules, coarsest, budget)
                if found is not None and expected_error(question, found) < expected_error(question, best):
                    best = found
    return None if best is rough else best


def select_grid_within(question: Question, play_rules: PlayRules, cells: int) -> SelectedGrid:
    """Return the finest grid of at most ``cells`` cells, for all spins. Raises Unaffordable."""
    mask = counted_seats(question.position)[0]
    coarsest = _coarsest(question, play_rules, question.position, mask, question.schedule.left())
    plan = coarsest.cubes.plan
    for grid in STEPS[:-1]:
        if grid <= play_rules.unit or plan.cells * (coarsest.grid / grid) ** calibration.CELL_GROWTH > cells:
            continue
        with suppress(Unaffordable):
            cubes = _cubes(question, plan.position, play_rules, grid, _planning(question.schedule.left()), mask, plan)
            if cubes.plan.cells <= cells:
                return replace(coarsest, cubes=cubes, grid=grid)
    if plan.cells > cells:
        raise Unaffordable(f"On the coarsest grid it has {plan.cells:,} cells.")
    return coarsest


def select_second_grid(
    question: Question, play_rules: PlayRules, selected: SelectedGrid, pace: float = 1.0
) -> SelectedGrid | None:
    """Return cubes of the same game on a grid 1.5 times as coarse; None if there is no time."""
    if selected.grid == STEPS[-1]:
        return None
    plan, grid = selected.cubes.plan, selected.grid * 3 // 2
    try:
        other = _cubes(
            question, plan.position, play_rules, grid, _planning(question.schedule.left()), selected.counted, plan
        )
    except Unaffordable:
        return None
    if pace * _seconds(other) > schedule.SOLVE_SECOND * question.schedule.left():
        return None
    return replace(selected, cubes=other, grid=grid)


def solve_finest(rough: SelectedGrid, question: Question, play_rules: PlayRules) -> tuple[SelectedGrid, float]:
    """Return the finest grid that can be solved in time, and the machine's pace.

    The rough one is solved first. It shows the pace, and stands in if the finer one takes too long after all.
    """
    watch = WorkClock()
    rough.cubes.solve(question.listener)
    if question.limits.cells is not None:
        return rough, 1.0
    at_pace = _pace(rough, watch.look())
    early = question.schedule.until(schedule.STARTED) > 0
    finer = _select_finer_grid(question, play_rules, rough, at_pace) if early else None
    if finer is None:
        return rough, at_pace
    rough.cubes.leave_arena()
    return (finer if solve_until(question, finer, schedule.SOLVED) else rough), at_pace


def solve_until(question: Question, selected: SelectedGrid, end: float) -> bool:
    """Solve a grid, unless it takes longer than to the share ``end`` of the time, and return whether it is solved."""
    with deadline(question.cancel, math.inf, work=question.schedule.until(end)) as time_is_up:
        selected.cubes.cancel = time_is_up
        with suppress(Cancelled):
            selected.cubes.solve(question.listener)
            return True
    question.cancel.check()
    return False


def _planning(seconds: float) -> float:
    """Return the seconds for planning, of those that are left."""
    return max(schedule.PLAN_GRID * seconds, schedule.PLAN_GRID_AT_LEAST)


def _with_spins(
    question: Question, play_rules: PlayRules, position: Position, mask: int, left: float, solving: float
) -> SelectedGrid:
    """Return the finest grid for a position. Raises Unaffordable."""
    coarsest = _coarsest(question, play_rules, position, mask, left)
    takes = _seconds(coarsest.cubes)
    if takes > min(schedule.LONGEST_GRID, schedule.SOLVE_GRID * left):
        raise Unaffordable(f"On the coarsest grid it takes about {takes:.1f} seconds.")
    return _finer(question, play_rules, coarsest, min(schedule.LONGEST_GRID, solving * left)) or coarsest


def _coarsest(question: Question, play_rules: PlayRules, position: Position, mask: int, left: float) -> SelectedGrid:
    """Return the coarsest grid. Raises Unaffordable."""
    cubes = _cubes(question, position, play_rules, STEPS[-1], _planning(left), mask, None)
    return SelectedGrid(cubes, STEPS[-1], position.spins, position.spins < question.position.spins)


def _finer(question: Question, play_rules: PlayRules, coarse: SelectedGrid, budget: float) -> SelectedGrid | None:
    """Return the finest grid predicted to be solved within the budget; None if it is no finer than the coarse one."""
    plan, least = coarse.cubes.plan, 0.0
    for grid in STEPS:
        if not play_rules.unit < grid < coarse.grid:
            continue
        times = coarse.grid / grid
        takes = dense_seconds(
            plan, coarse.cubes.peak, threads(), times**calibration.CELL_GROWTH, times**calibration.ROW_GROWTH
        )
        if max(takes, least / grid**calibration.CELL_GROWTH) > budget:
            continue
        patience = _planning(question.schedule.left())
        try:
            cubes = _cubes(question, plan.position, play_rules, grid, patience, coarse.counted, plan)
        except Unaffordable:
            continue
        if _seconds(cubes) <= budget:
            return replace(coarse, cubes=cubes, grid=grid)
        least = _seconds(cubes) * grid**calibration.CELL_GROWTH  # a little coarser is not worth planning
    return None


def _cubes(
    question: Question,
    position: Position,
    play_rules: PlayRules,
    grid: int,
    patience: float,
    mask: int,
    like: Plan | None,
) -> Dense:
    cap = play_rules.cap if play_rules.rules.cap is not None else _low_cap(position, play_rules, grid)
    return Dense(
        position,
        question.board,
        PlayRules(play_rules.rules, play_rules.unit, cap),
        memory=question.limits.memory_bytes,
        cancel=question.cancel,
        single=True,
        grid=grid,
        threads=threads(),
        keep=True,
        patience=patience,
        like=like,
        counted=mask,
    )


def _low_cap(position: Position, play_rules: PlayRules, grid: int) -> int:
    """Return a cap for the cubes on the grid: higher scores are too rare to affect the choices.

    A runaway leader stays above the cap until a Whammy.
    """
    _, second, top = sorted(c.score for c in position.contestants)
    needed = max(LOW_CAP, top + HEADROOM)
    others = max(LOW_CAP, second) + REACH
    if top > RUNAWAY * others:
        needed = others
    return -(-min(play_rules.cap, needed) // grid) * grid


def _seconds(cubes: Dense) -> float:
    return dense_seconds(cubes.plan, cubes.peak, threads())
