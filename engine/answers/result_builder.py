"""A solver's outcome, and the result built from it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, overload

from .. import calibration
from ..game.options import Rules
from ..game.rules import PlayRules
from ..game.spin import anywhere, landings
from ..solvers.ply import TOLERANCE, Best, Outcomes, Vector, end_value, first_best, triple
from ..version import ENGINE_VERSION
from .question import Question
from .result import ActionResult, Method, OutcomeEffect, SolveResult

_ALIKE_PLACES = 9  # decimal places of a payoff by which outcomes are ordered


@dataclass(frozen=True, slots=True)
class SolverOutcome:
    """The outcome of a solver.

    Attributes:
        method: the method that found it. play_rules: the rules, unit and cap it used.
        press, passing: None where the action is not allowed.
        states: positions computed.
        outcomes: those of the next spin; empty if not known.
        notes: sentences about what was simplified.
    """

    method: Method
    play_rules: PlayRules
    press: ActionResult | None
    passing: ActionResult | None
    states: int
    outcomes: tuple[OutcomeEffect, ...] = ()
    notes: tuple[str, ...] = ()


def build_result(question: Question, found: SolverOutcome) -> SolveResult:
    """Return the public result of a solver's outcome."""
    press, passing = (_in_dollars(action, question.rules) for action in (found.press, found.passing))
    found_verdict = verdict(press, passing, question.position.mover_seat, proven=found.method == "bounded")
    play_rules = found.play_rules
    return SolveResult(
        position=question.position.notation,
        board=question.board.id,
        rules=question.rules.options(),
        next_spins=None if question.next_spins is None else (question.next_spins.board.id, question.next_spins.spins),
        unit=play_rules.unit,
        cap=play_rules.cap,
        method=found.method,
        press=press,
        passing=passing,
        **found_verdict._asdict(),
        states=found.states,
        seconds=time.perf_counter() - question.started,
        engine=ENGINE_VERSION,
        outcomes=found.outcomes,
        notes=(*_notes(play_rules), *found.notes),
    )


def _in_dollars(action: ActionResult | None, rules: Rules) -> ActionResult | None:
    """Return the action with its expected winnings: its utility less the value of the win itself."""
    if action is None or action.utility is None:
        return action
    extra = rules.win_worth if rules.goal == "blend" else 0
    return replace(action, money=triple(v - extra * p for v, p in zip(action.utility, action.win, strict=True)))


def finished_result(question: Question) -> SolveResult:
    """Return the result where all but one are out: the last one in has won, whatever the spins bring (rules 1.9)."""
    position, rules = question.position, question.seated_rules
    play_rules = PlayRules(rules, question.unit, rules.cap or max(c.score for c in position.contestants))
    action = exact_action(end_value(position, rules), calibration.DOUBLE_ROUNDING)
    note = "The other two contestants are out, so the game is won already."
    return build_result(question, SolverOutcome("exact", play_rules, action, None, 1, notes=(note,)))


@overload
def exact_action(value: Vector, rounding: float) -> ActionResult: ...
@overload
def exact_action(value: Vector | None, rounding: float) -> ActionResult | None: ...
def exact_action(value: Vector | None, rounding: float) -> ActionResult | None:
    """Return an exact action from payoffs by seat: chances to win, after the dollars if dollars are at stake.

    None if there is no action.
    """
    if value is None:
        return None
    win = triple(min(1.0, max(0.0, v)) for v in value[-3:])
    return ActionResult(
        win,
        triple(max(0.0, v - rounding) for v in win),
        triple(min(1.0, v + rounding) for v in win),
        None,
        utility=triple(value[:3]) if len(value) > 3 else None,
    )


def estimated_action(value: Vector, error: Iterable[float]) -> ActionResult:
    """Return an estimated action from payoffs and the standard error of each; see ``exact_action``."""
    errors = tuple(error)
    win, spread = value[-3:], triple(errors[-3:])
    return ActionResult(
        triple(min(1.0, max(0.0, v)) for v in win),
        triple(min(1.0, max(0.0, v - 2 * e)) for v, e in zip(win, spread, strict=True)),
        triple(max(0.0, min(1.0, v + 2 * e)) for v, e in zip(win, spread, strict=True)),
        spread,
        utility=triple(value[:3]) if len(value) > 3 else None,
        utility_error=triple(errors[:3]) if len(value) > 3 else None,
    )


