"""Better and better answers to one question, and the combination of two, so that no figure ever becomes less certain.

Estimates of one question have much in common (grids, the choices made on them), though how much is not known. The best
combination that holds whatever they have in common is the more certain one, figure by figure (covariance intersection
of two numbers). The three chances to win are then made to add up to 1 again, each moved in proportion to its variance.
Proven intervals are intersected, and an estimate is confined to them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace

from ..errors import Cancelled, Unaffordable, Unsettled
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.options import Rules
from ..game.position import SEATS, Position
from ..game.rules import game_over
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, ProgressListener, deadline, ignore
from ..solvers.limits import Limits
from ..solvers.ply import Triple, triple
from .bounded import narrowing
from .exact import predicted_seconds
from .methods import answer_to, solve
from .question import Question, ask
from .result import ActionResult, Method, OutcomeEffect, SolveResult, build_result, verdict
from .rough import rough_estimate

MIXED = "Figures that an earlier estimate knew better were kept."
WORTH_SHOWING = 0.05  # a standard error, in probability
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
    return _widest_error(found) > WORTH_SHOWING


def _widest_error(found: SolveResult) -> float:
    """Return the largest standard error of an answer: 0 for an exact one; bounds have none to compare."""
    if found.method == "bounded":
        return math.inf
    actions = [action for action in (found.press, found.passing) if action is not None]
    return max((max(action.standard_error) for action in actions if action.standard_error is not None), default=0.0)


# -- the best of two answers -------------------------------------------------------------------


def combine(known: SolveResult, found: SolveResult) -> SolveResult:
    """Return the best of both answers: no figure's error, nor that of the margin, is larger than in either of them.

    If ``found`` adds nothing, this is ``known`` itself. The rest of the answer (unit, notes, time) is that of the one
    that is more certain of the mover's figures.
    """
    if _choices(known) != _choices(found):
        return known
    better = found.margin_error < known.margin_error
    if "exact" in (known.method, found.method):
        if known.method == found.method == "exact":
            main, other = (found, known) if better and _finer_everywhere(found, known) else (known, found)
        else:
            main, other = (found, known) if found.method == "exact" else (known, found)
        return _with_outcomes(main, other)
    main, other = (found, known) if better else (known, found)
    method, press, passing = _both(main, other)
    for one, its in ((main, other), (other, main)):
        if (press, passing) == (one.press, one.passing):
            return _with_outcomes(one, its)
    said = verdict(press, passing, known.mover_seat, proven=method == "bounded")
    source = other if main.method == "bounded" != method else main  # an estimate's figures have an estimate's notes
    notes = source.notes if MIXED in source.notes else (*source.notes, MIXED)
    mixed = replace(
        main,
        method=method,
        press=press,
        passing=passing,
        **said._asdict(),
        notes=notes,
        outcomes=_moved(main.outcomes, main.press, press),
        outcomes_error=_outcomes_error(main) if main.outcomes else None,
    )
    return _with_outcomes(mixed, other)


def _choices(result: SolveResult) -> tuple[bool, bool]:
    return result.press is not None, result.passing is not None


def _pairs(one: SolveResult, other: SolveResult) -> list[tuple[ActionResult, ActionResult]]:
    pairs = ((one.press, other.press), (one.passing, other.passing))
    return [(mine, its) for mine, its in pairs if mine is not None and its is not None]


def _finer_everywhere(one: SolveResult, other: SolveResult) -> bool:
    return all(mine.chance_error(seat) <= its.chance_error(seat) for mine, its in _pairs(one, other) for seat in SEATS)


def _both(main: SolveResult, other: SolveResult) -> tuple[Method, ActionResult | None, ActionResult | None]:
    """Return the method and both actions of two answers, neither of which is exact."""
    proven = (main.method == "bounded", other.method == "bounded")
    if any(proven):
        actions = [_intersected(mine, its, proven) for mine, its in _pairs(main, other)]
        if proven[0] != proven[1]:  # an estimate that narrows no bounds is not needed
            sure = [mine if proven[0] else its for mine, its in _pairs(main, other)]
            if all((a.low, a.high) == (b.low, b.high) for a, b in zip(actions, sure, strict=True)):
                actions = sure
    else:
        out = [contestant.out for contestant in Position.parse(main.position).contestants]
        actions = [_surer(mine, its, out) for mine, its in _pairs(main, other)]
    press = actions[0] if main.press is not None else None
    passing = actions[-1] if main.passing is not None else None
    return ("bounded" if all(proven) else "estimated"), press, passing


def _surer(main: ActionResult, other: ActionResult, out: Sequence[bool]) -> ActionResult:
    """Return each figure from the estimate that is more certain of it; ``out`` says whose chance is 0 for certain."""
    taken = [other if other.chance_error(seat) < main.chance_error(seat) else main for seat in SEATS]
    money, utility, utility_error = main.money, main.utility, main.utility_error
    if main.utility is not None and other.utility is not None:
        from_other = [other.off(seat) < main.off(seat) for seat in SEATS]
        money, utility, utility_error = (
            _picked(mine, its, from_other)
            for mine, its in (
                (main.money, other.money),
                (main.utility, other.utility),
                (main.utility_error, other.utility_error),
            )
        )
    if all(one is main for one in taken):
        return replace(main, money=money, utility=utility, utility_error=utility_error)
    figures = [
        _Figure(one.win[seat], 0.0 if out[seat] else one.chance_error(seat))
        for seat, one in zip(SEATS, taken, strict=True)
    ]
    wins = _adding_up(figures)
    errors = [figure.error for figure in figures]
    return ActionResult(
        triple(wins),
        triple(max(0.0, win - error) for win, error in zip(wins, errors, strict=True)),
        triple(min(1.0, win + error) for win, error in zip(wins, errors, strict=True)),
        triple(error / 2 for error in errors),
        money,
        utility,
        utility_error,
    )


@dataclass(frozen=True, slots=True)
class _Figure:
    win: float
    error: float


def _adding_up(figures: list[_Figure]) -> list[float]:
    """Return the chances moved so that they add up to 1, each in proportion to its variance."""
    excess = sum(figure.win for figure in figures) - 1
    variance = sum(figure.error**2 for figure in figures)
    share = excess / variance if variance else 0.0
    return [min(1.0, max(0.0, figure.win - share * figure.error**2)) for figure in figures]


def _picked(mine: Triple | None, its: Triple | None, from_other: list[bool]) -> Triple | None:
    if mine is None or its is None:
        return mine
    return triple(b if other else a for a, b, other in zip(mine, its, from_other, strict=True))


def _intersected(main: ActionResult, other: ActionResult, proven: tuple[bool, bool]) -> ActionResult:
    """Return the intersection of intervals of which at least one is proven."""
    found: list[tuple[float, float, float]] = []
    for seat in SEATS:
        low, high = max(main.low[seat], other.low[seat]), min(main.high[seat], other.high[seat])
        if low > high:  # the estimate is wrong, or two bounds meet except for rounding
            sure = main if proven[0] else other
            found.append((sure.win[seat], sure.low[seat], sure.high[seat]))
            continue
        win = (low + high) / 2
        if not all(proven):
            guess = min(high, max(low, (other if proven[0] else main).win[seat]))
            least = min(main.chance_error(seat), other.chance_error(seat))
            win = guess if max(high - guess, guess - low) <= least else win
        found.append((win, low, high))
    wins, lows, highs = (triple(column) for column in zip(*found, strict=True))
    errors = None if all(proven) else triple((high - low) / 4 for low, high in zip(lows, highs, strict=True))
    return ActionResult(wins, lows, highs, errors)


def _with_outcomes(main: SolveResult, other: SolveResult) -> SolveResult:
    """Return ``main`` with the outcomes of the next spin of the answer that is more certain of them."""
    if not other.outcomes or other.press is None or main.press is None:
        return main
    error = _outcomes_error(other)
    if main.outcomes and _outcomes_error(main) <= error:
        return main
    return replace(main, outcomes=_moved(other.outcomes, other.press, main.press), outcomes_error=error)


def _outcomes_error(result: SolveResult) -> float:
    if result.outcomes_error is not None or result.press is None:
        return result.outcomes_error or 0.0
    return result.press.off(result.mover_seat)


def _moved(
    outcomes: Iterable[OutcomeEffect], before: ActionResult | None, after: ActionResult | None
) -> tuple[OutcomeEffect, ...]:
    """Return the outcomes moved so that their mean is the present worth of pressing."""
    if before is None or after is None:
        return tuple(outcomes)
    by = [now - then for now, then in zip(after.win, before.win, strict=True)]
    dollars = (
        None
        if after.utility is None or before.utility is None
        else [now - then for now, then in zip(after.utility, before.utility, strict=True)]
    )
    return tuple(
        replace(
            outcome,
            win=triple(min(1.0, max(0.0, win + d)) for win, d in zip(outcome.win, by, strict=True)),
            utility=outcome.utility
            if outcome.utility is None or dollars is None
            else triple(value + d for value, d in zip(outcome.utility, dollars, strict=True)),
        )
        for outcome in outcomes
    )
