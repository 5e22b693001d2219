"""The review of a played game of Hog.

A record has the dice of each turn and their sum, ``4:13,0,6:0``: the players take turns, ``0`` is Free Bacon,
and a sum of 0 is a Pig Out.
"""

from __future__ import annotations

import re

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...review import judged, refuse, reviewed, turns_of
from . import solver
from .policies import TIE, Policy
from .rules import Hog

Turn = tuple[int, int | None]


def read_record(text: str) -> list[Turn]:
    """Return the dice of each turn and their sum, None without dice. Raises InputError (``field``: record)."""
    turns: list[Turn] = []
    for number, turn in enumerate(turns_of(text), 1):
        found = re.fullmatch(r"([0-9]{1,3})(?::([0-9]{1,4}))?", turn)
        if not found:
            raise InputError(
                f"must be the dice of each turn and their sum, like 4:13,0,6:0, and turn {number} is “{turn[:40]}”",
                field="record",
            )
        turns.append((int(found[1]), None if found[2] is None else int(found[2])))
    return turns


def review(hog: Hog, theirs: Policy, record: list[Turn], own: int, opp: int, a_first: bool, budget: Budget) -> Answer:
    """Return A's choices against the best ones, if B plays ``theirs``.

    Args:
        hog: the game.
        theirs: B's policy.
        record: dice and sum of each turn.
        own: A's score at the start.
        opp: B's score at the start.
        a_first: whether A takes the first turn.
        budget: charged one node per pair of scores.

    Raises:
        InputError: the record breaks the rules.
        Exhausted: the budget was spent.
    """
    solved = solver.solve(hog, Policy("optimal" if theirs.name == "optimal" else "best-response"), theirs, budget)
    sides = {True: solved, False: solver.Solved(hog, solved.b, solved.a, solved.b_dice, solved.a_dice, solved.error)}

    def chance() -> float:
        over = max(own, opp) >= hog.goal
        return float(solved.a[own, opp] if a_up and not over else solved.after(own, opp))

    a_up = a_first
    values, choices, given = [chance()], [], 0.0
    for number, (dice, total) in enumerate(record, 1):
        if max(own, opp) >= hog.goal:
            raise refuse(number, "the game is already over")
        mover, other = (own, opp) if a_up else (opp, own)
        try:
            _, points = hog.turn_score(mover, other, dice, total)
        except InputError as error:
            raise refuse(number, f"{error.field} {error.message}") from None
        wins = solver.dice_values(sides[a_up], mover, other)
        if a_up:
            by_dice = dict(zip(hog.dice, wins.tolist(), strict=True))
            choices.append(judged(number, {"own": own, "opp": opp}, dice, by_dice, TIE))
        else:
            given += 1.0 - float(wins[dice - hog.least_dice]) - values[-1]
        after = [int(score) for score in hog.finish(mover, other, dice, points)]
        own, opp = after if a_up else reversed(after)
        a_up = not a_up
        values.append(chance())
    return reviewed(values, choices, given, solved.error)
