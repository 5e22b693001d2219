"""Games of Betsy, matches between players, and the value of given policies.

The rules do not end repetitions, so a game that lasts too long counts as a draw. Each game of a match begins
with random moves to make the games differ.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from math import fsum

import numpy as np

from ...arrays import Reals
from ...budget import Budget
from ...question import Parameters
from ...simulation import Estimate, simulate
from .players import Player, draw_move
from .rules import START, WHITE, BirdPosition, Move, list_moves, make_move, sum_material

# An average of values below 2^11 is rounded twice, each time by half a unit in the last place.
ROUNDING = 2.0**-41
NORMAL_95 = 1.959963984540054  # standard deviations that hold 95% of a normal distribution


@dataclass(frozen=True, slots=True)
class BirdGame:
    """A game: its moves, the last position, and 1 if White won, -1 if Black won, 0 otherwise.

    ``end_reason`` is ``capture``, ``no move``, ``too long``, ``resigned`` or ``left``.
    """

    moves: tuple[Move, ...]
    last: BirdPosition
    won: int
    end_reason: str


def play_game(
    position: BirdPosition,
    sides: tuple[Player, Player],
    seed: int | list[int],
    max_plies: int,
    budget: Budget,
    *,
    before: str = "",
    on_move: Callable[[BirdPosition, Move], None] = lambda position, move: None,
) -> BirdGame:
    """Play a game, White's player first in ``sides``; after ``max_plies`` plies it is a draw.

    ``seed`` is for random players and shuffled moves; ``before`` is the progress before this game, for the budget's
    message. The budget is charged one node per move; ``on_move`` receives each position and its move.

    Raises:
        Exhausted, Cancelled: with the plies played.
        InputError: a player of the user's file does not work.
    """
    source = np.random.default_rng(seed)
    moves_played: list[Move] = []
    while len(moves_played) < max_plies and list_moves(position):
        move = sides[position.side != WHITE](position, source, budget)
        if isinstance(move, str):
            return BirdGame(tuple(moves_played), position, -position.sign if move == "resigned" else 0, move)
        on_move(position, move)
        position = make_move(position, move)
        moves_played.append(move)
        budget.spend(1, f"{before}{len(moves_played)} plies")
    winner = ("k" not in position.board) - ("K" not in position.board)
    end_reason = "capture" if winner else "too long" if list_moves(position) else "no move"
    return BirdGame(tuple(moves_played), position, winner, end_reason)


@dataclass(frozen=True, slots=True)
class MatchTally:
    """Results of the first player; ``cut`` is the number of draws because the game was too long."""

    won: int
    drawn: int
    lost: int
    cut: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """Points per game: a win 1, a draw ½, a loss 0."""
        return (self.won + self.drawn / 2) / self.games

    @property
    def error(self) -> float:
        """The binomial standard error of the score, with one point added for each player.

        So winning a few games, and losing none, is not taken as certain. Draws only make the true error smaller.
        """
        share = (self.won + self.drawn / 2 + 1) / (self.games + 2)
        return math.sqrt(share * (1 - share) / self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's binomial interval of 95% for the score."""
        square = NORMAL_95**2 / self.games
        middle = self.score + square / 2
        width = math.sqrt(square * self.score * (1 - self.score) + square * square / 4)
        low, high = (middle - width) / (1 + square), (middle + width) / (1 + square)
        return min(max(0.0, low), self.score), max(min(1.0, high), self.score)  # rounding must not exclude the score


def compute_elo_difference(score: float) -> float | None:
    """Return the difference in Elo rating at which a player scores this on average; None if it has no bound."""
    return 400 * math.log10(score / (1 - score)) if 1e-12 < score < 1 - 1e-12 else None


def play_match(a: Player, b: Player, conditions: Parameters, seed: int, budget: Budget, before: str = "") -> MatchTally:
    """Play a match from the starting board, with alternating colors; ``a`` has White in the first game.

    ``conditions`` are the options ``games``, ``opening`` (the number of random moves, the same in both games of a pair),
    ``longest`` and ``kingfisher``; see ``play_game`` for the other arguments.

    Raises:
        Exhausted, Cancelled: with the games played.
        InputError: a player of the user's file does not work.
    """
    games, opening, max_plies = conditions["games"], conditions["opening"], conditions["longest"]
    start = BirdPosition(START, WHITE, conditions["kingfisher"])
    results, cut = [], 0
    for game in range(games):
        progress = f"{before}{game} of {games} games"
        budget.spend(0, progress)
        position = _play_random_plies(start, opening, np.random.default_rng([seed, game // 2]))
        sides, sign = ((a, b), 1) if game % 2 == 0 else ((b, a), -1)
        game_result = play_game(position, sides, [seed, game], max_plies - opening, budget, before=f"{progress} and ")
        cut += game_result.end_reason == "too long"
        results.append(sign * game_result.won)
        if not before:
            budget.report_progress("games played", (game + 1) / games)
    return MatchTally(results.count(1), results.count(0), results.count(-1), cut)


def _play_random_plies(position: BirdPosition, plies: int, source: np.random.Generator) -> BirdPosition:
    """Return the position after random moves, none of which captures or exposes a kingfisher."""
    for _ in range(plies):
        quiet = [move for move in list_moves(position) if not _can_lose_kingfisher(make_move(position, move))]
        position = make_move(position, draw_move(quiet or list_moves(position), source))
    return position


def _can_lose_kingfisher(position: BirdPosition) -> bool:
    return any(position.board[move.end] in "Kk" for move in list_moves(position))


class PolicyValues:
    """White's average material minus Black's after a number of plies, or at the end.

    ``white`` and ``black`` are ``best``, the best response to the other's policy, or ``random``, all moves equally
    likely. The budget is charged one node per position.
    """

    def __init__(self, white: str, black: str, budget: Budget):
        self.policies, self.budget = {"w": white, "b": black}, budget
        self.cached_values: dict[tuple[BirdPosition, int], float] = {}

    def value(self, position: BirdPosition, depth: int) -> float:
        """Return the exact value, up to ``ROUNDING`` per ply. Raises Exhausted, Cancelled."""
        choices = list_moves(position) if depth else []
        if not choices:
            return sum_material(position.board)
        key = position, depth
        if key not in self.cached_values:
            self.budget.spend(1, f"{len(self.cached_values):,} positions")
            values = [self.value(make_move(position, move), depth - 1) for move in choices]
            if self.policies[position.side] == "random":
                self.cached_values[key] = fsum(values) / len(values)
            else:
                self.cached_values[key] = max(values) if position.side == WHITE else min(values)
        return self.cached_values[key]

    def move(self, position: BirdPosition, depth: int, source: np.random.Generator) -> Move:
        """Return a move of the side to move: random, or the first optimal one."""
        if self.policies[position.side] == "random":
            return draw_move(list_moves(position), source)
        return max(
            list_moves(position), key=lambda move: position.sign * self.value(make_move(position, move), depth - 1)
        )

    def simulate(self, position: BirdPosition, depth: int, games: int, seed: int) -> Estimate:
        def play(source: np.random.Generator, count: int) -> Reals:
            results = np.empty(count)
            for game in range(count):
                here = position
                for plies_left in range(depth, 0, -1):
                    if not list_moves(here):
                        break
                    here = make_move(here, self.move(here, plies_left, source))
                results[game] = sum_material(here.board)
            return results

        return simulate(play, games, seed, self.budget, batch=500)
