"""Answers about unlimited searches, and about games 1 and 2 of chapter 6, whose values come from the end points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...question import Parameters
from . import upward as trees
from .ends import Ends
from .exact import ROUNDING
from .orders import ORDERS
from .orders import search as searched
from .play import Trees
from .ratio import SplitRatio
from .setting import TWO, Setting, exact_win

LEAST_END = 0.52  # for trees built as a whole


def search(parameters: Parameters, budget: Budget) -> Answer:
    """Return the expected looks of an unlimited search in a tree with a last level, and those of other orders."""
    first = tuple(parameters["ends"] or ())
    found = {
        order: searched(order, parameters["form"], Ends(first, parameters["E"]), parameters["A"], parameters["levels"])
        for order in ORDERS
    }
    budget.spend(1, "all orders")
    asked = found[parameters["order"]]
    details = {
        "win": asked.win,
        "end_points": asked.end_points,
        "looks": {order: each.looks for order, each in found.items()},
    }
    return Answer(asked.looks, "exact", ROUNDING * max(asked.looks, 1.0), details)


def upward(game: int) -> Callable[[Parameters, Budget], Answer]:
    """Return the chance to win in game 1 or 2 of chapter 6."""

    def answer(parameters: Parameters, budget: Budget) -> Answer:
        end, strategy = parameters["E"], parameters["strategy"]
        low, high = parameters["lowest"], parameters["highest"]
        if low > high:
            raise InputError("must be at most --highest", field="lowest")
        details: dict[str, Any] = {}
        if end > LEAST_END:
            details["end_points_expected"] = 2 * end / (2 * end - 1)
        if game == TWO:
            details["spread_ratio"] = trees.spread_ratio(end)
        if parameters["method"] == "exact":
            if strategy in trees.SEARCHES:
                return Answer(trees.search_chance(end, (low + high) / 2), "exact", 1e-12, details)
            if game == TWO and low == high:
                # All points have the same value: theorem 6.1.
                level = Trees("drift", end, SplitRatio(0.5), low, 0.0)
                found = exact_win(Setting(strategy, level), budget)
                return Answer(found.chance, "exact", found.error, details)
            raise InputError(
                "must be simulate, but for searches" + (" or equal values" if game == TWO else ""), field="method"
            )
        if end <= LEAST_END:
            raise InputError(f"must be above {LEAST_END}, for trees of a moderate size", field="E")
        played = trees.play(game, strategy, end, (low, high), parameters["games"], parameters["seed"], budget)
        details |= {
            "looks": played.looks.mean,
            "looks_error": played.looks.error,
            "end_points": played.end_points.mean,
            "end_points_error": played.end_points.error,
        }
        return Answer(played.chance.mean, "estimated", played.chance.error, details)

    return answer
