"""The errors of grids of scores without playouts: random positions with ``goal=money``, against the exact answer.

``engine.calibration.GRID_ERROR`` has the root mean squares of chances to win, rounded up.
"""

import math
import random
import sys

from engine import Contestant, Limits, Position, Rules, Unaffordable, Unsettled, preset_boards, solve
from engine.answers.grid_selection import GRID_STEPS
from engine.answers.question import Question, ask
from engine.solvers.dense.options import DenseOptions
from engine.solvers.dense.solver import DenseSolver
from engine.solvers.playouts import Playouts
from engine.solvers.ply import one_ply_lookahead
from engine.solvers.score_cap import COARSE_NEGLIGIBLE

BOARD = preset_boards()["pyl-1985-02-r2"]
Figures = tuple[list[float], list[float]]  # dollars, and chances in points, of all contestants

FINE = 250  # the unit in place of the exact dollar: with one spin the difference is at most $1
LIMITS = Limits(seconds=120.0, memory_bytes=6 * 2**30, method="exact")


def main(positions: int = 12, seed: int = 5) -> None:
    """Print root mean square, median and maximum of the worst of six amounts, in dollars, and of six chances, in points."""
    rng = random.Random(seed)
    worst: dict[str, list[float]] = {}
    for _ in range(positions):
        position = _draw_position(rng)
        truth = _solve_exactly(position)
        if truth is None:
            continue
        question = ask(position, BOARD, Rules(goal="money", unit=FINE), LIMITS)
        for grid in GRID_STEPS[1:]:
            _add_errors(worst, f"grid {grid}", truth, _solve_on_grid(question, grid))
    print(f"{'':18} {'rms':>8} {'median':>8} {'maximum':>8}")
    for name, errors in worst.items():
        errors.sort()
        rms = math.sqrt(sum(e * e for e in errors) / len(errors))
        print(f"{name:18} {rms:8.2f} {errors[len(errors) // 2]:8.2f} {errors[-1]:8.2f}   {len(errors)} positions")


def _draw_position(rng: random.Random) -> Position:
    """Draw a position with one to four spins, held by one, two or three contestants."""
    holders = rng.sample(range(3), rng.choice([1, 1, 2, 3]))
    earned = [0, 0, 0]
    for spin in range(rng.randrange(len(holders), 5)):
        earned[holders[spin % len(holders)]] += 1
    seats = [Contestant(rng.randrange(0, 13000, 50), n, 0, rng.choice([0, 0, 1, 2, 3])) for n in earned]
    return Position((seats[0], seats[1], seats[2]), holders[0])


def _solve_exactly(position: Position) -> Figures | None:
    try:
        result = solve(position, BOARD, Rules(goal="money", unit=FINE), LIMITS)
    except (Unaffordable, Unsettled):
        return None
    actions = [action for action in (result.press, result.passing) if action is not None]
    return [x for action in actions for x in action.utility or ()], [100 * x for action in actions for x in action.win]


def _solve_on_grid(question: Question, grid: int) -> Figures | None:
    try:
        dense = DenseSolver(
            question.position,
            question.board,
            question.play_rules(COARSE_NEGLIGIBLE),
            DenseOptions(memory=LIMITS.memory_bytes, single=True, grid=grid, threads=2, keep=True),
            cancel=question.cancel,
        )
    except Unaffordable:
        return None
    dense.solve()
    root, rules, value = question.position, dense.plan.play_rules, Playouts(dense, depth=1).value
    ply = one_ply_lookahead(root, dense.plan.spins[root.mover_seat], rules, value, dense.scale * dense.tolerance)
    values = [value for value in (ply.press, ply.passing) if value is not None]
    return [x for value in values for x in value[:3]], [100 * x for value in values for x in value[3:]]


def _add_errors(worst: dict[str, list[float]], name: str, truth: Figures, figures: Figures | None) -> None:
    for kind, true, its in zip(("$", "points"), truth, figures or ((), ()), strict=True):
        if its:
            worst.setdefault(f"{name}, {kind}", []).append(max(abs(x - y) for x, y in zip(true, its, strict=True)))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
