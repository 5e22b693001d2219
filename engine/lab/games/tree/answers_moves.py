"""Answers about the moves of a game: the chance to win or lose on each, their number, and their looks."""

from __future__ import annotations

from itertools import pairwise

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...question import Parameters
from .counts import TooLong, What, expected
from .exact import ROUNDING, always_high, course_of, plies_of
from .play import share, simulate
from .rules import WEIGHING, looks_at_most, plies
from .series import by_move, lost_by_move, value_at
from .setting import Setting, branches_of, setting_of

# For each fork in the sum over a game's forks: the remainder of 1 - S and similar terms loses as many digits as games
# are long.
_ROUNDING = 4e-15


def moves(parameters: Parameters, budget: Budget) -> Answer:
    """Return the chance to win on each of the first moves."""
    strategy, count = parameters["strategy"], parameters["moves"]
    setting = setting_of(parameters, strategy)
    trees = setting.trees
    if parameters["method"] == "simulate":
        if parameters["outcome"] == "loss":
            raise InputError("must be exact for losses", field="method")
        return _simulated_moves(setting, parameters, budget)
    if not trees.end:
        return Answer([0.0] * count)
    found = _chances(setting, count, budget, lost=parameters["outcome"] == "loss")
    return Answer(found, "exact", ROUNDING, {"sum": sum(found), "ratios": _ratios(found)})


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


def _chances(setting: Setting, count: int, budget: Budget, *, lost: bool) -> list[float]:
    """Return the chance to win, or to lose, on each of the first moves."""
    strategy, trees = setting.strategy, setting.trees
    if _followed(setting):
        found = course_of(strategy, trees, budget, count)
        return found.lost if lost else found.won
    if plies(strategy):
        series = plies_of(strategy, trees).by_move(count, lost=lost)
    else:
        which = lost_by_move if lost else by_move
        series = which(strategy, trees.ends, trees.ratio, count, prefers_high=always_high(strategy, trees))
    return [value_at(each, trees.top, trees.form) for each in series]


def _followed(setting: Setting) -> bool:
    """Return whether there is no power series, so that all ways down are followed."""
    trees = setting.trees
    return trees.form == "drift" or (trees.form == "tsi" and setting.strategy in WEIGHING)


def _ratios(chances: list[float]) -> list[float | None]:
    """Return each chance divided by the one before, None after 0: for the memo's limits of table 5.1."""
    return [after / before if before else None for before, after in pairwise(chances)]


def length(parameters: Parameters, budget: Budget) -> Answer:
    """Return the expected number of moves in a game."""
    return _counted("moves", parameters, budget)


def looks(parameters: Parameters, budget: Budget) -> Answer:
    """Return the expected number of looks in a game."""
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
    try:
        answer, longest = _expected(what, setting, budget)
    except TooLong:
        raise InputError(f"must be simulate for {strategy} with so few end points", field="method") from None
    error = _ROUNDING * (10 + longest) * (1 + answer)
    return Answer(answer, "exact", error, {"at_a_fork": looks_at_most(strategy)})


def _expected(what: What, setting: Setting, budget: Budget) -> tuple[float, float]:
    """Return the expected number, and that of the moves of the longest games: those with nothing to win."""
    strategy, trees = setting.strategy, setting.trees
    if _followed(setting):
        found = course_of(strategy, trees, budget)
        return (found.moves if what == "moves" else found.looks), found.moves
    if plies(strategy):
        seeing = plies_of(strategy, trees)
        series, lengths = seeing.expected(what), seeing.expected("moves")
    else:
        high = always_high(strategy, trees)
        series, lengths = (
            expected(each, strategy, trees.ends, trees.ratio, prefers_high=high) for each in (what, "moves")
        )
    return value_at(series, trees.top, trees.form), float(lengths[0])
