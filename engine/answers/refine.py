"""Better and better answers to one question: estimates of one estimator, then the exact answer if it can be had.

The newest answer stands. Only an estimate whose stated error is more than ``ROUGHER`` times that of the one before is not
shown: more work may show that a choice is closer than it seemed, but a figure never becomes much less certain.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace

from ..errors import Cancelled, Unaffordable, Unsettled
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.options import Rules
from ..game.position import Position
from ..game.questions import NextRound
from ..game.rules import game_over
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, ProgressListener, deadline
from ..solvers.limits import Limits
from .bounded import narrowing
from .estimator import Estimator
from .methods import answer_question, predicted_seconds
from .question import Question, ask
from .result import SolveResult

ROUGHER = 1.2
WORTH_SHOWING = 0.05  # a standard error, in probability
MEANINGLESS = 0.9  # the width of an interval that says nothing


def refine(
    position: Position,
    board: Board,
    rules: Rules | None = None,
    limits: Limits | None = None,
    *,
    next_spins: NextSpinsBoard | None = None,
    then: NextRound | None = None,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> Iterator[SolveResult]:
    """Yield answers from quick to exact; the last is as good as that of ``solve``, usually with its outcomes.

    With ``method=bounded`` they are intervals that narrow. With ``method=auto`` the first comes as soon as games are
    played out by a grid: mostly within about a second and a half. An answer from a table lacks the outcomes of the next spin; if they are quick to compute
    they follow.

    Raises: see ``solve``; answers already yielded stay valid.
    """
    question = ask(position, board, rules, limits, next_spins, progress, cancel, then)
    latest, limits = None, question.limits
    for latest in _answers(question):
        yield latest
    if latest and latest.method == "exact" and latest.press is not None and not latest.outcomes and not limits.fresh:
        fresh = replace(limits, seconds=min(limits.seconds, schedule.OUTCOMES_SECONDS), method="exact", fresh=True)
        with suppress(Unaffordable, Unsettled):
            yield answer_question(question.again(fresh, question.cancel))


def _answers(question: Question) -> Iterator[SolveResult]:
    """Yield answers from quick to the last one, the first in time."""
    limits, cancel = question.limits, question.cancel
    if game_over(question.position, question.rules) or limits.method not in ("auto", "bounded"):
        yield answer_question(question)
        return
    if limits.method == "bounded":
        yield from narrowing(question, schedule.BOUNDS_REPORT_SECONDS)
        return
    latest: SolveResult | None
    estimator, shown_error = Estimator(question), math.inf  # the stated error of what is shown
    with ExitStack() as until_first:
        flag = (
            cancel
            if question.then is not None
            else until_first.enter_context(deadline(cancel, schedule.FIRST_ANSWER_SECONDS))
        )
        try:
            exact_takes = predicted_seconds(question.again(limits, flag))
        except Cancelled:
            exact_takes = math.inf
        most = limits.seconds
        if exact_takes is not None and exact_takes <= most:
            most = min(most, exact_takes / schedule.WORTH_WAITING_RATIO)
        stages = [*(seconds for seconds in schedule.STAGE_SECONDS if seconds < most), limits.seconds]
        while stages:
            if len(stages) > 1 and limits.seconds - question.schedule.left() > stages[0]:  # late already
                stages.pop(0)
                continue
            staged = question.again(replace(limits, seconds=stages[0]), flag)
            try:
                if len(stages) == 1:
                    latest = answer_question(staged, estimator=estimator)
                else:
                    latest = _early(staged, estimator, exactly=exact_takes is None)
                stages.pop(0)
            except Cancelled:
                cancel.check()
                flag = cancel  # then the stage goes on
                latest = estimator.answer() if estimator.has_answer else None
            if latest is None or (latest.method == "estimated" and _widest_error(latest) > ROUGHER * shown_error):
                continue
            shown_error = _widest_error(latest)
            until_first.close()
            flag = cancel
            yield latest
            if latest.method == "exact":
                return


def _early(question: Question, estimator: Estimator, *, exactly: bool) -> SolveResult | None:
    """Return an answer before the last; None if there is none worth showing so quickly.

    Raises:
        Cancelled: the question's flag was set.
    """
    quick = question.limits.seconds == schedule.QUICK_SECONDS
    with suppress(Unaffordable, Unsettled):
        result = answer_question(question, exactly=exactly, bounds=not quick, estimator=estimator)
        return None if _says_nothing(result) or (quick and _widest_error(result) > WORTH_SHOWING) else result
    return None


def _says_nothing(result: SolveResult) -> bool:
    """Return whether the bounds for the mover are too wide to say anything."""
    seat = result.mover_seat
    return result.method == "bounded" and all(
        action.high[seat] - action.low[seat] > MEANINGLESS for action in result.actions
    )


def _widest_error(result: SolveResult) -> float:
    """Return the largest standard error of an answer: 0 for an exact one; bounds have none to compare."""
    if result.method == "bounded":
        return math.inf
    return max((max(its.standard_error) for its in result.actions if its.standard_error is not None), default=0.0)
