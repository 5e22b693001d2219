"""Pig for two: the kernel against value iteration on the same states, ``python -m benchmarks.lab_pig``."""

from __future__ import annotations

import time

from engine.lab.budget import Budget
from engine.lab.games.pig import duel
from engine.lab.games.pig.rules import Pig, PigPolicy

GOALS = (20, 30)
OPTIMAL = PigPolicy("optimal")


def solve_plainly(pig: Pig, tolerance: float = 1e-12) -> float:
    """Return the first mover's chance, by sweeps over all states in plain Python, as the notes have it."""
    goal = pig.goal
    values = [[0.0] * goal for _ in range(goal)]
    change = 1.0
    while change > tolerance:
        change = 0.0
        for own in range(goal - 1, -1, -1):
            for opp in range(goal - 1, -1, -1):
                worth = [1.0] * (goal - own + pig.sides + 1)
                for total in range(goal - own - 1, -1, -1):
                    rolls = sum(worth[total + gain] for gain in pig.gains)
                    roll = (1.0 - values[opp][own] + rolls) / pig.sides
                    worth[total] = max(roll, 1.0 - values[opp][own + total]) if total else roll
                change = max(change, abs(worth[0] - values[own][opp]))
                values[own][opp] = worth[0]
    return values[0][0]


def main() -> None:
    """Print seconds and their ratio, and fails if the two disagree."""
    for goal in GOALS:
        pig = Pig(goal)
        start = time.perf_counter()
        slow = solve_plainly(pig)
        middle = time.perf_counter()
        fast = duel.solve_duel(pig, OPTIMAL, OPTIMAL, 0, 0, Budget()).chance(0, 0, True)
        end = time.perf_counter()
        assert abs(slow - fast) < 1e-9
        ratio = (middle - start) / (end - middle)
        print(f"goal {goal}: sweeps {middle - start:.2f} s, kernel {end - middle:.4f} s, {ratio:.0f} times")
    for goal in (100, 200, 400):
        start = time.perf_counter()
        duel.solve_duel(Pig(goal), OPTIMAL, OPTIMAL, 0, 0, Budget())
        print(f"goal {goal}: kernel {time.perf_counter() - start:.3f} s")


if __name__ == "__main__":
    main()
