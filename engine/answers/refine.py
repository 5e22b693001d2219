"""Better and better answers to one question, each replacing the previous one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from ..errors import Unaffordable, Unsettled
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.options import Rules
from ..game.position import Position
from ..solve.cancel_flag import CancelFlag, ProgressListener, ignore
from ..solve.limits import Limits
from ..solve.result import SolveResult

# All methods, as the first answer's time should not go into loading them (``solver`` does so when they are used).
from . import bounded, by_product, estimate, stored_answer  # noqa: F401
from .question import Question, ask
from .solver import answer_to, solve
from .values import predicted_seconds

STAGES = (0.55, 2.5, 10.0)  # seconds for the answers before the last
# With few spins held by few contestants there is time for an earlier one, unless it turns out too rough.
QUICK = 0.14
# An exact answer that is predicted to take less than this many times as long as an estimate makes it superfluous.
WORTH_WAITING = 1.5
QUICK_SPINS = 6
QUICK_HOLDERS = 2
ROUGH = 0.05  # a standard error, in probability
FOR_OUTCOMES = 3.0  # seconds for the outcomes of the next spin where a table has answered the rest
MEANINGLESS = 0.9  # the width of an interval that says nothing


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
    """Answers from quick to exact. The last one is what ``solve`` would return, usually with its outcomes.

    An answer from a table lacks the outcomes of the next spin; if they are quick to compute they follow.

    Raises: as ``solve``; answers already yielded stay valid.
    """
    rules = rules or Rules()
    limits = limits or Limits()
    progress, cancel = progress or ignore, cancel or CancelFlag()
    stages: list[float] = []
    least = math.inf  # the stated error of the best estimate so far
    if limits.method == "auto":
        question = ask(position, board, rules, limits, next_spins, progress, cancel)
        exact_takes = predicted_seconds(question)
        stages = _stages(question, exact_takes)
    for seconds in stages:
        with suppress(Unaffordable):  # not that quickly; a better answer follows
            question = ask(position, board, rules, replace(limits, seconds=seconds), next_spins, progress, cancel)
            found = answer_to(question, exactly=exact_takes is None, bounds=seconds != QUICK)
            if _says_nothing(found) or (seconds == QUICK and _is_rough(found)) or _widest_error(found) > least:
                continue
            least = _widest_error(found)
            yield found
            if found.method == "exact":
                break
    else:
        found = solve(position, board, rules, limits, next_spins=next_spins, progress=progress, cancel=cancel)
        yield found
    if found.method == "exact" and found.press is not None and not found.outcomes and not limits.fresh:
        fresh = replace(limits, seconds=min(limits.seconds, FOR_OUTCOMES), method="exact", fresh=True)
        with suppress(Unaffordable, Unsettled):
            yield solve(position, board, rules, fresh, next_spins=next_spins, progress=progress, cancel=cancel)


def _stages(question: Question, exact_takes: float | None) -> list[float]:
    """Seconds for each answer before the last.

    Args:
        question: what is asked.
        exact_takes: seconds that the exact answer is predicted to take; None if that is not known beforehand.
    """
    position = question.position
    holders = sum(1 for contestant in position.contestants if contestant.spins)
    is_quick = position.spins <= QUICK_SPINS and holders <= QUICK_HOLDERS
    most = question.limits.seconds
    if exact_takes is not None and exact_takes <= most:
        most = min(most, exact_takes / WORTH_WAITING)
    return [seconds for seconds in ((QUICK, *STAGES) if is_quick else STAGES) if seconds < most]


def _says_nothing(found: SolveResult) -> bool:
    """Whether the bounds for the mover are too wide to say anything."""
    seat = Position.parse(found.position).mover_seat
    actions = [action for action in (found.press, found.passing) if action is not None]
    return found.method == "bounded" and all(action.high[seat] - action.low[seat] > MEANINGLESS for action in actions)


def _is_rough(found: SolveResult) -> bool:
    """Whether an answer is so rough that a better one is worth waiting for."""
    return _widest_error(found) > ROUGH


def _widest_error(found: SolveResult) -> float:
    """The largest standard error of an answer: 0 of an exact one; bounds have none that could be compared."""
    if found.method == "bounded":
        return math.inf
    actions = [action for action in (found.press, found.passing) if action is not None]
    return max((max(action.standard_error) for action in actions if action.standard_error is not None), default=0.0)
