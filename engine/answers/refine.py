"""Better and better answers to one question, each replacing the previous one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace

from ..errors import Cancelled, Unaffordable, Unsettled
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import game_over
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, ProgressListener, deadline, ignore
from ..solvers.limits import Limits
from .bounded import narrowing
from .exact import predicted_seconds
from .methods import answer_to, solve
from .question import Question, ask
from .result import SolveResult, build_result
from .rough import rough_estimate

ROUGH = 0.05  # a standard error, in probability
MEANINGLESS = 0.9  # the width of an interval that says nothing

Asking = Callable[[Limits, CancelFlag], Question]


def refine(
    position: Position,
    board: Board,
    rules: Rules | None = None,
    limits: Limits | None = None,
    *,
    next_spins: NextSpinsBoard | None = None,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> Iterator[SolveResult]:
    """Yield answers from quick to exact; the last is what ``solve`` would return, usually with its outcomes.

    With ``method=bounded`` they are intervals that narrow. With ``method=auto`` the first comes within about three
    seconds of processor time for any question. An answer from a table lacks the outcomes of the next spin; if they are
    quick to compute they follow.

    Raises: see ``solve``; answers already yielded stay valid.
    """
    rules = rules or Rules()
    limits = limits or Limits()
    progress, cancel = progress or ignore, cancel or CancelFlag()

    def asking(limits: Limits, cancel: CancelFlag) -> Question:
        return ask(position, board, rules, limits, next_spins, progress, cancel)

    def last(cancel: CancelFlag) -> SolveResult:
        return solve(position, board, rules, limits, next_spins=next_spins, progress=progress, cancel=cancel)

    found = None
    for found in _answers(asking, last, limits, cancel):
        yield found
    if found and found.method == "exact" and found.press is not None and not found.outcomes and not limits.fresh:
        fresh = replace(limits, seconds=min(limits.seconds, schedule.FOR_OUTCOMES), method="exact", fresh=True)
        with suppress(Unaffordable, Unsettled):
            yield solve(position, board, rules, fresh, next_spins=next_spins, progress=progress, cancel=cancel)


def _answers(
    asking: Asking, last: Callable[[CancelFlag], SolveResult], limits: Limits, cancel: CancelFlag
) -> Iterator[SolveResult]:
    """Yield answers from quick to the last one, the first in time."""
    question = asking(limits, cancel)
    if game_over(question.position, question.rules) or limits.method not in ("auto", "bounded"):
        yield last(cancel)
        return
    if limits.method == "bounded":
        yield from (build_result(question, found) for found in narrowing(question, schedule.LOOKS))
        return
    least = math.inf  # the stated error of the best estimate so far
    found: SolveResult | None
    with ExitStack() as until_first:
        flag = until_first.enter_context(deadline(cancel, schedule.FIRST, schedule.FIRST_PROCESSOR))
        exact_takes = _predicted(asking(limits, flag))
        attempts: list[float | None] = [*_stages(question, exact_takes), None]
        while attempts:
            seconds = attempts.pop(0)
            try:
                if seconds is None:
                    found = last(flag)
                else:
                    found = _stage(asking(replace(limits, seconds=seconds), flag), exactly=exact_takes is None)
            except (Cancelled, Unaffordable, Unsettled) as stopped:
                cancel.check()
                if flag is not cancel:  # nothing is known yet
                    until_first.close()
                    flag = cancel
                    found = _rough(asking(limits, cancel))
                    least = _widest_error(found)
                    yield found
                if not isinstance(stopped, Cancelled):
                    raise
                if seconds is None:
                    attempts.append(None)
                continue
            if found is None or (seconds is not None and _widest_error(found) > least):
                continue
            least = _widest_error(found)
            until_first.close()
            flag = cancel
            yield found
            if found.method == "exact":
                return


def _predicted(question: Question) -> float | None:
    """Return ``predicted_seconds``, or infinity if there was no time to find out."""
    try:
        return predicted_seconds(question)
    except Cancelled:
        return math.inf
    except Unaffordable:
        return None


def _stage(question: Question, *, exactly: bool) -> SolveResult | None:
    """Return an answer before the last; None if there is none worth showing so quickly.

    Raises:
        Cancelled: the question's flag was set.
    """
    seconds = question.limits.seconds
    with suppress(Unaffordable, Unsettled), deadline(question.cancel, schedule.STAGE_OVERDUE * seconds) as overdue:
        try:
            found = answer_to(replace(question, cancel=overdue), exactly=exactly, bounds=seconds != schedule.QUICK)
        except Cancelled:
            question.cancel.check()
            return None
        return None if _says_nothing(found) or (seconds == schedule.QUICK and _is_rough(found)) else found
    return None


def _rough(question: Question) -> SolveResult:
    return build_result(question, rough_estimate(question))


def _stages(question: Question, exact_takes: float | None) -> list[float]:
    """Return the seconds for each answer before the last.

    Args:
        question: the question.
        exact_takes: seconds that the exact answer is predicted to take; None if that cannot be predicted.
    """
    most = question.limits.seconds
    if exact_takes is not None and exact_takes <= most:
        most = min(most, exact_takes / schedule.WORTH_WAITING)
    return [seconds for seconds in schedule.STAGES if seconds < most]


def _says_nothing(found: SolveResult) -> bool:
    """Return whether the bounds for the mover are too wide to say anything."""
    seat = Position.parse(found.position).mover_seat
    actions = [action for action in (found.press, found.passing) if action is not None]
    return found.method == "bounded" and all(action.high[seat] - action.low[seat] > MEANINGLESS for action in actions)


def _is_rough(found: SolveResult) -> bool:
    """Return whether an answer is so rough that a better one is worth waiting for."""
    return _widest_error(found) > ROUGH


def _widest_error(found: SolveResult) -> float:
    """Return the largest standard error of an answer: 0 for an exact one; bounds have none to compare."""
    if found.method == "bounded":
        return math.inf
    actions = [action for action in (found.press, found.passing) if action is not None]
    return max((max(action.standard_error) for action in actions if action.standard_error is not None), default=0.0)
