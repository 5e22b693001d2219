"""All solvers of one answer in one run: oracle, memo search, expectimax graph, dense cells, and the machine's floor.

On a shared machine only the ratios of one run matter. The floor is the time to move the values if
arithmetic, addresses and choices cost nothing, at the bandwidth of NumPy's copy on one thread just
before:

- gather: each state reads the payoffs of each outcome of a spin once from memory;
- write: each state's payoffs are written once, and every read hits a cache.

A kernel below the gather floor reads from caches; no kernel is below the write floor unless it computes
fewer states. States are those of the expectimax graph if it was run (reachable ones, Whammies merged),
else the dense cells.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.memo import Memo
from engine import Board, CancelFlag, Position, Rules, Unaffordable, preset_boards
from engine.commands.question import build_exact_rules
from engine.game.rules import PlayRules, Press
from engine.game.spin import landings_by_seat, merged_landings
from engine.solvers.dense.options import DenseOptions
from engine.solvers.dense.solver import DenseSolver
from engine.solvers.expectimax_graph import ExpectimaxGraph
from engine.solvers.oracle import Oracle

SEED = Rules.preset("seed")
SHOW = Rules(unit=250)
QUESTIONS = (
    ("8000e1,3000,0@1", "seed", SEED),
    ("8000e3,3000,0@1", "seed", SEED),
    ("8000e6,3000,0@1", "seed", SEED),
    ("2000e3,3500e2,0@1", "seed", SEED),
    ("3000e1,2500e1,4000e1@1", "seed", SEED),
    ("8000e10,3000,0@1", "seed", SEED),
    ("0e2,2000e2,3500e2@1", "seed", SEED),
    ("8000e2,3000,0@1", "show, $250", SHOW),
    ("3000e1,2500e1,4000@2", "show, $1000", replace(SHOW, unit=1000)),
)
SLOW_STATES = 25_000  # limit of the oracle and the memo search: some seconds
GRAPH_STATES = 3_000_000
DOUBLE_CELLS = 30_000_000
MEMORY = 8 * 2**30
PAYOFFS = 3
BYTES = 8


@dataclass(frozen=True)
class Run:
    """One solver's values of a press, its states and seconds."""

    values: tuple[float, ...]
    states: int
    seconds: float


Way = Callable[[Position, Board, PlayRules], tuple[tuple[float, ...], int]]


def oracle(position: Position, board: Board, play_rules: PlayRules) -> tuple[tuple[float, ...], int]:
    """Solve in fractions: the definition."""
    solver = Oracle(landings_by_seat(board, play_rules.rules, play_rules.unit), play_rules, SLOW_STATES)
    return tuple(float(x) for x in solver.actions(position)[Press()]), solver.states


def memo(position: Position, board: Board, play_rules: PlayRules) -> tuple[tuple[float, ...], int]:
    """Solve in floats, by the readable rules."""
    solver = Memo(merged_landings(board, play_rules.rules, play_rules.unit), play_rules, SLOW_STATES)
    return solver.solve(position).press or (), solver.states


def expectimax_graph(position: Position, board: Board, play_rules: PlayRules) -> tuple[tuple[float, ...], int]:
    """Solve the reachable states, in double precision on one thread."""
    kernel = ExpectimaxGraph(position, board, play_rules, budget=GRAPH_STATES, memory=MEMORY, cancel=CancelFlag())
    kernel.solve()
    return kernel.root_ply().press or (), kernel.states


def dense(position: Position, board: Board, play_rules: PlayRules) -> tuple[tuple[float, ...], int]:
    """Solve every score of the configurations, in double precision on one thread."""
    kernel = DenseSolver(position, board, play_rules, DenseOptions(memory=MEMORY, single=False), cancel=CancelFlag())
    if kernel.states > DOUBLE_CELLS:
        raise Unaffordable("Dense cells are for single precision.")
    kernel.solve()
    return kernel.root_ply().press or (), kernel.states


def single_dense(position: Position, board: Board, play_rules: PlayRules) -> tuple[tuple[float, ...], int]:
    """Solve dense cells in single precision on two threads, as the engine does where there are many."""
    kernel = DenseSolver(
        position, board, play_rules, DenseOptions(memory=MEMORY, single=True, threads=2), cancel=CancelFlag()
    )
    kernel.solve()
    return kernel.root_ply().press or (), kernel.states


# Name, solver, and largest difference from the first solver's values.
WAYS: tuple[tuple[str, Way, float], ...] = (
    ("rational oracle", oracle, 0.0),
    ("plain memo search", memo, 1e-9),
    ("expectimax graph", expectimax_graph, 1e-9),
    ("dense cells, double", dense, 1e-9),
    ("dense cells, single, 2 threads", single_dense, 2e-5),
)


def copy_bandwidth(megabytes: int = 256) -> float:
    """Return the bytes a second that numpy moves on one thread, both read and written, at best of five tries."""
    source = np.ones(megabytes * 2**17)
    target = np.zeros_like(source)
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        np.copyto(target, source)
        best = min(best, time.perf_counter() - start)
    return 2 * source.nbytes / best


def main() -> None:
    """Print a table for each position, and fails if two ways disagree."""
    board = preset_boards()["pyl-1985-02-r2"]
    bandwidth = copy_bandwidth()
    print(f"Copy bandwidth {bandwidth / 1e9:.1f} GB/s. A dash: too big for this way (oracle and memo search stop at")
    print(f"{SLOW_STATES:,} states, the expectimax graph at {GRAPH_STATES:,}, dense cells at {DOUBLE_CELLS:,}).")
    for text, words, rules in QUESTIONS:
        position = Position.parse(text)
        play_rules = build_exact_rules(position, board, rules)
        runs = {name: _run(way, position, board, play_rules) for name, way, _ in WAYS}
        _check(text, runs)
        solver_runs = runs["expectimax graph"] or runs["dense cells, double"] or runs["dense cells, single, 2 threads"]
        outcomes = len(merged_landings(board, rules, play_rules.unit))
        states = 0 if solver_runs is None else solver_runs.states
        written = states * PAYOFFS * BYTES / bandwidth
        gathered = written * outcomes
        print(f"\n{text}  {words} rules, cap ${play_rules.cap:,}; {states:,} states, {outcomes} outcomes")
        print(f"  {'':26} {'seconds':>10} {'M states':>9} {'M states/s':>11} {'x gather floor':>15}")
        for name, run in runs.items():
            if run is None:
                print(f"  {name:26} {'-':>10}")
            else:
                _print_row(name, run.seconds, run.states, gathered)
        _print_row("floor: gather", gathered, states, gathered)
        _print_row("floor: write", written, states, gathered)


def _run(way: Way, position: Position, board: Board, play_rules: PlayRules) -> Run | None:
    start = time.perf_counter()
    try:
        values, states = way(position, board, play_rules)
    except Unaffordable:
        return None
    return Run(values, states, time.perf_counter() - start)


def _check(text: str, runs: dict[str, Run | None]) -> None:
    values = [(name, run.values) for name, run in runs.items() if run is not None]
    allowed = {name: error for name, _, error in WAYS}
    for name, value in values[1:]:
        difference = max(abs(x - y) for x, y in zip(values[0][1], value, strict=True))
        if difference > allowed[name]:
            raise SystemExit(f"{text}: {name} differs from {values[0][0]} by {difference:.1e}.")


def _print_row(name: str, seconds: float, states: int, gathered: float) -> None:
    print(
        f"  {name:26} {seconds:10.5f} {states / 1e6:9.3f} {states / 1e6 / seconds:11.3f} {seconds / gathered:15.2f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
