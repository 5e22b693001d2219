"""Estimates: a coarse grid of scores solved exactly, then corrected by playouts of the true game.

Two grids are used. Where a choice is so close that they decide it differently, their estimates differ
by its effect on each contestant, which reveals more about the error than either grid alone. Where even
the coarsest grid takes too long, a position with fewer spins is solved instead.
``benchmarks/estimates.py`` measures how well the stated errors are calibrated.
"""

from __future__ import annotations

import math
import time
from contextlib import suppress
from dataclasses import dataclass, replace

from ..errors import Cancelled, Unaffordable
from ..game.rules import PlayRules
from ..game.spin import spins
from ..solve.cancel_flag import Progress, deadline
from ..solve.playouts import Playouts, Sample
from ..solve.ply import Ply, Vector
from ..solve.result import ActionResult
from .abstraction import can_be_played_out, habits_error, known_to_cubes
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

FIRST_PLAYOUTS = 32  # of each action; then half as many again each time
MOST_PLAYOUTS = 200_000
# Noise (standard error of a chance) that needs no more playouts: small compared with the error of the
# choices, or small in itself.
SMALL = 0.1
FINE = 2e-4
# Plies that playouts look ahead. Two take five to thirty times as long as one, three another six to ten times.
DEEP_SECONDS = 20.0  # three with this much time, except with choices on squares
QUICK_SECONDS = 2.0  # one with less, unless few spins are left: the noise of few playouts would be worse
QUICK_SPINS = 3
WIDER = 1.5  # factor on the stated errors of one ply
# The shares of the time after which no finer grid is begun, and after which solving the first grid, its playouts,
# solving the second and its playouts stop.
STARTED = 0.4
SOLVED = 0.55
FIRST = 0.65
SOLVED_AGAIN = 0.8
LAST = 0.9

# The first grid's weight in an estimate from two, unless the second is much less certain; and the share of their
# difference stated as error, less where the second is less certain.
FINER = 0.7
APART = 0.7


@dataclass(frozen=True)
class ActionEstimate:
    """An estimate of one action.

    Attributes:
        mean: payoffs by seat. error: standard errors by seat.
    """

    mean: Vector
    error: Vector


@dataclass(frozen=True)
class GridEstimate:
    """An estimate from one grid and its playouts.

    Attributes:
        press, passing: None where not allowed. ply: the next spin, adjusted to ``press``.
        grid: dollars between scores. count: playouts of each action.
    """

    press: ActionEstimate | None
    passing: ActionEstimate | None
    ply: Ply
    grid: int
    count: int


def estimate(question: Question) -> SolverOutcome:
    """The best estimate within the limits.

    Raises:
        Unaffordable: no estimate fits the limits.
        Unsettled: the best choices in an endless cycle of spins depend on one another.
        Cancelled: the flag was set.
    """
    play_rules = question.play_rules(question.unit, NEGLIGIBLE)
    known = known_to_cubes(play_rules)
    try:
        if question.next_spins is not None or play_rules.rules.in_dollars:
            return uncorrected(question, play_rules)
        if question.position.alone or not can_be_played_out(question, play_rules):
            return rounded_board_estimate(question)
    except Unaffordable:
        if known == play_rules:
            raise
        return rough_estimate(question)
    question.listener(Progress("Working out the odds", 0.0))
    selected, at_pace = _solved(question, known)
    first = _Corrected(question, play_rules, selected)
    first.improve(FIRST)
    if not first.count and known != play_rules:
        return rough_estimate(question)  # there was no time to play it out by its own rules
    second = _second(question, known, play_rules, selected, at_pace) if first.count else None
    if second is None:
        first.improve(LAST)
    return _outcome(question, play_rules, selected, first.estimate(), None if second is None else second.estimate())


def _solved(question: Question, play_rules: PlayRules) -> tuple[SelectedGrid, float]:
    """The finest grid that can be solved in time, and the machine's pace.

    A rough one is solved first. It shows the pace, and stands in if the finer one takes too long after all.
    With a limit on its cells, it is the finest one within that.
    """
    if question.limits.cells is not None:
        within = select_grid_within(question, play_rules, question.limits.cells)
        within.cubes.solve(question.listener)
        return within, 1.0
    rough = select_rough_grid(question, play_rules)
    started = time.perf_counter()
    rough.cubes.solve(question.listener)
    at_pace = pace(rough, time.perf_counter() - started)
    early = question.seconds_left() > (1 - STARTED) * question.limits.seconds
    finer = select_finer_grid(question, play_rules, rough, at_pace) if early else None
    if finer is None:
        return rough, at_pace
    rough.cubes.leave_arena()
    return (finer if _solve_until(question, finer, SOLVED) else rough), at_pace


def _solve_until(question: Question, selected: SelectedGrid, end: float) -> bool:
    """Solves a grid, unless it takes longer than to the share ``end`` of the time. Whether it is solved."""
    with deadline(question.cancel, question.seconds_left() - (1 - end) * question.limits.seconds) as time_is_up:
        selected.cubes.cancel = time_is_up
        with suppress(Cancelled):
            selected.cubes.solve(question.listener)
            return True
    question.cancel.check()
    return False


def _second(
    question: Question, known: PlayRules, play_rules: PlayRules, selected: SelectedGrid, at_pace: float
) -> _Corrected | None:
    """Another grid, by the rules known to cubes, with its playouts; None if there is no time."""
    again = select_second_grid(question, known, selected, at_pace)
    if again is None or not _solve_until(question, again, SOLVED_AGAIN):
        return None
    second = _Corrected(question, play_rules, again)
    second.improve(LAST)
    return second if second.count else None


