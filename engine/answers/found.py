"""What a way to the answer hands over, and the answer made of it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from engine.answers.question import Question
from engine.game.board import Board
from engine.game.position import SEATS
from engine.game.rules import Table
from engine.game.spin import landings
from engine.solve.cubes import DOUBLE_ROUNDING
from engine.solve.ply import Ply, Vector, end_value
from engine.solve.result import ActionResult, Best, Method, OutcomeEffect, SolveResult, Triple
from engine.version import ENGINE_VERSION


@dataclass(frozen=True, slots=True)
class Found:
    """An answer as a way to it finds it.

    Attributes:
        method: how it is known. table: rules, unit and cap that were counted with.
        press, passing: None where the action is not allowed.
        states: positions computed.
        outcomes: the next spin; empty where it is not known.
        notes: sentences about what was simplified.
    """

    method: Method
    table: Table
    press: ActionResult | None
    passing: ActionResult | None
    states: int
    outcomes: tuple[OutcomeEffect, ...] = ()
    notes: tuple[str, ...] = ()


def answer(question: Question, found: Found) -> SolveResult:
    """The answer as everybody sees it."""
    best, margin, too_close = verdict(found.press, found.passing, question.position.up)
    table = found.table
    return SolveResult(
        position=question.position.notation,
        board=question.board.id,
        rules=question.rules.options(),
        unit=table.unit,
        cap=table.cap,
        method=found.method,
        press=found.press,
        passing=found.passing,
        best=best,
        margin=margin,
        too_close=too_close,
        states=found.states,
        seconds=time.perf_counter() - question.started,
        engine=ENGINE_VERSION,
        outcomes=found.outcomes,
        notes=(*_notes(table), *found.notes),
    )


def already_over(question: Question) -> SolveResult:
    """All but one are out: the last one in has won, whatever he does with his spins (rules 1.9)."""
    position, rules = question.position, question.rules
    table = Table(rules, question.unit, rules.cap or max(c.score for c in position.contestants))
    action = known(end_value(position, rules), DOUBLE_ROUNDING)
    note = "The other two contestants are out, so the game is won already."
    return answer(question, Found("exact", table, action, None, 1, notes=(note,)))


def known(value: Vector, rounding: float) -> ActionResult:
    """An exact action's figures; with ``goal=money`` the chances to win come after the money."""
    win = triple(min(1.0, max(0.0, v)) for v in value[-3:])
    return ActionResult(
        win,
        triple(max(0.0, v - rounding) for v in win),
        triple(min(1.0, v + rounding) for v in win),
        None,
        triple(value[:3]) if len(value) > 3 else None,
    )


def estimated(value: Vector, error: Iterable[float]) -> ActionResult:
    """An estimated action's figures, with its standard errors by seat."""
    win, spread = value[-3:], triple(error)
    return ActionResult(
        triple(min(1.0, max(0.0, v)) for v in win),
        triple(min(1.0, max(0.0, v - 2 * e)) for v, e in zip(win, spread, strict=True)),
        triple(max(0.0, min(1.0, v + 2 * e)) for v, e in zip(win, spread, strict=True)),
        spread,
        triple(value[:3]) if len(value) > 3 else None,
    )


def triple(values: Iterable[float]) -> Triple:
    """Three numbers, one for each seat."""
    a, b, c = values
    return a, b, c


def verdict(press: ActionResult | None, passing: ActionResult | None, up: int) -> tuple[Best, float | None, bool]:
    """(best, margin, too_close) for the seat that is up."""
    if press is None or passing is None:
        return ("pass" if press is None else "press"), None, False
    if press.money is not None and passing.money is not None:
        # Of money only the figures themselves are known, not an interval.
        mine, other = press.money[up], passing.money[up]
        return ("pass" if other > mine + 1e-8 else "press"), abs(mine - other), False
    mine, other = press.win[up], passing.win[up]
    best: Best = "pass" if other > mine + 1e-12 else "press"
    chosen, rest = (press, passing) if best == "press" else (passing, press)
    # Figures that are exactly level are a tie, unless they are only the middles of wide intervals.
    level = mine == other and chosen.high[up] - chosen.low[up] < 1e-4
    overlap = rest.high[up] >= chosen.low[up] and not level
    return best, abs(mine - other), overlap


def outcomes_of(board: Board, table: Table, ply: Ply, up: int) -> tuple[OutcomeEffect, ...]:
    """The next spin slide by slide, slides with the same words joined, worst first."""
    if ply.press is None:
        return ()
    rows: dict[tuple[str, str, int | None], list[float]] = {}
    for landing in landings(board, table.rules, table.unit):
        slide = landing.slide
        amount = slide.amount if slide.amount is not None else slide.value
        row = rows.setdefault((slide.text, slide.kind, amount), [0.0, 0.0, 0.0, 0.0])
        chance = float(landing.chance)
        row[0] += chance
        for seat in SEATS:
            row[1 + seat] += chance * ply.after(landing.options)[-3:][seat]
    effects = [
        OutcomeEffect(label, kind, amount, p, (a / p, b / p, c / p))
        for (label, kind, amount), (p, a, b, c) in rows.items()
    ]
    return tuple(sorted(effects, key=lambda e: (e.win[up], e.label)))


def _notes(table: Table) -> tuple[str, ...]:
    notes = []
    if table.unit > 1:
        notes.append(f"Board values are rounded to multiples of ${table.unit:,}.")
    if table.rules.cap is not None:
        notes.append(f"Scores stop growing at ${table.cap:,}.")
    return tuple(notes)
