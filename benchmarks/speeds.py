"""Predicted and measured times of solves: ``python -m benchmarks.speeds``; ``--write`` corrects ``engine/calibration.py``.

Each line is a position in one kernel on one thread: the processor time that ``engine.solvers.costs`` predicts from the
speeds in ``engine.calibration``, the time it took, and the ratio. The speeds are right if ratios lie around 1 for small
and large positions, with and without choices; with a prediction twice off another method is chosen too early or too late.
Measured is the fastest of a few solves, in memory that was written to before: the time for new memory depends on the
machine's host (0.1 to 2.5 s for each GB), and the last column has what it added to the first solve.

The last row has the memory traffic of a solve with three holders of spins: the bytes of a cell, and in GB a second the
cells written and the rows that their sums read (most of them from caches), beside a plain copy on this machine.

``--write`` multiplies the costs of a kernel by the geometric mean of its ratios if that is more than 30% off, and writes
the machine and the date above them. Answers don't depend on costs, but which method is tried first does.
"""

from __future__ import annotations

import os
import platform
import re
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from engine import CancelFlag, Position, Rules, calibration, preset_boards
from engine.commands.question import build_exact_rules
from engine.game.rules import PlayRules
from engine.solvers.costs import affordable_states, dense_seconds, first_touch_seconds, slowdown
from engine.solvers.dense.options import DenseOptions
from engine.solvers.dense.solver import DenseSolver
from engine.solvers.expectimax_graph import ExpectimaxGraph

BOARD = preset_boards()["pyl-1985-02-r2"]
SEED, SHOW = Rules.preset("seed"), Rules(unit=250)
MEMORY = 4 * 2**30
TRIES = 3  # solves of each, the first of which takes new memory
CASES = (
    ("8000e4,3000,0@1", SEED),
    ("8000e2,3000,0@1", Rules()),
    ("2000e2,1500e1,0@1", SHOW),
    ("8000e4,3000,0@1", Rules(unit=500)),
    ("3000e1,2500e1,4000e1@1", SEED),
    ("2000e1,3000e1,4500e1@1", Rules(unit=500)),
)
THREE = "0e2,2000e2,3500e2@1"
COPIED = 2**28  # bytes: more than any cache holds
GRAPH_STATES = 109_158  # of the graph below, which checks it
GRID = ("0e3,2000e3,3500e3@1", SHOW, 2000)
OFF = 1.3  # costs that are further off are written anew


def main() -> None:
    """Print predictions and times; with ``--write`` mend the costs."""
    ratios: dict[str, list[float]] = defaultdict(list)
    print(f"slowness {slowdown():.2f}, new memory {1e9 * first_touch_seconds():.2f} s for each GB")
    print(f"{'kernel':10} {'predicted':>9} {'took':>9} {'ratio':>6} {'first':>8}  position")
    for kernel, what, text, predicted, solve in _list_runs():
        first, *others = (_time(solve) for _ in range(TRIES))
        took = min(others)
        ratios[kernel].append(took / predicted)
        print(
            f"{what:10} {predicted:9.3f} {took:9.3f} {took / predicted:6.2f} {first - took:+8.3f}  {text}", flush=True
        )

    print(_describe_moved_bytes())

    if "--write" in sys.argv[1:]:
        path = Path(calibration.__file__)
        text = path.read_text(encoding="utf-8")
        for kernel, ratio in ratios.items():
            text = correct_costs(text, kernel, statistics.geometric_mean(ratio))
        path.write_text(text, encoding="utf-8")


