"""Given policies for material, evaluated exactly, with averages over random moves instead of samples."""

from __future__ import annotations

from math import fsum

import numpy as np

from ...arrays import Reals
from ...budget import Budget
from ...simulation import Estimate, simulate
from .players import any_of
from .rules import WHITE, Move, Position, after, material, moves

# An average of values below 2^11 is rounded twice, each time by half a unit in the last place.
ROUNDING = 2.0**-41


class Values:
    """White's average material minus Black's after a number of plies, or at the end.

    Args:
        white: ``best``, the best response to Black's policy, or ``random``, all moves equally likely.
        black: the same for Black.
        budget: charged one node per position.
    """

    def __init__(self, white: str, black: str, budget: Budget):
        self.policies, self.budget = {"w": white, "b": black}, budget
        self.known: dict[tuple[Position, int], float] = {}

    def value(self, position: Position, depth: int) -> float:
        """Return the exact value, up to ``ROUNDING`` per ply. Raises Exhausted, Cancelled."""
        choices = moves(position) if depth else []
        if not choices:
            return material(position.board)
        key = position, depth
        if key not in self.known:
            self.budget.spend(1, f"{len(self.known):,} positions")
            values = [self.value(after(position, move), depth - 1) for move in choices]
            if self.policies[position.side] == "random":
                self.known[key] = fsum(values) / len(values)
            else:
                self.known[key] = max(values) if position.side == WHITE else min(values)
        return self.known[key]

    def move(self, position: Position, depth: int, source: np.random.Generator) -> Move:
        """Return a move of the side to move: random, or the first optimal one."""
        if self.policies[position.side] == "random":
            return any_of(moves(position), source)
        return max(moves(position), key=lambda move: position.sign * self.value(after(position, move), depth - 1))

    def simulate(self, position: Position, depth: int, games: int, seed: int) -> Estimate:
        """Return an estimate of the value by simulation."""

        def play(source: np.random.Generator, count: int) -> Reals:
            results = np.empty(count)
            for game in range(count):
                here = position
                for left in range(depth, 0, -1):
                    if not moves(here):
                        break
                    here = after(here, self.move(here, left, source))
                results[game] = material(here.board)
            return results

        return simulate(play, games, seed, self.budget, batch=500)
