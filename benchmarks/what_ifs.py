"""How near a table for what-ifs is: chances read from it beside long estimates of the same positions.

The root mean squares printed here are the standard errors that ``engine.answers.near`` states, of
scores on the grid and of scores between; the latter also as a part of how far the chances beside them are apart.
"""

import random
import tempfile

from engine import Contestant, Limits, Position, Rules, build_rough, preset_boards, solve
from engine.answers.near import apart
from engine.tables import Store
from engine.tables.between import Between

SPINS = [(1, 0, 0), (3, 0, 0), (5, 0, 0), (2, 2, 0), (4, 1, 0), (1, 1, 1), (2, 1, 2)]
SECONDS = 5.0  # for each long estimate
EACH = 3  # positions of each kind, on the grid and off it


def main(seed: int = 5) -> None:
    """Prints root mean square and maximum of the worst of six chances, in points, by grid."""
    rules, board = Rules(), preset_boards()["pyl-1985-02-r2"]
    chance = random.Random(seed)
    worst: dict[tuple[int, str], list[float]] = {}
    for spins in SPINS:
        whammies = [chance.randrange(3) for _ in spins]
        store = Store(tempfile.mkdtemp(prefix="what-ifs-"))
        positions = [_position(spins, whammies, chance, step) for step in (2000, 45) for _ in range(EACH)]
        tables = list(build_rough(store, positions[0], board, rules, Limits(10.0)))
        for position in positions:
            long = solve(position, board, rules, Limits(SECONDS))
            truth = [long.press.win, None if long.passing is None else long.passing.win]
            for kept in tables:
                if not kept.reaches(position, any_cap=True):
                    continue
                between = Between(kept, position, 0.0)
                found = between.actions(position)
                error = max(
                    abs(x - y)
                    for one, other in zip(found, truth, strict=True)
                    if one is not None and other is not None
                    for x, y in zip(one, other, strict=True)
                )
                grid, wide = kept.key.parts["grid"], apart(between, position)
                worst.setdefault((grid, "on the grid" if wide == 0 else "between"), []).append(error)
                if wide:
                    worst.setdefault((grid, "part of the range"), []).append(error / wide)
    for (grid, kind), errors in sorted(worst.items()):
        rms = (sum(e * e for e in errors) / len(errors)) ** 0.5
        print(f"{grid:6} {kind:18} {100 * rms:8.3f} {100 * max(errors):8.3f}   ({len(errors)})")


def _position(spins: tuple[int, ...], whammies: list[int], chance: random.Random, step: int) -> Position:
    a, b, c = (
        Contestant(chance.randrange(0, 11000, step), earned=number, whammies=count)
        for number, count in zip(spins, whammies, strict=True)
    )
    return Position((a, b, c), next(seat for seat, number in enumerate(spins) if number))


if __name__ == "__main__":
    main()
