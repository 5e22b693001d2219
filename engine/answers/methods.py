"""The methods that know a question, ranked once, and the answer of the first that fits its limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import partial

from .. import calibration
from ..errors import Cancelled, ShortOfMemory, Unaffordable, Unsettled
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.options import Rules
from ..game.position import Position
from ..game.questions import NextRound
from ..game.rules import game_over
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, Progress, ProgressListener, deadline
from ..solvers.limits import Limits
from ..solvers.score_cap import SLIGHT
from .abstraction import can_be_played_out, of_unit
from .bounded import last_bounds
from .candidate import NO_MEMORY, SHORT_OF_MEMORY, Candidate, Lesser, TooBig, planned
from .estimator import Estimator
from .exact import Exact, rank_exact
from .question import Question, ask
from .result import (
    ActionResult,
    Method,
    SolveResult,
    estimated_action,
    finished_result,
    result_of,
    verdict,
)
from .rough import rough_estimate

TOO_MANY = "It is not exact, as there are too many positions for the time."
UNSETTLED = "No exact value was found: the best choices in an endless cycle of spins chase one another."


def solve(
    position: Position,
    board: Board,
    rules: Rules | None = None,
    limits: Limits | None = None,
    *,
    next_spins: NextSpinsBoard | None = None,
    then: NextRound | None = None,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> SolveResult:
    """Return each contestant's chance to win if the mover presses, and if the mover passes.

    With ``method=auto`` the answer is read from a stored table, else exact if that is predicted to fit the limits, else
    estimated, and bounded if even an estimate does not fit, or if there is no exact value because the best choices in
    an endless cycle of spins depend on one another. Predictions may be wrong: a method that takes several times the
    processor time allowed is stopped, and a lesser one tried. ``next_spins`` is another board for the next spins; later
    ones are on ``board``. ``then`` is what follows a position of round 1: its odds are always estimated.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
        Unaffordable: too big for the limits; mostly raised before the work starts.
        Unsettled: there is no exact answer, as above, and no bounds either (with dollars at stake, or on a board that
            changes), or ``method`` asks for one.
        Cancelled: ``cancel`` was set.
    """
    return answer_to(ask(position, board, rules, limits, next_spins, progress, cancel, then))


def answer_to(
    question: Question, *, exactly: bool = True, bounds: bool = True, estimator: Estimator | None = None
) -> SolveResult:
    """Return the answer to a validated question. Raises what ``solve`` raises.

    Args:
        question: the question.
        exactly: with ``method=auto``, try to solve it exactly, not only to read that from a table.
        bounds: allow them as a last resort.
        estimator: one of the same question, to go on with.
    """
    if game_over(question.position, question.rules):
        return finished_result(question)
    found = _stored(question)
    if found is None:
        only = question.limits.method == "exact"
        late = (schedule.STRETCH if only else schedule.OVERDUE) * question.limits.seconds
        with deadline(question.cancel, max(schedule.OVERDUE_AT_LEAST, late)) as overdue:
            found = first_that_fits(
                question, rank(question, overdue, exactly=exactly, bounds=bounds, estimator=estimator)
            )
    return found


def _stored(question: Question) -> SolveResult | None:
    """Return the answer of a stored table; None if there is none, or it may not be read."""
    limits, rules = question.limits, question.rules
    allowed = limits.method in ("auto", "exact") and not limits.fresh
    if (
        not allowed
        or question.then is not None
        or question.next_spins is not None
        or rules.unit is None
        or rules.in_dollars
    ):
        return None
    # Loading tables takes half as long as loading all methods, and few answers are read from one.
    from .from_table import stored_answer

    return stored_answer(question)


def rank(
    question: Question,
    overdue: CancelFlag | None = None,
    *,
    exactly: bool = True,
    bounds: bool = True,
    estimator: Estimator | None = None,
) -> Iterator[Candidate]:
    """Yield the methods that know a question, the one with the best answer first; each is planned when its turn comes.

    Args:
        question: the question.
        overdue: the flag that stops what is exact, by default the question's.
        exactly: see ``answer_to``, as for the rest.
        bounds: likewise.
        estimator: likewise.

    Raises:
        Unaffordable: endless extra spins make every cap matter.
        Cancelled: the question's flag was set.
    """
    method = question.limits.method
    if question.then is not None:
        yield _played_out(question, estimator)
        return
    if method == "exact" or (method == "auto" and exactly):
        question.listener(Progress("Working out the odds", 0.0))
        try:
            yield from _rank_exact(replace(question, cancel=overdue or question.cancel))
        except Cancelled:
            question.cancel.check()
            yield TooBig(method="exact", name="exact values", reason=Unaffordable("It takes longer than predicted."))
    if method in ("auto", "estimated"):
        yield from _rank_estimates(question, estimator)
    has_bounds = not question.rules.in_dollars and question.next_spins is None
    if method == "bounded" or (method == "auto" and bounds and has_bounds):
        yield Lesser(method="bounded", name="bounds", work=partial(last_bounds, question))


def _rank_exact(question: Question) -> Iterator[Exact | TooBig]:
    play_rules = planned("exact", "exact values", lambda: question.play_rules(question.unit))
    yield from [play_rules] if isinstance(play_rules, TooBig) else rank_exact(question, play_rules)


def _rank_estimates(question: Question, estimator: Estimator | None) -> Iterator[Lesser | TooBig]:
    by_thumb = Lesser(method="estimated", name="rules of thumb", work=partial(rough_estimate, question))
    if can_be_played_out(question):
        yield _played_out(question, estimator)
        many = question.position.spins > calibration.THUMB_SPINS
        if many and question.limits.cells is None:  # rules of thumb have none to limit
            yield by_thumb
        return
    # The last one in plays on against the house for dollars, or on two boards. Rounded boards, from the finest unit to the
    # coarsest, where one is likely to be nearer than rules of thumb.
    for unit in calibration.ROUNDED:
        if question.unit < unit and of_unit(question, unit).chance < calibration.BY_THUMB:
            for exact in rank_exact(question, question.play_rules(unit, SLIGHT)):
                yield replace(exact, method="estimated") if isinstance(exact, TooBig) else _rounded(exact)
    yield by_thumb


def _played_out(question: Question, estimator: Estimator | None) -> Lesser:
    """Return the values of grids of scores, corrected by playouts of the true game. It watches the time itself."""
    going_on = estimator or Estimator(question)

    def work() -> SolveResult:
        time = question.schedule
        # Some of it is reserved, even if other methods have used up the rest.
        seconds = max(schedule.ESTIMATE_AT_LEAST * time.seconds, time.left() - going_on.spent)
        going_on.improve(seconds, question.cancel)
        return going_on.answer()

    return Lesser(method="estimated", name="playouts", work=work)


def _rounded(exact: Exact) -> Lesser:
    """Return the exact values of a board whose sums are rounded to a unit, as an estimate."""

    def estimated(action: ActionResult | None) -> ActionResult | None:
        if action is None:
            return None
        errors, dollars = of_unit(exact.question, exact.play_rules.unit), action.utility or ()
        each = [errors.dollars] * len(dollars) + [errors.chance] * len(action.win)
        return estimated_action((*dollars, *action.win), each)

    def work() -> SolveResult:
        found = exact.solve()
        return result_of(
            exact.question,
            "estimated",
            exact.play_rules,
            estimated(found.press),
            estimated(found.passing),
            found.states,
            found.outcomes,
            ("Estimated with rounded values, as the exact dollar takes too long.",),
        )

    return Lesser(
        method="estimated",
        name=f"{exact.name}, rounded",
        cells=exact.cells,
        bytes=exact.bytes,
        seconds=exact.seconds,
        work=work,
    )


def first_that_fits(question: Question, candidates: Iterable[Candidate]) -> SolveResult:
    """Solve the first candidate that fits the limits and does not give up.

    Returns its outcome, with a note on what ruled out a better method. Raises what ``solve`` raises.
    """
    refusal: Exception = Unaffordable("There is no way to solve it.")
    refused = set[Method]()
    for candidate in candidates:
        if candidate.method == "estimated" and isinstance(refusal, Unsettled):
            continue  # there is no value to estimate
        if candidate.seconds and candidate.seconds > question.schedule.left():
            gave_up: Exception = candidate.refusal
        else:
            try:
                found = candidate.solve()
            except MemoryError:
                gave_up = ShortOfMemory(NO_MEMORY)
            except (Unaffordable, Unsettled) as error:
                error.__context__ = None  # which, as a traceback, would hold on to the memory of what was tried
                gave_up = error.with_traceback(None)
            except Cancelled:
                question.cancel.check()
                gave_up = candidate.refusal
            else:
                if candidate.method == "bounded" and isinstance(refusal, Unsettled):
                    # However near the bounds are, by the definition there is no value.
                    proven = verdict(found.press, found.passing, found.mover_seat, proven=True)
                    found = replace(found, method="bounded", **proven._asdict())
                notes = (*found.notes, *_why_not_better(refusal, refused, found.method))
                return replace(found, notes=tuple(dict.fromkeys(notes)))
        refused.add(candidate.method)
        # That memory is short says more than that the next is too big, and a refusal of estimates more than one of bounds.
        bounds_instead = candidate.method == "bounded" and question.limits.method != "bounded"
        if isinstance(refusal, ShortOfMemory) or bounds_instead:
            continue
        if candidate.method == "exact" or isinstance(gave_up, Unaffordable):
            refusal = gave_up
    raise _in_words(question, refusal)


def _why_not_better(refusal: Exception, refused: AbstractSet[Method], method: Method) -> tuple[str, ...]:
    """Explain why a lesser answer is given than might be, if one was refused."""
    if method != "exact" and isinstance(refusal, ShortOfMemory):
        return (SHORT_OF_MEMORY,)
    if method == "exact" or "exact" not in refused:
        return ()
    if isinstance(refusal, Unsettled):
        return (UNSETTLED,) if method == "bounded" else ()
    return (TOO_MANY,)


def _in_words(question: Question, refusal: Exception) -> Exception:
    """Return the error to raise if no method gives an answer."""
    method, seconds = question.limits.method, question.limits.seconds
    if method == "bounded" or isinstance(refusal, Unsettled):
        return refusal
    kind = ShortOfMemory if isinstance(refusal, ShortOfMemory) else Unaffordable
    what = "is too big for" if method == "exact" else "cannot even be estimated in"
    return kind(f"This position {what} {seconds:g} second{'' if seconds == 1 else 's'}. {refusal}")
