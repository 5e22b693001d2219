"""Many games of Hog simulated at once."""

from __future__ import annotations

import numpy as np

from ...arrays import Flags, Ints, Reals
from ...budget import Budget
from ...simulation import Estimate, race, simulate
from .rules import Hog


def duel(
    hog: Hog, tables: tuple[Ints, Ints], scores: tuple[int, int], first: int, games: int, seed: int, budget: Budget
) -> Estimate:
    """Return A's share of games won. Raises Exhausted.

    Args:
        hog: the game.
        tables: dice that A and B roll, int64 [goal, goal] each, by own and opponent's score.
        scores: A's and B's.
        first: 0 if A moves first, 1 if B does, 2 to alternate.
        games: the number of games.
        seed: the same seed gives the same dice.
        budget: charged one node per game.
    """

    def play(random: np.random.Generator, count: int) -> Reals:
        def step(_: Ints, up: Ints, own: Ints, opp: Ints) -> tuple[Ints, Ints, Flags]:
            dice = np.where(up == 0, tables[0][own, opp], tables[1][own, opp])
            return *turn(hog, own, opp, dice, random), np.ones(len(up), np.bool_)

        mover = np.arange(count) % 2 if first == 2 else np.full(count, first)
        return race(hog.goal, scores, mover, step)

    return simulate(play, games, seed, budget)


def turn(hog: Hog, own: Ints, opp: Ints, dice: Ints, random: np.random.Generator) -> tuple[Ints, Ints]:
    """Return the scores after a turn with random dice, for many games."""
    thrown = random.integers(1, hog.sides(own, opp)[:, None] + 1, (len(own), hog.max_dice))
    counts = np.arange(hog.max_dice)[None, :] < dice[:, None]
    points = np.where(counts, thrown, 0).sum(axis=1)
    points[(counts & (thrown == 1)).any(axis=1)] = 0
    points = np.where(dice == 0, hog.bacon(opp), hog.boosted(points))
    after: tuple[Ints, Ints] = hog.finish(own, opp, dice, points)
    return after
