"""Search for daily dilemmas: positions whose right choice is exact and surprising.

A position is taken if its right choice is known exactly and has a lesson (lessons.py): it is against the first thought,
hardly better than the other, or turned round by one small change.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine import Contestant, Limits, Position, Rules, Unaffordable, preset_boards, solve
from engine.calls import SMALL

BOARDS = ("pyl-1985-02-r2", "pyl-classic-r2")
RULES = "show"
LIMITS = Limits(seconds=6, memory_bytes=2**30, method="exact", fresh=True)
# A difference that nobody disputes is no dilemma; one that is “too close to call” has no right choice.
CLOSE, CLEAR = 0.015, 0.25
STEP, CHANGE = 250, 1000  # dollars between scores; of a change that may turn the choice
# As near as this two positions with the same spins and Whammies are one and the same to a fan.
NEAR = 1000
UNEVEN = 4  # how much more often one choice may be right than the other


@dataclass(frozen=True)
class Found:
    """A position with its exact answer, as the file stores it."""

    board: str
    lesson: str
    result: dict[str, Any]

    @property
    def position(self) -> Position:
        return Position.parse(self.result["position"])


def exact(position: Position, board: str) -> dict[str, Any] | None:
    """Return the exact answer, without the outcomes of the next spin; None if it is not exact within the limits."""
    try:
        result = solve(position, preset_boards()[board], Rules.preset(RULES), LIMITS).to_json()
    except Unaffordable:
        return None
    return {name: value for name, value in result.items() if name not in ("outcomes", "rules", "seconds")}


def search(seed: int, known: list[Found], wanted: int) -> Iterator[Found]:
    """Yield new positions, as many as wanted, none near a known one, and no lesson or right choice much more often than another."""
    chance = random.Random(seed)  # noqa: S311  # nothing secret
    found = list(known)
    while len(found) < len(known) + wanted:
        board, position = chance.choice(BOARDS), _any_position(chance)
        if any(is_near(position, each.position) for each in found):
            continue
        result = exact(position, board)
        if result is None or not SMALL <= result["margin"] <= CLEAR:
            continue
        rights = [each.result["best"] for each in found]
        if 2 * rights.count(result["best"]) > len(found) + UNEVEN:
            continue
        counts = Counter(each.lesson for each in found)
        fresh = [name for name in LESSONS if 3 * counts[name] <= len(found)]
        rarest_first = sorted(fresh, key=lambda name: (counts[name], chance.random()))
        lesson = next((name for name in rarest_first if LESSONS[name](position, board, result)), None)
        if lesson is None:
            continue
        found.append(Found(board, lesson, result))
        yield found[-1]


def _any_position(chance: random.Random) -> Position:
    """Return a position late in round 2: one contestant decides, and one other may hold a spin."""
    seats = chance.sample(range(3), 3)
    top = chance.randrange(1500, 11000, STEP)
    # The decider is seldom far from the best of the others: elsewhere nothing is to be decided.
    own = max(top + chance.randrange(-3000, 5000, STEP), 0)
    third = chance.randrange(0, top + STEP, STEP)
    holder = chance.choices((None, 1, 2), (40, 2, 1))[0]  # of another spin
    people = [
        Contestant(own, earned=chance.choices((1, 2), (12, 1))[0] if holder is None else 1, whammies=_whammies(chance)),
        Contestant(top, earned=int(holder == 1), whammies=_whammies(chance)),
        Contestant(third, earned=int(holder == 2), whammies=_whammies(chance)),
    ]
    placed = [people[seats.index(seat)] for seat in range(3)]
    return Position((placed[0], placed[1], placed[2]), seats[0])


def _whammies(chance: random.Random) -> int:
    return chance.choices((0, 1, 2, 3), (6, 3, 2, 3))[0]


def is_near(one: Position, other: Position) -> bool:
    """Return whether two positions differ by little: the same podiums around the decider, scores close together."""
    ours, theirs = _seen_by_decider(one), _seen_by_decider(other)
    if [podium[1:] for podium in ours] != [podium[1:] for podium in theirs]:
        return False
    return all(abs(our[0] - their[0]) < NEAR for our, their in zip(ours, theirs, strict=True))


def _seen_by_decider(position: Position) -> list[tuple[int, ...]]:
    """Return the podiums, the decider's first and then the richer one's, with scores as seen from the decider."""
    mover = position.mover
    return [
        (each.score - mover.score if each is not mover else mover.score // (3 * NEAR), each.earned, each.whammies)
        for each in (mover, *_others(position))
    ]


def _others(position: Position) -> list[Contestant]:
    """Return the others, the richer one first."""
    others = [each for seat, each in enumerate(position.contestants) if seat != position.mover_seat]
    return sorted(others, key=lambda each: -each.score)


def _ahead(position: Position, board: str, result: dict[str, Any]) -> bool:
    """Return whether the leader has to press."""
    return result["best"] == "press" and position.mover.score - _others(position)[0].score >= STEP


def _behind(position: Position, board: str, result: dict[str, Any]) -> bool:
    """Return whether passing is right although a rival leads."""
    return result["best"] == "pass" and position.mover.score < _others(position)[0].score


def _close(position: Position, board: str, result: dict[str, Any]) -> bool:
    return bool(result["margin"] < CLOSE)


def _spin_less(position: Position, board: str, result: dict[str, Any]) -> bool:
    mover = position.mover
    return mover.earned > 1 and _turns(_changed(position, mover, earned=mover.earned - 1), board, result)


def _spin_more(position: Position, board: str, result: dict[str, Any]) -> bool:
    mover = position.mover
    return mover.earned == 1 and _turns(_changed(position, mover, earned=2), board, result)


def _more_money(position: Position, board: str, result: dict[str, Any]) -> bool:
    mover = position.mover
    return _turns(_changed(position, mover, score=mover.score + CHANGE), board, result)


def _changed(position: Position, whose: Contestant, **fields: int) -> Position:
    left, centre, right = (replace(each, **fields) if each is whose else each for each in position.contestants)
    return Position((left, centre, right), position.mover_seat)


def _turns(changed: Position, board: str, result: dict[str, Any]) -> bool:
    """Return whether the other choice is right in a changed position, beyond what is too close to call."""
    found = exact(changed, board)
    return found is not None and found["best"] != result["best"] and found["margin"] >= SMALL


# Whether a position teaches a lesson, by the names of lessons.py.
LESSONS = {
    "ahead": _ahead,
    "behind": _behind,
    "close": _close,
    "spin-less": _spin_less,
    "spin-more": _spin_more,
    "more-money": _more_money,
}
