"""The review of a played game: the cost of each choice, and the chance turn by turn."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import formatting

from ..labels import chance, digits
from .lines import LineChart, shares

Found = Mapping[str, Any]
NEGLIGIBLE = 1e-9
WHOLE_GAME = 900  # parakeets: only a kingfisher is worth as much
MOST_COSTLY, MOST_LISTED = 50, 150  # choices in a table; each has the address of its game
MOST_BEST = 3  # best choices that are named
UNITS = {"chance": "percentage points", "points": "points", "parakeets": "parakeets"}


@dataclass(frozen=True)
class Words:
    """The wording of a game's choices.

    Attributes:
        where: what the player saw, from an entry of the engine's list of choices.
        choice: a choice.
        address: the page to look at the choice again; "" for none.
        unit: of values and costs: "chance", "points" or "parakeets".
        heading: the answer in words, instead of the sum of the costs.
        notation: whether choices are moves in a notation, one for each ply.
    """

    where: Callable[[Found], str]
    choice: Callable[[Any], str]
    address: Callable[[int, Found], str]
    unit: str = "chance"
    heading: Callable[[Found], str] | None = None
    notation: bool = False


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
    """Return the context of lab/games/_review.html for the engine's answer to a game's question `review`."""
    details = found["details"]
    choices = details["choices"]
    dearest = sorted((each["cost"] for each in choices if each["cost"]), reverse=True)
    least = dearest[:MOST_COSTLY][-1] if dearest else math.inf
    costly = [_line(number, each, words) for number, each in enumerate(choices) if each["cost"] >= least][:MOST_COSTLY]
    lines = [_line(number, each, words) for number, each in enumerate(choices)] if len(choices) <= MOST_LISTED else []
    worst = max(details["choices"], key=lambda each: each["cost"], default=None)
    is_chance = words.unit == "chance"
    cost, unit = size(found["answer"], words.unit), UNITS[words.unit]
    heading = f"Your choices cost {cost} {unit}" if costly else "Your choices cost nothing: every one was best."
    return {
        "review": {
            "heading": words.heading(found) if words.heading else heading,
            "total": words.heading(found) if words.heading else f"{cost} {unit}",
            "unit": unit,
            "known": found["known"],
            "turn": "ply" if words.notation else "turn",
            "plain": words.notation,
            "price": _price(worst, words, unit) if worst else "",
            "parts": _parts(details, found, words) if "start" in details else [],
            "count": len(choices),
            "more_costly": len(dearest) - len(costly),
            "costly": costly,
            "all": lines,
            "worst": _line(0, worst, words) if worst and costly else None,
            "chances": _chart(details["values"]) if is_chance and len(details["values"]) > 1 else None,
            "rows": [(turn, _value(value, words.unit)) for turn, value in enumerate(details.get("values", []))],
        }
    }


def _price(each: Found, words: Words, unit: str) -> str:
    cost = size(each["cost"], words.unit)
    return f"{cost} {unit}" if cost[-1:].isdigit() else cost


def size(amount: float, unit: str) -> str:
    """Return a cost without its sign: “1.2” percentage points, “0.35” points, or “3” parakeets."""
    if unit == "chance":
        return formatting.points(amount).lstrip(f"+{formatting.MINUS}")
    if unit == "parakeets":
        return "the kingfisher" if amount >= WHOLE_GAME else f"{amount:g}"
    return digits(amount, 1e-2) if amount >= 0.005 or amount < NEGLIGIBLE else f"<{formatting.NBSP}0.01"


def _line(number: int, each: Found, words: Words) -> ReviewLine:
    named = [words.choice(name) for name in each["best"][:MOST_BEST]]
    named += ["others"] * (len(each["best"]) > MOST_BEST)
    best = " or ".join(named) if each["cost"] else ""
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
    """Return the parts of the change from the start to the end."""
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
