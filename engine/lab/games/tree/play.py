"""Simulated games of Tree Solitaire on random trees, and their estimates."""

import math
from dataclasses import dataclass

import numpy as np

from ...budget import Budget
from ...simulation import Estimate
from .rules import count_plies, parse_path_strategy
from .trees import Trees

FORMS = ("tsi", "tsd", "drift")
# The kinds of strategies that the kernel knows.
KINDS = ("nostrat", "strat", "high path", "low path", "bstrat", "plies", "hprime", "bprime", "unlimited")
_MAX_SEARCH_LOOKS = 100_000  # looks of a search in the drift form
# In the independent form a search may never end. It stops when the sum u of the unseen values, times the highest unseen
# value, is below this limit. Then a win is drawn with chance 1 - exp(-u), whose error is below the same limit, as an
# unseen point of value v has a win with a chance from v - v * v / 2 to v.
MAX_UNSEEN_ERROR = 1e-6
_GAMES_PER_BATCH = 20_000  # games between two checks of the budget
_MOVES_COUNTED = 1024  # wins on later moves count as wins on this move


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of many games.

    Attributes:
        other_wins: games that the other strategy won on the same trees; 0 without another strategy.
        by_move: number of games won on move 1, 2, ...; not for ``unlimited``.
        looks: looks per game.
        moves: moves per game; not for ``unlimited``.
        given_up: searches of the drift form that were given up.
    """

    games: int
    wins: int
    other_wins: int
    both_wins: int
    by_move: list[int]
    looks: Estimate
    moves: Estimate
    given_up: int

    @property
    def chance(self) -> Estimate:
        return estimate_share(self.wins, self.games)

    @property
    def gain(self) -> Estimate:
        """The chance to win minus the other strategy's chance, on the same trees."""
        only, other_only = self.wins - self.both_wins, self.other_wins - self.both_wins
        mean = (only - other_only) / self.games
        variance = (only + other_only) / self.games - mean * mean
        return Estimate(mean, max(math.sqrt(variance / (self.games - 1)), 1 / self.games), self.games)


def estimate_share(count: int, games: int) -> Estimate:
    """Return a chance estimated from counts. Its standard error is never 0."""
    mean = count / games
    return Estimate(mean, max(math.sqrt(mean * (1 - mean) / (games - 1)), 1 / games), games)


def estimate_mean(total: float, squares: float, games: int) -> Estimate:
    """Return the mean of a number of each game, from the sums of the numbers and of their squares."""
    mean = float(total) / games
    return Estimate(mean, math.sqrt(max(float(squares) / games - mean * mean, 0.0) / (games - 1)), games)


def simulate(trees: Trees, strategy: str, games: int, seed: int, budget: Budget, other: str | None = None) -> Tally:
    """Play two games or more; a seed gives every strategy, ``other`` included, the same trees.

    Raises Exhausted or Cancelled: the budget is charged one node per split point visited or searched.
    """
    from . import _play  # the kernel is loaded only if used

    by_move, sums, games_played = np.zeros(_MOVES_COUNTED, np.int64), np.zeros(9), 0
    constant = trees.ratio.constant
    ends, shares = np.array(trees.first_ends, np.float64), np.array(trees.ratio.shares, np.float64)
    while games_played < games:
        points = sums[5]
        last = min(games, games_played + _GAMES_PER_BATCH)
        games_played += _play.play_games(
            FORMS.index(trees.form),
            trees.end,
            ends,
            trees.ratio.mean,
            -1.0 if constant is None else constant,
            shares,
            trees.top,
            trees.step,
            MAX_UNSEEN_ERROR,
            *_encode_strategy(strategy),
            *((-1, 0) if other is None else _encode_strategy(other)),
            seed,
            games_played,
            last,
            budget.nodes_left,
            budget.flag.memory,
            by_move,
            sums,
        )
        progress = f"{games_played:,} of {games:,} games"
        budget.spend(int(sums[5] - points), progress)
        if games_played < last:
            budget.stop(progress)
        budget.report_progress("playing games", games_played / games)
    wins, other_wins, both = (int(total) for total in sums[:3])
    looks, moves = estimate_mean(sums[3], sums[4], games), estimate_mean(sums[6], sums[7], games)
    return Tally(games, wins, other_wins, both, by_move.tolist(), looks, moves, int(sums[8]))


def _encode_strategy(strategy: str) -> tuple[int, int]:
    """Return the kernel's number for a strategy, and its number of looks or plies; 0 for no limit."""
    path_strategy, depth = parse_path_strategy(strategy), count_plies(strategy)
    if path_strategy is not None:
        return KINDS.index("high path" if path_strategy[0] == "h" else "low path"), path_strategy[1] or 0
    if depth is not None:
        return KINDS.index("plies"), depth
    return KINDS.index(strategy), _MAX_SEARCH_LOOKS if strategy == "unlimited" else 0
