"""Estimates: a coarse grid of scores solved exactly, then corrected by playouts of the true game.

Two grids are used. Where a choice is so close that they decide it differently, their estimates differ
by its effect on each contestant, which reveals more about the error than either grid alone. Where even
the coarsest grid takes too long, a position with fewer spins is solved instead.
``benchmarks/consistent.py`` measures how well the stated errors are calibrated.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from .. import calibration
from ..errors import Cancelled
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.position import SEATS, Position
from ..game.rules import PlayRules
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, Progress, WorkClock, deadline
from ..solvers.playouts import Playouts, Sample
from ..solvers.ply import Outcomes, Vector
from ..solvers.score_cap import SLIGHT
from .abstraction import Errors, can_be_played_out, habits_error, known_to_dense, of_grid, of_unit
from .candidate import Candidate, TooBig
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
from .result import ActionResult, Method, SolverOutcome, estimated_action, outcomes_of
from .rough import rough_estimate

MOST_PLAYOUTS = 200_000
# With a limit of cells: one playout of each action for this many, the most of them, and the spins that they look ahead.
CELLS_A_PLAYOUT, FIXED_PLAYOUTS, FIXED_DEPTH = 500, 5000, 2


def rank_estimates(question: Question) -> Iterator[PlayedOut | Rounded | ByThumb | TooBig]:
    """Yield the candidates for an estimate, the best first; each is planned when its turn comes.

    Raises:
        Unaffordable: endless extra spins make every cap matter.
        Cancelled: the question's flag was set.
    """
    play_rules = question.play_rules(question.unit, SLIGHT)
    if can_be_played_out(question, play_rules):
        yield _plan(question, play_rules)
        return
    # From the finest unit to the coarsest, where one is likely to be nearer than rules of thumb.
    for unit in calibration.ROUNDED:
        if question.unit < unit and of_unit(question, unit).chance < calibration.BY_THUMB:
            for exact in rank_exact(question, question.play_rules(unit, SLIGHT)):
                yield replace(exact, method="estimated") if isinstance(exact, TooBig) else _round(exact, unit)
    yield ByThumb(question=question)


@dataclass(frozen=True, kw_only=True)
class PlayedOut(Candidate):
    """The values of the finest grid that fits, corrected by playouts of the true game.

    It watches the time itself; ``start`` is the grid to begin with.
    """

    method: Method = "estimated"
    name: str = "playouts"
    question: Question
    play_rules: PlayRules
    start: SelectedGrid

    def solve(self) -> SolverOutcome:
        return _played_out(self.start, self.question, self.play_rules)


@dataclass(frozen=True, kw_only=True)
class Rounded(Candidate):
    """Exact values of a board whose sums are rounded to a unit, for what neither dense cells nor playouts know.

    That is the last one in who plays on against the house for dollars, or on two boards.
    """

    method: Method = "estimated"
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

    method: Method = "estimated"
    name: str = "rules of thumb"
    question: Question

    def solve(self) -> SolverOutcome:
        return rough_estimate(self.question)


def _round(exact: Exact, unit: int) -> Rounded:
    return Rounded(
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


def _plan(question: Question, play_rules: PlayRules) -> PlayedOut | TooBig:
    """Return playouts from a rough grid or, with a limit on its cells, from the finest within that."""
    known = known_to_dense(question, play_rules)
    cells = question.limits.cells
    start = select_rough_grid(*known) if cells is None else select_grid_within(*known, cells)
    if isinstance(start, TooBig):
        return start
    return PlayedOut(
        cells=start.dense.states,
        bytes=start.dense.bytes,
        question=question,
        play_rules=play_rules,
        start=start,
    )


def _played_out(start: SelectedGrid, question: Question, play_rules: PlayRules) -> SolverOutcome:
    """Return the values of the finest grid that fits, corrected by playouts of the true game."""
    question.listener(Progress("Working out the odds", 0.0))
    known = known_to_dense(question, play_rules)
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
    game, cells = (question.board, play_rules), question.limits.cells
    return CorrectedGrid(selected, game, next_spins=question.next_spins, cells=cells, depth=depth)


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
    """Return another grid, of the game ``known`` to dense cells, its playouts looking as far ahead; None if there is no time."""
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
        passes = _of_both(first.passes, second.passes, question.position.mover_seat)
    played = f", corrected by playing each choice out {count:,} times" if count else ""
    notes = [f"Estimated from scores {grids} apart{played}."]
    if fewer:
        notes.insert(
            0, f"A first estimate, as if only {selected.spins} of the {question.position.spins} spins were left."
        )
    return SolverOutcome(
        "estimated",
        play_rules,
        _action(press, fewer, selected.dense.scale),
        _action(preferred(passes, question.position.mover_seat), fewer, selected.dense.scale),
        selected.dense.states,
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
    policies = mean(one.policy_error, other.policy_error, weight)
    return Sample(
        mean(one.mean, other.mean, weight),
        tuple(math.hypot(weight * a, (1 - weight) * b) for a, b in noise),
        tuple(
            math.hypot(calibration.POLICY_ERROR_OF_TWO * policy, calibration.APART * (a - b))
            for policy, a, b in zip(policies, one.mean, other.mean, strict=True)
        ),
        one.count + other.count,
    )


def _mixed(one: Outcomes, other: Outcomes, weight: float) -> Outcomes:
    return {options: mean(value, other[options], weight) for options, value in one.items()}


# -- a grid and its playouts -------------------------------------------------------------------


def _of_both(first: Sequence[Sample], second: Sequence[Sample], seat: int) -> list[Sample]:
    """Return what two grids say of the passes; of the preferred one if only one grid values two of them alike."""
    if len(first) == len(second):
        return [_both(one, other) for one, other in zip(first, second, strict=True)]
    one, other = preferred(first, seat), preferred(second, seat)
    return [_both(one, other)] if one and other else []


def preferred(passes: Sequence[Sample], seat: int) -> Sample | None:
    """Return the pass that this contestant prefers, the first if they are equal; None if there is none.

    Where it is not certain which of two that is, return the mean of both by how likely each is. That may be far off
    for the contestants who receive the spins or do not.
    """
    if len(passes) < 2:
        return passes[0] if passes else None
    first, second = passes
    apart = second.mean[seat] - first.mean[seat]
    unsure = calibration.ALIKE * math.hypot(first.error[seat], second.error[seat])
    if not math.isfinite(unsure):  # not played out yet
        return second if apart > 0 else first
    likely = 0.5 * math.erfc(-apart / unsure / math.sqrt(2.0))
    either = math.sqrt(likely * (1 - likely))
    policy = mean(second.policy_error, first.policy_error, likely)
    return Sample(
        mean(second.mean, first.mean, likely),
        mean(second.standard_error, first.standard_error, likely),
        tuple(math.hypot(p, either * (a - b)) for p, a, b in zip(policy, first.mean, second.mean, strict=True)),
        min(first.count, second.count),
    )


def mean(one: Vector, other: Vector, weight: float) -> Vector:
    """Return the weighted mean of two vectors of payoffs or errors, the first with this weight."""
    return tuple(weight * a + (1 - weight) * b for a, b in zip(one, other, strict=True))


class CorrectedGrid:
    """A solved grid and the playouts that correct it.

    Args:
        selected: the grid. It may be of a simpler game than the one that is played out.
        game: the board and the play rules of the game that is played out. next_spins: the board of its next spins.
        position: one that can follow the grid's; by default the grid's own.
        cells: work of a fixed size, in proportion to them, so that with ample time the estimate is the same on every machine.
        depth: spins that playouts look ahead, no more and no fewer; None for as many as there is time for.

    Attributes:
        grid: dollars between its scores.
    """

    def __init__(
        self,
        selected: SelectedGrid,
        game: tuple[Board, PlayRules],
        position: Position | None = None,
        *,
        next_spins: NextSpinsBoard | None = None,
        cells: int | None = None,
        depth: int | None = None,
    ):
        board, play_rules = game
        self._most, self._deepest = (
            (MOST_PLAYOUTS, max(calibration.ENOUGH_PLAYOUTS))
            if cells is None
            else (min(FIXED_PLAYOUTS, max(calibration.FIRST_PLAYOUTS, cells // CELLS_A_PLAYOUT)), FIXED_DEPTH)
        )
        self._deepest = depth or self._deepest
        self._least = habits_error(play_rules)
        if position is None and selected.fewer:  # the next spin is on the same board as in the question
            play_rules = replace(play_rules, rules=replace(play_rules.rules, reduce_from=1))
        self.grid = selected.grid
        self._playouts = Playouts(
            selected.dense, game=(board, play_rules), next_spins=next_spins, depth=depth or 1, position=position
        )

    @property
    def depth(self) -> int:
        """Spins that playouts look ahead where choices are close."""
        return self._playouts.depth

    @property
    def count(self) -> int:
        """Playouts of each action."""
        count = min(sample.count for sample in self._samples())
        return 0 if count < 2 else count

    def _samples(self) -> list[Sample]:
        press = self._playouts.press
        return [*self._playouts.passes, *([] if press is None else [press])]

    def improve(
        self, seconds: float, cancel: CancelFlag, listener: Callable[[Progress], None], most: float | None = None
    ) -> None:
        """Play games out for these seconds, or until the noise is negligible; the first few may take ``most``.

        Raises:
            Cancelled: the flag was set.
        """
        watch, count = (
            WorkClock(),
            calibration.FIRST_PLAYOUTS,
        )  # few: at what rate they are played shows how many there is time for
        most = max(0.0, seconds if most is None else most)
        with deadline(cancel, math.inf, work=most) as time_is_up:
            if not self.count:
                self._look_ahead(seconds, watch, time_is_up)
            while not time_is_up.is_set():
                listener(Progress("Playing the game out many times", min(1.0, self.count / self._most)))
                if self._is_quiet() or self.count >= self._most or (self.count and watch.look() >= seconds):
                    break
                began = watch.look()
                with suppress(Cancelled):
                    self._playouts.improve(count, time_is_up)
                # No more than there is time for, at the rate of the last ones.
                rate = count / max(1e-6, watch.look() - began)
                count = max(calibration.FIRST_PLAYOUTS, min(self.count // 2, int(rate * (seconds - watch.look()))))
        cancel.check()

    def _look_ahead(self, seconds: float, watch: WorkClock, time_is_up: CancelFlag) -> None:
        """Play the first few, looking further and further ahead while that leaves time for enough of them."""
        playouts = self._playouts
        while True:
            began = watch.look()
            with suppress(Cancelled):
                playouts.prepare(time_is_up)
                began = watch.look()
                playouts.improve(calibration.FIRST_PLAYOUTS, time_is_up)
            now = watch.look()
            each = (now - began) / calibration.FIRST_PLAYOUTS
            if playouts is not self._playouts and now + calibration.ENOUGH_PLAYOUTS[playouts.depth] * each > seconds:
                break
            self._playouts = playouts
            if playouts.depth >= self._deepest or time_is_up.is_set():
                break
            if now + calibration.ENOUGH_PLAYOUTS[playouts.depth + 1] * calibration.DEEPER * each > seconds:
                break
            playouts = playouts.deeper()

    @property
    def is_noisy(self) -> bool:
        """Whether a chance is less certain by too few playouts than by close choices."""
        return not self.count or any(
            max(sample.standard_error) > max(sample.policy_error) for sample in self._samples()
        )

    def _is_quiet(self) -> bool:
        return self.count > 0 and all(
            noise <= max(calibration.SMALL_NOISE * policy, calibration.FINE_NOISE * unit)
            for sample in self._samples()
            for noise, policy, unit in zip(
                sample.standard_error, sample.policy_error, self._playouts.units, strict=True
            )
        )

    @property
    def press(self) -> Sample | None:
        """Pressing, as estimated so far; None where it is not allowed. Its errors are infinite before any playout."""
        press = self._playouts.press
        return None if press is None else self._estimate(press)

    @property
    def passes(self) -> list[Sample]:
        """A pass to each receiver likewise, for ``preferred``."""
        return [self._estimate(sample) for sample in self._playouts.passes]

    def outcomes(self) -> Outcomes:
        """Return what each landing of the next spin leads to, adjusted to ``press``."""
        return self._playouts.outcomes()

    def _estimate(self, sample: Sample) -> Sample:
        """Return a sample with the noise that choices without habits add."""
        least = self._playouts.units * self._least / calibration.NOISE
        return replace(sample, standard_error=tuple(np.hypot(sample.standard_error, least).tolist()))
