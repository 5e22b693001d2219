"""The errors of a grid's steps: positions with three holders solved exactly, and by grids of scores.

Prints, for each pair of steps (in a finished game, and before), the cells and the processor time of a grid, and the
largest error of the three chances, by the values alone and after ``--played`` playouts.
``python -m benchmarks.steps [--positions N] [--seed N] [--played N] [--steps 1000,1000 250,1000 ...]``
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass

from engine import CancelFlag, Contestant, Limits, Position, Rules, Unaffordable, Unsettled, preset_boards, solve
from engine.game.rules import PlayRules
from engine.solvers.dense.options import DenseOptions
from engine.solvers.dense.solver import DenseSolver
from engine.solvers.playouts import Playouts
from engine.solvers.ply import Vector

MEMORY = 5 * 2**30
SECONDS = 8.0  # for an exact answer; other positions are left out
BOARD, CAP = preset_boards()["pyl-1985-02-r2"], 24_000
UNIT = 250  # of the game that is played: to the dollar few positions can be solved
SHAPES = ((1, 1, 1), (2, 1, 1), (2, 2, 1), (3, 1, 1), (2, 2, 2), (3, 2, 1))
STEPS = ((2000, 2000), (250, 2000), (1000, 1000), (250, 1000), (500, 500), (250, 500))


@dataclass(frozen=True)
class Known:
    """A position and its exact chances, by action."""

    position: Position
    rules: Rules
    actions: dict[str, Vector]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--played", type=int, default=400)
    parser.add_argument("--steps", nargs="+", type=_parse_steps, default=STEPS)
    arguments = parser.parse_args()
    cases = list(_draw_solved(arguments.seed, arguments.positions))
    print("| step at the end, before | cells | seconds | values: rms, median, 90% | played: rms, median, 90% |")
    print("|---|---|---|---|---|")
    for last, grid in arguments.steps:
        cells, seconds, alone, played = 0, 0.0, list[float](), list[float]()
        for known in cases:
            play_rules = PlayRules(known.rules, UNIT, -(-CAP // grid) * grid)
            dense = DenseSolver(
                known.position,
                BOARD,
                play_rules,
                DenseOptions(memory=MEMORY, single=True, grid=grid, terminal_grid=last, keep=True),
                cancel=CancelFlag(),
            )
            began = time.process_time()
            dense.solve()
            seconds += time.process_time() - began
            cells += dense.states
            playouts = Playouts(dense, game=(BOARD, play_rules))
            playouts.improve(arguments.played, CancelFlag())
            for name, truth in known.actions.items():
                value = playouts.ply.press if name == "press" else playouts.ply.passing
                samples = [playouts.press] if name == "press" else playouts.passes
                alone.append(_find_error(value, truth))
                if len(samples) == 1:  # of two passes it depends on the mover's choice
                    played.append(_find_error(samples[0] and samples[0].mean, truth))
        count = len(cases)
        print(
            f"| ${last:,}, ${grid:,} | {cells // count:,} | {seconds / count:.3f} "
            f"| {_format_errors(alone)} | {_format_errors(played)} |",
            flush=True,
        )


def _parse_steps(text: str) -> tuple[int, int]:
    last, grid = text.split(",")
    return int(last), int(grid)


def _draw_solved(seed: int, count: int) -> Iterator[Known]:
    """Yield random positions with exact answers."""
    rng = random.Random(seed)
    while count:
        spins = list(rng.choice(SHAPES))
        rng.shuffle(spins)
        a, b, c = (
            Contestant(rng.choice([0, *[rng.randrange(0, 12_000, 50)] * 3]), held, 0, rng.choice([0, 0, 1, 2, 3]))
            for held in spins
        )
        position, rules = Position((a, b, c), rng.randrange(3)), Rules.preset(rng.choice(["show", "seed"]))
        limits = Limits(SECONDS, MEMORY, unit=UNIT, method="exact", fresh=True)
        try:
            result = solve(position, BOARD, rules, limits)
        except (Unaffordable, Unsettled):
            continue
        count -= 1
        actions = (("press", result.press), ("pass", result.passing))
        yield Known(position, rules, {name: action.win for name, action in actions if action is not None})


def _find_error(value: Vector | None, truth: Vector) -> float:
    """Return the error of the chances, in points."""
    assert value is not None
    return max(100 * abs(mine - its) for mine, its in zip(value, truth, strict=True))


def _format_errors(errors: list[float]) -> str:
    rms = math.sqrt(statistics.fmean(error**2 for error in errors))
    return f"{rms:.2f}, {statistics.median(errors):.2f}, {statistics.quantiles(errors, n=10)[-1]:.2f}"


if __name__ == "__main__":
    main()
