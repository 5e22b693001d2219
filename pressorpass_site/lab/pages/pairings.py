"""Policies against each other: a table of all pairs, and a simulation beside an exact chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import reverse

from ..labels import AnswerView, chance
from .shared import lab_result, query

GAMES = 20_000  # simulated beside an exact chance


def contest(view: AnswerView, player_words: Callable[[str], str]) -> list[dict[str, Any]]:
    """Return a row for each policy, the best first, with its chance against all others in the same order."""
    names, wins = view.details["policies"], view.details["wins"]
    order = sorted(range(len(names)), key=lambda place: -view.answer[place])
    # Games that are played have an error for each number, exact chances one bound for all.
    errors = view.details.get("errors", [[view.error] * len(names)] * len(names))
    rate_errors = view.details.get("rate_errors", [view.error] * len(names))

    def beats(one: int, other: int) -> str:
        return chance(wins[one][other], errors[one][other], view.certainty) if one != other else ""

    return [
        {
            "rank": rank,
            "name": player_words(names[one]),
            "rate": chance(view.answer[one], rate_errors[one], view.certainty),
            "wins": [beats(one, other) for other in order],
        }
        for rank, one in enumerate(order, 1)
    ]


def simulated(
    game: str,
    question: str,
    options: Mapping[str, Any],
    exact: float,
    tell: Callable[[float, float], str],
    games: int = GAMES,
) -> dict[str, Any]:
    """Return simulated games beside an exact answer about the same players, as context of lab/games/_simulated.html.

    Args:
        game: the game's name.
        question: the question that simulates, asked with these options.
        options: by name, with `_` for `-`.
        exact: the exact answer.
        tell: the estimate and its standard error in words.
        games: the number of simulated games.

    Raises:
        AnswerPending: they are not there yet.
    """
    asked = {**options, "games": games}
    found = lab_result(game, question, **asked)
    typed = {name.replace("_", "-"): value for name, value in asked.items()}
    return {
        "simulated": {
            "words": tell(found["answer"], found["error"]),
            "games": f"{games:,}",
            "off": f"{abs(found['answer'] - exact) / found['error']:.1f}" if found["error"] else "",
            "address": reverse("lab:question", args=[game, question]) + query(typed),
        }
    }


def chance_words(estimate: float, error: float) -> str:
    """Return a chance with its standard error: “A wins 53.1 ± 0.4%”."""
    return f"A wins {chance(estimate, error, 'estimated')}"
