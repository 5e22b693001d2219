"""The states of a strategy at a split point: what it knows of the points below, and the chances of its next move.

Chances may be numbers, arrays or polynomials (``rules``). So the same states are followed along all ways down (``walk``)
and make power series (``fork_series``).

A win seen further down is won later, and looked at again on the way. So there are states of a split point below which
a win was seen, and their chances are those of that win, too: it is at the end of the high branches from there on, at
most so many points away, or exactly so many. XHSTRAT goes there. XLSTRAT looks low first at each fork on the way, and
may find a win further low.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from .rules import LOOKS, WEIGHING, Chance, Sight, following, known_step, loses, reach_of, step, structure
from .trees import Ends

HIGH, LOW = 0, 1  # branches


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
    goes: dict[tuple[int, int], Chance] = field(default_factory=dict)


class Around(Protocol):
    """The chances that points below split points of a level are wins, if they are end points.

    ``branches`` has those of the high and the low branch.
    """

    @property
    def branches(self) -> tuple[Chance, Chance]:
        """The chances of the high and the low branch."""

    def path(self, branch: int, within: int | None) -> Chance:
        """Return the chance that high branches from there on lead to a winning end point within so many points."""

    def looked(self) -> Chance:
        """Return the expected looks at points from the high branch on up to such a win, times the chance of it."""

    def further(self, points: int) -> Chance:
        """Return the chance of the last of so many points from the high branch on."""

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
    """Return the states on a level; nothing is known in the first.

    Args:
        strategy: any that goes from fork to fork, without plies.
        ends: E by level.
        level: of the split points.
        around: of the points below them.
        ahead: whether games go on to a win that was seen; else it counts at once, and there are no states for it.
    """
    side, reach = following(strategy) or ("", 1)
    high, low = around.branches
    to_high, to_low = (around.path(branch, reach) if side else 0 for branch in (HIGH, LOW))
    prefers = around.prefers_high(strategy) if strategy in WEIGHING else 1
    last = around.further(reach_of(strategy) or 1)
    at, below = Sight(high, low, to_high, to_low, last, prefers), structure(strategy, ends, level)
    free = step(strategy, below, at)
    looks = ends.points(level, reach) if side else float(LOOKS[strategy] or 0)
    goes = {(HIGH, 0): free.high, (LOW, 0): free.low}
    unknown = State(free.now if ahead else free.now + free.seen, loses(free), 1, looks, free.to_low, goes)
    found = [unknown]
    if side == "h" and reach not in (1, None):
        # It knows that all but the last of the points in reach split.
        bound = known_step(below, at)
        goes[HIGH, 1] = free.known
        known = {(HIGH, 1): bound.known, (LOW, 0): bound.low}
        found.append(State(bound.now if ahead else bound.now + bound.seen, loses(bound), 1, reach, bound.to_low, known))
    if not ahead or not side or reach == 1:
        return found
    end, split = below.end, 1 - below.end
    if side == "l":
        far = 1 if reach is None else reach - 1
        goes[LOW, far] = split
        none_low = 1 - at.low_path
        # In state k the win is at most k points away; where they have no limit, in state 1 at any.
        for within in [1] if reach is None else range(1, reach):
            seen = at.high_path if reach is None else around.path(HIGH, within)
            state = State(seen * low * end + none_low * high * end, 0, seen, seen * looks)
            state.goes[LOW, far] = seen * split
            if within > 1 or reach is None:
                state.goes[HIGH, 1 if reach is None else within - 1] = none_low * split
            found.append(state)
    elif reach is None:
        goes[HIGH, 1] = split
        found.append(State(high * end, 0, at.high_path, around.looked(), goes={(HIGH, 1): split}))
    else:
        # In state k + 1 the win is k points away.
        goes |= {(HIGH, away): ends.run(level, away - 1) * ends.at(level + away) for away in range(2, reach + 1)}
        known[HIGH, reach] = below.last
        found.append(State(high, 0, high, high))
        for away in range(2, reach):
            there = around.further(away)
            found.append(State(0, 0, there, there * away, goes={(HIGH, away): 1}))
    return found
