"""Estimates from simulated games, with their standard errors."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .arrays import Flags, Ints, Reals
from .budget import Budget

PlayGames = Callable[[np.random.Generator, int], Reals]

GAMES_PER_BATCH = 10_000
MAX_RACE_STEPS = 1_000_000  # per game; the result of a longer game is not waited for
# One step of some games: takes their indexes, movers, movers' scores and others' scores; returns both scores after the
# step, and whether the mover changes.
PlayStep = Callable[[Ints, Ints, Ints, Ints], tuple[Ints, Ints, Flags]]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over games and its standard error, in the unit of the results.

    The error is at least 1/games: results are wins, or whole numbers of points or turns, and even if all were the same
    the next one might not be.
    """

    mean: float
    error: float
    games: int


def simulate(play: PlayGames, games: int, seed: int, budget: Budget, batch: int = GAMES_PER_BATCH) -> Estimate:
    """Simulate two games or more in batches; each has its own random stream, so the result depends only on the seed.

    ``play`` takes a random generator and a number of games, and returns the result of each.

    Raises:
        Exhausted: the budget was spent, at one node per game; the message says how many games were played.
    """
    sizes = [min(batch, games - first) for first in range(0, games, batch)]
    streams = np.random.SeedSequence(seed).spawn(len(sizes))
    games_played, mean, squares = 0, 0.0, 0.0
    for size, stream in zip(sizes, streams, strict=True):
        budget.spend(size, f"{games_played:,} of {games:,} games")
        results = play(np.random.default_rng(stream), size)
        # Chan's update avoids cancellation between two large sums.
        here = float(results.mean())
        step = here - mean
        squares += float(np.square(results - here).sum()) + step * step * games_played * size / (games_played + size)
        games_played += size
        mean += step * size / games_played
        budget.report_progress("games played", games_played / games)
    return Estimate(mean, max(math.sqrt(squares / (games - 1) / games), 1.0 / games), games)


def play_race(goal: int, scores: tuple[int, int], first: Ints, step: PlayStep) -> Reals:
    """Play two-player games to a goal in parallel, from A's and B's scores; return 1.0 for each that A wins, else 0.0.

    ``first`` int64 [games] is 0 where A moves first, 1 where B does; ``step`` plays a turn or a part of a turn.
    """
    points = np.empty((2, len(first)), np.int64)
    points[0], points[1] = scores
    mover, going = first.copy(), np.arange(len(first))
    for _ in range(MAX_RACE_STEPS):
        if not len(going):
            break
        up = mover[going]
        own, opp, passes = step(going, up, points[up, going], points[1 - up, going])
        points[up, going], points[1 - up, going] = own, opp
        mover[going] = np.where(passes, 1 - up, up)
        going = going[(own < goal) & (opp < goal)]
    wins: Reals = (points[0] >= goal).astype(np.float64)
    return wins
