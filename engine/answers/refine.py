"""Better and better answers to one question: estimates, then the exact answer if possible.

Each answer replaces the last. An estimate is not shown if its stated error is more than ``MAX_ERROR_GROWTH`` times the
last: more playouts may show that a choice is closer than it seemed, but a figure never becomes much less certain.
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
from .bounded import narrow_bounds
from .estimator import Estimator
from .methods import answer_question, predict_seconds
from .question import Question, ask
from .result import SolveResult

MAX_ERROR_GROWTH = 1.2
MAX_SHOWN_ERROR = 0.05  # standard error of a quick answer
MEANINGLESS_WIDTH = 0.9  # of an interval that says nothing


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

    With ``method=bounded`` they are intervals that narrow. With ``method=auto`` the first comes after the first playouts,
    mostly within a second and a half. An answer from a table has no outcomes of the next spin; another answer with them
    follows if they are quick to compute.

    Raises: see ``solve``; answers already yielded stay valid.
    """
    question = ask(position, board, rules, limits, next_spins, progress, cancel, then)
    latest, limits = None, question.limits
    for latest in _yield_answers(question):
        yield latest
    if latest and latest.method == "exact" and latest.press is not None and not latest.outcomes and not limits.fresh:
        fresh = replace(limits, seconds=min(limits.seconds, schedule.OUTCOMES_SECONDS), method="exact", fresh=True)
        with suppress(Unaffordable, Unsettled):
            yield answer_question(question.with_limits(fresh, question.cancel))


def _yield_answers(question: Question) -> Iterator[SolveResult]:
    """Yield answers from quick to exact, the first within ``FIRST_ANSWER_SECONDS`` if possible."""
    limits, cancel = question.limits, question.cancel
    if game_over(question.position, question.rules) or limits.method not in ("auto", "bounded"):
        yield answer_question(question)
        return
    if limits.method == "bounded":
        yield from narrow_bounds(question, schedule.BOUNDS_REPORT_SECONDS)
        return
    latest: SolveResult | None
    estimator, shown_error = Estimator(question), math.inf  # the stated error of the last answer
    with ExitStack() as until_first:
        flag = (
            cancel
            if question.then is not None
            else until_first.enter_context(deadline(cancel, schedule.FIRST_ANSWER_SECONDS))
        )
        try:
            exact_seconds = predict_seconds(question.with_limits(limits, flag))
        except Cancelled:
            exact_seconds = math.inf
        max_seconds = limits.seconds
        if exact_seconds is not None and exact_seconds <= max_seconds:
            max_seconds = min(max_seconds, exact_seconds / schedule.WORTH_WAITING_RATIO)
        stages = [*(seconds for seconds in schedule.STAGE_SECONDS if seconds < max_seconds), limits.seconds]
        while stages:
            if len(stages) > 1 and limits.seconds - question.schedule.left() > stages[0]:  # late already
                stages.pop(0)
                continue
            staged = question.with_limits(replace(limits, seconds=stages[0]), flag)
            try:
                if len(stages) == 1:
                    latest = answer_question(staged, estimator=estimator)
                else:
                    latest = _answer_early(staged, estimator, exactly=exact_seconds is None)
                stages.pop(0)
            except Cancelled:
                cancel.check()
                flag = cancel  # the stage continues
                latest = estimator.answer() if estimator.has_answer else None
            if latest is None or (
                latest.method == "estimated" and _widest_error(latest) > MAX_ERROR_GROWTH * shown_error
            ):
                continue
            shown_error = _widest_error(latest)
            until_first.close()
            flag = cancel
            yield latest
            if latest.method == "exact":
                return


def _answer_early(question: Question, estimator: Estimator, *, exactly: bool) -> SolveResult | None:
    """Return an answer before the last; None if there is none, or its error is too large to show.

    Raises:
        Cancelled: the question's flag was set.
    """
    quick = question.limits.seconds == schedule.QUICK_SECONDS
    with suppress(Unaffordable, Unsettled):
        result = answer_question(question, exactly=exactly, bounds=not quick, estimator=estimator)
        return None if _says_nothing(result) or (quick and _widest_error(result) > MAX_SHOWN_ERROR) else result
    return None


def _says_nothing(result: SolveResult) -> bool:
    """Return whether the mover's bounds are too wide to say anything."""
    seat = result.mover_seat
    return result.method == "bounded" and all(
        action.high[seat] - action.low[seat] > MEANINGLESS_WIDTH for action in result.actions
    )


def _widest_error(result: SolveResult) -> float:
    """Return the largest standard error of an answer: 0 if it is exact, infinite if it is bounded."""
    if result.method == "bounded":
        return math.inf
    errors = (action.standard_error for action in result.actions)
    return max((max(error) for error in errors if error is not None), default=0.0)
