"""How honest estimates are: random positions of five boards solved exactly, then estimated as if there were no time.

Prints, for each time allowed, how large the true and the stated errors are, and how often the truth lies within one,
two and four stated errors: of all figures, by the contestants who hold spins, by the board, and by how ties are paid.
With ``--goal money`` or ``blend`` it does so for dollars, too.
``python -m benchmarks.estimates [--goal GOAL] [--positions N] [--seed N] [--seconds 1 3] [--truths FILE]``

The truth is known at the finest unit that can be solved: $1, else $250, else $500. Truths are kept in the file, if one
is given, for the next run: a hundred take an hour.
"""

import argparse
import json
import random
import statistics
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine import Contestant, Limits, Position, Rules, Unaffordable, Unsettled, preset_boards, solve

MEMORY = 5 * 2**30
UNITS = ((1, 6.0), (250, 25.0), (500, 20.0))  # with the seconds that the exact answer may take
BOARDS = ("pyl-1985-02-r2", "pyl-classic-r2", "pyl-1984-09-r1", "pyl-1983-09-r1", "abc-2019-r2")
RULES = (
    ("show", "split"),
    ("show", "split"),
    ("show", "split"),
    ("seed", "split"),
    ("show", "joint"),
    ("seed", "joint"),
)
# Spins of each contestant, by how many hold spins.
SHAPES = {
    1: ((1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0), (6, 0, 0), (8, 0, 0)),
    2: ((1, 1, 0), (2, 1, 0), (2, 2, 0), (3, 2, 0), (4, 3, 0), (5, 2, 0)),
    3: ((1, 1, 1), (2, 1, 1), (2, 2, 1), (2, 2, 2), (3, 2, 1), (3, 2, 2), (3, 3, 2)),
}
HOLDERS = (1, 2, 2, 3, 3, 3)
KNOWN = 1e-4  # a figure that is known to this many points, or dollars, is not missed
POINTS, DOLLARS = 100.0, 1.0  # what a payoff of 1 is printed as

Row = dict[str, Any]
Pairs = list[tuple[float, float]]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--goal", choices=("win", "money", "blend"), default="win")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--seconds", type=float, nargs="+", default=[1.0, 3.0])
    parser.add_argument("--truths", type=Path)
    arguments = parser.parse_args()
    boards = preset_boards()
    found: dict[tuple[float, str], list[tuple[Row, Pairs]]] = {}
    for row in truths(arguments.seed, arguments.positions, arguments.truths, arguments.goal):
        for seconds in arguments.seconds:
            limits = Limits(seconds, MEMORY, unit=row["unit"], method="estimated", fresh=True)
            guess = solve(Position.parse(row["position"]), boards[row["board"]], _rules(row), limits)
            for kind in ("chances", "dollars") if row["goal"] != "win" else ("chances",):
                found.setdefault((seconds, kind), []).append((row, compare(row, guess, kind)))
    for (seconds, kind), rows in found.items():
        report(seconds, kind, rows)


def truths(seed: int, count: int, file: Path | None, goal: str) -> Iterator[Row]:
    """Yield random questions with their exact answers, those in the file first."""
    rows = [json.loads(line) for line in file.read_text().splitlines()] if file is not None and file.exists() else []
    yield from rows[:count]
    known = {_key(row) for row in rows}
    chance = random.Random(seed)
    left = count - len(rows)
    while left > 0:
        row = {**draw(chance), "goal": goal}
        if _key(row) in known or not _solve(row):
            continue
        left -= 1
        if file is not None:
            with file.open("a") as lines:
                lines.write(json.dumps(row) + "\n")
        yield row


