"""The review of a played game: what each choice cost, and the chance turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pressorpass_site.core import formatting

from ..labels import chance, digits
from .lines import LineChart, shares

Found = Mapping[str, Any]
NEGLIGIBLE = 1e-9


@dataclass(frozen=True)
class Words:
    """How a game's choices are told.

    Attributes:
        where: what was seen, from an entry of the engine's list of choices.
        choice: a choice.
        address: where to look at the choice again; "" for nowhere.
        unit: of values and costs: "chance" or "points".
    """

    where: Callable[[Found], str]
    choice: Callable[[Any], str]
    address: Callable[[int, Found], str]
    unit: str = "chance"


@dataclass(frozen=True)
class ReviewLine:
    """One choice of the game: `best` is "" if it was one of the best."""

    number: int
    turn: int
    where: str
    chosen: str
    best: str
    cost: str
    address: str


def review(found: Found, words: Words) -> dict[str, Any]:
    """The context of lab/games/_review.html for the engine's answer to a game's question `review`."""
    details = found["details"]
    lines = [_line(number, each, words) for number, each in enumerate(details["choices"])]
    costly = [line for line in lines if line.best]
    worst = max(details["choices"], key=lambda each: each["cost"], default=None)
    is_chance = words.unit == "chance"
    return {
        "review": {
            "cost": size(found["answer"], words.unit),
            "none": not costly,
            "unit": "percentage points" if is_chance else "points",
            "parts": _parts(details, found, words),
            "count": len(lines),
            "costly": costly,
            "all": lines,
            "worst": _line(0, worst, words) if worst and costly else None,
            "chances": _chart(details["values"]) if is_chance and len(details["values"]) > 1 else None,
            "rows": [(turn, _value(value, words.unit)) for turn, value in enumerate(details["values"])],
        }
    }


def size(amount: float, unit: str) -> str:
    """A cost without its sign: “1.2” percentage points, or “0.35” points."""
    if unit == "chance":
        return formatting.points(amount).lstrip(f"+{formatting.MINUS}")
    return digits(amount, 1e-2) if amount >= 0.005 or amount < NEGLIGIBLE else f"<{formatting.NBSP}0.01"


def _line(number: int, each: Found, words: Words) -> ReviewLine:
    best = "" if not each["cost"] else " or ".join(words.choice(name) for name in each["best"])
    return ReviewLine(
        number,
        each["turn"],
        words.where(each),
        words.choice(each["choice"]),
        best,
        size(each["cost"], words.unit),
        words.address(number, each),
    )


def _value(value: float, unit: str) -> str:
    return chance(value, 0.0, "exact") if unit == "chance" else digits(value, 1e-2)


def _parts(details: Found, found: Found, words: Words) -> list[tuple[str, str]]:
    """What makes the end of the start, part by part."""
    parts = [("At the start, with best play", _value(details["start"], words.unit))]
    parts.append(("Your choices", _change(-found["answer"], words.unit)))
    if abs(details.get("given", 0.0)) > NEGLIGIBLE:
        parts.append(("The other player’s choices", _change(details["given"], words.unit)))
    parts.append(("Luck", _change(details["luck"], words.unit)))
    return [*parts, ("At the end", _value(details["end"], words.unit))]


def _change(difference: float, unit: str) -> str:
    difference = 0.0 if abs(difference) < NEGLIGIBLE else difference
    if unit == "chance":
        return formatting.points(difference)
    sign = "" if not difference else "+" if difference > 0 else formatting.MINUS
    return sign + size(abs(difference), unit)


def _chart(values: Sequence[float]) -> LineChart:
    lesson = (
        "Each point is your chance with best play from there on: a steep step is luck, good or bad, or a costly choice."
    )
    return shares("Your chance to win, turn by turn", lesson, "turns played", "chance to win", values)
