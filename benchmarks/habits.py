"""The cost of the original program's habits: positions solved with ``seed`` rules, with each habit, and with all.

The habits are the options that the preset ``original`` adds to ``seed``. Positions are drawn in groups, so that each
habit matters in one of them. Prints a table of each group: the largest error of the three chances to win (mean and
maximum), how often the verdict differs, and the cost of that verdict to the mover.
``python -m benchmarks.habits [--positions N] [--seed N]``
"""

import argparse
import random
import statistics
from collections.abc import Callable, Iterator

from engine import Contestant, Limits, Position, Rules, SolveResult, preset_boards, solve

BOARD = preset_boards()["pyl-1985-02-r2"]
SEED, ORIGINAL = Rules.preset("seed"), Rules.preset("original")
LIMITS = Limits(600, 8 * 2**30, method="exact", fresh=True)
# The preset reduces the board from nine spins on, where exact answers take minutes; so its cost is shown with fewer.
COARSE, SPINS = "three spins and coarse boards", 3
SHARES = {"any": 6, "third place is up": 6, "a lead of more than $15,000": 5, "at the cap": 5, COARSE: 4}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=260)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    everything: dict[str, list[tuple[float, float, bool]]] = {}
    for group, share in SHARES.items():
        measured = list_habits(group)
        cases_by_habit: dict[str, list[tuple[float, float, bool]]] = {name: [] for name in measured}
        for position in draw_positions(group, rng, arguments.positions * share // sum(SHARES.values())):
            truth = solve(position, BOARD, SEED, LIMITS)
            for name, rules in measured.items():
                cases_by_habit[name].append(compare(truth, solve(position, BOARD, rules, LIMITS)))
        report(group, cases_by_habit)
        for name, rows in cases_by_habit.items():
            everything.setdefault(name, []).extend(rows)
    report("all together", everything)


def list_habits(group: str) -> dict[str, Rules]:
    """Return the rules to be measured in a group: with each habit alone, and with all."""
    if group == COARSE:
        coarse = ({"reduce": ORIGINAL.reduce, "reduce_from": spins} for spins in range(SPINS, 0, -1))
        return {
            ", ".join(f"`{name}={value}`" for name, value in options.items()): SEED.with_options(options)
            for options in coarse
        }
    habits = ("third_place_plays", "max_lead", "cap_passes")
    alone = {name: getattr(ORIGINAL, name) for name in habits}
    single = {f"`{name}={to_option_value(value)}`": SEED.with_options({name: value}) for name, value in alone.items()}
    return {**single, "all: `original`": ORIGINAL}


def to_option_value(value: object) -> str:
    """Return a value as ``--set`` takes it."""
    return "yes" if value is True else str(value)


def compare(truth: SolveResult, other: SolveResult) -> tuple[float, float, bool]:
    """Return the largest error of a chance, the cost of the other verdict (both in points), and whether it differs."""
    seat = Position.parse(truth.position).mover_seat
    values = {"press": truth.press, "pass": truth.passing}
    right, chosen = values[truth.best], values[other.best]
    answer = other.press if other.best == "press" else other.passing
    error = max(abs(a - b) for a, b in zip(right.win, answer.win, strict=True))
    return 100 * error, 100 * (right.win[seat] - chosen.win[seat]), truth.best != other.best


def report(group: str, cases_by_habit: dict[str, list[tuple[float, float, bool]]]) -> None:
    print(f"\n{group[0].upper()}{group[1:]}:\n")
    print("| habit | positions | chances off by, mean | at most | other verdicts | they cost, mean | at most |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, rows in cases_by_habit.items():
        errors, costs = [row[0] for row in rows], [row[1] for row in rows if row[2]]
        cells = [statistics.mean(errors), max(errors)]
        cost = [statistics.mean(costs), max(costs)] if costs else [0.0, 0.0]
        texts = [str(len(rows)), *(f"{x:.2f}" for x in cells), str(len(costs)), *(f"{x:.2f}" for x in cost)]
        print(f"| {name} | {' | '.join(texts)} |", flush=True)


def draw_positions(group: str, rng: random.Random, count: int) -> Iterator[Position]:
    """Yield ``count`` positions of a group, in which the mover may press or pass."""
    belongs: dict[str, Callable[[Position], bool]] = {
        "third place is up": lambda p: p.mover.score < min(list_other_scores(p)),
        "a lead of more than $15,000": lambda p: (
            SEED.cap is not None and p.mover.score - max(list_other_scores(p)) > 15_000 and p.mover.score < SEED.cap
        ),
        "at the cap": lambda p: p.mover.score == SEED.cap and p.mover.score - max(list_other_scores(p)) <= 15_000,
    }
    while count:
        position = draw_position(group, rng)
        if position.mover.passed or not belongs.get(group, lambda p: True)(position):
            continue
        yield position
        count -= 1


def list_other_scores(position: Position) -> list[int]:
    """Return the scores of the mover's opponents."""
    return [position.contestants[seat].score for seat in position.opponents(position.mover_seat)]


def draw_position(group: str, rng: random.Random) -> Position:
    """Draw a position with one or two spins, or with three held by one contestant."""
    most = {"any": 40, "third place is up": 40, COARSE: 40}.get(group, 80)
    scores = [250 * rng.randint(0, most) for _ in range(3)]
    up = rng.randrange(3)
    if group == "at the cap":
        scores[up] = 20_000
    spins = [0, 0, 0]
    spins[up] = SPINS if group == COARSE else rng.randint(1, 2)
    if spins[up] == 1 and rng.random() < 0.3:
        spins[rng.choice([seat for seat in range(3) if seat > up] or [up])] += 1
    a, b, c = (
        Contestant(score, earned, 0, 0 if group == COARSE else rng.choice([0, 0, 0, 1, 2, 3]))
        for score, earned in zip(scores, spins, strict=True)
    )
    return Position((a, b, c), up)


if __name__ == "__main__":
    main()
