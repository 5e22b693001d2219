"""The odds between the rounds: scores and Whammies are known, the spins of round 2 in part or not at all.

All starts of round 2 that the questions left may bring have the same scores, so one plan has them all, and their mean is
the answer. While no question has been answered the value of scores says it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from .. import calibration
from ..errors import Unaffordable
from ..game.options import Rules
from ..game.position import SEATS, Position
from ..game.questions import NO_SPINS, NextRound, Spins, spins_from_questions
from ..game.rules import PlayRules, Podiums, first_mover, game_over
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, ignore
from ..solvers.costs import dense_seconds
from ..solvers.dense.dense import Dense
from ..solvers.dense.plan import DensePlan
from ..solvers.lanes import counted_seats
from ..solvers.limits import Limits
from ..solvers.ply import Triple, end_value, triple
from ..solvers.processors import threads
from ..solvers.score_cap import SLIGHT
from ..tables.kept_values import find_values, values_for
from ..tables.value_of_scores import check_rules
from .abstraction import along, chance_uncounted, known_to_dense
from .grid_selection import STEPS, low_cap
from .methods import solve
from .question import Question, ask
from .result import Method


@dataclass(frozen=True, slots=True)
class RoundOdds:
    """Each contestant's chance to win between the rounds, in seat order.

    Attributes:
        win: probabilities. error: how far they may be off, see ``Odds.error``; that questions are average is not in it.
        method: how they are known: estimated, unless no question is left.
    """

    win: Triple
    error: Triple
    method: Method


def between_rounds(
    podiums: Podiums, rules: Rules, then: NextRound, limits: Limits | None = None, *, cancel: CancelFlag | None = None
) -> RoundOdds:
    """Return the odds after some or all of the questions before round 2.

    Args:
        podiums: the three, with the spins that they have earned so far.
        rules: the rules.
        then: the questions that are left, and the board of round 2.
        limits: the time and memory; by default two seconds.
        cancel: set to stop.

    Raises:
        InputError: there are no odds by these rules, or before this board.
        Unaffordable: they take more memory.
        Cancelled: the flag was set.
    """
    limits, cancel = limits or Limits(seconds=schedule.BETWEEN_ROUNDS), cancel or CancelFlag()
    check_rules(rules)
    then.board.check()
    a, b, c = (contestant.earned for contestant in podiums)
    still_in = [seat for seat in SEATS if not podiums[seat].out]
    starts = {
        _start(podiums, spins, rules): float(chance)
        for spins, chance in spins_from_questions(still_in, then.questions, (a, b, c)).items()
    }
    over = {start: end_value(start, rules) for start in starts if game_over(start, rules)}
    open_starts = [start for start in starts if start not in over]
    if not open_starts or len(still_in) < 2:
        return RoundOdds(triple(end_value(next(iter(starts)), rules)), (0.0, 0.0, 0.0), "exact")
    if len(starts) == 1:
        return _of_start(open_starts[0], rules, then, limits, cancel)
    first = min(open_starts, key=lambda start: start.spins)
    if (a, b, c) == NO_SPINS:
        seated = rules.seated(first.mover_seat)
        values = find_values(then, seated)
        if values is None and then.questions > calibration.QUESTIONS_AT_ONCE:
            values = values_for(then, seated, limits.memory_bytes, cancel)
        if values is not None:
            return RoundOdds(triple(values.value(podiums)), (values.error,) * 3, "estimated")
    question = ask(first, then.board, rules, limits, None, ignore, cancel)
    solved, error = _solve(question, open_starts)
    worth = over | {start: solved.value(start) for start in open_starts}
    mean = np.sum([chance * np.array(worth[start]) for start, chance in starts.items()], axis=0)
    return RoundOdds(triple(mean.tolist()), (error,) * 3, "estimated")


def _start(podiums: Podiums, spins: Spins, rules: Rules) -> Position:
    """Return the start of round 2 with these spins; nobody may have any."""
    a, b, c = (replace(contestant, earned=count) for contestant, count in zip(podiums, spins, strict=True))
    return Position((a, b, c), first_mover((a, b, c), rules))


def _of_start(start: Position, rules: Rules, then: NextRound, limits: Limits, cancel: CancelFlag) -> RoundOdds:
    """Return the odds where no question is left: those of the better action."""
    found = solve(start, then.board, rules, limits, cancel=cancel)
    best = found.press if found.best == "press" else found.passing
    assert best is not None
    error = best.standard_error or triple((high - low) / 2 for low, high in zip(best.low, best.high, strict=True))
    return RoundOdds(best.win, error, found.method)


def _solve(question: Question, starts: list[Position]) -> tuple[Dense, float]:
    """Return the starts solved on the finest grid for which there is time, and the error of their mean.

    Raises:
        Unaffordable: not even the coarsest grid fits.
        Cancelled: the flag was set.
    """
    play_rules = question.play_rules(question.unit, SLIGHT)
    known, play_rules = known_to_dense(question, play_rules)
    best: Dense | None = None
    for mask in counted_seats(question.position):
        found = _finest(known, play_rules, starts, mask)
        if found is not None and (best is None or _error(known, found) < _error(known, best)):
            best = found
    if best is None:
        raise Unaffordable("There are too many ways to share out the spins for the time.")
    best.solve(question.listener)
    return best, _error(known, best)


def _error(question: Question, dense: Dense) -> float:
    """Return the standard error of the mean over the starts."""
    plan = dense.plan
    uncounted = calibration.UNCOUNTED * chance_uncounted(question, plan.moves.counted)
    return math.hypot(along(question, plan.scores.grid, calibration.GRID_OF_STARTS), uncounted)


def _finest(question: Question, play_rules: PlayRules, starts: list[Position], mask: int) -> Dense | None:
    """Return the finest grid for which there is time, not yet solved; None if there is none."""
    found: Dense | None = None
    for step in reversed(STEPS):
        if step < play_rules.unit or question.schedule.left() <= 0:
            break
        try:
            finer = _dense(question, play_rules, starts, step, mask, None if found is None else found.plan)
        except Unaffordable:
            break
        if dense_seconds(finer.plan, finer.peak, threads()) > question.schedule.left():
            break
        found = finer
    return found


def _dense(
    question: Question, play_rules: PlayRules, starts: list[Position], step: int, mask: int, like: DensePlan | None
) -> Dense:
    return Dense(
        starts[0],
        question.board,
        PlayRules(play_rules.rules, play_rules.unit, low_cap(question, play_rules, step)),
        others=starts[1:],
        memory=question.limits.memory_bytes,
        cancel=question.cancel,
        single=True,
        grid=step,
        last=play_rules.unit if step % play_rules.unit == 0 else None,
        threads=threads(),
        like=like,
        counted=mask,
    )
