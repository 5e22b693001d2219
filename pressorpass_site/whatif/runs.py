"""Where the verdict changes as one number grows, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from .cells import Cell
from .numbers import Number


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


def sentence(number: Number, line: Mapping[int, Cell], *, exact: bool) -> str:
    """“Press up to $13,500, pass from $13,750 on.”; empty if nothing is known.

    `exact` says whether the values themselves are exact, and not about where the change is.
    """
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
            where = f"up to {last}" if run.first != run.last else f"with {last}"
        elif at == len(found) - 1:
            where = f"from {first} on" if number.is_score or run.first != run.last else f"with {first}"
        else:
            where = f"from {first} to {last}" if run.first != run.last else f"at {first}"
        parts.append(f"{doing[run.verdict]} {where}")
    said = ", ".join(parts)
    said = said[0].upper() + said[1:] + "."
    evens = break_evens(line)
    if number.is_score and len(evens) == 1 and any(run.verdict == "close" for run in found):
        return f"{said} {_even(number, evens[0], exact)}"
    return said


def _always(number: Number, run: Run) -> str:
    whose = {"score": "score", "earned": "number of earned spins", "passed": "number of passed spins"}
    what = f"No {whose.get(number.kind, 'number of Whammies')} of {number.owner}’s changes the verdict"
    if run.verdict == "close":
        return f"Too close to call, whatever {number.label} {'is' if number.is_score else 'are'}."
    return f"{what}: {run.verdict} from {number.briefly(run.first)} to {number.briefly(run.last)}."


def _even(number: Number, between: tuple[int, int], exact: bool) -> str:
    middle = number.briefly(sum(between) // 2)
    return f"Both are worth the same at {'' if exact else 'about '}{middle}."
