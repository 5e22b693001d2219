"""Hog: levels in NumPy against the memoised recursion of the seed, ``python -m benchmarks.lab_hog``."""

from __future__ import annotations

import sys
import time
from functools import cache

from engine.lab.budget import Budget
from engine.lab.games.hog import solver
from engine.lab.games.hog.policies import HogPolicy
from engine.lab.games.hog.rules import Hog, sum_chances

OPTIMAL = HogPolicy("optimal")


def solve_plainly(hog: Hog) -> float:
    """Return the first mover's chance, by recursion over all outcomes in plain Python."""
    chances = {
        (dice, sides): sum_chances(dice, sides).tolist() for dice in range(1, hog.max_dice + 1) for sides in (4, 6)
    }
    boosted = hog.boost(list(range(6 * hog.max_dice + 1))).tolist()

    def end(own: int, opp: int, dice: int, points: int) -> float:
        own, opp = own + points, opp + (dice if points == 0 else 0)
        if own % 10 * 10 + own // 10 % 10 == opp % 100:
            own, opp = opp, own
        return 1.0 if own >= hog.goal else 0.0 if opp >= hog.goal else 1.0 - value(opp, own)

    @cache
    def value(own: int, opp: int) -> float:
        sides = 4 if (own + opp) % 7 == 0 else 6
        best = end(own, opp, 0, boosted[1 + max(map(int, str(opp)))])
        for dice in range(1, hog.max_dice + 1):
            here = chances[dice, sides]
            best = max(best, sum(c * end(own, opp, dice, boosted[p]) for p, c in enumerate(here) if c))
        return best

    return value(0, 0)


def main() -> None:
    """Print seconds and their ratio, and fails if the two disagree."""
    sys.setrecursionlimit(10_000)
    hog = Hog()
    start = time.perf_counter()
    slow = solve_plainly(hog)
    middle = time.perf_counter()
    fast = float(solver.solve_hog(hog, OPTIMAL, OPTIMAL, Budget()).a[0, 0])
    end = time.perf_counter()
    assert abs(slow - fast) < 1e-10
    print(
        f"recursion {middle - start:.2f} s, levels {end - middle:.3f} s, {(middle - start) / (end - middle):.0f} times"
    )
    for changed in (Hog(piggy_back=False), Hog(goal=200), Hog(goal=200, piggy_back=False)):
        start = time.perf_counter()
        solver.solve_hog(changed, OPTIMAL, OPTIMAL, Budget())
        print(f"goal {changed.goal}, Piggy Back {changed.piggy_back}: {time.perf_counter() - start:.3f} s")


if __name__ == "__main__":
    main()
