"""Questions about one fork, about searches, and about the moves of a played game."""

from functools import cache

from ....errors import InputError
from ... import families
from ...answer import Answer
from ...answer_view import AnswerView, capitalize, format_chance, format_digits
from ...budget import Budget
from ...exhibits import CardGenerator, Rows, Strong, Text
from ...options import choice, decimal, group, integer, record
from ...question import Parameters, Question
from ...review_exhibits import ReviewWording
from . import depreciation, panels
from . import options as shared
from .exact import ROUNDING, compute_chance
from .options import read_trees
from .reference import Tree
from .review import read_record
from .review import review_moves as judge
from .rules import STEPPING, WEIGHING
from .searches import ORDERS
from .searches import expect_search as searched
from .trees import Ends, SplitRatio, Trees

HIGH_RATIO = "the high branch's split ratio"
LOW_RATIO = "the low branch's split ratio; hprime has not looked there"


class Decide(Question):
    """The choice of a weighing strategy if what it saw splits."""

    title = "High or low at this fork?"
    line = "What a careful strategy makes of two branches"
    topic = "One fork"
    options = (
        *(shared.strategy_option("who decides", *WEIGHING), shared.END, shared.MEAN),
        *group(
            shared.THE_FORK,
            decimal(
                "high", "High branch’s value", "the high branch's value", 0, 1, required=True, slider=shared.CHANCE
            ),
            decimal("high-ratio", "High branch’s split ratio", HIGH_RATIO, 0.5, 1, required=True, slider=shared.SHARE),
            decimal("low", "Low branch’s value", "the low branch's value", 0, 1, required=True).with_hint(
                "at most the high one’s", shared.CHANCE
            ),
            decimal("low-ratio", "Low branch’s split ratio", LOW_RATIO, 0.5, 1).with_hint(
                "H′STRAT has not looked there", shared.SHARE
            ),
        ),
    )
    example = {"strategy": "hprime", "E": "0.5", "A": "0.75", "high": "0.6", "high-ratio": "0.5", "low": "0.4"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        strategy, end, mean = parameters["strategy"], parameters["E"], parameters["A"]
        high, low = parameters["high"], parameters["low"]
        ratios = (parameters["high_ratio"], parameters["low_ratio"])
        if low > high:
            raise InputError("must be at most the value of the high branch", field="low")
        if strategy == "bprime" and ratios[1] is None:
            raise InputError("is required for bprime, which also looks at the low branch", field="low-ratio")
        to_high = to_low = 0.0
        if end:
            to_high, to_low = map(float, depreciation.estimate_branches(strategy, end, mean, high, low, ratios))
        answer = "high" if depreciation.prefers_high(strategy, to_high, to_low) else "low"
        return Answer(answer, "exact", 0.0, {"high": to_high, "low": to_low, "tie": to_high == to_low})

    def show(self, view: AnswerView) -> CardGenerator:
        high, low = (format_digits(view.details[name], 1e-9) for name in ("high", "low"))
        tie = "a tie, decided by the rule" if view.details["tie"] else ""
        values = Text("High is valued at ", Strong(high), ", low at ", Strong(low), ".")
        yield view.build_panel(capitalize(view.headline), tie, values)
        yield from panels.build_factors_part(view)


class Depreciation(Question):
    """The depreciation factor K(X) of chapter 5."""

    title = "How much is a point really worth?"
    line = "How values shrink on the way down: chapter 5"
    topic = "One fork"
    options = (shared.strategy_option("whose", "lstrat", "hstrat", "bstrat"), shared.END, shared.MEAN, shared.VALUE)
    example = {"strategy": "lstrat", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        strategy, end, mean, value = (parameters[name] for name in ("strategy", "E", "A", "value"))
        if not end:
            return Answer(0.0)
        factor, limit = (
            float(depreciation.depreciation_factor(strategy, end, mean, point_value)) for point_value in (value, 0.0)
        )
        win = compute_chance(strategy, Trees("tsi", end, SplitRatio(mean), value), budget).chance
        return Answer(
            factor, "exact", ROUNDING, {"limit": limit, "low": value * factor, "high": value * limit, "win": win}
        )

    def show(self, view: AnswerView) -> CardGenerator:
        yield view.build_panel()
        yield from panels.build_factors_part(view)


MAX_LEVEL = 10
ORDER_WORDS = {
    "best": "the highest value first",
    "breadth": "level by level",
    "depth": "down high branches first",
    "lowest": "the lowest value first",
}


class Search(Question):
    """The expected looks until an unlimited search sees a win."""

    title = "What to look at first?"
    line = "Searches for a win, and how many looks they take"
    topic = "One fork"
    options = (
        shared.TWO_FORMS,
        *group(
            shared.WHO_PLAYS,
            choice(
                "order",
                "Looks at",
                "what is looked at next: the highest value, level by level, down high branches, or the lowest value",
                ORDER_WORDS,
                "best",
                wide=True,
            ),
        ),
        *(shared.END, shared.ENDS, shared.MEAN),
        *group(
            shared.THE_TREES,
            integer("levels", "Levels", "the tree's last level, of end points only", 1, MAX_LEVEL, "8").with_hint(
                "the last has end points only", (1, 10)
            ),
        ),
    )
    unit = "looks"
    example = {"E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        first = tuple(parameters["ends"] or ())
        searches = {
            order: searched(
                order, parameters["form"], Ends(first, parameters["E"]), parameters["A"], parameters["levels"]
            )
            for order in ORDERS
        }
        budget.spend(1, "all orders")
        chosen_search = searches[parameters["order"]]
        details = {
            "win": chosen_search.win,
            "end_points": chosen_search.end_points,
            "looks": {order: order_search.looks for order, order_search in searches.items()},
        }
        return Answer(chosen_search.looks, "exact", ROUNDING * max(chosen_search.looks, 1.0), details)

    def show(self, view: AnswerView) -> CardGenerator:
        looks = view.details["looks"]
        rows = [
            (ORDER_WORDS[order].capitalize(), format_digits(looks[order], 1e-6))
            for order in sorted(looks, key=looks.__getitem__)
        ]
        note = (
            f"The search finds a win with chance {format_chance(view.details['win'], 1e-12)}, and "
            f"{format_digits(view.details['end_points'], 1e-3)} of its looks are at end points. To look at the highest value first "
            "takes the fewest looks at end points, and so the fewest looks in a tree without a last level."
        )
        table = Rows(("Looks at", "Expected looks"), rows, "Orders")
        yield view.build_panel(view.headline, None, table, Text(note, small=True))


class Review(families.Review):
    """What the moves of a played game cost in all, in chance to win."""

    title = "What did the moves cost?"
    line = "A played game, fork by fork"
    options = (
        record(
            "looks and way of each move, - for no look: h.hh:h,-:l",
            "what was looked at, then where to, for each move: h.hh:h,-:l",
            "The moves",
        ),
        shared.TWO_FORMS.with_changes(help="independent or dependent form"),
        *(shared.END, shared.A, shared.RATIO),
        shared.SEED.with_changes(help="the seed of the tree"),
    )
    example = {"record": "-:l", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        record = read_record(parameters["record"])
        tree = Tree(read_trees({**parameters, "value": 1.0}), parameters["seed"])

        @cache
        def find_best_chance(value: float) -> float:
            below = read_trees({**parameters, "value": value})
            return max(compute_chance(strategy, below, budget).chance for strategy in STEPPING)

        return judge(tree, record, find_best_chance, budget)

    def build_wording(self, view: AnswerView) -> ReviewWording:
        return panels.REVIEW
