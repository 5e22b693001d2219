"""The calibration of playouts: random positions solved exactly, and estimated on coarse grids of scores.

For each grid a table: the worst true error of an action, the stated error, how often the true value lies
within one, two, three and four stated errors, and the time until the noise falls below 0.1 points.
"""

import random
import time
from dataclasses import dataclass

import numpy as np

from engine import CancelFlag, Contestant, Position, Rules, Unsettled, preset_boards
from engine.game.rules import PlayRules
from engine.solvers.dense.options import DenseOptions
from engine.solvers.dense.solver import DenseSolver
from engine.solvers.lanes import counted_seats
from engine.solvers.playouts import PlayoutEstimate, Playouts, choose_pass
from engine.solvers.ply import Vector

GRIDS = (500, 1000, 2000)
PLAYOUTS = 4000
MEMORY = 6 * 2**30
MAX_CELLS = 150_000_000  # of a position to be solved exactly
SEAT_SHAPES = ((1, 0, 0), (2, 0, 0), (4, 0, 0), (1, 1, 0), (2, 1, 0), (3, 2, 0), (4, 1, 0), (2, 2, 1), (2, 1, 1))
NOISE = 0.001  # a standard error of 0.1 points


@dataclass(frozen=True)
class Case:
    """One payoff of one action: true and stated error in points."""

    error: float
    stated: float
    noise: float


def main(seed: int = 7, positions: int = 40, rules: str = "seed") -> None:
    """Print the table for random positions of up to five spins on the board of February 1985."""
    board = preset_boards()["pyl-1985-02-r2"]
    play_rules = PlayRules(Rules.preset("seed") if rules == "seed" else Rules(unit=250), 250, 20_000)
    rng = random.Random(seed)
    cases: dict[int, list[list[Case]]] = {grid: [] for grid in GRIDS}
    times: dict[int, list[tuple[float, float]]] = {grid: [] for grid in GRIDS}
    done = 0
    while done < positions:
        position = _draw_position(rng)
        exact = DenseSolver(position, board, play_rules, DenseOptions(memory=MEMORY, threads=2), cancel=CancelFlag())
        if exact.states > MAX_CELLS:
            continue
        exact.solve()
        truth = exact.root_ply()
        del exact
        done += 1
        for grid in GRIDS:
            started = time.perf_counter()
            counted = counted_seats(position)[0]
            dense = DenseSolver(
                position,
                board,
                play_rules,
                DenseOptions(memory=MEMORY, grid=grid, threads=2, keep=True, counted=counted),
                cancel=CancelFlag(),
            )
            try:
                dense.solve()
            except Unsettled:
                print(f"{position.notation} does not settle on the ${grid} grid", flush=True)
                continue
            solved = time.perf_counter()
            playouts = Playouts(dense, game=(board, play_rules))
            playouts.improve(PLAYOUTS, CancelFlag())
            played = time.perf_counter() - solved
            actions = [
                _list_cases(sample, value)
                for sample, value in (
                    (playouts.press, truth.press),
                    (choose_pass(playouts.passes, position.mover_seat), truth.passing),
                )
                if sample is not None and value is not None
            ]
            cases[grid] += actions
            noise = max(case.noise for action in actions for case in action) / 100
            times[grid].append((solved - started, played * (noise / NOISE) ** 2))
    print(f"{rules} rules, {positions} positions, {PLAYOUTS:,} playouts an action; errors in points")
    for grid in GRIDS:
        _report(grid, cases[grid], times[grid])


def _draw_position(rng: random.Random) -> Position:
    shape = list(rng.choice(SEAT_SHAPES))
    rng.shuffle(shape)
    podiums = []
    for count in shape:
        passed = min(count, rng.choice((0, 0, 0, 1)))
        score = rng.choice((0, rng.randrange(0, 12_001, 250), rng.randrange(0, 12_001, 10)))
        podiums.append(Contestant(score, count - passed, passed, rng.choice((0, 0, 0, 1, 2, 3))))
    up = rng.choice([seat for seat in range(3) if shape[seat]])
    return Position((podiums[0], podiums[1], podiums[2]), up)


def _list_cases(sample: PlayoutEstimate, truth: Vector) -> list[Case]:
    return [
        Case(100 * abs(mean - value), 100 * stated, 100 * noise)
        for mean, value, stated, noise in zip(sample.mean, truth, sample.error, sample.standard_error, strict=True)
    ]


def _report(grid: int, actions: list[list[Case]], times: list[tuple[float, float]]) -> None:
    error, stated = np.array([[(c.error, c.stated) for c in action] for action in actions]).transpose(2, 0, 1)
    worst, ratio = error.max(axis=1), error / (stated + 1e-3)
    within = "  ".join(f"{n}: {100 * (ratio <= n).mean():.1f}%" for n in (1, 2, 3, 4))
    solve, play = np.median(times, axis=0)
    print(
        f"${grid:<5} worst error of an action: mean {worst.mean():.3f}, median {np.median(worst):.3f}, "
        f"maximum {worst.max():.2f}; stated: mean {stated.mean():.3f}, median {np.median(stated):.3f}\n"
        f"       within stated errors {within}  (largest {ratio.max():.1f}; {ratio.size} figures)\n"
        f"       median seconds: {solve:.2f} to solve the grid, {play:.3f} to noise of 0.1 points (both actions)",
        flush=True,
    )


if __name__ == "__main__":
    main()