def draw(chance: random.Random) -> Row:
    """Draw a question: spins shared out in a random shape, some of them passed; some scores odd, some level."""
    holders = chance.choice(HOLDERS)
    spins = list(chance.choice(SHAPES[holders]))
    chance.shuffle(spins)
    up = chance.choice([seat for seat in range(3) if spins[seat]])
    level = chance.randrange(0, 8000, 250)
    seats = []
    for seat in range(3):
        score = chance.choice(
            [0, level, chance.randrange(0, 4000, 50), chance.randrange(0, 12_000, 50), chance.randrange(100, 9000)]
        )
        passed = spins[seat] if seat == up and chance.random() < 0.15 else 0
        seats.append(Contestant(score, spins[seat] - passed, passed, chance.choice([0, 0, 0, 1, 1, 2, 3])))
    preset, ties = chance.choice(RULES)
    position = Position((seats[0], seats[1], seats[2]), up)
    return {
        "board": chance.choice(BOARDS), "position": position.notation, "preset": preset, "ties": ties,
        "holders": holders,
    }  # fmt: skip


def _key(row: Row) -> tuple[str, ...]:
    return row["board"], row["position"], row["preset"], row["ties"], row["goal"]


def _rules(row: Row) -> Rules:
    return replace(Rules.preset(row["preset"]), ties=row["ties"], goal=row["goal"])


def _solve(row: Row) -> bool:
    """Add the exact answer to a question, and return whether it can be had."""
    for unit, seconds in UNITS:
        limits = Limits(seconds, MEMORY, unit=unit, method="exact", fresh=True)
        try:
            found = solve(Position.parse(row["position"]), preset_boards()[row["board"]], _rules(row), limits)
        except (Unaffordable, Unsettled):
            continue
        row["unit"] = unit
        actions = found.press, found.passing
        row["chances"] = [action and list(action.win) for action in actions]
        row["dollars"] = [action and action.utility and list(action.utility) for action in actions]
        return True
    return False


def compare(row: Row, guess: Any, kind: str) -> Pairs:
    """Return (true error, stated error) of each figure, as printed: in points, or in dollars."""
    one = POINTS if kind == "chances" else DOLLARS
    pairs = []
    for truth, action in zip(row[kind], (guess.press, guess.passing), strict=True):
        if truth is not None:
            figures = (
                (action.win, action.standard_error) if kind == "chances" else (action.utility, action.utility_error)
            )
            pairs += [(one * abs(exact - its), one * error) for exact, its, error in zip(truth, *figures, strict=True)]
    return pairs


def report(seconds: float, kind: str, rows: list[tuple[Row, Pairs]]) -> None:
    """Print a line for all figures, and for each group of them."""
    print(f"\n{seconds:g} s, {len(rows)} positions ({'points' if kind == 'chances' else 'dollars'})")
    print(
        f"{'':16} {'figures':>7} {'mean':>7} {'median':>7} {'90%':>7} {'most':>6}   {'stated: mean, median':>20}   within 1, 2, 4"
    )
    _line("all", rows)
    keys: tuple[Callable[[Row], str], ...] = (
        lambda row: f"{row['holders']} with spins",
        lambda row: row["board"],
        lambda row: f"{row['preset']}, {row['ties']} ties",
    )
    for key in keys:
        for name in sorted({key(row) for row, _ in rows}):
            _line(name, [(row, pairs) for row, pairs in rows if key(row) == name])


def _line(name: str, rows: list[tuple[Row, Pairs]]) -> None:
    pairs = [pair for _, found in rows for pair in found]
    true, stated = sorted(error for error, _ in pairs), sorted(error for _, error in pairs)
    parts = [statistics.fmean(true), true[len(true) // 2], true[9 * len(true) // 10]]
    within = [sum(error <= n * its + KNOWN for error, its in pairs) / len(pairs) for n in (1, 2, 4)]
    print(
        f"{name:16} {len(pairs):7} " + " ".join(f"{part:7.3f}" for part in parts) + f" {true[-1]:6.2f}   "
        f"{statistics.fmean(stated):12.3f} {stated[len(stated) // 2]:7.3f}   "
        + " ".join(f"{100 * share:5.1f}%" for share in within)
    )


if __name__ == "__main__":
    main()
