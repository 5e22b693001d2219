"""The power series of strategies that go from fork to fork.

With h = RX and l = (1-R)X the values of a fork's branches, the chances of a move are polynomials in h and l
(``states``), of which the mean over R counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ...arrays import Reals
from .series import Level, Series, Way, constant
from .states import LOW, Chance, Shared, State, fork_states
from .trees import DEGREE, Ends, SplitRatio


@dataclass(frozen=True)
class Polynomial:
    """The sum of ``terms[a, b]`` times h^a l^b."""

    terms: dict[tuple[int, int], float]

    @classmethod
    def of(cls, value: Polynomial | float) -> Polynomial:
        """Return a polynomial as it is, or a constant as a polynomial."""
        return value if isinstance(value, Polynomial) else cls({(0, 0): value})

    def __add__(self, other: Polynomial | float) -> Polynomial:
        total = dict(self.terms)
        for powers, factor in Polynomial.of(other).terms.items():
            total[powers] = total.get(powers, 0.0) + factor
        return Polynomial(total)

    def __mul__(self, other: Polynomial | float) -> Polynomial:
        total: dict[tuple[int, int], float] = {}
        for (a, b), factor in self.terms.items():
            for (c, d), other_factor in Polynomial.of(other).terms.items():
                total[a + c, b + d] = total.get((a + c, b + d), 0.0) + factor * other_factor
        return Polynomial(total)

    def __sub__(self, other: Polynomial | float) -> Polynomial:
        return self + Polynomial.of(other) * -1.0

    def __rsub__(self, other: float) -> Polynomial:
        return Polynomial.of(other) - self

    __radd__ = __add__
    __rmul__ = __mul__


BRANCHES = Polynomial({(1, 0): 1.0}), Polynomial({(0, 1): 1.0})


def fork_series(
    strategy: str, ends: Ends, ratio: SplitRatio, prefers_high: float = 1.0, *, ahead: bool = True
) -> Series:
    """Return the series of a strategy that goes from fork to fork by its looks or by value.

    Ratios further down enter linearly and are independent of the fork's own, so their mean is enough.

    Args:
        strategy: any without plies, but ``nostrat`` and ``unlimited``.
        ends: E, above 0 on the later levels.
        ratio: of every fork.
        prefers_high: whether a weighing strategy always (1) or never (0) goes high if both branches split.
        ahead: see ``fork_states``.
    """
    levels = []
    for level in range(len(ends.first) + 1):
        around = Shared(ends, level, ratio.mean, BRANCHES, prefers_high)
        levels.append(_level(fork_states(strategy, ends, level, around, ahead=ahead), ratio))
    return Series(levels)


def blind_series(ends: Ends, ratio: SplitRatio) -> Series:
    """Return the series of ``nostrat``, which takes any branch, of all that there are."""
    share = 1 / len(ratio.shares)

    def level(number: int) -> Level:
        end, won, one = ends.at(number + 1), constant([0.0]), constant([1.0])
        won[0, 1] = end * share
        goes_on = np.array([[(1 - end) * share]])
        return Level(won, end * one - won, one, 0 * one, [Way(goes_on, 0, powers) for powers in ratio.powers])

    return Series([level(number) for number in range(len(ends.first) + 1)])


def _level(states: list[State], ratio: SplitRatio) -> Level:
    """Return the means over R."""
    ways: dict[tuple[int, int, int], Reals] = {}
    for place, state in enumerate(states):
        for (branch, to), chance in state.goes.items():
            for (a, b), factor in Polynomial.of(chance).terms.items():
                chances = ways.setdefault((branch, a, b), np.zeros((len(states), len(states))))
                chances[place, to] += factor
    return Level(
        _means((each.won for each in states), ratio),
        _means((each.lost for each in states), ratio),
        _means((each.here for each in states), ratio),
        _means((each.looks for each in states), ratio),
        [
            Way(chances, a + b, ratio.moments[a, b:] if branch == LOW else ratio.moments[a:, b])
            for (branch, a, b), chances in ways.items()
            if chances.any()
        ],
    )


def _means(polynomials: Iterable[Chance], ratio: SplitRatio) -> Reals:
    """Return series, [state, n]."""
    found = []
    for polynomial in polynomials:
        series = np.zeros(DEGREE + 1)
        for (a, b), factor in Polynomial.of(polynomial).terms.items():
            series[a + b] += factor * ratio.moments[a, b]
        found.append(series)
    return np.array(found)
