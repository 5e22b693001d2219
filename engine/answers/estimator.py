"""One estimate that gets better: a rough grid of scores, games played out, a finer grid, more games.

A coarse grid of scores is solved exactly, then corrected by playouts of the true game. Where a choice is so close that two
grids decide it differently, their estimates differ by its effect on each contestant, which reveals more about the error
than either grid alone. So the grid before the finest is kept, and played out too. Nothing that is known is solved twice.
``benchmarks/consistent.py`` measures how well the stated errors are calibrated.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

import numpy as np

from .. import calibration
from ..errors import Cancelled
from ..game.position import Position
from ..game.questions import AVERAGE_QUESTIONS
from ..game.rules import PlayRules
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, Progress
from ..solvers.playouts import PlayoutEstimate, Playouts, choose_pass
from ..solvers.schedule import Schedule
from ..solvers.score_cap import COARSE_NEGLIGIBLE
from .abstraction import dense_abstraction, dropped_rules_error
from .grid_selection import PlannedGrid, select_finer_grid, select_grids_within, select_rough_grid
from .question import Question
from .result import (
    ROUGH_SCORES,
    SHORT_OF_MEMORY,
    ActionResult,
    SolveResult,
    estimated_action,
    outcomes_of,
    result_of,
)

MAX_PLAYOUTS = 200_000
# With a limit of cells: one playout of each action for this many, the most of them, and the spins that they look ahead.
CELLS_A_PLAYOUT, FIXED_PLAYOUTS, FIXED_DEPTH = 500, 5000, 2


class Estimator:
    """An estimate of a position, and of what can follow it, that goes on from what it has.

    With a limit of cells its work is of a fixed size, so that with ample time the estimate is the same on every machine.

    Args:
        question: the question, which can be played out (``can_be_played_out``). Its limits count, its time does not.

    Attributes:
        spent: the seconds that improving has taken.
    """

    def __init__(self, question: Question):
        self._question = question
        self._play_rules: PlayRules | None = None
        self._grids: list[CorrectedGrid] = []  # at most two that are solved, the finest last
        self._pace = 1.0
        self.spent = 0.0
        self._plays_only = False
        self._short_of_memory = False

    @property
    def has_answer(self) -> bool:
        """Whether games were played out by a grid."""
        return bool(self._grids) and self._grids[-1].count > 0

    def improve(self, seconds: float, cancel: CancelFlag | None = None) -> None:
        """Go on for these seconds of work.

        Raises:
            Unaffordable: not even the coarsest grid fits; or endless extra spins make every cap matter.
            MemoryError: the machine has less memory than even that takes.
            Cancelled: the flag was set; what was found until then stays.
        """
        question = self._within(seconds, cancel)
        try:
            self._solve_grids(question)
            self._play(question)
        finally:
            self.spent += seconds - question.schedule.left()

    def _play(self, question: Question) -> None:
        finest, other = self._grids[-1], self._grids[0]
        finest.improve(question, schedule.PLAYOUT_SHARE)
        fixed = question.limits.cells is not None
        if finest is other or (finest.is_noisy and not fixed):  # then more of the same help more
            finest.improve(question, schedule.COARSE_PLAYOUT_SHARE)
        else:
            other.improve(question, schedule.COARSE_PLAYOUT_SHARE, finest.playouts.depth)

    def solve_grids(self, seconds: float, cancel: CancelFlag | None = None) -> None:
        """Refine the grids without running playouts."""
        self._solve_grids(self._within(seconds, cancel))

    def _within(self, seconds: float, cancel: CancelFlag | None) -> Question:
        return replace(self._question, schedule=Schedule(seconds), cancel=cancel or self._question.cancel)

    def for_position(self, position: Position) -> Estimator:
        """Return an estimator of a position that can follow this one's, on the grids that are solved so far.

        It only plays games out. What it reads does not change, so several may improve at the same time.
        """
        estimator = Estimator(replace(self._question, position=position))
        estimator._play_rules, estimator._plays_only = self._play_rules, True
        estimator._grids = [CorrectedGrid(estimator._question, grid.play_rules, grid.selected) for grid in self._grids]
        return estimator

    def answer(self) -> SolveResult:
        """Return the answer so far; there must be one (``has_answer``)."""
        question, play_rules = self._question, self._play_rules
        assert play_rules is not None
        second, first = self._grids[0], self._grids[-1]
        grids, count, seat = f"${first.grid:,}", first.count, question.position.mover_seat
        press, passing = first.playouts.press, choose_pass(first.playouts.passes, seat)
        if second is not first and second.count:
            grids, count = f"{grids} and ${second.grid:,}", count + second.count
            ratio = max(1.0, second.grid / first.grid)
            press = _with_grid_error(press, second.playouts.press, ratio)
            passing = _with_grid_error(passing, choose_pass(second.playouts.passes, seat), ratio)
        of_scores = (0.0,) if question.after is None else question.after.errors(question.position.contestants)
        more = np.hypot(first.playouts.units * dropped_rules_error(play_rules), of_scores).tolist()
        press, passing = press and _with(press, more), passing and _with(passing, more)
        return result_of(
            question,
            "estimated",
            play_rules,
            _action(press),
            _action(passing),
            first.selected.dense.states,
            outcomes_of(question, play_rules, first.playouts.outcomes()),
            (
                f"Estimated from scores {grids} apart, corrected by playing each choice out {count:,} times.",
                *([] if question.after is None else _of_round_1(max(of_scores))),
                *([SHORT_OF_MEMORY] if self._short_of_memory else []),
            ),
        )

    # -- grids ---------------------------------------------------------------------------------

    def _solve_grids(self, question: Question) -> None:
        """Solve a rough grid if there is none, and one finer than the present one if there is time."""
        if self._plays_only:
            return
        question.listener(Progress("Working out the odds", 0.0))
        if self._play_rules is None:
            self._play_rules = question.play_rules(COARSE_NEGLIGIBLE)
        simpler, play_rules = dense_abstraction(question, self._play_rules)
        if question.limits.cells is not None:
            if not self._grids:
                for plan in select_grids_within(simpler, play_rules, question.limits.cells):
                    if plan.dense.bytes + self._bytes <= question.limits.memory_bytes:
                        self._solve(question, plan, math.inf)
            return
        if not self._grids:
            rough = select_rough_grid(simpler, play_rules)
            self._solve(question, rough, math.inf)
            rough.dense.detach_from_arena()
        if not question.schedule.until(schedule.GRID_START_SHARE):
            return
        memory = max(0, question.limits.memory_bytes - self._bytes)
        simpler = replace(simpler, limits=replace(simpler.limits, memory_bytes=memory))
        finer = select_finer_grid(simpler, play_rules, self._grids[-1].selected, self._pace)
        if finer is not None:
            try:
                self._solve(question, finer, schedule.GRID_SOLVE_SHARE)
                self._short_of_memory = False
            except MemoryError:
                self._short_of_memory = True

    @property
    def _bytes(self) -> int:
        """Memory of the grids that are kept."""
        return sum(grid.selected.dense.bytes for grid in self._grids)

    def _solve(self, question: Question, plan: PlannedGrid, end: float) -> None:
        """Solve a grid and keep it with the one before, unless it takes longer than to the share ``end`` of the time."""
        assert self._play_rules is not None
        began = question.schedule.left()
        with question.schedule.deadline(question.cancel, end) as time_is_up:
            plan.dense.cancel = time_is_up
            try:
                plan.dense.solve(question.listener)
            except Cancelled:
                question.cancel.check()
                return
        took = (began - question.schedule.left()) / plan.seconds
        self._pace = min(schedule.MAX_PACE, max(schedule.MIN_PACE, took))
        self._grids = [*self._grids[-1:], CorrectedGrid(self._question, self._play_rules, plan)]


class CorrectedGrid:
    """A solved grid and the playouts that correct it.

    Args:
        question: the game and the position that is played out, which is the grid's or can follow it.
        play_rules: those of the game.
        selected: the grid. It may be of a simpler game.
    """

    def __init__(self, question: Question, play_rules: PlayRules, plan: PlannedGrid):
        self._question, self.play_rules, self.selected = question, play_rules, plan
        cells = question.limits.cells
        self._fixed = cells is not None
        self._most, self._deepest = (
            (MAX_PLAYOUTS, max(calibration.ENOUGH_PLAYOUTS))
            if cells is None
            else (min(FIXED_PLAYOUTS, max(calibration.FIRST_PLAYOUTS, cells // CELLS_A_PLAYOUT)), FIXED_DEPTH)
        )

    @property
    def grid(self) -> int:
        """Dollars between its scores."""
        return self.selected.grid

    @cached_property
    def playouts(self) -> Playouts:
        return Playouts(
            self.selected.dense,
            game=(self._question.board, self.play_rules),
            next_spins=self._question.next_spins,
            depth=1,
            position=self._question.position,
        )

    @property
    def count(self) -> int:
        """Playouts of each action."""
        return _count(self.playouts)

    def improve(self, question: Question, end: float, depth: int | None = None) -> None:
        """Play games out until a share of the question's time has passed, or until the noise is negligible.

        If this grid sets the depth and nothing was played yet, one batch runs even after the deadline: it measures the
        error of the values.

        Args:
            question: with its time and flag.
            end: the share.
            depth: spins to look ahead; None for as many as there is time for.

        Raises:
            Cancelled: the flag was set.
        """
        time, count = question.schedule, calibration.FIRST_PLAYOUTS
        with time.deadline(question.cancel, schedule.COARSE_PLAYOUT_SHARE) as time_is_up:
            if self._fixed and self.count >= self._most:
                return
            self._look_ahead(question, end, time_is_up, depth)
            while not time_is_up.is_set():
                question.listener(Progress("Playing the game out many times", min(1.0, self.count / self._most)))
                if self._is_quiet() or self.count >= self._most or (self.count and not time.until(end)):
                    break
                began = time.left()
                with suppress(Cancelled):
                    self.playouts.improve(count, time_is_up)
                # No more than there is time for, at the rate of the last ones.
                rate = count / max(1e-6, began - time.left())
                count = max(calibration.FIRST_PLAYOUTS, min(self.count // 2, int(rate * time.until(end))))
        question.cancel.check()

    def _look_ahead(self, question: Question, end: float, time_is_up: CancelFlag, depth: int | None) -> None:
        """Play a few, looking further and further ahead while that leaves time for enough of them."""
        playouts, time = self.playouts, question.schedule
        flag = time_is_up if self.count or depth is not None else question.cancel
        while depth is not None and playouts.depth < depth:
            playouts = playouts.one_ply_deeper()
        while True:
            began = time.left()
            with suppress(Cancelled):
                playouts.measure_value_error(flag)
                began = time.left()
                playouts.improve(calibration.FIRST_PLAYOUTS, flag)
            flag = time_is_up
            seconds_each = (began - time.left()) / calibration.FIRST_PLAYOUTS
            if playouts is not self.playouts:
                late = depth is None and calibration.ENOUGH_PLAYOUTS[playouts.depth] * seconds_each > time.until(end)
                if late or not _count(playouts):
                    return
                self.playouts = playouts
            if playouts.depth >= (depth or self._deepest) or time_is_up.is_set():
                return
            if calibration.ENOUGH_PLAYOUTS[playouts.depth + 1] * calibration.DEEPER * seconds_each > time.until(end):
                return
            playouts = playouts.one_ply_deeper()

    @property
    def is_noisy(self) -> bool:
        """Whether a chance is less certain by too few playouts than by close choices."""
        return not self.count or any(
            max(sample.standard_error) > max(sample.policy_error) for sample in _samples(self.playouts)
        )

    def _is_quiet(self) -> bool:
        return self.count > 0 and all(
            noise <= max(calibration.SMALL_NOISE * policy, calibration.FINE_NOISE * unit)
            for sample in _samples(self.playouts)
            for noise, policy, unit in zip(sample.standard_error, sample.policy_error, self.playouts.units, strict=True)
        )


def _samples(playouts: Playouts) -> list[PlayoutEstimate]:
    return [*playouts.passes, *([] if playouts.press is None else [playouts.press])]


def _count(playouts: Playouts) -> int:
    """Return the playouts of each action, if they are enough to tell their noise."""
    count = min(sample.count for sample in _samples(playouts))
    return 0 if count < 2 else count


# -- samples -----------------------------------------------------------------------------------


def _action(guess: PlayoutEstimate | None) -> ActionResult | None:
    return None if guess is None else estimated_action(guess.mean, guess.error, guess.toss_up, guess.rest)


def _with(guess: PlayoutEstimate, errors: Sequence[float]) -> PlayoutEstimate:
    """Return an estimate with one more error of each chance."""
    return replace(guess, policy_error=tuple(np.hypot(guess.policy_error, errors).tolist()))


def _of_round_1(error: float) -> list[str]:
    """Return the notes of a round 1 answer: its model of the questions, and the error of its score values."""
    return [
        AVERAGE_QUESTIONS,
        f"Of its error, {100 * error:.1f} points are due to what a score is worth in round 2; that questions are average is "
        "not in it.",
        *([ROUGH_SCORES] if error > calibration.SCORE_VALUES else []),
    ]


def _with_grid_error(
    one: PlayoutEstimate | None, other: PlayoutEstimate | None, ratio: float
) -> PlayoutEstimate | None:
    """Return an estimate with the error that one from a grid ``ratio`` times as coarse reveals.

    Errors grow with the step, so the part of the difference that is due to the finer grid is about one in ``ratio``.
    """
    if one is None or other is None:
        return one
    apart = (np.array(one.mean) - other.mean) / ratio
    return replace(one, policy_error=tuple(np.hypot(one.policy_error, apart).tolist()))
