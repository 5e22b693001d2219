"""Where the verdict changes as one number grows, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from engine import Position
from pressorpass_site.core.figures import money

from .cells import Cell
from .numbers import Number

DOING = {"press": "Pressing", "pass": "Passing"}


@dataclass(frozen=True)
class Run:
    """Neighbouring values with the same verdict: press, pass or close."""

    verdict: str
    first: int
    last: int


def runs(line: Mapping[int, Cell]) -> list[Run]:
    """The runs of a line, by ascending value; values without an answer are passed over."""
    found: list[Run] = []
    for value, cell in sorted(line.items()):
        if not cell.best:
            continue
        verdict = "close" if cell.too_close else cell.best
        if found and found[-1].verdict == verdict:
            found[-1] = Run(verdict, found[-1].first, value)
        else:
            found.append(Run(verdict, value, value))
    return found


def break_evens(line: Mapping[int, Cell]) -> list[tuple[int, int]]:
    """Neighbouring values between which the better choice changes, however close it is there."""
    known = [(value, cell.best) for value, cell in sorted(line.items()) if cell.best]
    return [(a, b) for (a, before), (b, after) in pairwise(known) if before != after]


def sentence(number: Number, line: Mapping[int, Cell]) -> str:
    """“Press up to $13,500, pass from $13,750 on.”; empty if nothing is known."""
    found = runs(line)
    if not found:
        return ""
    if len(found) == 1:
        return _always(number, found[0])
    doing = {"press": "press", "pass": "pass", "close": "too close to call"}
    parts = []
    for at, run in enumerate(found):
        first, last = (number.briefly(value) for value in (run.first, run.last))
        if at == 0:
            where = f"{'' if number.is_score else 'with '}up to {last}" if run.first != run.last else f"with {last}"
        elif at == len(found) - 1:
            where = f"from {first} on" if number.is_score or run.first != run.last else f"with {first}"
        else:
            where = f"from {first} to {last}" if run.first != run.last else f"at {first}"
        parts.append(f"{doing[run.verdict]} {where}")
    said = ", ".join(parts)
    return f"{said[0].upper()}{said[1:]}."


def _always(number: Number, run: Run) -> str:
    whose = {"score": "score", "earned": "number of earned spins", "passed": "number of passed spins"}
    what = f"No {whose.get(number.kind, 'number of Whammies')} of {number.owner}’s changes the verdict"
    if run.verdict == "close":
        return f"Too close to call, whatever {number.label} {'is' if number.is_score else 'are'}."
    return f"{what}: {run.verdict} from {number.briefly(run.first)} to {number.briefly(run.last)}."


def by_lead(number: Number, line: Mapping[int, Cell], position: Position, *, exact: bool) -> str:
    """“Passing becomes right from a lead of about $10,750 on.”, where it is a lead that decides; else empty.

    `exact` says whether the line's answers are exact.
    """
    evens = break_evens(line)
    if not number.is_score or len(evens) != 1:
        return ""
    below, above = evens[0]
    middle = (below + above) // 2
    moved = number.put(position, middle)
    if moved is None:
        return ""
    rivals = {seat: moved.contestants[seat].score for seat in moved.opponents(moved.up)}
    lead = moved.mover.score - max(rivals.values())
    if lead <= 0 or (number.seat in rivals and rivals[number.seat] < max(rivals.values())):
        return ""
    said = f"a lead of {'' if exact else 'about '}{money(lead)}"
    if number.seat == position.up:
        return f"{DOING[line[above].best]} becomes right from {said} on."
    return f"{DOING[line[below].best]} is right with more than {said}."
