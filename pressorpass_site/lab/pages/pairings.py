"""Policies against each other: a table of all pairs, and a simulation beside an exact chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import reverse

from ..labels import AnswerView, chance
from .shared import lab_result, query

GAMES = 20_000  # simulated beside an exact chance


def contest(view: AnswerView, player_words: Callable[[str], str]) -> list[dict[str, Any]]:
    """A row for each policy, the best first, with its chance against all others in the same order."""
    names, wins = view.details["policies"], view.details["wins"]
    order = sorted(range(len(names)), key=lambda place: -view.answer[place])
    return [
        {
            "rank": rank,
            "name": player_words(names[one]),
            "rate": chance(view.answer[one], view.error, "exact"),
            "wins": [chance(wins[one][other], view.error, "exact") if one != other else "" for other in order],
        }
        for rank, one in enumerate(order, 1)
    ]


def simulated(game: str, options: Mapping[str, Any], exact: float) -> dict[str, Any]:
    """Simulated games beside the exact chance of the same two policies. Raises AnswerPending."""
    asked = {**options, "games": GAMES}
    found = lab_result(game, "simulate", **asked)
    typed = {name.replace("_", "-"): value for name, value in asked.items()}
    return {
        "simulated": {
            "chance": chance(found["answer"], found["error"], "estimated"),
            "games": f"{GAMES:,}",
            "off": f"{abs(found['answer'] - exact) / found['error']:.1f}" if found["error"] else "",
            "address": reverse("lab:question", args=[game, "simulate"]) + query(typed),
        }
    }
