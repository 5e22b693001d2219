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
from contextlib import suppress
from dataclasses import dataclass

from .. import calibration
from ..errors import Cancelled, Unaffordable
from ..game.position import Position
from ..game.rules import PlayRules
from ..solvers import schedule
from ..solvers.cancel_flag import WorkClock, deadline
from ..solvers.costs import dense_seconds
from ..solvers.dense.dense import Dense
from ..solvers.dense.plan import DensePlan
from ..solvers.lanes import counted_seats
from ..solvers.processors import threads
from .abstraction import along, fewer_spins, of_uncounted
from .candidate import TooBig, planned
from .question import Question

STEPS = (50, 75, 125, 175, 250, 350, 500, 700, 1000, 1400, 2000, 2800, 4000, 8000)


@dataclass(frozen=True)
class SelectedGrid:
    """Dense cells on a grid of scores, not yet solved.

    Attributes:
        dense: its cells, of which all values are kept. grid: dollars between their scores.
        seconds: predicted.
        spins: the number of spins they assume. fewer: whether these are fewer than there are.
    """

    dense: Dense
    grid: int
    seconds: float
    spins: int
    fewer: bool

    @property
    def refusal(self) -> Unaffordable:
        """The error that says why it takes too long."""
        return Unaffordable(f"On the coarsest grid it takes about {self.seconds:.1f} seconds.")

    @property
    def counted(self) -> int:
        """Bit mask of the seats whose Whammies the grid counts."""
        return self.dense.plan.moves.counted


def fewer_spins_error(selected: SelectedGrid, spins: int) -> float:
    """Return the standard error added by assuming fewer than ``spins`` spins."""
    share = selected.spins / spins
    return 0.0 if share == 1 else next(error for least, error in calibration.FEWER_SPINS if share >= least)


def expected_error(question: Question, selected: SelectedGrid) -> float:
    """Return the standard error of a chance that is expected of a grid, and of the Whammies that it does not count."""
    return math.hypot(along(question, selected.grid, calibration.GRID), of_uncounted(question, selected.counted))


def _pace(selected: SelectedGrid, seconds: float) -> float:
    """Return the present time of solving as a multiple of the predicted one, given that one grid took these seconds."""
    return min(schedule.SLOWEST, max(schedule.FASTEST, seconds / selected.seconds))


