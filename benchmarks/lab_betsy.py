"""Betsy: what the ideas of the search are worth, and how fast it counts.

``python -m benchmarks.lab_betsy``. Ratios are seconds or positions without an idea over those with it.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

from engine.lab.budget import Budget
from engine.lab.games.betsy._search import AlphaBetaSearch
from engine.lab.games.betsy.exact import ENTRIES, open_search
from engine.lab.games.betsy.piece_values import build_material_values
from engine.lab.games.betsy.rules import START, BirdPosition
from engine.lab.games.betsy.think import ENTRIES_BY_SECONDS, think

MIDDLE = "R.BQ.RK.PPP..PPP..NB.N.....P.......pp.....nb.n..ppp..pppr.bq.rk."
END = "....K....P....P........P..R.............p........p....p.....k..r"
BOARDS = {"start": (START, 8), "middle": (MIDDLE, 7), "end": (END, 11)}


def time_search(run: Callable[[], int]) -> tuple[int, float]:
    """Return its result, and the seconds it takes."""
    start = time.perf_counter()
    value = run()
    return value, time.perf_counter() - start


def compare_perft() -> None:
    """Print sequences a second, and what a table is worth."""
    plain, seconds = time_search(lambda: open_search(BirdPosition(), Budget(), build_material_values(), 0).perft(6))
    perft, kept_seconds = time_search(lambda: open_search(BirdPosition(), Budget(), build_material_values()).perft(6))
    if plain != perft:
        raise SystemExit("perft differs with and without a table")
    print(f"perft: {plain / seconds / 1e6:.0f} M sequences/s")
    print(f"perft 6: a table makes it {seconds / kept_seconds:.2f} times as fast")


def _search_settled(search: AlphaBetaSearch, depth: int) -> int:
    """Return the value after ``depth`` plies, each depth solved with what the last one left in the table."""
    for plies in range(depth):
        search.minimax(plies)
    return search.minimax(depth)


def compare_minimax() -> None:
    """Compare exact minimax with and without a table."""
    for name, (board, depth) in BOARDS.items():
        results = []
        for entries in (0, ENTRIES):
            search = open_search(BirdPosition(board), Budget(), build_material_values(), entries)
            value, seconds = time_search(partial(_search_settled, search, depth))
            results.append((value, search.nodes, seconds))
        (value, nodes, seconds), (same, fewer, shorter) = results
        if value != same:
            raise SystemExit("minimax differs with and without a table")
        print(f"minimax {depth}, {name}: table saves positions {nodes / fewer:.2f}, seconds {seconds / shorter:.2f}")


def compare_short_searches() -> None:
    """Compare the positions searched in 0.05 s with the table for short searches and with the large one."""
    small = ENTRIES_BY_SECONDS[0][1]
    nodes = {
        entries: max(
            think(BirdPosition(MIDDLE), Budget(), time.monotonic() + 0.05, entries=entries).nodes for _ in range(5)
        )
        for entries in (small, ENTRIES)
    }
    print(f"play for 0.05 s, middle: the small table searches {nodes[small] / nodes[ENTRIES]:.1f} times the positions")


def compare_starts() -> None:
    """Compare the processor time of whole processes: a short answer, and loading NumPy, over starting Python."""

    def time_command(*words: str) -> float:
        spent = []
        for _ in range(10):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, *words], check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return min(spent)

    bare = time_command("-c", "pass")
    play = time_command("-m", "engine", "lab", "betsy", "play", "w", START, "0.01")
    print(f"starting and playing at once: {play / bare:.1f} times as long as starting Python")
    print(f"loading NumPy: {time_command('-c', 'import numpy') / bare:.1f} times")


def compare_play() -> None:
    """Compare the search that plays, to equal depth, with and without each idea."""
    for name, (board, depth) in BOARDS.items():
        cost = {}
        for idea, entries, null_move in (("plain", 0, False), ("table", ENTRIES, False), ("both", ENTRIES, True)):
            info = think(BirdPosition(board), Budget(), max_plies=depth, entries=entries, null_move=null_move)
            cost[idea] = (info.nodes, info.seconds)
        for better, worse, idea in (("table", "plain", "table"), ("both", "table", "null move")):
            nodes, seconds = (cost[worse][i] / cost[better][i] for i in (0, 1))
            print(f"play to depth {depth}, {name}: {idea} saves positions {nodes:.2f}, seconds {seconds:.2f}")


if __name__ == "__main__":
    compare_perft()
    compare_minimax()
    compare_play()
    compare_short_searches()
    compare_starts()
