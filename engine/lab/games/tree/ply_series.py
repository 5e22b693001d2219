"""Strategies that see a number of plies, in the dependent and the independent form: power series in the top's value.

See ``recursion`` for the method, and ``plies`` for the states: each has a series of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np

from ...arrays import Reals
from .ends import Ends
from .plies import LOSS, MOST_VIEWS, SPLIT, WIN, Moves, Outcomes, Shape, Turns, first_looks, looks, moves, states, views
from .ratio import DEGREE, SplitRatio
from .recursion import by_move, total
from .seen import What


@dataclass(frozen=True, slots=True)
class _Polynomials:
    """Chances as polynomials in the value of the split point."""

    ends: Ends
    shares: tuple[float, ...]
    one: Reals

    def times(self, one: Reals, other: Reals) -> Reals:
        return np.convolve(one, other)

    def new(self, turns: Turns, level: int) -> Outcomes:
        end, value = self.ends.at(level), self.value(turns)
        return {
            WIN: np.array([0.0, end * value]),
            LOSS: np.array([end, -end * value]),
            SPLIT: np.array([1 - end]),
        }

    def value(self, turns: Turns) -> float:
        """Return the value of a point this far below, as a share of the split point's."""
        return prod(share**count for share, count in zip(self.shares, turns, strict=True))


@dataclass(frozen=True, slots=True)
class _Level:
    """The moves from the states on a level: [state, n], and by branch [d, state, next state]."""

    shares: tuple[float, ...]
    won: Reals
    lost: Reals
    ways: list[Reals]

    def own(self, n: int) -> Reals:
        own: Reals = np.sum([share**n * ways[0] for share, ways in zip(self.shares, self.ways, strict=True)], axis=0)
        return own

    def lower(self, after: Reals, n: int) -> Reals:
        found = np.zeros(len(self.won))
        for share, ways in zip(self.shares, self.ways, strict=True):
            for d in range(1, min(n, len(ways) - 1) + 1):
                found += ways[d] @ after[:, n - d] * share ** (n - d)
        return found

    def back(self, after: Reals) -> Reals:
        found = np.zeros((len(self.won), DEGREE + 1))
        for share, ways in zip(self.shares, self.ways, strict=True):
            scaled = after * share ** np.arange(DEGREE + 1)
            for d, way in enumerate(ways):
                found[:, d:] += way @ scaled[:, : DEGREE + 1 - d]
        return found


class Plies:
    """A strategy that sees a number of plies, in trees with constant shares.

    Args:
        depth: the number of plies seen, at least 2.
        ends: E, above 0 on the later levels.
        ratio: constant.

    Raises:
        ValueError: there are too many states (``possible``).
    """

    def __init__(self, depth: int, ends: Ends, ratio: SplitRatio):
        self.depth, self.ends, self.shares = depth, ends, ratio.shares
        if not possible(depth, ratio):
            raise ValueError(depth)
        self.states = states(depth, len(self.shares))
        # From the last of these levels on the new ply's E stays the same.
        late = max(len(ends.first) - depth + 1, 1)
        self.levels = [self._level([SPLIT], 0), *(self._level(self.states, level) for level in range(1, late + 1))]

    def won(self) -> Reals:
        return total(self.levels, [each.won for each in self.levels])

    def expected(self, what: What) -> Reals:
        here = [np.zeros_like(each.won) for each in self.levels]
        for level, each in enumerate(here):
            if what == "moves":
                each[:, 0] = 1.0
            elif level:
                each[:, 0] = [looks(state) for state in self.states]
            else:
                each[:, 0] = first_looks(self.depth, len(self.shares), self.ends)
        return total(self.levels, here)

    def by_move(self, count: int, *, lost: bool = False) -> list[Reals]:
        return by_move(self.levels, [each.lost if lost else each.won for each in self.levels], [], count)

    def _level(self, known: list[Shape], level: int) -> _Level:
        chances = _Polynomials(self.ends, self.shares, np.ones(1))
        found = moves(known, self.states, self.depth, level, chances, chances.value)
        won, lost = (_rows(each, len(known)) for each in (found.won, found.lost))
        return _Level(self.shares, won, lost, self._matrices(found, len(known)))

    def _matrices(self, found: Moves, size: int) -> list[Reals]:
        degree = max((len(each) for each in found.ways.values()), default=1)
        ways = [np.zeros((degree, size, len(self.states))) for _ in self.shares]
        for (state, branch, after), chance in found.ways.items():
            ways[branch][: len(chance), state, after] = chance
        return ways


def possible(depth: int, ratio: SplitRatio) -> bool:
    """Return whether there are few enough states."""
    return ratio.constant is not None and views(depth, len(ratio.shares)) <= MOST_VIEWS


def _rows(chances: dict[tuple[int, int], Reals], size: int) -> Reals:
    found = np.zeros((size, DEGREE + 1))
    for (state, _), chance in chances.items():
        found[state, : len(chance)] += chance
    return found
