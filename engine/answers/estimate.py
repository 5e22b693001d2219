"""Estimates: a coarse grid of scores solved exactly, then corrected by playouts of the true game.

Two grids are used. Where a choice is so close that they decide it differently, their estimates differ
by its effect on each contestant, which reveals more about the error than either grid alone. Where even
the coarsest grid takes too long, a position with fewer spins is solved instead.
``benchmarks/estimates.py`` measures how well the stated errors are calibrated.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace

from ..errors import Cancelled, Unaffordable
from ..game.board import Board
from ..game.rules import PlayRules
from ..solve.cancel_flag import Progress, WorkClock, deadline
from ..solve.ply import Ply
from ..solve.result import ActionResult
from .abstraction import can_be_played_out, known_to_cubes
from .corrected_grid import ActionEstimate, CorrectedGrid, mean, preferred
from .grid_selection import (
    SelectedGrid,
    fewer_spins_error,
    grid_errors,
    pace,
    select_finer_grid,
    select_grid_within,
    select_rough_grid,
    select_second_grid,
)
from .question import Question
from .result_builder import SolverOutcome, estimated_action, outcomes_of
from .rough import rough_estimate
from .rounded_board import NEGLIGIBLE, rounded_board_estimate
from .uncorrected import uncorrected

# The shares of the time after which no finer grid is begun, and after which solving the first grid, its playouts,
# solving the second and its playouts stop.
STARTED = 0.4
SOLVED = 0.55
FIRST = 0.65
SOLVED_AGAIN = 0.8
LAST = 0.9

# The first grid's weight in an estimate from two, unless the second is much less certain. Their difference shows more than
# the doubts about choices, of which then only a part is stated.
FINER = 0.7
APART = 0.5
DOUBTED = 0.75


def estimate(question: Question) -> SolverOutcome:
    """Return the best estimate within the limits.

    Raises:
        Unaffordable: no estimate fits the limits.
        Unsettled: the best choices in an endless cycle of spins depend on one another.
        Cancelled: the flag was set.
    """
    play_rules = question.play_rules(question.unit, NEGLIGIBLE)
    known = known_to_cubes(question, play_rules)
    try:
        if question.next_spins is not None or play_rules.rules.in_dollars:
            return uncorrected(question, play_rules)
        if question.position.alone or not can_be_played_out(question, play_rules):
            return rounded_board_estimate(question)
    except Unaffordable:
        if known == (question, play_rules):
            raise
        return rough_estimate(question)
    question.listener(Progress("Working out the odds", 0.0))
    selected, at_pace = _solved(*known)
    game = question.board, play_rules
    first = CorrectedGrid(selected, game, fixed=question.limits.cells is not None)
    _improve(question, first, FIRST)
    if not first.count and known != (question, play_rules):
        return rough_estimate(question)  # there was no time to play it out by its own rules
    more_alike = first.is_noisy  # then more playouts help more than another grid
    second = None if more_alike else _second(question, game, known, selected, at_pace, first.depth)
    if second is None:
        _improve(question, first, LAST)
    return _outcome(question, play_rules, selected, first, second)


def _improve(question: Question, corrected: CorrectedGrid, end: float) -> None:
    """Play games out until the share ``end`` of the time; the first few may take until ``LAST``."""
    corrected.improve(_left(question, end), question.cancel, question.listener, _left(question, LAST))


def _left(question: Question, end: float) -> float:
    """Return the seconds until the share ``end`` of the time."""
    return max(0.0, question.seconds_left() - (1 - end) * question.limits.seconds)


def _solved(question: Question, play_rules: PlayRules) -> tuple[SelectedGrid, float]:
    """Return the finest grid that can be solved in time, and the machine's pace.

    A rough one is solved first. It shows the pace, and stands in if the finer one takes too long after all.
    With a limit on its cells, it is the finest one within that.
    """
    if question.limits.cells is not None:
        within = select_grid_within(question, play_rules, question.limits.cells)
        within.cubes.solve(question.listener)
        return within, 1.0
    rough = select_rough_grid(question, play_rules)
    watch = WorkClock()
    rough.cubes.solve(question.listener)
    at_pace = pace(rough, watch.look())
    early = question.seconds_left() > (1 - STARTED) * question.limits.seconds
    finer = select_finer_grid(question, play_rules, rough, at_pace) if early else None
    if finer is None:
        return rough, at_pace
    rough.cubes.leave_arena()
    return (finer if _solve_until(question, finer, SOLVED) else rough), at_pace


def _solve_until(question: Question, selected: SelectedGrid, end: float) -> bool:
    """Solve a grid, unless it takes longer than to the share ``end`` of the time, and return whether it is solved."""
    left = _left(question, end)
    with deadline(question.cancel, math.inf, work=left) as time_is_up:
        selected.cubes.cancel = time_is_up
        with suppress(Cancelled):
            selected.cubes.solve(question.listener)
            return True
    question.cancel.check()
    return False


def _second(
    question: Question,
    game: tuple[Board, PlayRules],
    known: tuple[Question, PlayRules],
    selected: SelectedGrid,
    at_pace: float,
    depth: int,
) -> CorrectedGrid | None:
    """Return another grid, of the game ``known`` to cubes, its playouts looking as far ahead; None if there is no time."""
    again = select_second_grid(*known, selected, at_pace)
    if again is None or not _solve_until(question, again, SOLVED_AGAIN):
        return None
    second = CorrectedGrid(again, game, fixed=question.limits.cells is not None, depth=depth)
    _improve(question, second, LAST)
    return second if second.count else None


def _outcome(
    question: Question,
    play_rules: PlayRules,
    selected: SelectedGrid,
    first: CorrectedGrid,
    second: CorrectedGrid | None,
) -> SolverOutcome:
    fewer = fewer_spins_error(selected, question.position.spins)
    grids, count, ply = f"${first.grid:,}", first.count, first.ply()
    if second is None:
        press, passes = first.press, first.passes
        if not count:
            error = grid_errors(question, selected).chance
            press, passes = press and _uncorrected(press, error), [_uncorrected(action, error) for action in passes]
    else:
        grids, count = f"{grids} and ${second.grid:,}", count + second.count
        ply = _mixed(ply, second.ply(), _weight(first.press, second.press))
        press = first.press and second.press and _both(first.press, second.press)
        passes = [_both(one, other) for one, other in zip(first.passes, second.passes, strict=True)]
    played = f", corrected by playing each choice out {count:,} times" if count else ""
    notes = [f"Estimated from scores {grids} apart{played}."]
    if fewer:
        notes.insert(
            0, f"A first estimate, as if only {selected.spins} of the {question.position.spins} spins were left."
        )
    return SolverOutcome(
        "estimated",
        play_rules,
        _action(press, fewer),
        _action(preferred(passes, question.position.mover_seat), fewer),
        selected.cubes.states,
        outcomes_of(question, play_rules, ply),
        tuple(notes),
    )


def _action(guess: ActionEstimate | None, fewer: float) -> ActionResult | None:
    return None if guess is None else estimated_action(guess.mean, [math.hypot(error, fewer) for error in guess.error])


def _uncorrected(guess: ActionEstimate, error: float) -> ActionEstimate:
    """Return the values of a grid that no playout corrects, with their error."""
    return replace(guess, noise=(error,) * 3, policy=(0.0,) * 3)


def _weight(one: ActionEstimate | None, other: ActionEstimate | None) -> float:
    """Return the first estimate's weight: by the errors, but no less than ``FINER``."""
    if one is None or other is None:
        return FINER
    first, second = (sum(error**2 for error in guess.error) for guess in (one, other))
    return max(FINER, second / (first + second))


def _both(one: ActionEstimate, other: ActionEstimate) -> ActionEstimate:
    weight = _weight(one, other)
    noise = tuple(math.hypot(weight * a, (1 - weight) * b) for a, b in zip(one.noise, other.noise, strict=True))
    policy = tuple(
        math.hypot(DOUBTED * doubt, APART * (a - b))
        for doubt, a, b in zip(mean(one.policy, other.policy, weight), one.mean, other.mean, strict=True)
    )
    return ActionEstimate(mean(one.mean, other.mean, weight), noise, policy)


def _mixed(one: Ply, other: Ply, weight: float) -> Ply:
    return Ply(
        one.press and other.press and mean(one.press, other.press, weight),
        one.passing and other.passing and mean(one.passing, other.passing, weight),
        {options: mean(value, other.outcomes[options], weight) for options, value in one.outcomes.items()},
    )
