"""The review of a played game of Pig.

A record has the faces of each turn, ``4-5-6,3-1,2-2-6``: the players take turns, and a turn that does not end
in a bust was held. ``hold`` is a turn in which the points already in hand were held at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...review import judged, refuse, reviewed, turns_of
from .duel import Duel, solve
from .rules import HOLD, ROLL, TIE, Pig, Policy

FACES = "-"


def read_record(pig: Pig, text: str) -> list[tuple[int, ...]]:
    """Return the faces of each turn. Raises InputError (``field``: record)."""
    turns = []
    for number, turn in enumerate(turns_of(text), 1):
        faces = [] if turn == HOLD else [face.strip() for face in turn.split(FACES)]
        if not all(face.isascii() and face.isdigit() and 1 <= int(face[:9]) <= pig.sides for face in faces):
            raise InputError(
                f"must be the faces of each turn, like 4-5-6,3-1, and turn {number} is “{turn[:40]}”", field="record"
            )
        turns.append(tuple(int(face) for face in faces))
    return turns


def review(
    pig: Pig,
    theirs: Policy,
    record: list[tuple[int, ...]],
    scores: tuple[int, int],
    first: int,
    total: int,
    budget: Budget,
) -> Answer:
    """Return A's choices against the best ones, if B plays ``theirs``.

    A has the first turn if ``first`` is 0, B if it is 1, with ``total`` points already in hand. The budget is charged
    one node per pair of scores.

    Raises:
        InputError: the record breaks the rules.
        Exhausted: the budget was spent.
    """
    duel, points, up = solve(pig, Policy("best-response"), theirs, *scores, budget), list(scores), first
    values, choices, given = [_chance(duel, points, up, total)], [], 0.0
    for number, faces in enumerate(record, 1):
        if max(points) >= pig.goal:
            raise refuse(number, "the game is already over")
        for rolled, (choice, face) in enumerate([*((ROLL, face) for face in faces), (HOLD, 0)], 1):
            reached = points[up] + total >= pig.goal
            if choice == ROLL and reached:
                raise refuse(number, "the player rolls on with enough points to win")
            if choice == HOLD and not total:
                raise refuse(number, "there is nothing to hold before the first roll")
            if total and not reached:
                worth = {HOLD: _held(duel, points, up, total), ROLL: _rolled(duel, points, up, total)}
                if up == 0:
                    where = {"own": points[0], "opp": points[1], "total": total}
                    choices.append(judged(number, where, choice, worth, TIE))
                else:
                    given += worth[choice] - _chance(duel, points, up, total)
            if choice == HOLD:
                points[up] += total
            elif face == pig.bust:
                if more := len(faces) - rolled:
                    follow = "face follows" if more == 1 else "faces follow"
                    raise refuse(number, f"the {pig.bust} ends it, and {more} more {follow}")
                break
            total += face
        up, total = 1 - up, 0
        values.append(_chance(duel, points, up, total))
    return reviewed(values, choices, given, duel.error)


def _chance(duel: Duel, points: Sequence[int], up: int, total: int) -> float:
    """Return A's chance if the mover, 0 or 1, decides now; ``points`` are A's and B's."""
    if max(points) >= duel.pig.goal:
        return float(points[0] >= duel.pig.goal)
    return duel.chance(points[0], points[1], up == 0, total)


def _held(duel: Duel, points: Sequence[int], up: int, total: int) -> float:
    return _chance(duel, [each + total * (side == up) for side, each in enumerate(points)], 1 - up, 0)


def _rolled(duel: Duel, points: Sequence[int], up: int, total: int) -> float:
    after = [_chance(duel, points, up, total + gain) for gain in duel.pig.gains]
    return (sum(after) + _chance(duel, points, 1 - up, 0)) / duel.pig.sides
