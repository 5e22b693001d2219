"""Chooses a way to the answer under given limits, and puts the answer together."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.errors import BoardError, RulesError, Unaffordable
from engine.game.board import Board
from engine.game.options import Rules
from engine.game.position import SEATS, Position
from engine.game.rules import Table, legal_actions, payoff
from engine.game.spin import landings
from engine.solve.ceiling import ceiling
from engine.solve.flag import CancelFlag, Progress, ProgressListener, ignore
from engine.solve.result import ActionResult, Best, OutcomeEffect, SolveResult, Triple
from engine.solve.sparse import Sparse
from engine.version import ENGINE_VERSION

METHODS = ("auto", "exact", "bounded", "estimated")
ROUNDING = 1e-10  # what double precision leaves open in an exact answer
UNITS = (1, 250, 500, 1000, 2000)  # tried in this order when the unit is auto
STATES_PER_SECOND = 400_000  # of a graph with all its lanes, on a slow machine
BUDGETS = {1: 0.25}  # part of the budget that a unit may use; the rest is for coarser ones


@dataclass(frozen=True, slots=True)
class Limits:
    """What an answer may cost.

    Attributes:
        seconds: about how long it may take.
        memory_bytes: the most memory for the solver's tables.
        unit: dollars to round board values to; None leaves it to the rules.
        method: ``auto`` or one of the three kinds of answer.
    """

    seconds: float = 10.0
    memory_bytes: int = 2 * 2**30
    unit: int | None = None
    method: str = "auto"


def solve(
    position: Position,
    board: Board,
    rules: Rules | None = None,
    limits: Limits | None = None,
    *,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> SolveResult:
    """Each contestant's chance to win if the one up presses and if he passes.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
        Unaffordable: too big for the limits; said before the work starts.
        Cancelled: ``cancel`` was set.
    """
    started = time.perf_counter()
    rules = rules or Rules()
    limits = limits or Limits()
    cancel = cancel or CancelFlag()
    listener = _calm(progress or ignore)
    position.validate()
    if not board.complete:
        raise BoardError(f"The board {board.id} is not complete: some of its slides are not documented.", field="board")
    if limits.method not in METHODS:
        raise RulesError(f"The method is one of {', '.join(METHODS)}.", field="method")
    if limits.unit is not None:
        if limits.unit < 1:
            raise RulesError("The unit must be at least $1.", field="unit")
        rules = replace(rules, unit=limits.unit)
    if position.over:
        return _already_over(position, board, rules, started)
    sparse = _affordable(position, board, rules, limits, cancel, listener)
    sparse.solve(listener)
    return _exact(position, board, rules, sparse, started)


def _affordable(
    position: Position, board: Board, rules: Rules, limits: Limits, cancel: CancelFlag, listener: ProgressListener
) -> Sparse:
    """The graph at the finest unit that fits."""
    units = UNITS if rules.unit is None else (rules.unit,)
    budget = int(limits.seconds * STATES_PER_SECOND)
    refusal: Unaffordable | None = None
    for unit in units:
        listener(Progress("Listing the positions that can follow", 0.0))
        try:
            cap = rules.cap if rules.cap is not None else ceiling(position, board, rules, unit)
            table = Table(rules, unit, cap)
            part = BUDGETS.get(unit, 1.0) if rules.unit is None else 1.0
            return Sparse(position, board, table, budget=int(budget * part), memory=limits.memory_bytes, cancel=cancel)
        except Unaffordable as too_big:
            refusal = too_big
    raise Unaffordable(f"This position is too big for {limits.seconds:g} seconds. {refusal}")


def _exact(position: Position, board: Board, rules: Rules, sparse: Sparse, started: float) -> SolveResult:
    money = rules.goal == "money"
    up = position.up
    may_press = bool(sparse.arrays[sparse.root_frame][6][sparse.root])
    press = _action(sparse.press_value(), money) if may_press else None
    passing = None
    passes = sparse.pass_values()
    if passes:
        best_pass = max(v[up] for v in passes)
        tolerance = 1e-8 if money else 1e-12
        passing = _action(next(v for v in passes if v[up] >= best_pass - tolerance), money)
    best, margin, too_close = verdict(press, passing, up, money)
    return SolveResult(
        position=position.notation,
        board=board.id,
        rules=rules.options(),
        unit=sparse.table.unit,
        cap=sparse.table.cap,
        method="exact",
        press=press,
        passing=passing,
        best=best,
        margin=margin,
        too_close=too_close,
        states=sparse.states,
        seconds=time.perf_counter() - started,
        engine=ENGINE_VERSION,
        outcomes=_outcomes(board, sparse) if may_press else (),
        notes=_notes(sparse.table),
    )


def _action(value: Triple, money: bool) -> ActionResult:
    if money:
        spread = tuple(ROUNDING * max(1.0, abs(v)) for v in value)
        return ActionResult(value, _shift(value, spread, -1), _shift(value, spread, 1), money=value)
    return ActionResult(
        value,
        _triple(max(0.0, v - ROUNDING) for v in value),
        _triple(min(1.0, v + ROUNDING) for v in value),
    )


def _shift(value: Triple, spread: tuple[float, ...], sign: int) -> Triple:
    return _triple(v + sign * s for v, s in zip(value, spread, strict=True))


def _triple(values) -> Triple:  # type: ignore[no-untyped-def]
    a, b, c = values
    return a, b, c


def verdict(
    press: ActionResult | None, passing: ActionResult | None, up: int, money: bool
) -> tuple[Best, float | None, bool]:
    """(best, margin, too_close) for the seat that is up."""
    if press is None or passing is None:
        return ("pass" if press is None else "press"), None, False
    mine, other = (press.money, passing.money) if money else (press.win, passing.win)
    assert mine is not None
    assert other is not None
    tolerance = 1e-8 if money else 1e-12
    best: Best = "pass" if other[up] > mine[up] + tolerance else "press"
    chosen, rest = (press, passing) if best == "press" else (passing, press)
    overlap = rest.high[up] >= chosen.low[up] and abs(mine[up] - other[up]) > 0
    return best, abs(mine[up] - other[up]), overlap


def _outcomes(board: Board, sparse: Sparse) -> tuple[OutcomeEffect, ...]:
    """The next spin slide by slide, slides with the same words joined, worst first."""
    up = sparse.position.up
    rows: dict[tuple[str, str, int | None], list[float]] = {}
    known: dict[object, Triple] = {}
    for landing in landings(board, sparse.table.rules, sparse.table.unit):
        if landing.options not in known:
            known[landing.options] = sparse.chosen(landing.options)[1]
        slide = landing.slide
        amount = slide.amount if slide.amount is not None else slide.value
        row = rows.setdefault((slide.text, slide.kind, amount), [0.0, 0.0, 0.0, 0.0])
        chance = float(landing.chance)
        row[0] += chance
        for seat in SEATS:
            row[1 + seat] += chance * known[landing.options][seat]
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


def _already_over(position: Position, board: Board, rules: Rules, started: float) -> SolveResult:
    """All but one are out: the last one in has won, whatever he does with his spins (rules 1.9)."""
    a, b, c = (float(x) for x in payoff(position, rules))
    assert not legal_actions(position, rules)
    unit = rules.unit or 1
    action = _action((a, b, c), rules.goal == "money")
    return SolveResult(
        position.notation, board.id, rules.options(), unit, rules.cap or 0, "exact", action, None, "press", None,
        False, 1, time.perf_counter() - started, ENGINE_VERSION, (),
        ("The other two contestants are out, so the game is won already.",),
    )  # fmt: skip


def _calm(listener: ProgressListener) -> Callable[[Progress], None]:
    """Passes on at most ten reports a second, so that listeners may be slow."""
    last = -1.0

    def report(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= 0.1:
            last = now
            listener(progress)

    return report