class _Corrected:
    """A solved grid and the playouts that correct it."""

    def __init__(self, question: Question, play_rules: PlayRules, selected: SelectedGrid):
        self._question, self._selected = question, selected
        game = spins(question.board, play_rules.rules, play_rules.unit)
        choosing = any(len(options) > 1 for landings in game for _, options in landings)
        seconds = question.limits.seconds
        quick = seconds < QUICK_SECONDS and question.position.spins > QUICK_SPINS
        depth = 1 if quick else 3 if seconds >= DEEP_SECONDS and not choosing else 2
        self._wider = WIDER if quick else 1.0
        self._least = habits_error(play_rules)
        if selected.spins < question.position.spins:  # the next spin is on the same board as in the question
            play_rules = replace(play_rules, rules=replace(play_rules.rules, reduce_from=1))
        board = question.board
        self._playouts = Playouts(selected.cubes, game=(board, play_rules), seating=selected.seating, depth=depth)

    @property
    def count(self) -> int:
        """Playouts of each action."""
        return _count(self._playouts)

    def improve(self, end: float) -> None:
        """Plays games out until the share ``end`` of the time is used or the noise is negligible.

        The first few may take until ``LAST``.
        """
        question, playouts = self._question, self._playouts
        allowed = question.limits.seconds
        count = FIRST_PLAYOUTS  # few: at what rate they are played shows how many there is time for
        with deadline(question.cancel, question.seconds_left() - (1 - LAST) * allowed) as time_is_up:
            while not time_is_up.is_set():
                question.listener(Progress("Playing the game out many times", min(1.0, self.count / MOST_PLAYOUTS)))
                started = time.perf_counter()
                with suppress(Cancelled):
                    playouts.improve(count, time_is_up)
                samples = [sample for sample in (playouts.press, playouts.passing) if sample is not None]
                if all(_is_quiet(sample) for sample in samples) or self.count >= MOST_PLAYOUTS:
                    break
                left = question.seconds_left() - (1 - end) * allowed
                if self.count and left <= 0:
                    break
                # No more than there is time for, at the rate of the last ones.
                rate = count / max(1e-6, time.perf_counter() - started)
                count = max(FIRST_PLAYOUTS, min(self.count // 2, int(rate * left)))
        question.cancel.check()

    def estimate(self) -> GridEstimate:
        """What is known so far."""
        rough = grid_errors(self._question, self._selected).chance
        return GridEstimate(
            _guess(self._playouts.press, rough, self._wider, self._least),
            _guess(self._playouts.passing, rough, self._wider, self._least),
            self._playouts.root_ply(),
            self._selected.grid,
            self.count,
        )


def _is_quiet(sample: Sample) -> bool:
    return all(n <= max(SMALL * p, FINE) for n, p in zip(sample.standard_error, sample.policy_error, strict=True))


def _count(playouts: Playouts) -> int:
    sample = playouts.press or playouts.passing
    return 0 if sample is None or sample.count < 2 else sample.count


def _guess(sample: Sample | None, rough: float, wider: float, least: float) -> ActionEstimate | None:
    """The estimate of a sample; ``rough`` is the error without playouts, ``wider`` a factor on those with, and ``least``
    an error in addition.
    """
    if sample is None:
        return None
    return ActionEstimate(
        sample.mean,
        tuple(math.hypot(wider * e, least) for e in sample.error) if sample.count > 1 else (rough, rough, rough),
    )


def _outcome(
    question: Question, play_rules: PlayRules, selected: SelectedGrid, first: GridEstimate, second: GridEstimate | None
) -> SolverOutcome:
    fewer = fewer_spins_error(selected, question.position.spins)
    grids, count = f"${first.grid:,}", first.count
    press, passing, ply = first.press, first.passing, first.ply
    if second is not None:
        grids, count = f"{grids} and ${second.grid:,}", count + second.count
        ply = _mixed(ply, second.ply, _weight(press, second.press))
        press, passing = _both(press, second.press), _both(passing, second.passing)
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
        _action(passing, fewer),
        selected.cubes.states,
        outcomes_of(question, play_rules, ply),
        tuple(notes),
    )


def _action(guess: ActionEstimate | None, fewer: float) -> ActionResult | None:
    return None if guess is None else estimated_action(guess.mean, [math.hypot(error, fewer) for error in guess.error])


def _weight(one: ActionEstimate | None, other: ActionEstimate | None) -> float:
    """The first estimate's weight: by the errors, but no less than ``FINER``."""
    if one is None or other is None:
        return FINER
    first, second = (sum(error**2 for error in guess.error) for guess in (one, other))
    return max(FINER, second / (first + second))


def _both(one: ActionEstimate | None, other: ActionEstimate | None) -> ActionEstimate | None:
    if one is None or other is None:
        return one
    weight = _weight(one, other)
    telling = APART * min(1.0, math.hypot(*one.error) / math.hypot(*other.error))
    apart = [telling * abs(a - b) for a, b in zip(one.mean, other.mean, strict=True)]
    error = [math.hypot(e, d) for e, d in zip(_mean(one.error, other.error, weight), apart, strict=True)]
    return ActionEstimate(_mean(one.mean, other.mean, weight), tuple(error))


def _mixed(one: Ply, other: Ply, weight: float) -> Ply:
    return Ply(
        one.press and other.press and _mean(one.press, other.press, weight),
        one.passing and other.passing and _mean(one.passing, other.passing, weight),
        {options: _mean(value, other.outcomes[options], weight) for options, value in one.outcomes.items()},
    )


def _mean(one: Vector, other: Vector, weight: float) -> Vector:
    return tuple(weight * a + (1 - weight) * b for a, b in zip(one, other, strict=True))
