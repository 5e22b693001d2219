"""Where the verdict changes along a line of values, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from engine import Position
from pressorpass_site.core.formatting import money

from .cells import Cell
from .numbers import Number

GERUNDS = {"press": "Pressing", "pass": "Passing"}


@dataclass(frozen=True)
class VerdictRun:
    """Consecutive values with the same verdict: press, pass or close."""

    verdict: str
    first: int
    last: int


def runs(line: Mapping[int, Cell]) -> list[VerdictRun]:
    """The runs of a line by ascending value, ignoring values without an answer."""
    found: list[VerdictRun] = []
    for value, cell in sorted(line.items()):
        if not cell.best:
            continue
        verdict = "close" if cell.too_close else cell.best
        if found and found[-1].verdict == verdict:
            found[-1] = VerdictRun(verdict, found[-1].first, value)
        else:
            found.append(VerdictRun(verdict, value, value))
    return found


def break_evens(line: Mapping[int, Cell]) -> list[tuple[int, int]]:
    """Neighbouring values between which the better action changes, even if it is too close to call."""
    known = [(value, cell.best) for value, cell in sorted(line.items()) if cell.best]
    return [(a, b) for (a, before), (b, after) in pairwise(known) if before != after]


def sentence(number: Number, line: Mapping[int, Cell]) -> str:
    """“Press up to $13,500, pass from $13,750 on.”; empty without answers."""
    found = runs(line)
    if not found:
        return ""
    if len(found) == 1:
        return _always(number, found[0])
    doing = {"press": "press", "pass": "pass", "close": "too close to call"}
    parts = []
    for at, run in enumerate(found):
        first, last = (number.brief(value) for value in (run.first, run.last))
        if at == 0:
            where = f"{'' if number.is_score else 'with '}up to {last}" if run.first != run.last else f"with {last}"
        elif at == len(found) - 1:
            where = f"from {first} on" if number.is_score or run.first != run.last else f"with {first}"
        else:
            where = f"from {first} to {last}" if run.first != run.last else f"at {first}"
        parts.append(f"{doing[run.verdict]} {where}")
    text = ", ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _always(number: Number, run: VerdictRun) -> str:
    whose = {"score": "score", "earned": "number of earned spins", "passed": "number of passed spins"}
    what = f"No {whose.get(number.kind, 'number of Whammies')} of {number.owner}’s changes the verdict"
    if run.verdict == "close":
        return f"Too close to call, whatever {number.label} {'is' if number.is_score else 'are'}."
    return f"{what}: {run.verdict} from {number.brief(run.first)} to {number.brief(run.last)}."


def by_lead(number: Number, line: Mapping[int, Cell], position: Position) -> str:
    """“Passing becomes right somewhere between a lead of $10,500 and one of $11,000.”; empty if the lead does not decide.

    The two leads are the last with one verdict and the first with the other; those between are too close to call.
    """
    evens = break_evens(line)
    clear = [(value, cell.best) for value, cell in sorted(line.items()) if cell.best and not cell.too_close]
    changes = [(below, above) for below, above in pairwise(clear) if below[1] != above[1]]
    if not number.is_score or len(evens) != 1 or len(changes) != 1:
        return ""
    (low, before), (high, after) = changes[0]
    leads = sorted(_lead(number, position, value) for value in (low, high))
    if leads[0] <= 0:
        return ""
    doing = GERUNDS[after if number.seat == position.mover_seat else before]
    return f"{doing} becomes right somewhere between a lead of {money(leads[0])} and one of {money(leads[1])}."


def _lead(number: Number, position: Position, value: int) -> int:
    """The lead of the contestant up with that value, if `number` affects it; else 0."""
    moved = number.with_value(position, value)
    if moved is None:
        return 0
    rivals = {seat: moved.contestants[seat].score for seat in moved.opponents(moved.mover_seat)}
    highest = max(rivals.values())
    return 0 if number.seat in rivals and rivals[number.seat] < highest else moved.mover.score - highest
