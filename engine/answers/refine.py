"""Better and better answers to one question, each replacing the last."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from ..errors import Unaffordable, Unsettled
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.options import Rules
from ..game.position import Position
from ..solve.flag import CancelFlag, ProgressListener, ignore
from ..solve.limits import Limits
from ..solve.result import SolveResult
from .question import ask
from .solver import answer_to, solve

STAGES = (0.55, 2.5, 10.0)  # seconds that answers before the last may take
# With few spins in few hands there is time for one more before these, unless it turns out too rough to be of use.
QUICK = 0.14
QUICK_SPINS = 6
QUICK_HOLDERS = 2
ROUGH = 0.05  # a standard error, in probability
FOR_OUTCOMES = 3.0  # seconds that the outcomes of the next spin may take where a table has told the rest
NOTHING = 0.9  # the width of an interval


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
    """Answers from quick to exact. The last one is what ``solve`` would return, as a rule with its outcomes.

    One from a kept table comes without the outcomes of the next spin; where they take no time they follow.

    Raises: as ``solve``; what was yielded before stays true.
    """
    rules = rules or Rules()
    limits = limits or Limits()
    for seconds in _stages(position) if limits.method == "auto" else ():
        if seconds >= limits.seconds:
            continue
        with suppress(Unaffordable):  # nothing so quick; a better answer follows
            allowed = replace(limits, seconds=seconds)
            question = ask(position, board, rules, allowed, next_spins, progress or ignore, cancel or CancelFlag())
            found = answer_to(question, bounds=seconds != QUICK)
            if _says_nothing(found) or (seconds == QUICK and _is_rough(found)):
                continue
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


def _stages(position: Position) -> tuple[float, ...]:
    holders = sum(1 for contestant in position.contestants if contestant.spins)
    return (QUICK, *STAGES) if position.spins <= QUICK_SPINS and holders <= QUICK_HOLDERS else STAGES


def _says_nothing(found: SolveResult) -> bool:
    """Whether all that is proven of the one up is that he may win or not."""
    up = Position.parse(found.position).mover_seat
    actions = [action for action in (found.press, found.passing) if action is not None]
    return found.method == "bounded" and all(action.high[up] - action.low[up] > NOTHING for action in actions)


def _is_rough(found: SolveResult) -> bool:
    """Whether an answer says so little that a better one is worth waiting for."""
    actions = [action for action in (found.press, found.passing) if action is not None]
    errors = [max(action.standard_error) for action in actions if action.standard_error is not None]
    return found.method == "bounded" or max(errors, default=0.0) > ROUGH
