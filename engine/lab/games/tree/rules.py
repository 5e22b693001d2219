"""The looks and the move of each strategy of Tree Solitaire at one fork.

A *fork* is a split point and its two branches, high and low. ``step`` has the chances that a strategy wins
there or goes on, given the chances at the points it looks at. It only adds, subtracts and multiplies, so
those chances may be numbers, arrays or polynomials (``fork_series``).

Chances to win are those of the independent form (TSI). In the dependent form (TSD) there is only one win,
so the chance of "not here, but there" is that of "there": products of chances of two points vanish, and
only terms linear in the values remain.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .trees import Ends

# The strategies with names of their own, from the blindest to the one that sees everything, with their most looks at
# a fork. XHSTRAT and XLSTRAT with other X are ``3hstrat``, ``3lstrat`` …; with D plies, ``2ply`` …
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
MOST_LOOKS = 99  # X of XHSTRAT and XLSTRAT
MOST_PLIES = 6
_FOLLOWING = re.compile(r"(inf|[1-9][0-9]?)?(h|l)strat")
_PLIES = re.compile(rf"([2-{MOST_PLIES}])ply")

# A chance: a number, an array of numbers, or a polynomial in the values of the two branches.
Chance = Any


def named(text: str) -> str | None:
    """Return the name of a strategy as in the memo or with its number last: ``3hstrat`` for ``xhstrat:3``; or None."""
    kind, _, number = text.strip().lower().partition(":")
    name = f"{number}{kind.removeprefix('x')}" if number else kind
    name = {"1hstrat": "hstrat", "1lstrat": "lstrat", "1ply": "bstrat"}.get(name, name)
    return name if name in LOOKS or _FOLLOWING.fullmatch(name) or _PLIES.fullmatch(name) else None


def following(strategy: str) -> tuple[str, int | None] | None:
    """Return ``h`` or ``l`` and X (None for no limit) for XHSTRAT and XLSTRAT; None for others."""
    found = _FOLLOWING.fullmatch(strategy)
    if not found:
        return None
    return found[2], None if found[1] == "inf" else int(found[1] or 1)


def reach_of(strategy: str) -> int | None:
    """Return the number of points of a path that a strategy follows, 1 if it follows none; None for no limit."""
    followed = following(strategy)
    return followed[1] if followed else 1


def plies(strategy: str) -> int | None:
    """Return the number of plies that a ply-limited strategy sees; None for others."""
    found = _PLIES.fullmatch(strategy)
    return int(found[1]) if found else None


def looks_at_most(strategy: str) -> int | None:
    """Return the most looks at a fork; None for no limit."""
    if strategy in LOOKS:
        return LOOKS[strategy]
    depth = plies(strategy)
    if depth is not None:
        return int(2 ** (depth + 1) - 2)
    followed = following(strategy)
    assert followed is not None
    return followed[1]


@dataclass(frozen=True, slots=True)
class Sight:
    """The chances at the points around a fork.

    Attributes:
        high, low: the chance that the branch is a win if it is an end point.
        high_path, low_path: the chance that following high branches from the branch on (itself included) leads to a
            winning end point that the strategy can see.
        high_last: the chance that the last point of that path from the high branch is a win if it is an end point.
        prefers_high: whether a weighing strategy goes high if both branches split: 1 or 0.
    """

    high: Chance
    low: Chance
    high_path: Chance
    low_path: Chance
    high_last: Chance = 0
    prefers_high: Chance = 1


@dataclass(frozen=True, slots=True)
class Structure:
    """The chances that points around a fork end.

    Attributes:
        end: that a branch is an end point.
        last: that the last point of the path from the high branch is one, if those before split.
        run: that all points of that path split; 0 if it has no limit.
        stops: 1 - run, without cancellation.
    """

    end: float
    last: float
    run: float
    stops: float


def structure(strategy: str, ends: Ends, level: int) -> Structure:
    """Return the chances of ends around a split point on a level, for the points that the strategy looks at."""
    reach = reach_of(strategy)
    if reach is None:
        return Structure(ends.at(level + 1), 0.0, 0.0, 1.0)
    return Structure(
        ends.at(level + 1), ends.at(level + reach), ends.run(level, reach), ends.path_sum(level, reach, 1.0)
    )


@dataclass(frozen=True, slots=True)
class Step:
    """The chances of a strategy's moves at a fork.

    Attributes:
        now: to win with this move.
        seen: to move because a win was seen further down; such a move always ends in a win, since what
            was forgotten is found again on the way, or another win before it.
        high, low: to go on to that branch, which splits, knowing nothing of its branches.
        known: to go on to the high branch, which splits, knowing that all but the last of the points that the
            strategy follows from there split, too.
        to_low: to take the low branch, whether it splits or ends.
    """

    now: Chance
    seen: Chance
    high: Chance
    low: Chance
    known: Chance
    to_low: Chance


def step(strategy: str, below: Structure, at: Sight) -> Step:
    """Return one move of a strategy at a fork whose branches are unknown.

    Args:
        strategy: any but ``unlimited``, which does not go from fork to fork, and those that see plies (``plies``).
        below: the chances that points are end points.
        at: the chances that end points are wins.
    """
    end, split = below.end, 1 - below.end
    high_wins, low_wins = end * at.high, end * at.low
    if strategy == "nostrat":
        return Step((high_wins + low_wins) * 0.5, 0, split / 2, split / 2, 0, 0.5)
    if strategy == "strat":
        return Step(high_wins, 0, split, 0, 0, 0)
    followed = following(strategy)
    if followed and followed[0] == "l":
        # Low if a win was seen there, else high without having looked.
        otherwise = 1 - at.low_path
        return Step(low_wins + otherwise * high_wins, at.low_path - low_wins, otherwise * split, 0, 0, at.low_path)
    if followed:
        lost = below.stops - at.high_path
        now = high_wins + lost * low_wins
        if followed[1] == 1:
            return Step(now, 0, split, lost * split, 0, lost)
        return Step(now, at.high_path - high_wins, 0, lost * split, below.run, lost)
    if strategy == "bstrat":
        now, low = high_wins + low_wins - high_wins * low_wins, end * (1 - at.high) * split
        return Step(now, 0, split * (1 - low_wins), low, 0, low_wins * (1 - high_wins) + low)
    if strategy == "hprime":
        to_low = end * (1 - at.high) + split * (1 - at.prefers_high)
        return Step(high_wins + to_low * low_wins, 0, split * at.prefers_high, to_low * split, 0, to_low)
    if strategy == "bprime":
        now = high_wins + low_wins - high_wins * low_wins
        to_high = end * (1 - at.low) + split * at.prefers_high
        to_low = end * (1 - at.high) + split * (1 - at.prefers_high)
        return Step(now, 0, split * to_high, split * to_low, 0, low_wins * (1 - high_wins) + split * to_low)
    raise ValueError(strategy)


def loses(made: Step) -> Chance:
    """Return the chance that the game is lost with a move: a win seen further down is won."""
    return 1 - (made.now + made.seen + made.high + made.low + made.known)


def known_step(below: Structure, at: Sight) -> Step:
    """Return the next move of XHSTRAT, X at least 2, after it went high because all X points it saw split.

    All but the last of the points that it follows now are among those. So only the last one is new.
    """
    lost = below.last * (1 - at.high_last)
    low = lost * (1 - below.end)
    return Step(lost * below.end * at.low, below.last * at.high_last, 0, low, 1 - below.last, lost)


def level(strategy: str, end: float, value: float) -> float:
    """Return the chance to win where all points have the same value (theorem 6.1): the equation of one step, solved.

    Args:
        strategy: any that goes from fork to fork and weighs nothing, without plies.
        end: E, above 0, on all levels.
        value: T, as of the drift form with D = 0.
    """
    ends = Ends((), end)
    below, path = structure(strategy, ends, 0), value * ends.path_sum(0, reach_of(strategy), 1.0)
    at = Sight(value, value, path, path, value)
    free, bound = step(strategy, below, at), known_step(below, at)
    # V = now + seen + (high + low) V + known V', V' likewise.
    after = free.known / (1 - bound.known) if free.known else 0.0
    top = free.now + free.seen + after * (bound.now + bound.seen)
    return float(top / (1 - free.high - free.low - after * bound.low))
