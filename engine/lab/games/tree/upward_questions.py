"""Games 1 and 2 of the memo's chapter 6."""

from typing import Any

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...options import GAMES, decimal, group
from ...question import Parameters, Question
from . import options as shared
from . import searches, upward
from .exact import compute_chance
from .rules import STEPPING
from .trees import SplitRatio, Trees

MIN_END = 0.52  # for trees built as a whole


class Game1(Question):
    """Chapter 6, game 1: a split point's value is the chance of a win below it."""

    title = "Game 1: is there a win below?"
    line = "Values that say how likely a win is below"
    topic = "The memo"
    options = (
        shared.strategy_option("who plays, or a search", *STEPPING, *upward.SEARCHES),
        shared.END,
        *group(
            shared.THE_TREES,
            decimal("lowest", "Lowest value", "end points' values are uniform from this number", 0, 1, "0").with_hint(
                "of an end point", shared.CHANCE
            ),
            decimal("highest", "Highest value", "to this one", 0, 1, "1").with_hint("of an end point", shared.CHANCE),
        ),
        shared.METHOD,
        GAMES.with_changes(default="20000"),
        shared.SEED,
    )
    unit = "chance"
    example = {"strategy": "lowest", "E": "0.7", "method": "simulate"}
    game = 1

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        end, strategy = parameters["E"], parameters["strategy"]
        low, high = parameters["lowest"], parameters["highest"]
        if low > high:
            raise InputError("must be at most --highest", field="lowest")
        details: dict[str, Any] = {}
        if end > MIN_END:
            details["end_points_expected"] = 2 * end / (2 * end - 1)
        if self.game == 2:
            # The variance of a split point's value, divided by that of an end point's.
            details["spread_ratio"] = end / (1 + end)
        if parameters["method"] == "exact":
            if strategy in upward.SEARCHES:
                return Answer(searches.compute_win_chance(end, (low + high) / 2), "exact", 1e-12, details)
            if self.game == 2 and low == high:
                # All points have the same value: theorem 6.1.
                level = Trees("drift", end, SplitRatio(0.5), low, 0.0)
                exact_chance = compute_chance(strategy, level, budget)
                return Answer(exact_chance.chance, "exact", exact_chance.error, details)
            raise InputError(
                "must be simulate, but for searches" + (" or equal values" if self.game == 2 else ""), field="method"
            )
        if end <= MIN_END:
            raise InputError(f"must be above {MIN_END}, for trees of a moderate size", field="E")
        results = upward.play_games(
            self.game, strategy, end, (low, high), parameters["games"], parameters["seed"], budget
        )
        details |= {
            "looks": results.looks.mean,
            "looks_error": results.looks.error,
            "end_points": results.end_points.mean,
            "end_points_error": results.end_points.error,
        }
        return Answer(results.chance.mean, "estimated", results.chance.error, details)


class Game2(Game1):
    """Chapter 6, game 2: a split point's value is the mean of its branches."""

    title = "Game 2: values that are means"
    line = "Values that do not shrink on the way down"
    example = {"strategy": "hstrat", "E": "0.7", "method": "simulate"}
    game = 2
