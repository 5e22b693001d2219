"""How honest estimates are: random positions solved exactly, then estimated as if there were no time.

Prints, for each time allowed, how large the true and the stated errors are, and how often the truth
lies within one, two, three and four stated errors: of each figure, and of the worst of a position's
figures. ``python -m benchmarks.estimates [--positions N] [--rules seed] [--seed N] [--seconds 1 3]
[--truths FILE]``

Under ``show`` rules the truth is known at the finest unit that can be solved: $1 for some with one or two
holders of spins, else $250 or $500. Truths are kept in the file, if one is given, for the next run.
"""

import argparse
import json
import random
import statistics
from pathlib import Path

from engine import Contestant, Limits, Position, Rules, Unaffordable, Unsettled, preset_boards, solve

MEMORY = 4 * 2**30
EXACT_SECONDS = 20
UNITS = {"seed": (250,), "show": (1, 250, 500)}
SHOW_SHAPES = ((1, 0, 0), (2, 0, 0), (3, 0, 0), (1, 1, 0), (2, 1, 0), (2, 2, 0), (1, 1, 1), (2, 1, 1))
SEED_SHAPES = (
    (1, 0, 0), (2, 0, 0), (3, 0, 0), (5, 0, 0), (8, 0, 0), (1, 1, 0), (2, 1, 0), (2, 2, 0), (3, 2, 0), (4, 3, 0),
    (1, 1, 1), (2, 1, 1), (2, 2, 1), (2, 2, 2), (3, 2, 2),
)  # fmt: skip


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--rules", default="seed", choices=list(UNITS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, nargs="+", default=[1.0, 3.0])
    parser.add_argument("--truths", type=Path)
    arguments = parser.parse_args()
    board = preset_boards()["pyl-1985-02-r2"]
    rules = Rules.preset(arguments.rules)
    shapes = SHOW_SHAPES if arguments.rules == "show" else SEED_SHAPES
    truths = Truths(board, rules, UNITS[arguments.rules], arguments.truths)
    chance = random.Random(arguments.seed)
    errors: dict[float, list[list[tuple[float, float]]]] = {seconds: [] for seconds in arguments.seconds}
    for _ in range(arguments.positions):
        position = draw(chance, shapes)
        unit, truth = truths.of(position)
        if unit is None:
            continue
        for seconds, found in errors.items():
            limits = Limits(seconds, MEMORY, unit=unit, method="estimated", fresh=True)
            guess = solve(position, board, rules, limits)
            found.append(compare(truth, guess))
            worst = max(found[-1], key=lambda pair: pair[0] / max(pair[1], 1e-6))
            if worst[0] > 3 * worst[1]:
                print(f"{position.notation} in {seconds:g} s: {100 * worst[0]:.3f} points, stated {100 * worst[1]:.3f}")
    for seconds, found in errors.items():
        report(seconds, found)


class Truths:
    """Exact answers, at the finest unit that can be solved.

    Args:
        units: tried in this order.
        file: where they are kept; None keeps none.
    """

    def __init__(self, board, rules, units, file):
        self._board, self._rules, self._units, self._file = board, rules, units, file
        self._known = json.loads(file.read_text()) if file is not None and file.exists() else {}

    def of(self, position):
        """The unit (None if none can be solved) and the chances of each action (None where not allowed)."""
        key = f"{position.notation} {self._units}"
        if key not in self._known:
            self._known[key] = self._solve(position)
            if self._file is not None:
                self._file.write_text(json.dumps(self._known))
        return self._known[key]

    def _solve(self, position):
        for unit in self._units:
            limits = Limits(EXACT_SECONDS, MEMORY, unit=unit, method="exact", fresh=True)
            try:
                found = solve(position, self._board, self._rules, limits)
            except (Unaffordable, Unsettled):
                continue
            return unit, [action and list(action.win) for action in (found.press, found.passing)]
        return None, None


def draw(chance: random.Random, shapes) -> Position:
    """A position with spins shared out in a random shape, some of them passed; some scores odd, some level."""
    spins = list(chance.choice(shapes))
    chance.shuffle(spins)
    up = chance.choice([seat for seat in range(3) if spins[seat]])
    level = chance.randrange(0, 8000, 250)
    seats = []
    for seat in range(3):
        score = chance.choice(
            [0, level, chance.randrange(0, 4000, 50), chance.randrange(0, 12_000, 50), chance.randrange(100, 9000)]
        )
        passed = spins[seat] if seat == up and chance.random() < 0.2 else 0
        seats.append(Contestant(score, spins[seat] - passed, passed, chance.choice([0, 0, 1, 2, 3])))
    return Position((seats[0], seats[1], seats[2]), up)


def compare(truth, guess) -> list[tuple[float, float]]:
    """(true error, stated error) of each figure, in probability."""
    pairs = []
    for exact, estimated in zip(truth, (guess.press, guess.passing), strict=True):
        if exact is not None:
            for seat in range(3):
                pairs.append((abs(exact[seat] - estimated.win[seat]), estimated.standard_error[seat]))
    return pairs


def report(seconds: float, found: list[list[tuple[float, float]]]) -> None:
    """One row for all figures, one for the worst of each position."""
    figures = [pair for position in found for pair in position]
    print(f"\n{seconds:g} s, {len(found)} positions, {len(figures)} figures (points)")
    print(f"{'':8} {'mean':>7} {'median':>7} {'90 %':>7} {'most':>7}   {'<=0.3':>6}   within 1, 2, 3, 4 stated errors")
    worst = [max(position) for position in found]
    for name, pairs in (("figures", figures), ("worst", worst)):
        true = sorted(error for error, _ in pairs)
        parts = [statistics.fmean(true), true[len(true) // 2], true[9 * len(true) // 10], true[-1]]
        near = sum(error <= 0.003 for error in true) / len(true)
        # A figure that is known to a millionth is not missed.
        within = [sum(error <= n * stated + 1e-6 for error, stated in pairs) / len(pairs) for n in (1, 2, 3, 4)]
        shares = " ".join(f"{100 * share:6.2f} %" for share in within)
        print(f"{name:8} " + " ".join(f"{100 * part:7.3f}" for part in parts) + f"   {100 * near:5.1f} %  {shares}")
    stated = sorted(stated for _, stated in figures)
    print(f"stated   mean {100 * statistics.fmean(stated):.3f}, median {100 * stated[len(stated) // 2]:.3f}")


if __name__ == "__main__":
    main()
