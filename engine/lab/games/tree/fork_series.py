"""Strategies that go from fork to fork: power series in the value X of the split point where play begins.

The chance V(X) to win from a split point of value X satisfies, with h = RX and l = (1-R)X,

    V(X) = E[ win(h, l) + high(h, l) V(h) + low(h, l) V(l) ]

where win, high and low are polynomials (``rules.step``) and the outer mean is over R. The
coefficient of X^n is one linear equation in the lower ones. Where E depends on the level, this holds on the levels
from which on it does not; the series of higher levels follow one by one. In the independent form the answer is
V(X); in the dependent form it is the linear coefficient alone (``rules``), whatever R's distribution.

Why the series may be truncated: along any path the branches that were seen but not taken have values with
sum at most X, and each enters as a factor 1 - cv with 0 <= c <= 1; so the coefficients fall at least as
fast as those of exp(2X), and beyond ``DEGREE`` they vanish in double precision.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ...arrays import Reals
from .ends import Ends
from .polynomial import HIGH, LOW, as_polynomial, means, through
from .ratio import DEGREE, SplitRatio
from .recursion import by_move, total
from .rules import LOOKS, Chance, Sight, Step, following, known_step, loses, reach_of, step, structure
from .seen import What, left_high, left_low, wins_high, wins_low

UNKNOWN, KNOWN = 0, 1  # knowledge of the high branch: none, or that it splits (``rules.known_step``)


class Forks:
    """A strategy that goes from fork to fork by its looks or by value.

    Args:
        strategy: any without plies, but ``nostrat`` and ``unlimited``.
        ends: E, above 0 on the later levels.
        ratio: of every fork.
        prefers_high: whether a weighing strategy always (1) or never (0) goes high if both branches split.
    """

    def __init__(self, strategy: str, ends: Ends, ratio: SplitRatio, prefers_high: float = 1.0) -> None:
        self.strategy, self.ends, self.ratio = strategy, ends, ratio
        self.side, self.reach = following(strategy) or ("", 1)
        self.levels = [_Level(strategy, ends, level, ratio, prefers_high) for level in range(len(ends.first) + 1)]

    def won(self) -> Reals:
        return total(
            self.levels,
            [self._yields(each.now + as_polynomial(each.seen) for each in level.steps) for level in self.levels],
        )

    def expected(self, what: What) -> Reals:
        low = left_low(what, self.ends, self.ratio, self.reach) if self._far("l") else None
        yields = []
        for level in range(len(self.levels)):
            # Of an unknown fork, and where the high branch is known.
            once = 1.0 if what == "moves" else self._looks(level)
            known = 1.0 if what == "moves" or not self.side else float(self.reach or 0)
            after = left_high(what, self.reach, self.ends, level, self.ratio) if self._far("h") else (0.0, 0.0)
            yields.append(self._yields((once + HIGH * after[UNKNOWN], known + HIGH * after[KNOWN])))
            if low is not None:
                gone_low = (1 - self.ends.at(level + 1)) * low[min(level + 1, len(self.levels) - 1)]
                yields[-1][UNKNOWN] += through(1.0, gone_low, self.ratio, low=True)
        return total(self.levels, yields)

    def by_move(self, count: int, *, lost: bool = False) -> list[Reals]:
        yields = [self._yields(loses(each) if lost else each.now for each in level.steps) for level in self.levels]
        later: list[list[Reals]] = []
        if not lost and self._far("h"):
            later = [wins_high(self.ends, self.ratio, self.reach, level, count) for level in range(len(self.levels))]
        elif not lost and self._far("l"):
            later = wins_low(self.ends, self.ratio, self.reach, count)
        return by_move(self.levels, yields, later, count)

    def _far(self, side: str) -> bool:
        """Return whether the strategy sees wins below that branch, towards which it then goes."""
        return self.side == side and self.reach != 1

    def _looks(self, level: int) -> float:
        """Return the expected looks at an unknown fork."""
        return self.ends.points(level, self.reach) if self.side else float(LOOKS[self.strategy] or 0)

    def _yields(self, polynomials: Iterable[Chance]) -> Reals:
        return means(polynomials, self.ratio)


class Blind:
    """``nostrat``, which takes any branch, of all that there are.

    Args:
        ends: E, above 0 on the later levels.
        ratio: of every fork.
    """

    def __init__(self, ends: Ends, ratio: SplitRatio) -> None:
        self.ends, self.branches = ends, len(ratio.shares)

    def won(self) -> Reals:
        found = self.ends.later / (self.branches - 1 + self.ends.later)
        for level in range(len(self.ends.first), 0, -1):
            end = self.ends.at(level)
            found = (end + (1 - end) * found) / self.branches
        return _series(0.0, found)

    def expected(self, what: What) -> Reals:
        return _series(self.ends.points(0, None) if what == "moves" else 0.0)

    def by_move(self, count: int, *, lost: bool = False) -> list[Reals]:
        found, arrive = [], 1.0
        for move in range(1, count + 1):
            end = self.ends.at(move)
            won = arrive * end / self.branches
            found.append(_series(self.ends.run(0, move - 1) * end, -won) if lost else _series(0.0, won))
            arrive *= (1 - end) / self.branches
        return found


class _Level:
    """The steps from the split points of a level: without knowledge, and with the high branch known to split."""

    def __init__(self, strategy: str, ends: Ends, level: int, ratio: SplitRatio, prefers_high: float) -> None:
        at, below = _sight(strategy, ends, level, ratio.mean, prefers_high), structure(strategy, ends, level)
        followed = following(strategy)
        knows = followed and followed[0] == "h" and followed[1] not in (1, None)
        self.ratio = ratio
        self.steps = step(strategy, below, at), known_step(below, at) if knows else Step(0, 0, 0, 0, 0)

    def own(self, n: int) -> Reals:
        unit = np.zeros((2, 2, DEGREE + 1))
        unit[UNKNOWN, UNKNOWN, n] = unit[KNOWN, KNOWN, n] = 1.0
        return np.array([self.back(unit[on])[:, n] for on in (UNKNOWN, KNOWN)]).T

    def lower(self, after: Reals, n: int) -> Reals:
        coefficients: Reals = self.back(after)[:, n]
        return coefficients

    def back(self, after: Reals) -> Reals:
        return np.array([_go_on(each, after, self.ratio) for each in self.steps])


def _sight(strategy: str, ends: Ends, level: int, mean: float, prefers_high: float) -> Sight:
    """Return the chances around a fork, as polynomials in the branches' values.

    Ratios further down enter linearly and are independent of the fork's own, so their mean is enough.
    """
    reach = reach_of(strategy)
    path = ends.path_sum(level, reach, mean)
    last = 0.0 if reach is None else mean ** (reach - 1)
    return Sight(HIGH, LOW, HIGH * path, LOW * path, HIGH * last, prefers_high)


def _go_on(each: Step, found: Reals, ratio: SplitRatio) -> Reals:
    """Return the series of the mean of high V(h) + low V(l) + known V'(h), given those of V and V'."""
    return (
        through(each.high, found[UNKNOWN], ratio, low=False)
        + through(each.low, found[UNKNOWN], ratio, low=True)
        + through(each.known, found[KNOWN], ratio, low=False)
    )


def _series(constant: float, factor: float = 0.0) -> Reals:
    """Return constant + factor X as a series."""
    series = np.zeros(DEGREE + 1)
    series[:2] = constant, factor
    return series
