"""The combination of two answers to one question, so that no figure that was shown ever becomes less certain.

Estimates of one question have much in common (grids, the choices made on them), though how much is not known. The best
combination that holds whatever they have in common is the more certain one, figure by figure (covariance intersection
of two numbers). The three chances to win are then made to add up to 1 again, each moved in proportion to its variance.
Proven intervals are intersected, and an estimate is confined to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..game.position import SEATS, Position
from ..solvers.ply import Triple, triple
from .result import ActionResult, Method, OutcomeEffect, SolveResult, verdict

MIXED = "Figures that an earlier estimate knew better were kept."


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


def chance_error(action: ActionResult, seat: int) -> float:
    """Return the error of a chance to win."""
    return max(action.high[seat] - action.win[seat], action.win[seat] - action.low[seat], 0.0)


def _choices(result: SolveResult) -> tuple[bool, bool]:
    return result.press is not None, result.passing is not None


def _pairs(one: SolveResult, other: SolveResult) -> list[tuple[ActionResult, ActionResult]]:
    pairs = ((one.press, other.press), (one.passing, other.passing))
    return [(mine, its) for mine, its in pairs if mine is not None and its is not None]


def _finer_everywhere(one: SolveResult, other: SolveResult) -> bool:
    return all(
        chance_error(mine, seat) <= chance_error(its, seat) for mine, its in _pairs(one, other) for seat in SEATS
    )


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
    taken = [other if chance_error(other, seat) < chance_error(main, seat) else main for seat in SEATS]
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
        _Figure(one.win[seat], 0.0 if out[seat] else chance_error(one, seat))
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
            least = min(chance_error(main, seat), chance_error(other, seat))
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
