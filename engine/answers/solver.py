"""Solving a question by a method that fits the limits."""

from __future__ import annotations

import math
from dataclasses import replace

from ..errors import Cancelled, ShortOfMemory, Unaffordable, Unsettled
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import game_over
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, ProgressListener, deadline, ignore
from ..solvers.limits import Limits
from ..solvers.processors import threads
from ..solvers.ways import Plan, Way, choose
from .question import Question, ask
from .result import SolveResult
from .result_builder import SolverOutcome, build_result, finished_result

SHORT_OF_MEMORY = "The machine had too little memory left for a better answer."
UNSETTLED = "No exact value was found: the best choices in an endless cycle of spins chase one another."


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
    """Return each contestant's chance to win if the mover presses, and if the mover passes.

    With ``method=auto`` the answer is read from a stored table, else exact if that is predicted to fit the limits, else
    estimated, and bounded if even an estimate does not fit, or if there is no exact value because the best choices in
    an endless cycle of spins depend on one another. Predictions may be wrong: a method that takes several times the
    processor time allowed is stopped, and a lesser one tried. ``next_spins`` is another board for the next spins; later
    ones are on ``board``.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
        Unaffordable: too big for the limits; mostly raised before the work starts.
        Unsettled: there is no exact answer, as above, and no bounds either (with dollars at stake, or on a board that
            changes), or ``method`` asks for one.
        Cancelled: ``cancel`` was set.
    """
    limits, cancel = limits or Limits(), cancel or CancelFlag()
    processor = schedule.OVERDUE_AT_LEAST + schedule.OVERDUE * threads() * limits.seconds
    for exactly in (True, False) if limits.method == "auto" else (True,):
        with deadline(cancel, math.inf, processor) as overdue:
            try:
                question = ask(position, board, rules or Rules(), limits, next_spins, progress or ignore, overdue)
                return answer_to(question, exactly=exactly)
            except Cancelled:
                cancel.check()
    raise Unaffordable(f"This position takes much longer than the {limits.seconds:g} seconds that it was predicted to.")


def answer_to(question: Question, *, exactly: bool = True, bounds: bool = True) -> SolveResult:
    """Return the answer to a validated question. Raises what ``solve`` raises.

    Args:
        question: the question.
        exactly: with ``method=auto``, try to solve it exactly, not only to read that from a table.
        bounds: allow them as a last resort.
    """
    if game_over(question.position, question.rules):
        return finished_result(question)
    return build_result(question, _find(question, exactly, bounds))


def _find(question: Question, exactly: bool, bounds: bool) -> SolverOutcome:
    """Return what the first way finds that the method allows, fits the limits and settles."""
    method, left = question.limits.method, question.schedule.left
    if method == "bounded":
        return choose((BOUNDS,), left, question)
    if method == "estimated":
        return choose((ESTIMATE,), left, question)
    notes: tuple[str, ...] = ()
    try:
        return choose((STORED, EXACT) if exactly else (STORED,), left, question)
    except Unaffordable as too_big:
        if method == "exact":
            what = f"This position is too big for {question.limits.seconds:g} seconds."
            raise type(too_big)(f"{what} {too_big}") from None
        notes = _why(too_big)
    except Unsettled as unsettled:
        if method == "exact":
            raise
        return _bounds_instead(question, unsettled, bounds)
    try:
        found = choose((ESTIMATE,), left, question)
        return replace(found, notes=(*found.notes, *notes))
    except Unaffordable as refusal:
        return _bounds_instead(question, refusal, bounds)


def _bounds_instead(question: Question, refusal: Exception, allowed: bool) -> SolverOutcome:
    """Return bounds if there is nothing better; raise the refusal if there are none."""
    if question.rules.in_dollars or question.next_spins is not None or not allowed:
        raise refusal
    try:
        found = choose((BOUNDS,), question.schedule.left, question)
    except Unaffordable:
        raise refusal from None
    return replace(found, notes=(*found.notes, *_why(refusal))) if found.method == "bounded" else found


def _why(refusal: Exception) -> tuple[str, ...]:
    """Return a note for a lesser answer, why there is no better one, if it is not its size."""
    if isinstance(refusal, ShortOfMemory):
        return (SHORT_OF_MEMORY,)
    return (UNSETTLED,) if isinstance(refusal, Unsettled) else ()


# The ways are loaded only if used: an answer in the terminal may be computed in less time than that takes.


def _may_be_stored(question: Question) -> bool:
    rules = question.rules
    return not (question.limits.fresh or question.next_spins is not None or rules.unit is None or rules.in_dollars)


def _look_up(question: Question) -> Plan:
    from .stored import stored_answer

    found = stored_answer(question)
    if found is None:
        raise Unaffordable("No table is stored.")
    return Plan(found)


def _read(plan: Plan, question: Question) -> SolverOutcome:
    found: SolverOutcome = plan.work
    return found


def _exact(plan: Plan, question: Question) -> SolverOutcome:
    from .exact import exact

    return exact(question)


def _estimate(plan: Plan, question: Question) -> SolverOutcome:
    from .estimate import estimate

    return estimate(question)


def _bounded(plan: Plan, question: Question) -> SolverOutcome:
    from .bounded import bounded

    return bounded(question)


STORED = Way(_read, _look_up, _may_be_stored)
EXACT = Way(_exact)
ESTIMATE = Way(_estimate)
BOUNDS = Way(_bounded)