def _describe_moved_bytes() -> str:
    """Return the bytes that a solve with three holders of spins moves, and the speed of a copy."""
    position = Position.parse(THREE)
    cells = DenseSolver(
        position, BOARD, build_exact_rules(position, BOARD, SEED), DenseOptions(memory=MEMORY), cancel=CancelFlag()
    )
    seconds = min(_time(cells.solve) for _ in range(TRIES))
    size = cells.plan.planes * np.dtype(cells.kernel.PRECISION).itemsize
    written = cells.states * size / seconds / 1e9
    rows = len(cells.plan.spin.moves) + 1
    source, target = np.ones(COPIED, np.uint8), np.zeros(COPIED, np.uint8)
    copied = 2 * COPIED / min(_time(lambda: np.copyto(target, source)) for _ in range(TRIES)) / 1e9
    return (
        f"{THREE}: {size} bytes a cell, {cells.peak / 1e6:,.0f} MB in all; {written:.1f} GB/s written, "
        f"{rows * written:.1f} read by sums of {rows} rows; a copy reads and writes {copied:.1f}"
    )


def correct_costs(text: str, kernel: str, ratio: float) -> str:
    """Return the text of ``engine.calibration`` with a kernel's costs right and stamped.

    Args:
        text: that module.
        kernel: the word before the stamp of its costs.
        ratio: times taken in relation to those predicted.
    """
    before, _, rest = re.split(rf"(?m)^(# {kernel}: .*\n)", text)
    costs, *after = re.split(r"(?m)^(?=#)", rest, maxsplit=1)
    if max(ratio, 1 / ratio) > OFF:
        costs = re.sub(r"(?m)(?<=_SECONDS = )\S+", lambda cost: f"{float(cost[0]) * ratio:.2g}", costs)
    return "".join([before, f"# {kernel}: {_describe_machine()}, {time.strftime('%Y-%m-%d')}.\n", costs, *after])


def _describe_machine() -> str:
    """Return this machine's processor in words."""
    cpuinfo = Path("/proc/cpuinfo")
    described = re.search(r"model name\s*: (.*)", cpuinfo.read_text(encoding="utf-8")) if cpuinfo.exists() else None
    return f"{described[1] if described else platform.machine()}, {os.cpu_count()} cores"


def _time(solve: Callable[[], object]) -> float:
    """Return the processor time of a solve."""
    began = time.process_time()
    solve()
    return time.process_time() - began


def _list_runs() -> Iterator[tuple[str, str, str, float, Callable[[], object]]]:
    for text, rules in CASES:
        position = Position.parse(text)
        play_rules = build_exact_rules(position, BOARD, rules)
        boxes = DenseSolver(position, BOARD, play_rules, DenseOptions(memory=MEMORY), cancel=CancelFlag())
        yield "boxes", "boxes", text, dense_seconds(boxes.plan, 0, 1), boxes.solve
        del boxes
        if play_rules.unit > 1:
            lines = DenseSolver(
                position, BOARD, play_rules, DenseOptions(memory=MEMORY, keep=True), cancel=CancelFlag()
            )
            yield "lines", "lines", text, dense_seconds(lines.plan, 0, 1), lines.solve
            del lines
    text, rules, grid = GRID
    position = Position.parse(text)
    lines = DenseSolver(
        position,
        BOARD,
        build_exact_rules(position, BOARD, rules),
        DenseOptions(memory=MEMORY, single=True, grid=grid),
        cancel=CancelFlag(),
    )
    yield "lines", f"grid {grid}", text, dense_seconds(lines.plan, 0, 1), lines.solve
    position = Position.parse("4100e1,4100,4100@1")
    rules_of_graph = build_exact_rules(position, BOARD, SHOW)
    yield (
        "graph",
        "graph",
        position.notation,
        GRAPH_STATES / affordable_states(1.0),
        lambda: _make_graph_run(position, rules_of_graph),
    )


def _make_graph_run(position: Position, play_rules: PlayRules) -> None:
    graph = ExpectimaxGraph(position, BOARD, play_rules, budget=10**7, memory=MEMORY, cancel=CancelFlag())
    assert graph.states == GRAPH_STATES, graph.states
    graph.solve()


if __name__ == "__main__":
    main()
