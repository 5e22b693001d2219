"""The facade of solving: chooses a way to the answer under given limits."""

from __future__ import annotations

from ..errors import Unaffordable
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import game_over
from ..solve.flag import CancelFlag, ProgressListener, ignore
from ..solve.limits import Limits
from ..solve.result import SolveResult
from .bounded import bounded
from .estimate import estimate
from .exact import exact
from .found import Found, already_over, answer
from .kept import kept
from .question import Question, ask


def solve(
    position: Position,
    board: Board,
    rules: Rules | None = None,
    limits: Limits | None = None,
    *,
    next_spins: NextSpinsBoard | None = None,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> SolveResult:
    """Each contestant's chance to win if the one up presses and if he passes.

    With ``method=auto``: from a kept table, else exactly where that is predicted to fit the limits,
    else estimated, and where even that is out of reach, bounded. ``next_spins`` is another board for the next
    spins; later ones are on ``board``.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
        Unaffordable: too big for the limits; said before the work starts.
        Unsettled: choices in an endless cycle of spins chase one another; there is no exact answer.
        Cancelled: ``cancel`` was set.
    """
    question = ask(
        position, board, rules or Rules(), limits or Limits(), next_spins, progress or ignore, cancel or CancelFlag()
    )
    return answer_to(question)


def answer_to(question: Question, *, bounds: bool = True) -> SolveResult:
    """The answer to a question that has been checked; ``bounds`` are its last resort. Raises as ``solve``."""
    if game_over(question.position, question.rules):
        return already_over(question)
    return answer(question, _find(question, bounds))


def _find(question: Question, bounds: bool) -> Found:
    method = question.limits.method
    if method == "bounded":
        return bounded(question)
    if method == "estimated":
        return estimate(question)
    found = None if question.limits.fresh or question.next_spins is not None else kept(question)
    if found is not None:
        return found
    try:
        return exact(question)
    except Unaffordable as too_big:
        if method == "exact":
            raise Unaffordable(f"This position is too big for {question.limits.seconds:g} seconds. {too_big}") from None
    try:
        return estimate(question)
    except Unaffordable as too_big:
        if question.rules.in_dollars or question.next_spins is not None or not bounds:
            raise
        try:
            return bounded(question)
        except Unaffordable:
            raise too_big from None
