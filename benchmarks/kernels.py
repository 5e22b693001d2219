"""The kernels compared, as ratios: ``python -m benchmarks.kernels``, with ``--long`` for questions that take minutes.

Seconds are processor time on one thread, the least of a few tries; on another or a busy machine only the ratios matter.
All runs are in double precision, and two kernels must agree before their ratio is printed. The time of planning and
the time of computing are listed separately.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from engine import CancelFlag, Position, Rules, Unaffordable, preset_boards
from engine.commands.question import build_exact_rules
from engine.game.rules import PlayRules
from engine.solvers.dense.options import DenseOptions
from engine.solvers.dense.solver import DenseSolver
from engine.solvers.expectimax_graph import ExpectimaxGraph
from engine.solvers.ply import LookaheadValues

BOARD = preset_boards()["pyl-1985-02-r2"]
SEED = Rules.preset("seed")
SHOW = Rules()
SHOW_250 = Rules(unit=250)
SHOW_500 = Rules(unit=500)

# Position, rules, and whether it runs only with --long.
FEW_HOLDERS = (
    ("8000e6,3000,0@1", SEED, False),
    ("2000e3,3500e2,0@1", SEED, False),
    ("8000e10,3000,0@1", SEED, True),
    ("8000e3,3000,0@1", SHOW_250, False),
    ("2000e3,3500e2,0@1", SHOW_250, True),
)
TO_THE_DOLLAR = (
    ("8000e1,3000,0@1", SHOW, False),
    ("8000e2,3000,0@1", SHOW, False),
    ("2000e1,3500e1,0@1", SHOW, True),
    ("8000e3,3000,0@1", SHOW, True),
)
CHOICES = (
    ("8000e3,3000,0@1", SHOW_250, False),
    ("8000e2,3000,0@1", SHOW, False),
    ("2000e2,3500e2,0@1", SHOW_250, False),
    ("3000e1,2500e1,4000e1@1", SHOW_500, False),
    ("2000e3,3500e2,0@1", SHOW_250, True),
)
THREE_HOLDERS = (
    ("3000e1,2500e1,4000e1@1", SEED, False),
    ("3000e1,2500e1,4000e1@1", SHOW_500, False),
    ("0e2,2000e2,3500e2@1", SEED, True),
)
GRAPH_STATES = 3_000_000
MEMORY = 8 * 2**30
TRIES = 3
ENOUGH = 5.0  # seconds, after which a solve is not repeated
AGREE = 1e-9


class Run(NamedTuple):
    """Seconds of a processor to plan and to compute, the cells and rows (or states), and the values found."""

    plan: float
    compute: float
    cells: int
    rows: int
    values: list[float]

    @property
    def seconds(self) -> float:
        return self.plan + self.compute


Kernel = Callable[[Position, PlayRules], Run]


def solve_dense(position: Position, play_rules: PlayRules) -> Run:
    """Solve it in dense cells: boxes, or lines where all three scores vary."""
    return _run_dense(position, play_rules)


def solve_lines(position: Position, play_rules: PlayRules) -> Run:
    """Solve it in lines with a range of scores each, and keep all values."""
    return _run_dense(position, play_rules, keep=True)


def solve_graph(position: Position, play_rules: PlayRules) -> Run:
    """Solve it as a graph: the states that can be reached, one by one."""
    start = time.process_time()
    kernel = ExpectimaxGraph(position, BOARD, play_rules, budget=GRAPH_STATES, memory=MEMORY, cancel=CancelFlag())
    planned = time.process_time()
    kernel.solve()
    return Run(planned - start, time.process_time() - planned, kernel.states, 0, _list_values(kernel.root_ply()))


def _run_dense(position: Position, play_rules: PlayRules, keep: bool = False) -> Run:
    start = time.process_time()
    solver = DenseSolver(
        position, BOARD, play_rules, DenseOptions(memory=MEMORY, single=False, keep=keep), cancel=CancelFlag()
    )
    planned = time.process_time()
    solver.solve()
    done = time.process_time()
    return Run(planned - start, done - planned, solver.states, solver.plan.rows, _list_values(solver.root_ply()))


def _list_values(ply: LookaheadValues) -> list[float]:
    return [x for value in (ply.press, ply.passing) if value is not None for x in value[:3]]


def _find_best_run(kernel: Kernel, position: Position, play_rules: PlayRules) -> Run | None:
    """Return the quickest of a few runs; None where the position is too big."""
    runs: list[Run] = []
    try:
        while len(runs) < TRIES and sum(run.seconds for run in runs) < ENOUGH:
            runs.append(kernel(position, play_rules))
    except Unaffordable:
        return None
    return runs[0]._replace(plan=min(run.plan for run in runs), compute=min(run.compute for run in runs))


def main(*arguments: str) -> None:
    """Print a table for each claim, and fails if two kernels disagree."""
    every = "--long" in arguments
    _compare_kernels(
        "One or two holders: boxes beside lines", FEW_HOLDERS, every, {"lines": solve_lines, "dense": solve_dense}
    )
    _compare_kernels(
        "To the exact dollar: boxes beside the graph and lines",
        TO_THE_DOLLAR,
        every,
        {"graph": solve_graph, "lines": solve_lines, "dense": solve_dense},
    )
    _compare_kernels("Three holders: lines", THREE_HOLDERS, every, {"dense": solve_dense})
    _compare_choices(every)


def _compare_kernels(
    title: str, questions: tuple[tuple[str, Rules, bool], ...], every: bool, kernels: dict[str, Kernel]
) -> None:
    print(f"\n{title} (seconds to plan + to compute; how many times as long as dense cells)")
    for text, rules, slow in questions:
        if slow and not every:
            continue
        position = Position.parse(text)
        play_rules = build_exact_rules(position, BOARD, rules)
        runs = {name: run for name, kernel in kernels.items() if (run := _find_best_run(kernel, position, play_rules))}
        _check(text, runs)
        print(f"  {text}  {_describe_rules(play_rules)}")
        for name in kernels:
            run = runs.get(name)
            if run is None:
                print(f"    {name:8} -")
                continue
            rows = f" in {run.rows:11,} rows" if run.rows else ""
            ratio = run.seconds / runs["dense"].seconds if "dense" in runs else float("nan")
            print(f"    {name:8} {run.plan:7.3f} +{run.compute:8.3f} {ratio:6.1f}  {run.cells:12,} cells{rows}")
        sys.stdout.flush()


def _compare_choices(every: bool) -> None:
    """Print the cost of choices on squares, beside the same position, cap and cells with squares drawn evenly instead."""
    print("\nChoices on squares (nanoseconds a cell; with choices, without, and their ratio)")
    for text, rules, slow in CHOICES:
        if slow and not every:
            continue
        position = Position.parse(text)
        chosen = build_exact_rules(position, BOARD, rules)
        even = replace(chosen, rules=replace(chosen.rules, choices="even", lose_whammy="money"))
        costs = []
        for play_rules in (chosen, even):
            run = _find_best_run(solve_dense, position, play_rules)
            costs.append(float("nan") if run is None else 1e9 * run.compute / run.cells)
        print(
            f"  {text:24} {_describe_rules(chosen):14} {costs[0]:6.1f} {costs[1]:6.1f} {costs[0] / costs[1]:6.2f}",
            flush=True,
        )


def _describe_rules(play_rules: PlayRules) -> str:
    return f"{'show' if play_rules.rules.choices == 'visible' else 'seed'}, ${play_rules.unit}"


def _check(text: str, runs: dict[str, Run]) -> None:
    for name, run in runs.items():
        difference = max(abs(x - y) for x, y in zip(run.values, next(iter(runs.values())).values, strict=True))
        if difference > AGREE:
            raise SystemExit(f"{text}: {name} differs by {difference:.1e}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
