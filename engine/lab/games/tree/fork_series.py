"""The power series of strategies that go from fork to fork.

With h = RX and l = (1-R)X the values of a fork's branches, the chances of a move are polynomials in h and l
(``rules.step``), of which the mean over R counts.

A win seen further down is won later, and looked at again on the way. So there are states of a split point below which
a win was seen, and their chances are those of that win, too: it is at the end of the high branches from there on, at
most so many points away, or exactly so many. XHSTRAT goes there. XLSTRAT looks low first at each fork on the way, and
may find a win further low.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from ...arrays import Reals
from .rules import LOOKS, Chance, Sight, following, known_step, loses, reach_of, step, structure
from .series import Level, Series, Way, constant
from .trees import DEGREE, Ends, SplitRatio


@dataclass(frozen=True)
class Polynomial:
    """The sum of ``terms[a, b]`` times high^a low^b."""

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


HIGH = Polynomial({(1, 0): 1.0})
LOW = Polynomial({(0, 1): 1.0})


@dataclass(slots=True)
class _State:
    """A state at a split point.

    Attributes:
        won, lost: the chance that the next move ends the game.
        here: the chance of what the state knows of the points below.
        looks: the expected looks at the fork.
        high, low: the chances to go on to that branch, by the next state's place.
    """

    won: Chance = 0
    lost: Chance = 0
    here: Chance = 1
    looks: Chance = 0
    high: dict[int, Chance] = field(default_factory=dict)
    low: dict[int, Chance] = field(default_factory=dict)


def fork_series(strategy: str, ends: Ends, ratio: SplitRatio, prefers_high: float = 1.0) -> Series:
    """Return the series of a strategy that goes from fork to fork by its looks or by value.

    Args:
        strategy: any without plies, but ``nostrat`` and ``unlimited``.
        ends: E, above 0 on the later levels.
        ratio: of every fork.
        prefers_high: whether a weighing strategy always (1) or never (0) goes high if both branches split.
    """
    levels = range(len(ends.first) + 1)
    return Series([_level(_states(strategy, ends, level, ratio.mean, prefers_high), ratio) for level in levels])


def blind_series(ends: Ends, ratio: SplitRatio) -> Series:
    """Return the series of ``nostrat``, which takes any branch, of all that there are."""
    share = 1 / len(ratio.shares)

    def level(number: int) -> Level:
        end, won, one = ends.at(number + 1), constant([0.0]), constant([1.0])
        won[0, 1] = end * share
        goes_on = np.array([[(1 - end) * share]])
        return Level(won, end * one - won, one, 0 * one, [Way(goes_on, 0, powers) for powers in ratio.powers])

    return Series([level(number) for number in range(len(ends.first) + 1)])


def _states(strategy: str, ends: Ends, level: int, mean: float, prefers_high: float) -> list[_State]:
    """Return the states on a level; nothing is known in the first.

    Ratios further down enter linearly and are independent of the fork's own, so their mean is enough.
    """
    (side, reach), looked_at = following(strategy) or ("", 1), reach_of(strategy)
    path = ends.path_sum(level, looked_at, mean)
    last = 0.0 if looked_at is None else mean ** (looked_at - 1)
    at, below = Sight(HIGH, LOW, HIGH * path, LOW * path, HIGH * last, prefers_high), structure(strategy, ends, level)
    free = step(strategy, below, at)
    looks = ends.points(level, reach) if side else float(LOOKS[strategy] or 0)
    unknown = _State(free.now, loses(free), 1, looks, {0: free.high}, {0: free.low})
    if reach == 1:
        return [unknown]
    split = 1 - below.end
    if side == "l":
        unknown.low[1 if reach is None else reach - 1] = split
        nearer = [None] if reach is None else list(range(1, reach))
        return [unknown, *(_low_first(ends, level, reach, within, mean, looks) for within in nearer)]
    if reach is None:
        unknown.high[1] = split
        looked = HIGH * _looks_ahead(ends, level, mean)
        return [unknown, _State(HIGH * below.end, 0, HIGH * path, looked, {1: split})]
    # State 1 knows that all but the last of the points in reach split; in state k + 1 the win is k points away.
    bound = known_step(below, at)
    unknown.high |= {1: free.known}
    unknown.high |= {away: ends.run(level, away - 1) * ends.at(level + away) for away in range(2, reach + 1)}
    known = _State(bound.now, loses(bound), 1, reach, {1: bound.known, reach: below.last}, {0: bound.low})
    won = _State(HIGH, 0, HIGH, HIGH)
    further = [
        _State(0, 0, HIGH * mean ** (away - 1), HIGH * (away * mean ** (away - 1)), {away: 1})
        for away in range(2, reach)
    ]
    return [unknown, known, won, *further]


def _low_first(ends: Ends, level: int, reach: int | None, within: int | None, mean: float, looks: float) -> _State:
    """Return the state of XLSTRAT with a win in sight, at most ``within`` points away; its place is that number."""
    end, seen = ends.at(level + 1), HIGH * ends.path_sum(level, within, mean)
    none_low = 1 - LOW * ends.path_sum(level, reach, mean)
    state = _State(seen * LOW * end + none_low * HIGH * end, 0, seen, seen * looks)
    state.low = {1 if reach is None else reach - 1: seen * (1 - end)}
    if within != 1:
        state.high = {1 if within is None else within - 1: none_low * (1 - end)}
    return state


def _looks_ahead(ends: Ends, level: int, mean: float) -> float:
    """Return the expected looks of ∞HSTRAT at the points up to a win, times the chance of that win."""
    path, end = ends.path_sum(level, None, mean), ends.at(level + 1)
    if level >= len(ends.first):
        return path / (end * mean + (1 - mean))
    return path + (1 - end) * mean * _looks_ahead(ends, level + 1, mean)


def _level(states: list[_State], ratio: SplitRatio) -> Level:
    """Return the means over R."""
    ways: dict[tuple[bool, int, int], Reals] = {}
    for place, state in enumerate(states):
        for is_low, goes in ((False, state.high), (True, state.low)):
            for to, chance in goes.items():
                for (a, b), factor in Polynomial.of(chance).terms.items():
                    chances = ways.setdefault((is_low, a, b), np.zeros((len(states), len(states))))
                    chances[place, to] += factor
    return Level(
        _means((each.won for each in states), ratio),
        _means((each.lost for each in states), ratio),
        _means((each.here for each in states), ratio),
        _means((each.looks for each in states), ratio),
        [
            Way(chances, a + b, ratio.moments[a, b:] if is_low else ratio.moments[a:, b])
            for (is_low, a, b), chances in ways.items()
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
