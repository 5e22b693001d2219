"""An estimate that improves with time: a coarse grid of scores, playouts, a finer grid, more playouts.

A grid of scores is solved exactly, then corrected by playouts of the true game. Where a choice is so close that two grids
decide it differently, their estimates differ by its effect on each contestant, which reveals more about the error than
either grid alone. So the coarser of the last two grids is kept, and played out too. ``benchmarks/consistent.py`` measures
how well the stated errors are calibrated.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

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
from .abstraction import dropped_rules_error, simplify_for_dense
from .grid_selection import PlannedGrid, select_finer_grid, select_grids_within, select_rough_grid
from .question import Question
from .result import (
    ROUGH_SCORES,
    SHORT_OF_MEMORY,
    ActionResult,
    SolveResult,
    list_outcomes,
    make_estimated_action,
    make_result,
)

MAX_PLAYOUTS = 200_000
# With a limit of cells: cells for one playout of each action, the limit of playouts, and their depth of lookahead.
CELLS_A_PLAYOUT, MAX_FIXED_PLAYOUTS, FIXED_DEPTH = 500, 5000, 2


class Estimator:
    """Estimates a position and its successors, and improves with time.

    With a limit of cells the work is fixed, so that with ample time the estimate is the same on every machine.

    Args:
        question: a question for which ``supports_playouts`` holds. Its limits apply, except the time.

    Attributes:
        spent: the seconds that improving has taken.
    """

    def __init__(self, question: Question):
        self._question = question
        self._play_rules: PlayRules | None = None
        self._grids: list[CorrectedGrid] = []  # at most two that are solved, the finest last
        self._slowdown = 1.0
        self.spent = 0.0
        self._plays_only = False
        self._short_of_memory = False

    @property
    def has_answer(self) -> bool:
        """Whether there are playouts from the finest grid."""
        return bool(self._grids) and self._grids[-1].count > 0

    def improve(self, seconds: float, cancel: CancelFlag | None = None) -> None:
        """Refine the grids and run playouts for these seconds of work.

        Raises:
            Unaffordable: not even the coarsest grid fits; or endless extra spins make every cap matter.
            MemoryError: the machine has too little memory for the coarsest grid.
            Cancelled: the flag was set; finished grids and playouts stay.
        """
        question = self._make_question(seconds, cancel)
        try:
            self._solve_grids(question)
            self._play(question)
        finally:
            self.spent += seconds - question.schedule.left()

    def _play(self, question: Question) -> None:
        coarse, fine = self._grids[0], self._grids[-1]
        fine.improve(question, schedule.PLAYOUT_SHARE)
        is_fixed = question.limits.cells is not None
        if fine is coarse or (fine.is_noisy and not is_fixed):
            fine.improve(question, schedule.COARSE_PLAYOUT_SHARE)
        else:
            coarse.improve(question, schedule.COARSE_PLAYOUT_SHARE, fine.playouts.depth)

    def solve_grids(self, seconds: float, cancel: CancelFlag | None = None) -> None:
        """Refine the grids without running playouts."""
        self._solve_grids(self._make_question(seconds, cancel))

    def _make_question(self, seconds: float, cancel: CancelFlag | None) -> Question:
        return replace(self._question, schedule=Schedule(seconds), cancel=cancel or self._question.cancel)

    def for_position(self, position: Position) -> Estimator:
        """Return an estimator of a position that can follow this one, on the present grids.

        It only runs playouts, and the grids do not change, so several may improve at the same time.
        """
        estimator = Estimator(replace(self._question, position=position))
        estimator._play_rules, estimator._plays_only = self._play_rules, True
        estimator._grids = [CorrectedGrid(estimator._question, grid.play_rules, grid.plan) for grid in self._grids]
        return estimator

    def answer(self) -> SolveResult:
        """Return the present answer; there must be one (``has_answer``)."""
        question, play_rules = self._question, self._play_rules
        assert play_rules is not None
        coarse, fine = self._grids[0], self._grids[-1]
        grids, count, seat = f"${fine.grid:,}", fine.count, question.position.mover_seat
        press, passing = fine.playouts.press, choose_pass(fine.playouts.passes, seat)
        if coarse is not fine and coarse.count:
            grids, count = f"{grids} and ${coarse.grid:,}", count + coarse.count
            ratio = max(1.0, coarse.grid / fine.grid)
            press = _add_grid_error(press, coarse.playouts.press, ratio)
            passing = _add_grid_error(passing, choose_pass(coarse.playouts.passes, seat), ratio)
        score_values, podiums = question.score_values, question.position.contestants
        score_value_errors = (0.0,) if score_values is None else score_values.errors(podiums)
        errors = np.hypot(fine.playouts.units * dropped_rules_error(play_rules), score_value_errors)
        press, passing = press and _add_error(press, errors), passing and _add_error(passing, errors)
        return make_result(
            question,
            "estimated",
            play_rules,
            _make_action(press),
            _make_action(passing),
            fine.plan.dense.states,
            list_outcomes(question, play_rules, fine.playouts.outcomes()),
            (
                f"Estimated from scores {grids} apart, corrected by playing each choice out {count:,} times.",
                *([] if score_values is None else _list_round_1_notes(max(score_value_errors))),
                *([SHORT_OF_MEMORY] if self._short_of_memory else []),
            ),
        )

    # -- grids ---------------------------------------------------------------------------------

    def _solve_grids(self, question: Question) -> None:
        """Solve a first grid if there is none, and a finer grid if there is time."""
        if self._plays_only:
            return
        question.listener(Progress("Working out the odds", 0.0))
        if self._play_rules is None:
            self._play_rules = question.play_rules(COARSE_NEGLIGIBLE)
        simpler, play_rules = simplify_for_dense(question, self._play_rules)
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
        finer = select_finer_grid(simpler, play_rules, self._grids[-1].plan, self._slowdown)
        if finer is not None:
            try:
                self._solve(question, finer, schedule.GRID_SOLVE_SHARE)
                self._short_of_memory = False
            except MemoryError:
                self._short_of_memory = True

    @property
    def _bytes(self) -> int:
        """Memory of the grids."""
        return sum(grid.plan.dense.bytes for grid in self._grids)

    def _solve(self, question: Question, plan: PlannedGrid, end: float) -> None:
        """Solve a grid and keep it with the grid before it, unless the share ``end`` of the time passes first."""
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
        self._slowdown = min(schedule.MAX_PACE, max(schedule.MIN_PACE, took))
        self._grids = [*self._grids[-1:], CorrectedGrid(self._question, self._play_rules, plan)]


class CorrectedGrid:
    """A solved grid and the playouts that correct it.

    Args:
        question: the true game, and the position, which is the grid's or can follow it.
        play_rules: the rules of the true game.
        plan: the grid, perhaps of a simpler game.
    """

    def __init__(self, question: Question, play_rules: PlayRules, plan: PlannedGrid):
        self._question, self.play_rules, self.plan = question, play_rules, plan
        cells = question.limits.cells
        self._is_fixed = cells is not None
        self._max_playouts, self._max_depth = (
            (MAX_PLAYOUTS, max(calibration.ENOUGH_PLAYOUTS))
            if cells is None
            else (min(MAX_FIXED_PLAYOUTS, max(calibration.FIRST_PLAYOUTS, cells // CELLS_A_PLAYOUT)), FIXED_DEPTH)
        )

    @property
    def grid(self) -> int:
        """Dollars between scores."""
        return self.plan.grid

    @cached_property
    def playouts(self) -> Playouts:
        return Playouts(
            self.plan.dense,
            game=(self._question.board, self.play_rules),
            next_spins=self._question.next_spins,
            depth=1,
            position=self._question.position,
        )

    @property
    def count(self) -> int:
        """Playouts of each action."""
        return _count_playouts(self.playouts)

    def improve(self, question: Question, end: float, depth: int | None = None) -> None:
        """Run playouts until a share of the question's time has passed, or until the noise is negligible.

        If ``depth`` is None and there are no playouts yet, one batch runs even after the deadline: it measures the
        error of the values.

        Args:
            question: with its time and flag.
            end: the share.
            depth: spins of lookahead; None for as many as there is time for.

        Raises:
            Cancelled: the flag was set.
        """
        time, count = question.schedule, calibration.FIRST_PLAYOUTS
        with time.deadline(question.cancel, schedule.COARSE_PLAYOUT_SHARE) as time_is_up:
            if self._is_fixed and self.count >= self._max_playouts:
                return
            self._choose_depth(question, end, time_is_up, depth)
            while not time_is_up.is_set():
                done_share = min(1.0, self.count / self._max_playouts)
                question.listener(Progress("Playing the game out many times", done_share))
                if self._noise_is_negligible() or done_share == 1.0 or (self.count and not time.until(end)):
                    break
                began = time.left()
                with suppress(Cancelled):
                    self.playouts.improve(count, time_is_up)
                # No more than there is time for, at the present rate.
                rate = count / max(1e-6, began - time.left())
                count = max(calibration.FIRST_PLAYOUTS, min(self.count // 2, int(rate * time.until(end))))
        question.cancel.check()

    def _choose_depth(self, question: Question, end: float, time_is_up: CancelFlag, depth: int | None) -> None:
        """Run a few playouts at each depth of lookahead, deeper while that leaves time for enough of them."""
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
                is_slow = depth is None and calibration.ENOUGH_PLAYOUTS[playouts.depth] * seconds_each > time.until(end)
                if is_slow or not _count_playouts(playouts):
                    return
                self.playouts = playouts
            if playouts.depth >= (depth or self._max_depth) or time_is_up.is_set():
                return
            if calibration.ENOUGH_PLAYOUTS[playouts.depth + 1] * calibration.DEEPER * seconds_each > time.until(end):
                return
            playouts = playouts.one_ply_deeper()

    @property
    def is_noisy(self) -> bool:
        """Whether the noise of an action exceeds its policy error."""
        return not self.count or any(
            max(estimate.standard_error) > max(estimate.policy_error) for estimate in _list_estimates(self.playouts)
        )

    def _noise_is_negligible(self) -> bool:
        return self.count > 0 and all(
            noise <= max(calibration.SMALL_NOISE * policy, calibration.FINE_NOISE * unit)
            for estimate in _list_estimates(self.playouts)
            for noise, policy, unit in zip(
                estimate.standard_error, estimate.policy_error, self.playouts.units, strict=True
            )
        )


def _list_estimates(playouts: Playouts) -> list[PlayoutEstimate]:
    return [*playouts.passes, *([] if playouts.press is None else [playouts.press])]


def _count_playouts(playouts: Playouts) -> int:
    """Return the playouts of each action; 0 if they are too few for a standard error."""
    count = min(estimate.count for estimate in _list_estimates(playouts))
    return 0 if count < 2 else count


# -- estimates ---------------------------------------------------------------------------------


def _make_action(estimate: PlayoutEstimate | None) -> ActionResult | None:
    if estimate is None:
        return None
    return make_estimated_action(estimate.mean, estimate.error, estimate.toss_up, estimate.rest)


def _add_error(estimate: PlayoutEstimate, errors: npt.ArrayLike) -> PlayoutEstimate:
    """Return an estimate with another independent error of each payoff."""
    return replace(estimate, policy_error=tuple(np.hypot(estimate.policy_error, errors).tolist()))


def _list_round_1_notes(error: float) -> list[str]:
    """Return the notes of a round 1 answer: its model of the questions, and the error of its score values."""
    return [
        AVERAGE_QUESTIONS,
        f"Of its error, {100 * error:.1f} points are due to what a score is worth in round 2; that questions are average is "
        "not in it.",
        *([ROUGH_SCORES] if error > calibration.SCORE_VALUES else []),
    ]


def _add_grid_error(
    fine: PlayoutEstimate | None, coarse: PlayoutEstimate | None, ratio: float
) -> PlayoutEstimate | None:
    """Return a fine estimate with the error that an estimate from a grid ``ratio`` times as coarse reveals.

    Errors grow with the step, so the finer grid's share of the difference is about 1 / ``ratio``.
    """
    if fine is None or coarse is None:
        return fine
    return _add_error(fine, (np.array(fine.mean) - coarse.mean) / ratio)
