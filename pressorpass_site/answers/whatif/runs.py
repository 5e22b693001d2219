"""Where the verdict changes along a line of values, in words that claim no more than the line's cells do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from engine import Position
from engine.calls import CLOSE, EITHER, OPEN
from engine.formatting import money

from .cells import Cell
from .numbers import STEP, Number

GERUNDS = {"press": "Pressing", "pass": "Passing"}
DOING = {CLOSE: "too close to call", OPEN: "can’t tell", EITHER: "either"}
WIDEST = 4000  # dollars: a change known no better than this is not worth a line


@dataclass(frozen=True)
class VerdictRun:
    """Consecutive values with the same verdict: press, pass, or why neither."""

    verdict: str
    first: int
    last: int


@dataclass(frozen=True)
class Change:
    """Neighboring values with different verdicts; values between them are in doubt or not looked at."""

    low: int
    high: int
    before: str
    after: str


def runs(line: Mapping[int, Cell]) -> list[VerdictRun]:
    """Return the runs of a line by ascending value, ignoring values without an answer.

    Doubtful cells next to one another are one run: open, unless all are close.
    """
    found: list[VerdictRun] = []
    for value, cell in sorted(line.items()):
        if not cell.call:
            continue
        last = found[-1] if found else None
        doubtful = {CLOSE, OPEN}
        if last and (last.verdict == cell.call or {last.verdict, cell.call} == doubtful):
            verdict = OPEN if last.verdict != cell.call else cell.call
            found[-1] = VerdictRun(verdict, last.first, value)
        else:
            found.append(VerdictRun(cell.call, value, value))
    return found


def changes(line: Mapping[int, Cell]) -> list[Change]:
    """Return the places where the verdict is known to change."""
    settled = [(value, cell.call) for value, cell in sorted(line.items()) if cell.settled]
    return [Change(low, high, before, after) for (low, before), (high, after) in pairwise(settled) if before != after]


def sentence(number: Number, line: Mapping[int, Cell]) -> str:
    """Return text such as “Press up to $13,500, pass from $13,750 on.”; empty without answers."""
    found = runs(line)
    if not found:
        return ""
    if len(found) == 1:
        return _always(number, found[0])
    parts = []
    for at, run in enumerate(found):
        first, last = (number.brief(value) for value in (run.first, run.last))
        if at == 0:
            where = f"{'' if number.is_score else 'with '}up to {last}" if run.first != run.last else f"with {last}"
        elif at == len(found) - 1:
            where = f"from {first} on" if number.is_score or run.first != run.last else f"with {first}"
        else:
            where = f"from {first} to {last}" if run.first != run.last else f"at {first}"
        parts.append(f"{DOING.get(run.verdict, run.verdict)} {where}")
    text = ", ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _always(number: Number, run: VerdictRun) -> str:
    whose = {"score": "score", "earned": "number of earned spins", "passed": "number of passed spins"}
    what = f"No {whose.get(number.kind, 'number of Whammies')} of {number.owner}’s changes the verdict"
    if run.verdict in DOING:
        doing = DOING[run.verdict]
        return f"{doing[0].upper()}{doing[1:]}, whatever {number.label} {'is' if number.is_score else 'are'}."
    return f"{what}: {run.verdict} from {number.brief(run.first)} to {number.brief(run.last)}."


def by_lead(number: Number, line: Mapping[int, Cell], position: Position) -> str:
    """Return text such as “Press up to a lead of $10,500, pass from $10,750 on.”; empty if the lead does not decide."""
    found = changes(line)
    if not number.is_score or len(found) != 1:
        return ""
    change = found[0]
    leads = sorted(_lead(number, position, value) for value in (change.low, change.high))
    if leads[0] <= 0:
        return ""
    behind, ahead = change.before, change.after
    if number.seat != position.mover_seat:
        behind, ahead = ahead, behind
    if change.high - change.low <= STEP:
        return f"{behind.capitalize()} up to a lead of {money(leads[0])}, {ahead} from {money(leads[1])} on."
    return f"{GERUNDS[ahead]} becomes right between a lead of {money(leads[0])} and one of {money(leads[1])}."


def break_even(number: Number, line: Mapping[int, Cell], position: Position) -> str:
    """Return the change of verdict nearest to a position's own score, in one line; empty if not known well enough.

    “Pass once Left has about $14,000 (a $11,000 lead).” where it is known to the step, “Passing becomes right between
    $13,500 and $15,000.” where it is not. Where the verdict changes once more: “Pass while Left has $5,750 to $9,000.”
    """
    found, own = changes(line), number.of(position)
    if not found:
        return ""
    at = min(range(len(found)), key=lambda at: _distance(found[at], own))
    change = found[at]
    if change.high - change.low > STEP:
        if change.high - change.low > WIDEST:
            return ""
        return f"{GERUNDS[change.after]} becomes right between {money(change.low)} and {money(change.high)}."
    high = money(change.high)
    if at + 1 < len(found):
        last = money(found[at + 1].low)
        span = high if last == high else f"{high} to {last}"
        return f"{change.after.capitalize()} while {number.owner} has {span}."
    return f"{change.after.capitalize()} once {number.owner} has about {high}{_as_lead(number, position, change.high)}."


def _distance(change: Change, own: int) -> int:
    return 0 if change.low < own < change.high else min(abs(own - change.low), abs(own - change.high))


def _as_lead(number: Number, position: Position, value: int) -> str:
    lead = _lead(number, position, value)
    if lead <= 0:
        return ""
    article = "an" if str(lead).startswith("8") or lead // 1000 in (11, 18) else "a"
    return f" ({article} {money(lead)} lead)"


def _lead(number: Number, position: Position, value: int) -> int:
    """Return the lead of the contestant up with that value, if `number` affects it; else 0."""
    moved = number.with_value(position, value)
    if moved is None:
        return 0
    rivals = {seat: moved.contestants[seat].score for seat in moved.opponents(moved.mover_seat)}
    highest = max(rivals.values())
    return 0 if number.seat in rivals and rivals[number.seat] < highest else moved.mover.score - highest
