"""Answers about choices at a fork: the effect of weighing, and the costs of the choices of a played game."""

from __future__ import annotations

from functools import cache

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...question import Parameters
from . import depreciation
from .cutoffs import cut_off
from .exact import ROUNDING
from .plain import Tree
from .play import Trees
from .ratio import SplitRatio
from .review import read_record
from .review import review as judge
from .rules import STEPPING
from .setting import Setting, exact_win, setting_of


def factor(parameters: Parameters, budget: Budget) -> Answer:
    """Return the depreciation factor K(X), with the memo's claim that X K(X) and X K(0) enclose the chance to win."""
    strategy, end, mean, value = (parameters[name] for name in ("strategy", "E", "A", "value"))
    if not end:
        return Answer(0.0)
    found, limit = (float(depreciation.factor(strategy, end, mean, at)) for at in (value, 0.0))
    win = exact_win(Setting(strategy, Trees("tsi", end, SplitRatio(mean), value)), budget).chance
    return Answer(found, "exact", ROUNDING, {"limit": limit, "low": value * found, "high": value * limit, "win": win})


def decide(parameters: Parameters, budget: Budget) -> Answer:
    """Return the choice of a weighing strategy if the branches it has seen split."""
    strategy, end, mean = parameters["strategy"], parameters["E"], parameters["A"]
    high, low = parameters["high"], parameters["low"]
    ratios = (parameters["high_ratio"], parameters["low_ratio"])
    if low > high:
        raise InputError("must be at most the value of the high branch", field="low")
    if strategy == "bprime" and ratios[1] is None:
        raise InputError("is required for bprime, which also looks at the low branch", field="low-ratio")
    to_high = to_low = 0.0
    if end:
        to_high, to_low = map(float, depreciation.compared(strategy, end, mean, high, low, ratios))
    answer = "high" if depreciation.prefers_high(strategy, to_high, to_low) else "low"
    return Answer(answer, "exact", 0.0, {"high": to_high, "low": to_low, "tie": to_high == to_low})


def cutoff(parameters: Parameters, budget: Budget) -> Answer:
    """Return the share H/(H + L) up to which a weighing strategy may go low."""
    for name in ("E", "total"):
        if not parameters[name]:
            raise InputError("must be above 0", field=name)
    found = cut_off(parameters["strategy"], parameters["E"], parameters["A"], parameters["total"])
    details = {
        "high": found.share * parameters["total"],
        "high_ratio": found.high_ratio,
        "low_ratio": found.low_ratio,
    }
    return Answer(found.share, "exact", 1e-12, details)


def review(parameters: Parameters, budget: Budget) -> Answer:
    """Return the costs of the moves of a played game."""
    record = read_record(parameters["record"])
    tree = Tree(setting_of({**parameters, "value": 1.0}, "strat").trees, parameters["seed"])

    @cache
    def best(value: float) -> float:
        places = {**parameters, "value": value}
        return max(exact_win(setting_of(places, strategy), budget).chance for strategy in STEPPING)

    return judge(tree, record, best, budget)
