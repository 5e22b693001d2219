"""The states of a strategy at a fork: what it knows of the points below, and the chances of its next move.

A *fork* is a split point and its two branches, high and low. ``fork_states`` has the chances that a strategy wins there
or goes on, given the chances at the points it looks at. It only adds, subtracts and multiplies, so those chances may be
numbers, arrays or polynomials. So the same states are followed along all ways down (``walk``) and make power series
(``fork_series``).

Chances to win are those of the independent form (TSI). In the dependent form (TSD) there is only one win,
so the chance of "not here, but there" is that of "there": products of chances of two points vanish, and
only terms linear in the values remain.

A win seen further down is won later, and looked at again on the way. So there are states of a split point below which
a win was seen, and their chances are those of that win, too: it is at the end of the high branches from there on, at
most a number of points away, or exactly that number. XHSTRAT goes there: what was forgotten is found again. XLSTRAT looks low
first at each fork on the way, and may find a win further low.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from .rules import LOOKS, WEIGHING, following
from .trees import Ends

# A chance: a number, an array of numbers, or a polynomial in the values of the two branches.
Chance = Any
HIGH, LOW = 0, 1  # branches
UNKNOWN, KNOWN = 0, 1  # states: nothing is known; all but the last of the points in reach split, as XHSTRAT has seen
Goes = dict[tuple[int, int], Chance]


@dataclass(slots=True)
class State:
    """A state at a split point.

    Attributes:
        won, lost: the chance that the next move ends the game.
        here: the chance of what the state knows of the points below.
        looks: the expected looks at the fork.
        low: the chance to go to another branch than the high one.
        goes: the chances to go on, by branch and the place of the next state.
    """

    won: Chance = 0
    lost: Chance = 0
    here: Chance = 1
    looks: Chance = 0
    low: Chance = 0
    goes: Goes = field(default_factory=dict)


class Around(Protocol):
    """The chances that points below split points of a level are wins, if they are end points.

    ``branches`` has those of the high and the low branch.
    """

    @property
    def branches(self) -> tuple[Chance, Chance]:
        """The chances of the high and the low branch."""

    def path(self, branch: int, within: int | None) -> Chance:
        """Return the chance that high branches from there on lead to a winning end point within this many points."""

    def looked(self) -> Chance:
        """Return the expected looks at points from the high branch on up to such a win, times the chance of it."""

    def further(self, points: int) -> Chance:
        """Return the chance of the last of this many points from the high branch on."""

    def prefers_high(self, strategy: str) -> Chance:
        """Return whether a weighing strategy goes high if both branches split: 1 or 0."""


@dataclass(frozen=True, slots=True)
class Shared:
    """The chances where values shrink by the mean share of the high branch.

    Attributes:
        ends: E by level.
        level: of the split points.
        mean: A.
        branches: the values of the branches.
        high: whether a weighing strategy goes high.
    """

    ends: Ends
    level: int
    mean: float
    branches: tuple[Chance, Chance]
    high: Chance = 1

    def path(self, branch: int, within: int | None) -> Chance:
        return self.branches[branch] * self.ends.path_sum(self.level, within, self.mean)

    def looked(self) -> Chance:
        return self.branches[HIGH] * self.ends.looks_sum(self.level, None, self.mean)

    def further(self, points: int) -> Chance:
        return self.branches[HIGH] * self.mean ** (points - 1)

    def prefers_high(self, strategy: str) -> Chance:
        return self.high


def fork_states(strategy: str, ends: Ends, level: int, around: Around, *, ahead: bool = True) -> list[State]:
    """Return the states on a level, the first of which is ``UNKNOWN``.

    Args:
        strategy: any that goes from fork to fork, without plies.
        ends: E by level.
        level: of the split points.
        around: of the points below them.
        ahead: whether games go on to a win that was seen; else it counts at once, and there are no states for it.
    """
    end, split = ends.at(level + 1), 1 - ends.at(level + 1)
    high, low = around.branches
    high_wins, low_wins = end * high, end * low
    side, reach = following(strategy) or ("", 1)
    looks = ends.points(level, reach) if side else float(LOOKS[strategy] or 0)
    prefers = around.prefers_high(strategy) if strategy in WEIGHING else 1

    def state(now: Chance, goes: Goes, to_low: Chance, seen: Chance = 0, looks: float = looks) -> State:
        lost = 1 - (now + seen + sum(goes.values()))
        return State(now if ahead else now + seen, lost, 1, looks, to_low, goes)

    if strategy == "nostrat":
        return [state((high_wins + low_wins) * 0.5, _to(split / 2, split / 2), 0.5)]
    if strategy == "strat":
        return [state(high_wins, _to(split, 0), 0)]
    if strategy in ("bstrat", "bprime"):
        to_high, to_low = 1 - low_wins - split * (1 - prefers), end * (1 - high) + split * (1 - prefers)
        goes_low = low_wins * (1 - high_wins) + split * to_low  # to the only win, or to a branch that splits
        won = high_wins + low_wins - high_wins * low_wins
        return [state(won, _to(split * to_high, split * to_low), goes_low)]
    if strategy == "hprime" or (side == "h" and reach == 1):
        to_low = end * (1 - high) + split * (1 - prefers)
        return [state(high_wins + to_low * low_wins, _to(split * prefers, to_low * split), to_low)]
    if side == "l":
        # Low if a win was seen there, else high without having looked.
        path = around.path(LOW, reach)
        found = [state(low_wins + (1 - path) * high_wins, _to((1 - path) * split, 0), path, path - low_wins)]
        return found + (_wins_low(ends, level, reach, around, found[0]) if ahead and reach != 1 else [])
    path = around.path(HIGH, reach)
    lost = ends.path_sum(level, reach, 1.0) - path
    goes = _to(0, lost * split) | ({} if reach is None else {(HIGH, KNOWN): ends.run(level, reach)})
    found = [state(high_wins + lost * low_wins, goes, lost, path - high_wins)]
    if reach is not None:
        # All but the last of the points that it follows now are among those it saw. So only the last one is new.
        last = ends.at(level + reach)
        seen = last * around.further(reach)
        lost = last - seen
        goes = {(HIGH, KNOWN): 1 - last, (LOW, UNKNOWN): lost * split}
        found.append(state(lost * low_wins, goes, lost, seen, reach))
    return found + (_wins_high(ends, level, reach, around, found) if ahead else [])


def _to(high: Chance, low: Chance) -> Goes:
    """Return the chances to go on knowing nothing."""
    return {(HIGH, UNKNOWN): high, (LOW, UNKNOWN): low}


def _wins_low(ends: Ends, level: int, reach: int | None, around: Around, unknown: State) -> list[State]:
    """Return the states of XLSTRAT with a win in sight, and let it go there.

    In state k the win is at most k points away; where reach has no limit, in state 1 at any distance.
    """
    end, split = ends.at(level + 1), 1 - ends.at(level + 1)
    (high, low), none_low = around.branches, 1 - around.path(LOW, reach)
    furthest, found = 1 if reach is None else reach - 1, []
    unknown.goes[LOW, furthest] = split
    for within in range(1, furthest + 1):
        seen = around.path(HIGH, None if reach is None else within)
        goes = {(LOW, furthest): seen * split}
        if within > 1 or reach is None:
            goes[HIGH, 1 if reach is None else within - 1] = none_low * split
        won = seen * low * end + none_low * high * end
        found.append(State(won, 0, seen, seen * unknown.looks, goes=goes))
    return found


def _wins_high(ends: Ends, level: int, reach: int | None, around: Around, known: list[State]) -> list[State]:
    """Return the states of XHSTRAT with a win in sight, and let it go there.

    In state k + 1 the win is k points away; where reach has no limit, in state 1 at any distance.
    """
    high, split = around.branches[HIGH], 1 - ends.at(level + 1)
    if reach is None:
        known[UNKNOWN].goes[HIGH, 1] = split
        seen = around.path(HIGH, None)
        return [State(ends.at(level + 1) * high, 0, seen, around.looked(), goes={(HIGH, 1): split})]
    for away in range(2, reach + 1):
        known[UNKNOWN].goes[HIGH, away] = ends.run(level, away - 1) * ends.at(level + away)
    known[KNOWN].goes[HIGH, reach] = ends.at(level + reach)
    found = [State(high, 0, high, high)]
    for away in range(2, reach):
        there = around.further(away)
        found.append(State(0, 0, there, there * away, goes={(HIGH, away): 1}))
    return found


def level_chance(strategy: str, end: float, value: float) -> float:
    """Return the chance to win where all points have the same value (theorem 6.1): the equation of one step, solved.

    Args:
        strategy: any that goes from fork to fork, without plies.
        end: E, above 0, on all levels.
        value: T, as of the drift form with D = 0.
    """
    ends = Ends((), end)
    states = fork_states(strategy, ends, 0, Shared(ends, 0, 1.0, (value, value)), ahead=False)
    goes = np.zeros((len(states), len(states)))
    for place, state in enumerate(states):
        for (_, to), chance in state.goes.items():
            goes[place, to] += chance
    return float(np.linalg.solve(np.eye(len(states)) - goes, [state.won for state in states])[UNKNOWN])
