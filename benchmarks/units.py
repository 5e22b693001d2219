"""What rounding the board's values does: random one-spin positions against the exact dollar.

The root mean squares printed here are the standard errors that ``engine.calibration`` has.
"""

import random

from engine import CancelFlag, Contestant, Position, Rules, Unaffordable, preset_boards
from engine.game.rules import PlayRules
from engine.solvers.score_cap import score_cap
from engine.solvers.sparse import Sparse

UNITS = (250, 500, 1000, 2000)
POSITIONS = 12


def main(seed: int = 5) -> None:
    """Print root mean square, median and maximum of the worst of six chances, in points."""
    rules = Rules()
    board = preset_boards()["pyl-1985-02-r2"]
    chance = random.Random(seed)
    worst: dict[int, list[float]] = {unit: [] for unit in UNITS}
    for _ in range(POSITIONS):
        seats = [Contestant(chance.randrange(0, 12000, 50), whammies=chance.randrange(4)) for _ in range(3)]
        up = chance.randrange(3)
        seats[up] = Contestant(seats[up].score, 1, 0, seats[up].whammies)
        position = Position((seats[0], seats[1], seats[2]), up)
        try:
            exact = _chances(position, board, rules, 1)
        except Unaffordable:
            continue
        for unit in UNITS:
            rounded = _chances(position, board, rules, unit)
            worst[unit].append(max(abs(x - y) for x, y in zip(exact, rounded, strict=True)))
    print(f"{'unit':>6} {'rms':>8} {'median':>8} {'maximum':>8}   (points, {len(worst[250])} positions)")
    for unit, errors in worst.items():
        errors.sort()
        rms = (sum(e * e for e in errors) / len(errors)) ** 0.5
        print(f"{unit:6} {100 * rms:8.3f} {100 * errors[len(errors) // 2]:8.3f} {100 * errors[-1]:8.3f}")


def _chances(position: Position, board, rules: Rules, unit: int) -> list[float]:
    play_rules = PlayRules(rules, unit, score_cap(position, board, rules, unit))
    sparse = Sparse([position], board, play_rules, budget=5 * 10**6, memory=8 * 2**30, cancel=CancelFlag())
    sparse.solve()
    ply = sparse.root_ply()
    return [*(ply.press or ()), *(ply.passing or ())]


if __name__ == "__main__":
    main()
