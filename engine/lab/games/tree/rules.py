"""What each strategy of Tree Solitaire looks at and where it goes, at one fork.

A *fork* is a split point and its two branches, high and low. ``step`` has the chances that a strategy wins
there or goes on, given the chances at the points it looks at. It only adds, subtracts and multiplies, so
those chances may be numbers, arrays or polynomials (``series``).

Chances to win are those of the independent form (TSI). In the dependent form (TSD) there is only one win,
so the chance of "not here, but there" is that of "there": products of chances of two points vanish, and
only terms linear in the values remain.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# The strategies, from the blindest to the one that sees everything, with their most looks at a fork.
LOOKS: dict[str, int | None] = {
    "nostrat": 0,
    "strat": 0,
    "hstrat": 1,
    "lstrat": 1,
    "2hstrat": 2,
    "2lstrat": 2,
    "bstrat": 2,
    "infhstrat": None,
    "inflstrat": None,
    "hprime": 1,
    "bprime": 2,
    "unlimited": None,
}
STRATEGIES = tuple(LOOKS)
WEIGHING = ("hprime", "bprime")  # they weigh two split points by depreciation factors
STEPPING = tuple(
    name for name in STRATEGIES if name not in ("unlimited", *WEIGHING)
)  # moves by which branches split or win

# A chance: a number, an array of numbers, or a polynomial in the values of the two branches.
Chance = Any


@dataclass(frozen=True, slots=True)
class Sight:
    """The chances at the points around a fork.

    Attributes:
        high, low: the chance that the branch is a win if it is an end point.
        high_high, low_high: the same for that branch's own high branch.
        high_path, low_path: the chance that following high branches from the branch on (itself
            included) leads to a winning end point.
        prefers_high: whether a weighing strategy goes high if both branches split: 1 or 0.
    """

    high: Chance
    low: Chance
    high_high: Chance
    low_high: Chance
    high_path: Chance
    low_path: Chance
    prefers_high: Chance = 1


@dataclass(frozen=True, slots=True)
class Step:
    """The chances of what a strategy does at a fork.

    Attributes:
        now: to win with this move.
        seen: to move because a win was seen further down; such a move always ends in a win, since what
            was forgotten is found again on the way, or another win before it.
        high, low: to go on to that branch, which splits, knowing nothing of its branches.
        known: to go on to the high branch, which splits and whose high branch is known to split too.
    """

    now: Chance
    seen: Chance
    high: Chance
    low: Chance
    known: Chance


def step(strategy: str, end: float, at: Sight) -> Step:
    """One move of a strategy at a fork whose branches are unknown.

    Args:
        strategy: any but ``unlimited``, which does not go from fork to fork.
        end: E, the chance that a point is an end point.
        at: the chances around the fork.
    """
    split = 1 - end
    high_wins, low_wins = end * at.high, end * at.low
    if strategy == "nostrat":
        return Step((high_wins + low_wins) * 0.5, 0, split / 2, split / 2, 0)
    if strategy == "strat":
        return Step(high_wins, 0, split, 0, 0)
    if strategy == "lstrat":
        return _low_unless_not(low_wins, 0, high_wins, split)
    if strategy == "2lstrat":
        return _low_unless_not(low_wins, split * end * at.low_high, high_wins, split)
    if strategy == "inflstrat":
        return _low_unless_not(low_wins, at.low_path - low_wins, high_wins, split)
    if strategy == "hstrat":
        lost = end * (1 - at.high)
        return Step(high_wins + lost * low_wins, 0, split, lost * split, 0)
    if strategy == "2hstrat":
        lost = end * (1 - at.high) + split * end * (1 - at.high_high)
        return Step(high_wins + lost * low_wins, split * end * at.high_high, 0, lost * split, split * split)
    if strategy == "infhstrat":
        lost = 1 - at.high_path
        return Step(high_wins + lost * low_wins, at.high_path - high_wins, 0, lost * split, 0)
    if strategy == "bstrat":
        now = high_wins + low_wins - high_wins * low_wins
        return Step(now, 0, split * (1 - low_wins), end * (1 - at.high) * split, 0)
    if strategy == "hprime":
        to_low = end * (1 - at.high) + split * (1 - at.prefers_high)
        return Step(high_wins + to_low * low_wins, 0, split * at.prefers_high, to_low * split, 0)
    if strategy == "bprime":
        now = high_wins + low_wins - high_wins * low_wins
        to_high = end * (1 - at.low) + split * at.prefers_high
        to_low = end * (1 - at.high) + split * (1 - at.prefers_high)
        return Step(now, 0, split * to_high, split * to_low, 0)
    raise ValueError(strategy)


def known_step(end: float, at: Sight) -> Step:
    """The next move of ``2hstrat`` after it went high because both points it saw split.

    The high branch here is one of the two, so it certainly splits. Only its own high branch is new.
    """
    split = 1 - end
    lost = end * (1 - at.high_high)
    return Step(lost * end * at.low, end * at.high_high, 0, lost * split, split)


def _low_unless_not(now: Chance, seen: Chance, high_wins: Chance, split: float) -> Step:
    """Low if a win was seen there, else high without having looked."""
    otherwise = 1 - (now + seen)
    return Step(now + otherwise * high_wins, seen, otherwise * split, 0, 0)