class Verdict(NamedTuple):
    """The better action for the mover, as in ``SolveResult``."""

    best: Best | None
    margin: float | None
    too_close: bool
    proven_margin: tuple[float, float] | None = None


def verdict(
    press: ActionResult | None, passing: ActionResult | None, mover_seat: int, *, proven: bool = False
) -> Verdict:
    """Return the verdict on two actions; on proven intervals only if it is certain."""
    if press is None or passing is None:
        return Verdict("pass" if press is None else "press", None, False)
    if proven:
        return _proven_verdict(press, passing, mover_seat)
    in_dollars = press.utility is not None
    chosen = first_best((press, passing), lambda action: action.worth(mover_seat), TOLERANCE[in_dollars])
    best: Best = "press" if chosen is press else "pass"
    margin = abs(press.worth(mover_seat) - passing.worth(mover_seat))
    if in_dollars:
        errors = [action.utility_error[mover_seat] for action in (press, passing) if action.utility_error is not None]
        return Verdict(best, margin, margin < 2 * sum(errors))
    rest = passing if chosen is press else press
    # Equal values are a tie, unless they are only the middles of wide intervals.
    level = margin == 0 and chosen.high[mover_seat] - chosen.low[mover_seat] < 1e-4
    overlap = rest.high[mover_seat] >= chosen.low[mover_seat] and not level
    return Verdict(best, margin, overlap)


def _proven_verdict(press: ActionResult, passing: ActionResult, seat: int) -> Verdict:
    """Return the verdict that two intervals prove, if they do; pressing comes first among equals."""
    if passing.low[seat] > press.high[seat] + TOLERANCE[False]:
        best: Best = "pass"
        chosen, rest = passing, press
    elif passing.high[seat] <= press.low[seat] + TOLERANCE[False]:
        best, chosen, rest = "press", press, passing
    else:
        return Verdict(None, None, True)
    least, most = chosen.low[seat] - rest.high[seat], chosen.high[seat] - rest.low[seat]
    return Verdict(best, None, False, (max(0.0, least), max(0.0, most)))


def outcomes_of(question: Question, play_rules: PlayRules, found: Outcomes) -> tuple[OutcomeEffect, ...]:
    """Return the outcomes of the next spin, worst first; slides with the same text are joined.

    Outcomes worth the same are in the order of their labels: the last places of a figure, which differ from one
    processor to the next, do not decide.
    """
    if not found:
        return ()
    rows: dict[tuple[str, str, int | None], list[float]] = {}
    mover_seat = question.position.mover_seat
    board = question.board if question.next_spins is None else question.next_spins.board
    rules = play_rules.rules.at(question.position.spins).for_seat(mover_seat)
    for landing in landings(board, rules, play_rules.unit):
        slide = landing.slide
        amount = slide.amount if slide.amount is not None else slide.value
        after = found.get(landing.options) or found[anywhere(landing.options)]  # kernels need not tell squares apart
        row = rows.setdefault((slide.text, slide.kind, amount), [0.0] * (1 + len(after)))
        chance = float(landing.chance)
        row[0] += chance
        for index, value in enumerate(after, 1):
            row[index] += chance * value
    effects = [
        OutcomeEffect(
            *words, p, triple(v / p for v in sums[-3:]), triple(v / p for v in sums[:3]) if sums[3:] else None
        )
        for words, (p, *sums) in rows.items()
    ]
    return tuple(sorted(effects, key=lambda e: (round((e.utility or e.win)[mover_seat], _ALIKE_PLACES), e.label)))


def _notes(play_rules: PlayRules) -> tuple[str, ...]:
    notes = []
    if play_rules.unit > 1:
        notes.append(f"Board values are rounded to multiples of ${play_rules.unit:,}.")
    if (outcomes := play_rules.rules.reduce) is not None:
        least = play_rules.rules.reduce_from
        when = "" if least <= 1 else f" while {least} spins or more are left"
        notes.append(f"The board is reduced to {outcomes} outcomes of a spin{when}.")
    if play_rules.rules.cap is not None:
        notes.append(f"Scores stop growing at ${play_rules.cap:,}.")
    return tuple(notes)
