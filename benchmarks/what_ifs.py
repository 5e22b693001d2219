"""The errors of tables for what-ifs: their chances beside long estimates of the same positions.

Root mean square and maximum of the worst of six chances by grid and by the spins of all contestants, in points, and as a
multiple of the standard error that ``engine.answer_from_table`` states: for scores on the grid, and for scores between.
"""

import random
import statistics
import tempfile

from engine import (
    Contestant,
    Limits,
    Position,
    Rules,
    SolveResult,
    answer_from_table,
    build_grid_tables,
    calibration,
    preset_boards,
    solve,
)
from engine.tables import Store

SPINS = [(1, 0, 0), (1, 1, 0), (2, 1, 0), (3, 0, 0), (1, 1, 1), (5, 0, 0), (2, 2, 0), (4, 1, 0), (2, 1, 2)]
SECONDS = 5.0  # for each long estimate
GOOD = 0.003  # largest standard error of an estimate to compare with
EACH = 4  # positions of each kind, with scores on the coarsest grid and on no grid


def main(seed: int = 5) -> None:
    rules, board = Rules(), preset_boards()["pyl-1985-02-r2"]
    rng = random.Random(seed)
    errors_by_case: dict[tuple[str, int, str], list[tuple[float, float]]] = {}
    for spins in SPINS:
        whammies = [rng.randrange(3) for _ in spins]
        drawn = {step: [_draw_position(spins, whammies, rng, step) for _ in range(EACH)] for step in (2000, 45)}
        truths = {p: solve(p, board, rules, Limits(SECONDS, fresh=True)) for some in drawn.values() for p in some}
        store = Store(tempfile.mkdtemp(prefix="what-ifs-"))
        for stored_table in build_grid_tables(store, drawn[2000][0], board, rules, Limits(10.0)):
            for step, positions in drawn.items():
                for position in positions:
                    near = answer_from_table(position, board, rules, store)
                    if near is not None and _is_precise(truths[position]):
                        kind = "on the grid" if step == 2000 else "between"
                        held = "few spins" if position.spins <= calibration.FEW_SPINS else "more spins"
                        pairs = errors_by_case.setdefault((held, stored_table.key["grid"], kind), [])
                        pairs.append((_find_worst_error(near, truths[position]), near.press.standard_error[0]))
    print(
        f"{'held':10} {'grid':>6} {'scores':12} {'rms':>7} {'maximum':>8} {'stated':>7} {'rms of error / stated':>22}"
    )
    for (held, grid, kind), pairs in sorted(errors_by_case.items()):
        errors, stated = zip(*pairs, strict=True)
        beside = _root_mean_square([error / its for error, its in pairs])
        print(
            f"{held:10} {grid:6} {kind:12} {100 * _root_mean_square(errors):7.3f} {100 * max(errors):8.3f} "
            f"{100 * statistics.median(stated):7.3f} {beside:10.2f}   ({len(errors)} positions)"
        )


def _is_precise(truth: SolveResult) -> bool:
    actions = [action for action in (truth.press, truth.passing) if action is not None]
    return truth.method == "exact" or all(
        action.standard_error is not None and max(action.standard_error) < GOOD for action in actions
    )


def _find_worst_error(near: SolveResult, truth: SolveResult) -> float:
    pairs = [(near.press, truth.press), (near.passing, truth.passing)]
    return max(abs(x - y) for one, other in pairs if other for x, y in zip(one.win, other.win, strict=True))


def _root_mean_square(values) -> float:
    return statistics.fmean(value * value for value in values) ** 0.5


def _draw_position(spins: tuple[int, ...], whammies: list[int], rng: random.Random, step: int) -> Position:
    a, b, c = (
        Contestant(rng.randrange(0, 11000, step), earned=number, whammies=count)
        for number, count in zip(spins, whammies, strict=True)
    )
    return Position((a, b, c), next(seat for seat, number in enumerate(spins) if number))


if __name__ == "__main__":
    main()
