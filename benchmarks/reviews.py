"""Reviews: the gain by one grid for a whole game, and the calibration of the stated errors.

First, how many times smaller the mean stated error is if a game's positions share a grid than if each is solved alone in
the same time. Then, for simulated games under the seed rules, the true errors of estimates: the root mean square as a
share of the stated standard error (1 is exactly right, less is cautious).
"""

import math
import statistics
import time
from collections.abc import Mapping

from engine import (
    Headers,
    Limits,
    Position,
    PositionValues,
    Unaffordable,
    parse_game,
    plan_review,
    play,
    position_values,
    solve_positions,
)
from engine.answers.estimator import Estimator
from engine.answers.question import ask

SECONDS = 25.0
GAME = "= 1200e4w1,2500e3,3100e3w1@1\n1. 750 1500+ 500 w pass 3\n2. 2000 750+ pass 3\n3. 500 2500"
GRID_SECONDS = 20.0  # of which the grids take the share ``schedule.SOLVE_GRID_SHARE``
EACH = 0.3
GAMES = 8
STYLES = "2000/aggressive/4000"
EXACT_SPINS = 5  # up to which two holders of spins are soon solved exactly under the seed rules


def main() -> None:
    """Print both."""
    plan = plan_review(parse_game(GAME))
    shared = dict(solve_positions(plan, plan.positions, Limits(SECONDS)))
    alone: dict[Position, PositionValues] = {}
    for position in plan.positions:
        limits = Limits(SECONDS / len(plan.positions), fresh=True)
        alone[position] = position_values(position, plan.board, plan.rules, limits)
    print(
        f"stated error, each position by itself / sharing a grid: {_mean_stated_error(alone) / _mean_stated_error(shared):.1f} times"
    )
    parts: list[float] = []
    for seed in range(GAMES):
        parts += _find_error_ratios(seed)
    off = math.sqrt(statistics.fmean(part**2 for part in parts))
    print(
        f"off by {off:.2f} of the stated error (root mean square), by {max(parts):.1f} of it at most; {len(parts)} chances"
    )


def _mean_stated_error(values: Mapping[Position, PositionValues]) -> float:
    """Return the mean of the largest stated errors."""
    return statistics.fmean(
        max(error for odds in (value.press, value.passing) if odds is not None for error in odds.error)
        for value in values.values()
    )


def _find_error_ratios(seed: int) -> list[float]:
    """Return the true errors of the estimates in one game, as multiples of their stated errors."""
    plan = plan_review(play(seed, Headers().with_rules("seed", []), STYLES))
    if plan.first is None:
        return []
    grid = Estimator(ask(plan.first, plan.board, plan.rules))
    grid.solve_grids(GRID_SECONDS)
    parts: list[float] = []
    for position in plan.positions:
        holders = sum(contestant.spins > 0 for contestant in position.contestants)
        if position.spins > EXACT_SPINS or holders > 2:
            continue
        try:
            exact = position_values(position, plan.board, plan.rules, Limits(60.0, method="exact"))
        except Unaffordable:
            continue
        estimator = grid.for_position(position)
        estimator.improve(EACH)
        values_again = PositionValues.from_result(estimator.answer())
        for estimate, truth in ((values_again.press, exact.press), (values_again.passing, exact.passing)):
            if estimate is not None and truth is not None:
                parts += [abs(a - b) / e for a, b, e in zip(estimate.win, truth.win, estimate.error, strict=True)]
    return parts


if __name__ == "__main__":
    started = time.perf_counter()
    main()
    print(f"{time.perf_counter() - started:.0f} s")
