"""Estimates: a coarse grid of scores solved exactly, then corrected by playouts of the true game.

Two grids are used. Where a choice is so close that they decide it differently, their estimates differ
by its effect on each contestant, which reveals more about the error than either grid alone. Where even
the coarsest grid takes too long, a position with fewer spins is solved instead.
``benchmarks/estimates.py`` measures how well the stated errors are calibrated.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .. import calibration
from ..game.position import SEATS
from ..game.rules import PlayRules
from ..solvers import schedule
from ..solvers.cancel_flag import Progress
from ..solvers.playouts import Sample
from ..solvers.ply import Outcomes, Vector
from ..solvers.score_cap import SLIGHT
from .abstraction import Errors, can_be_played_out, known_to_cubes, of_grid, of_unit
from .candidate import Candidate, TooBig, planned
from .corrected_grid import CorrectedGrid, mean, preferred
from .exact import Exact, rank_exact
from .grid_selection import (
    SelectedGrid,
    fewer_spins_error,
    select_grid_within,
    select_rough_grid,
    select_second_grid,
    solve_finest,
    solve_until,
)
from .question import Question
from .result import ActionResult, SolverOutcome, estimated_action, outcomes_of
from .rough import rough_estimate


def rank_estimates(question: Question) -> Iterator[Candidate]:
    """Yield the candidates for an estimate, the best first; each is planned when its turn comes.

    Raises:
        Unaffordable: endless extra spins make every cap matter.
        Cancelled: the question's flag was set.
    """
    play_rules = question.play_rules(question.unit, SLIGHT)
    if can_be_played_out(question, play_rules):
        yield planned("estimated", "playouts", lambda: _plan(question, play_rules))
        return
    # From the finest unit to the coarsest, where one is likely to be nearer than rules of thumb.
    for unit in calibration.ROUNDED:
        if question.unit < unit and of_unit(question, unit).chance < calibration.BY_THUMB:
            for exact in rank_exact(question, question.play_rules(unit, SLIGHT)):
                yield replace(exact, method="estimated") if isinstance(exact, TooBig) else _round(exact, unit)
    yield ByThumb(method="estimated", name="rules of thumb", question=question)


@dataclass(frozen=True, kw_only=True)
class PlayedOut(Candidate):
    """The values of the finest grid that fits, corrected by playouts of the true game.

    It watches the time itself; ``start`` is the grid to begin with.
    """

    question: Question
    play_rules: PlayRules
    start: SelectedGrid

    def solve(self) -> SolverOutcome:
        return _played_out(self.start, self.question, self.play_rules)


@dataclass(frozen=True, kw_only=True)
class Rounded(Candidate):
    """Exact values of a board whose sums are rounded to a unit, for what neither cubes nor playouts know.

    That is the last one in who plays on against the house for dollars, or on two boards.
    """

    exact: Exact
    unit: int

    def solve(self) -> SolverOutcome:
        question, play_rules = self.exact.question, self.exact.play_rules
        ply, errors = self.exact.ply(), of_unit(question, self.unit)
        return SolverOutcome(
            "estimated",
            play_rules,
            _roughly(ply.press, errors),
            _roughly(ply.passing, errors),
            ply.states,
            outcomes_of(question, play_rules, ply.outcomes),
            ("Estimated with rounded values, as the exact dollar takes too long.",),
        )


@dataclass(frozen=True, kw_only=True)
class ByThumb(Candidate):
    """Games played by rules of thumb, for as long as they are given."""

    question: Question

    def solve(self) -> SolverOutcome:
        return rough_estimate(self.question)


def _round(exact: Exact, unit: int) -> Rounded:
    return Rounded(
        method="estimated",
        name=f"{exact.name}, rounded",
        cells=exact.cells,
        bytes=exact.bytes,
        seconds=exact.seconds,
        exact=exact,
        unit=unit,
    )


def _roughly(value: Vector | None, errors: Errors) -> ActionResult | None:
    """Return an action with these errors."""
    if value is None:
        return None
    dollars = [errors.dollars] * (len(value) - len(SEATS))
    return estimated_action(value, [*dollars, *[errors.chance] * len(SEATS)])


def _plan(question: Question, play_rules: PlayRules) -> PlayedOut:
    """Return playouts from a rough grid or, with a limit on its cells, from the finest within that. Raises Unaffordable."""
    known = known_to_cubes(question, play_rules)
    cells = question.limits.cells
    start = select_rough_grid(*known) if cells is None else select_grid_within(*known, cells)
    return PlayedOut(
        method="estimated",
        name="playouts",
        cells=start.cubes.states,
        bytes=start.cubes.bytes,
        question=question,
        play_rules=play_rules,
        start=start,
    )


def _played_out(start: SelectedGrid, question: Question, play_rules: PlayRules) -> SolverOutcome:
    """Return the values of the finest grid that fits, corrected by playouts of the true game."""
    question.listener(Progress("Working out the odds", 0.0))
    known = known_to_cubes(question, play_rules)
    selected, at_pace = solve_finest(start, *known)
    first = _corrected(question, play_rules, selected)
    _improve(question, first, schedule.PLAYED)
    if not first.count and (known != (question, play_rules) or question.next_spins is not None):
        return rough_estimate(question)  # there was no time to play it out by its own rules
    more_alike = first.is_noisy  # then more playouts help more than another grid
    second = None if more_alike else _second(question, play_rules, known, selected, at_pace, first.depth)
    if second is None:
        _improve(question, first, schedule.PLAYED_AGAIN)
    return _outcome(question, play_rules, selected, first, second)


def _corrected(
    question: Question, play_rules: PlayRules, selected: SelectedGrid, depth: int | None = None
) -> CorrectedGrid:
    """Return a solved grid, to be corrected by playouts of the game that is asked about."""
    game, fixed = (question.board, play_rules), question.limits.cells is not None
    return CorrectedGrid(selected, game, next_spins=question.next_spins, fixed=fixed, depth=depth)


def _improve(question: Question, corrected: CorrectedGrid, end: float) -> None:
    """Play games out until the share ``end`` of the time; the first few may take until ``PLAYED_AGAIN``."""
    left, most = question.schedule.until(end), question.schedule.until(schedule.PLAYED_AGAIN)
    corrected.improve(left, question.cancel, question.listener, most)


def _second(
    question: Question,
    play_rules: PlayRules,
    known: tuple[Question, PlayRules],
    selected: SelectedGrid,
    at_pace: float,
    depth: int,
) -> CorrectedGrid | None:
    """Return another grid, of the game ``known`` to cubes, its playouts looking as far ahead; None if there is no time."""
    again = select_second_grid(*known, selected, at_pace)
    if again is None or not solve_until(question, again, schedule.SOLVED_AGAIN):
        return None
    second = _corrected(question, play_rules, again, depth)
    _improve(question, second, schedule.PLAYED_AGAIN)
    return second if second.count else None


def _outcome(
    question: Question,
    play_rules: PlayRules,
    selected: SelectedGrid,
    first: CorrectedGrid,
    second: CorrectedGrid | None,
) -> SolverOutcome:
    fewer = fewer_spins_error(selected, question.position.spins)
    grids, count, outcomes = f"${first.grid:,}", first.count, first.outcomes()
    if second is None:
        press, passes = first.press, first.passes
        if not count:
            errors = of_grid(question, selected.grid)
            press, passes = press and _uncorrected(press, errors), [_uncorrected(action, errors) for action in passes]
    else:
        grids, count = f"{grids} and ${second.grid:,}", count + second.count
        outcomes = _mixed(outcomes, second.outcomes(), _weight(first.press, second.press))
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
        _action(press, fewer, selected.cubes.scale),
        _action(preferred(passes, question.position.mover_seat), fewer, selected.cubes.scale),
        selected.cubes.states,
        outcomes_of(question, play_rules, outcomes),
        tuple(notes),
    )


def _action(guess: Sample | None, fewer: float, scale: float) -> ActionResult | None:
    """Return an action with the error of a chance that fewer spins bring; ``scale`` dollars make a chance of 1."""
    if guess is None:
        return None
    dollars = len(guess.mean) - len(SEATS)
    more = [fewer * scale] * dollars + [fewer] * len(SEATS)
    return estimated_action(guess.mean, [math.hypot(*errors) for errors in zip(guess.error, more, strict=True)])


def _uncorrected(guess: Sample, errors: Errors) -> Sample:
    """Return the values of a grid that no playout corrects, with their errors."""
    dollars = len(guess.mean) - len(SEATS)
    policy = (errors.dollars,) * dollars + (errors.chance,) * len(SEATS)
    return replace(guess, standard_error=(0.0,) * len(policy), policy_error=policy)


def _weight(one: Sample | None, other: Sample | None) -> float:
    """Return the first estimate's weight: by the errors, but no less than ``FINER``."""
    if one is None or other is None:
        return calibration.FINER
    first, second = (sum(error**2 for error in guess.error[: len(SEATS)]) for guess in (one, other))
    return max(calibration.FINER, second / (first + second))


def _both(one: Sample, other: Sample) -> Sample:
    weight = _weight(one, other)
    noise = zip(one.standard_error, other.standard_error, strict=True)
    doubts = mean(one.policy_error, other.policy_error, weight)
    return Sample(
        mean(one.mean, other.mean, weight),
        tuple(math.hypot(weight * a, (1 - weight) * b) for a, b in noise),
        tuple(
            math.hypot(calibration.DOUBTED * doubt, calibration.APART * (a - b))
            for doubt, a, b in zip(doubts, one.mean, other.mean, strict=True)
        ),
        one.count + other.count,
    )


def _mixed(one: Outcomes, other: Outcomes, weight: float) -> Outcomes:
    return {options: mean(value, other[options], weight) for options, value in one.items()}