def select_grid(
    question: Question, play_rules: PlayRules, solving: float = schedule.SOLVE_GRID
) -> SelectedGrid | TooBig:
    """Return the best grid that fits the limits.

    Some time is reserved for it even if other methods have used up the rest.

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
            coarsest = plan_grid(question, play_rules, fewer, STEPS[-1], mask, patience=_planning(left))
            fits = coarsest.seconds <= min(schedule.LONGEST_GRID, schedule.SOLVE_GRID * left)
            if fits and isinstance(coarsest, SelectedGrid):
                return _finer(question, play_rules, coarsest, min(schedule.LONGEST_GRID, solving * left)) or coarsest
            refusal = coarsest.refusal
    return TooBig(method="estimated", name="grid", reason=refusal)


def select_rough_grid(question: Question, play_rules: PlayRules) -> SelectedGrid | TooBig:
    """Return a grid that is solved in no time, to begin with."""
    return select_grid(question, play_rules, schedule.SOLVE_ROUGHLY)


def select_finer_grid(
    question: Question, play_rules: PlayRules, rough: SelectedGrid, pace: float
) -> SelectedGrid | None:
    """Return a grid finer than the rough one, or better, that fits the limits at this ``pace``; None if there is none.

    It counts the Whammies of as many contestants if that is ``GOOD_GRID``, or else of those with which the least error is
    expected.
    """
    budget = min(schedule.LONGEST_GRID, schedule.SOLVE_GRID * question.schedule.left()) / pace
    best = _finer(question, play_rules, rough, budget) or rough
    if best.grid > calibration.GOOD_GRID:
        for mask in counted_seats(question.position):
            fewer = mask != rough.counted and not mask & ~rough.counted
            if not fewer or of_uncounted(question, mask) >= expected_error(question, best):
                continue
            coarsest = plan_grid(question, play_rules, rough.dense.plan.position, STEPS[-1], mask)
            found = _finer(question, play_rules, coarsest, budget) if isinstance(coarsest, SelectedGrid) else None
            if found is not None and expected_error(question, found) < expected_error(question, best):
                best = found
    return None if best is rough else best


def select_grid_within(question: Question, play_rules: PlayRules, cells: int) -> SelectedGrid | TooBig:
    """Return the finest grid of at most ``cells`` cells, for all spins."""
    mask = counted_seats(question.position)[0]
    coarsest = plan_grid(question, play_rules, question.position, STEPS[-1], mask)
    if isinstance(coarsest, TooBig):
        return coarsest
    plan = coarsest.dense.plan
    for grid in STEPS[:-1]:
        if grid > play_rules.unit and plan.cells * (coarsest.grid / grid) ** calibration.CELL_GROWTH <= cells:
            found = plan_grid(question, play_rules, plan.position, grid, mask, plan)
            if isinstance(found, SelectedGrid) and found.dense.states <= cells:
                return found
    if plan.cells > cells:
        reason = Unaffordable(f"On the coarsest grid it has {plan.cells:,} cells.")
        return TooBig(method="estimated", name="grid", reason=reason)
    return coarsest


def select_second_grid(
    question: Question, play_rules: PlayRules, selected: SelectedGrid, pace: float = 1.0
) -> SelectedGrid | None:
    """Return a grid of the same game, 1.5 times as coarse; None if there is no time."""
    if selected.grid == STEPS[-1]:
        return None
    plan, grid = selected.dense.plan, selected.grid * 3 // 2
    other = plan_grid(question, play_rules, plan.position, grid, selected.counted, plan)
    if isinstance(other, TooBig) or pace * other.seconds > schedule.SOLVE_SECOND * question.schedule.left():
        return None
    return other


def solve_finest(rough: SelectedGrid, question: Question, play_rules: PlayRules) -> tuple[SelectedGrid, float]:
    """Return the finest grid that can be solved in time, and the machine's pace.

    The rough one is solved first. It shows the pace, and stands in if the finer one takes too long after all.
    """
    watch = WorkClock()
    rough.dense.solve(question.listener)
    if question.limits.cells is not None:
        return rough, 1.0
    at_pace = _pace(rough, watch.look())
    early = question.schedule.until(schedule.STARTED) > 0
    finer = select_finer_grid(question, play_rules, rough, at_pace) if early else None
    if finer is None:
        return rough, at_pace
    rough.dense.leave_arena()
    return (finer if solve_until(question, finer, schedule.SOLVED) else rough), at_pace


def solve_until(question: Question, selected: SelectedGrid, end: float) -> bool:
    """Solve a grid, unless it takes longer than to the share ``end`` of the time, and return whether it is solved."""
    with deadline(question.cancel, math.inf, work=question.schedule.until(end)) as time_is_up:
        selected.dense.cancel = time_is_up
        with suppress(Cancelled):
            selected.dense.solve(question.listener)
            return True
    question.cancel.check()
    return False


def _planning(seconds: float) -> float:
    """Return the seconds for planning, of those that are left."""
    return max(schedule.PLAN_GRID * seconds, schedule.PLAN_GRID_AT_LEAST)


def _finer(question: Question, play_rules: PlayRules, coarse: SelectedGrid, budget: float) -> SelectedGrid | None:
    """Return the finest grid predicted to be solved within the budget; None if it is no finer than the coarse one."""
    plan, least = coarse.dense.plan, 0.0
    for grid in STEPS:
        if not play_rules.unit < grid < coarse.grid:
            continue
        times = coarse.grid / grid
        takes = dense_seconds(
            plan, coarse.dense.peak, threads(), times**calibration.CELL_GROWTH, times**calibration.ROW_GROWTH
        )
        if max(takes, least / grid**calibration.CELL_GROWTH) > budget:
            continue
        found = plan_grid(question, play_rules, plan.position, grid, coarse.counted, plan)
        if isinstance(found, TooBig):
            continue
        if found.seconds <= budget:
            return found
        least = found.seconds * grid**calibration.CELL_GROWTH  # a little coarser is not worth planning
    return None


def plan_grid(
    question: Question,
    play_rules: PlayRules,
    position: Position,
    grid: int,
    counted: int,
    like: DensePlan | None = None,
    patience: float | None = None,
) -> SelectedGrid | TooBig:
    """Return a grid.

    Args:
        question: the question.
        play_rules: the rules of the game on the grid.
        position: the question's, perhaps with fewer spins.
        grid: dollars between scores.
        counted: bit mask of the seats whose Whammies are counted.
        like: a plan on another grid, to save planning.
        patience: seconds for planning; by default a share of those left.
    """

    def plan() -> SelectedGrid:
        cap = play_rules.cap if play_rules.rules.cap is not None else _low_cap(position, play_rules, grid)
        dense = Dense(
            position,
            question.board,
            PlayRules(play_rules.rules, play_rules.unit, cap),
            memory=question.limits.memory_bytes,
            cancel=question.cancel,
            single=True,
            grid=grid,
            threads=threads(),
            keep=True,
            patience=_planning(question.schedule.left()) if patience is None else patience,
            like=like,
            counted=counted,
        )
        seconds = dense_seconds(dense.plan, dense.peak, threads())
        return SelectedGrid(dense, grid, seconds, position.spins, position.spins < question.position.spins)

    return planned("estimated", "grid", plan)


def _low_cap(position: Position, play_rules: PlayRules, grid: int) -> int:
    """Return a cap for the grid: higher scores are too rare to affect the choices.

    A runaway leader stays above the cap until a Whammy.
    """
    _, second, top = sorted(c.score for c in position.contestants)
    needed = max(calibration.LOW_CAP, top + calibration.HEADROOM)
    others = max(calibration.LOW_CAP, second) + calibration.CATCHING_UP
    if top > calibration.RUNAWAY * others:
        needed = others
    return -(-min(play_rules.cap, needed) // grid) * grid
