"""How far estimates by rules of thumb are off, beside what they state: ``python -m benchmarks.rough``.

Positions are drawn by chance, a third of them under any rules and on any board, with few spins and sums rounded so
that they can be solved exactly.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator
from dataclasses import replace

from benchmarks.first_answers import Asked, question
from engine import InputError, Limits, Position, Rules, solve
from engine.answers.question import ask
from engine.answers.rough import rough_estimate
from engine.errors import Unaffordable, Unsettled
from engine.game.board import DEFAULT_BOARD, preset_board

COUNT = 60
EXACT = Limits(seconds=15, method="exact", fresh=True)


def positions(count: int) -> Iterator[Asked]:
    """Yield those of ``count`` random questions whose position is possible."""
    for number in range(count):
        draw = random.Random(f"rough {number}")
        asked = question(draw)
        if number % 3:
            asked = Asked(asked.position, preset_board(DEFAULT_BOARD), Rules(), None)
        podiums = [
            f"{draw.randrange(0, 20_000, 50)}e{draw.choice([0, 0, 1, 2, 3])}p{draw.choice([0, 0, 0, 0, 1])}"
            f"w{draw.choice([0, 0, 1, 2, 3])}"
            for _ in range(3)
        ]
        try:
            position = Position.parse(f"{','.join(podiums)}@{draw.randint(1, 3)}")
        except InputError:
            continue
        yield replace(asked, position=position, rules=replace(asked.rules, unit=1000, cap=24_000))


def main(count: int = COUNT) -> None:
    """Print how large the errors are, and how many are within twice the stated one."""
    errors: list[float] = []
    within = solved = 0
    for asked in positions(count):
        words = asked.position, asked.board, asked.rules
        try:
            exact = solve(*words, EXACT, next_spins=asked.next_spins)
        except (Unaffordable, Unsettled, InputError):
            continue
        rough = rough_estimate(ask(*words, next_spins=asked.next_spins))
        solved += 1
        for guess, truth in ((rough.press, exact.press), (rough.passing, exact.passing)):
            if guess is None or truth is None or guess.standard_error is None:
                continue
            for mine, its, stated in zip(guess.win, truth.win, guess.standard_error, strict=True):
                errors.append(mine - its)
                within += abs(mine - its) < 2 * stated
    size = math.sqrt(sum(error**2 for error in errors) / len(errors))
    print(f"{solved} positions, {len(errors)} chances to win: root mean square error {size:.3f}, ", end="")
    print(f"{within / len(errors):.0%} within two stated standard errors")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
