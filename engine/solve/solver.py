"""Chooses a way to the answer under given limits, and puts the answer together."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine.errors import BoardError, RulesError, Unaffordable, Unsettled
from engine.game.board import Board
from engine.game.options import Rules
from engine.game.position import SEATS, Position
from engine.game.rules import Table
from engine.game.spin import landings
from engine.solve.ceiling import ceiling
from engine.solve.cubes import DOUBLE_ROUNDING, Cubes, suits
from engine.solve.flag import CancelFlag, Progress, ProgressListener, ignore
from engine.solve.ply import Ply, Vector, end_value
from engine.solve.result import ActionResult, Best, OutcomeEffect, SolveResult, Triple
from engine.solve.sparse import Sparse
from engine.version import ENGINE_VERSION

METHODS = ("auto", "exact", "bounded", "estimated")

# Units tried when the rules leave them open, finest first, with the standard error that rounding
# the board's values brings with one spin left and with more: root mean square of the worst of six
# chances against the exact dollar. With one spin a true tie may hang on $50, so it is the larger.
# Measured by benchmarks/units.py over 15 positions with one spin and (each takes a quarter of a
# minute, so few could be had) 7 with two or three; rounded up.
UNITS = {1: (0.0, 0.0), 250: (0.0065, 0.002), 500: (0.017, 0.012), 1000: (0.094, 0.08), 2000: (0.094, 0.08)}

# What a second buys on a slow machine: states of a graph, cells of a cube.
STATES_PER_SECOND = 300_000
CELLS_PER_SECOND = 40_000_000
DOLLAR_STATES = 2_000_000  # with one spin left, a graph to the exact dollar is tried up to here
THREADS = 2


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


@dataclass(frozen=True, slots=True)
class _Solved:
    """What any kernel hands over: the root's actions, and how well they are known."""

    ply: Ply
    table: Table
    states: int
    rounding: float


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
        Unsettled: choices in an endless cycle of spins chase one another; there is no exact answer.
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
    solved = _solved(position, board, rules, limits, cancel, listener)
    return _answer(position, board, solved, started)


def _solved(
    position: Position, board: Board, rules: Rules, limits: Limits, cancel: CancelFlag, listener: ProgressListener
) -> _Solved:
    """The answer at the finest unit that fits the limits."""
    refusal: Unaffordable | None = None
    for unit in UNITS if rules.unit is None else (rules.unit,):
        if rules.unit is None and unit == 1 and position.spins > 1 and limits.method != "exact":
            continue  # fifty times the states of the next unit: never affordable
        if rules.unit is None and limits.method == "exact" and unit > 1:
            break
        listener(Progress("Listing the positions that can follow", 0.0))
        try:
            cap = rules.cap if rules.cap is not None else ceiling(position, board, rules, unit)
            return _at_unit(position, board, Table(rules, unit, cap), limits, cancel, listener)
        except Unaffordable as too_big:
            refusal = too_big
    raise Unaffordable(f"This position is too big for {limits.seconds:g} seconds. {refusal}")


def _at_unit(
    position: Position, board: Board, table: Table, limits: Limits, cancel: CancelFlag, listener: ProgressListener
) -> _Solved:
    """The way that suits the position: a graph of states for few, cubes for many."""
    holders = sum(1 for seat in SEATS if position.contestants[seat].spins)
    with_cubes = suits(board, table) and (table.unit > 1 or table.rules.unit is not None)
    budget = int(limits.seconds * STATES_PER_SECOND)
    if table.rules.unit is None and table.unit == 1 and limits.method != "exact":
        budget = min(budget, DOLLAR_STATES)
    if with_cubes and holders > 1:
        try:
            return _from_cubes(position, board, table, limits, cancel, listener)
        except Unsettled:
            # Cubes give up a whole line where one assignment of Whammies does not settle; a graph does not.
            return _from_graph(position, board, table, budget, limits, cancel, listener)
    try:
        return _from_graph(position, board, table, budget, limits, cancel, listener)
    except Unaffordable:
        if not with_cubes:
            raise
        return _from_cubes(position, board, table, limits, cancel, listener)


def _from_graph(
    position: Position,
    board: Board,
    table: Table,
    budget: int,
    limits: Limits,
    cancel: CancelFlag,
    listener: ProgressListener,
) -> _Solved:
    sparse = Sparse(position, board, table, budget=budget, memory=limits.memory_bytes, cancel=cancel)
    sparse.solve(listener)
    return _Solved(sparse.look(), table, sparse.states, DOUBLE_ROUNDING)


def _from_cubes(
    position: Position, board: Board, table: Table, limits: Limits, cancel: CancelFlag, listener: ProgressListener
) -> _Solved:
    """Cubes, in double precision where they are small."""
    cubes = Cubes(position, board, table, memory=limits.memory_bytes, cancel=cancel, threads=THREADS)
    if cubes.states > limits.seconds * CELLS_PER_SECOND:
        raise Unaffordable(f"It has about {cubes.states / 1e6:,.0f} million positions.")
    cubes.solve(listener)
    return _Solved(cubes.look(), table, cubes.states, cubes.rounding)


def _answer(position: Position, board: Board, solved: _Solved, started: float) -> SolveResult:
    table, ply = solved.table, solved.ply
    error = UNITS[table.unit][position.spins > 1] if table.rules.unit is None else 0.0
    press = None if ply.press is None else _action(ply.press, solved.rounding, error)
    passing = None if ply.passing is None else _action(ply.passing, solved.rounding, error)
    best, margin, too_close = verdict(press, passing, position.up)
    return SolveResult(
        position=position.notation,
        board=board.id,
        rules=table.rules.options(),
        unit=table.unit,
        cap=table.cap,
        method="estimated" if error else "exact",
        press=press,
        passing=passing,
        best=best,
        margin=margin,
        too_close=too_close,
        states=solved.states,
        seconds=time.perf_counter() - started,
        engine=ENGINE_VERSION,
        outcomes=_outcomes(board, table, ply, position.up),
        notes=_notes(table),
    )


def _action(value: Vector, rounding: float, error: float) -> ActionResult:
    """An action's figures; with ``goal=money`` the chances to win come after the money."""
    win = value[-3:]
    spread = max(rounding, 2 * error)
    return ActionResult(
        _triple(win),
        _triple(max(0.0, v - spread) for v in win),
        _triple(min(1.0, v + spread) for v in win),
        (error, error, error) if error else None,
        _triple(value[:3]) if len(value) > 3 else None,
    )


def _triple(values: Iterable[float]) -> Triple:
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
    overlap = rest.high[up] >= chosen.low[up] and abs(mine - other) > 0
    return best, abs(mine - other), overlap


def _outcomes(board: Board, table: Table, ply: Ply, up: int) -> tuple[OutcomeEffect, ...]:
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


def _already_over(position: Position, board: Board, rules: Rules, started: float) -> SolveResult:
    """All but one are out: the last one in has won, whatever he does with his spins (rules 1.9)."""
    action = _action(end_value(position, rules), DOUBLE_ROUNDING, 0.0)
    return SolveResult(
        position.notation, board.id, rules.options(), rules.unit or 1,
        rules.cap or max(c.score for c in position.contestants), "exact", action, None, "press",
        None, False, 1, time.perf_counter() - started, ENGINE_VERSION, (),
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
