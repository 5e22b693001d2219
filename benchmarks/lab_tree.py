"""Tree Solitaire: the kernel beside the same games in plain Python, and exact chances beside games."""

from __future__ import annotations

import time

from engine.lab.budget import Budget
from engine.lab.games.tree import reference
from engine.lab.games.tree.exact import compute_chance
from engine.lab.games.tree.play import simulate
from engine.lab.games.tree.trees import SplitRatio, Trees

SEED, SLOW, FAST = 1, 5_000, 1_000_000


def main() -> None:
    """Print games per second and their ratio, and fails if the two disagree."""
    trees = Trees("tsi", 0.5, SplitRatio(None))
    for strategy in ("hstrat", "bprime", "inflstrat"):
        start = time.perf_counter()
        wins = sum(bool(reference.play_game(strategy, reference.Tree(trees, SEED, game)).won) for game in range(SLOW))
        slow = SLOW / (time.perf_counter() - start)
        assert simulate(trees, strategy, SLOW, SEED, Budget()).wins == wins
        start = time.perf_counter()
        played = simulate(trees, strategy, FAST, SEED, Budget()).chance
        fast = FAST / (time.perf_counter() - start)
        print(f"{strategy}: plain {slow:,.0f} games/s, kernel {fast:,.0f} games/s, {fast / slow:,.0f} times")
        if strategy == "bprime":
            continue
        start = time.perf_counter()
        exact = compute_chance(strategy, trees, Budget()).chance
        print(f"  exact {time.perf_counter() - start:.3f} s: {exact:.9f}; games {played.mean:.4f} ± {played.error:.4f}")


if __name__ == "__main__":
    main()
