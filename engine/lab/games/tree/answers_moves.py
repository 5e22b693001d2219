"""Answers about the moves of a game: the chance to win or lose on each, how many there are, and the looks they take."""

from __future__ import annotations

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...question import Parameters
from .counts import TooLong, What, expected
from .exact import ROUNDING, values_of
from .play import share, simulate
from .rules import WEIGHING, looks_at_most, plies
from .series import by_move, value_at
from .setting import TWO, Setting, branches_of, setting_of
from .walk import walk


def moves(parameters: Parameters, budget: Budget) -> Answer:
    """The chance to win on each of the first moves."""
    strategy, count = parameters["strategy"], parameters["moves"]
    setting = setting_of(parameters, strategy)
    trees = setting.trees
    if parameters["outcome"] == "loss":
        return _losses(setting, parameters, budget)
    if parameters["method"] == "simulate":
        return _simulated_moves(setting, parameters, budget)
    if not trees.end:
        return Answer([0.0] * count)
    if plies(strategy):
        raise InputError(f"must be simulate for {strategy}", field="method")
    if trees.form == "drift" or strategy in WEIGHING:
        if strategy not in ("nostrat", "strat", "hstrat", "lstrat", "bstrat", *WEIGHING):
            raise InputError(
                f"must be simulate for {strategy} in the drift form: it may see a win long before reaching it",
                field="method",
            )
        return _walked_moves(setting, count, budget)
    found = by_move(strategy, trees.ends, trees.ratio, count)
    chances = [value_at(each, trees.top, trees.form) for each in found]
    return Answer(chances, "exact", ROUNDING, {"sum": sum(chances)})


def _simulated_moves(setting: Setting, parameters: Parameters, budget: Budget) -> Answer:
    count = parameters["moves"]
    if not setting.trees.end:
        return Answer([0.0] * count)
    played = simulate(setting.trees, setting.strategy, parameters["games"], parameters["seed"], budget)
    shares = [share(wins, played.games) for wins in played.by_move[:count]]
    errors = [each.error for each in shares]
    return Answer(
        [each.mean for each in shares], "estimated", max(errors), {"errors": errors, **branches_of(setting.trees)}
    )


def _walked_moves(setting: Setting, count: int, budget: Budget) -> Answer:
    found = walk(setting.strategy, setting.trees.ends, values_of(setting.strategy, setting.trees), budget, moves=count)
    chances = found.by_move + [0.0] * (count - len(found.by_move))
    return Answer(chances, "exact", ROUNDING, {"sum": sum(chances)})


def _losses(setting: Setting, parameters: Parameters, budget: Budget) -> Answer:
    """The chance to lose on each of the first moves, of all ways down."""
    trees, strategy, count = setting.trees, setting.strategy, parameters["moves"]
    if parameters["method"] == "simulate":
        raise InputError("must be exact for losses", field="method")
    if trees.form == "tsd" or trees.ratio.constant is None or len(trees.ratio.shares) > TWO or plies(strategy):
        raise InputError(
            "must be win, but in the independent form with constant A and in the drift form, without plies",
            field="outcome",
        )
    if not trees.end:
        return Answer([0.0] * count)
    found = walk(strategy, trees.ends, values_of(strategy, trees), budget, moves=count).lost
    chances = found + [0.0] * (count - len(found))
    return Answer(chances, "exact", ROUNDING, {"sum": sum(chances)})


def length(parameters: Parameters, budget: Budget) -> Answer:
    """The expected number of moves in a game."""
    return _counted("moves", parameters, budget)


def looks(parameters: Parameters, budget: Budget) -> Answer:
    """The expected number of looks in a game."""
    return _counted("looks", parameters, budget)


def _counted(what: What, parameters: Parameters, budget: Budget) -> Answer:
    strategy = parameters["strategy"]
    setting = setting_of(parameters, strategy)
    trees = setting.trees
    if not trees.end:
        raise InputError("must be above 0: else a game has no end", field="E")
    if parameters["method"] == "simulate":
        played = simulate(trees, strategy, parameters["games"], parameters["seed"], budget)
        found = played.looks if what == "looks" else played.moves
        error = max(found.error, 1 / played.games) if found.mean else 0.0
        return Answer(found.mean, "estimated", error, {"games": played.games, **branches_of(trees)})
    if trees.form == "drift" or strategy in WEIGHING or plies(strategy):
        why = "in the drift form" if trees.form == "drift" else f"for {strategy}"
        raise InputError(f"must be simulate {why}", field="method")
    try:
        series = expected(what, strategy, trees.ends, trees.ratio)
    except TooLong:
        raise InputError(f"must be simulate for {strategy} with so few end points", field="method") from None
    answer = value_at(series, trees.top, trees.form)
    return Answer(answer, "exact", ROUNDING * (1 + answer) / trees.end, {"at_a_fork": looks_at_most(strategy)})
