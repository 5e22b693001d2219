"""The expected numbers of looks and of moves in a game, as power series in the value of its top (see ``series``).

Both are sums over the forks of a game. A fork that is reached counts, and so do those that follow after a win was seen
further down, where the strategy looks again. In the dependent form products of two points' chances vanish: the answer
is the constant and the linear term.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from .ends import Ends
from .polynomial import HIGH, Polynomial
from .ratio import DEGREE, Doubles, SplitRatio
from .rules import LOOKS, following
from .series import chances_seen, summed

What = Literal["looks", "moves"]
MOST_TERMS = 5_000  # of a path without a limit


class TooLong(Exception):
    """Paths are too long to be summed up."""


def expected(what: What, strategy: str, ends: Ends, ratio: SplitRatio, *, prefers_high: float = 1.0) -> Doubles:
    """Return the coefficients of the expected number from a split point of value X: [DEGREE + 1].

    Args:
        what: ``looks`` or ``moves``.
        strategy: any that goes from fork to fork, without plies.
        ends: E, above 0 on the later levels.
        ratio: of every fork.
        prefers_high: whether a weighing strategy always (1) or never (0) goes high if both branches split.

    Raises:
        TooLong: E is too small for a strategy without a limit.
    """
    series = np.zeros(DEGREE + 1)
    if strategy == "nostrat":
        series[0] = ends.points(0, None) if what == "moves" else 0.0
        return series
    followed = following(strategy)
    here: list[tuple[Polynomial | float, Polynomial | float]] = []
    after: list[Doubles | None] = []
    levels = range(len(ends.first) + 1)
    low = _after_low(what, strategy, ends, ratio) if followed and followed[0] == "l" and followed[1] != 1 else None
    for level in levels:
        once = 1.0 if what == "moves" else _looks(strategy, ends, level)
        known: float = 1 if what == "moves" or not followed else followed[1] or 0
        here.append((once, known))
        if followed and followed[0] == "h" and followed[1] != 1:
            seen, bound = _after_high(what, followed[1], ends, level, ratio)
            here[-1] = (once + HIGH * seen, known + HIGH * bound)
        after.append(None if low is None else (1 - ends.at(level + 1)) * low[min(level + 1, levels[-1])])
    return summed(strategy, ends, ratio, here, after, prefers_high)


def _looks(strategy: str, ends: Ends, level: int) -> float:
    """Return the expected looks at an unknown fork."""
    followed = following(strategy)
    if followed is None:
        return float(LOOKS[strategy] or 0)
    return ends.points(level, followed[1])


def _after_high(what: What, reach: int | None, ends: Ends, level: int, ratio: SplitRatio) -> tuple[float, float]:
    """Return the looks or moves after XHSTRAT has seen a win: nothing known, and all except the last point known.

    They are to be multiplied by the high branch's value. A win at the i-th point of the path is i - 1 moves away.
    """
    total, bound = 0.0, 0.0
    for down, chance in chances_seen(ends, level, reach, ratio.mean):
        if down > MOST_TERMS:
            raise TooLong
        total += chance * _left(what, down)
    if reach is not None:
        bound = ends.at(level + reach) * ratio.mean ** (reach - 1) * _left(what, reach)
    return total, bound


def _left(what: What, down: int) -> float:
    """Return the moves to a win at that point of the path after the first of them, or the looks: one less each time."""
    return down - 1 if what == "moves" else down * (down - 1) / 2


def _after_low(what: What, strategy: str, ends: Ends, ratio: SplitRatio) -> list[Doubles]:
    """Return the looks or moves of XLSTRAT from a split point with a win in sight on its high path, by level.

    V[k] is for a win at the k-th further point, times the chance of that. At each point the low branch's path comes
    first: with a win there play goes low, else high, where the win is one point nearer.
    """
    followed = following(strategy)
    assert followed is not None
    reach, mean = followed[1], ratio.mean
    late = len(ends.first)

    def lengths(level: int) -> Doubles:
        found = []
        for down, chance in chances_seen(ends, level, None if reach is None else reach - 1, mean):
            if down > MOST_TERMS:
                raise TooLong
            found.append(chance)
        return np.array(found)

    def back(level: int, after: Doubles | None, size: int) -> Doubles:
        """Return V on a level, [n, k], from that on the next; from itself if None."""
        each = lengths(level)[:size]
        each = np.append(each, np.zeros(size - len(each)))
        once = 1.0 if what == "moves" else ends.points(level, reach)
        split, path = 1 - ends.at(level + 1), ends.path_sum(level, reach, mean)
        found = np.zeros((DEGREE + 1, size))
        source = found if after is None else after
        for n in range(1, DEGREE + 1):
            found[n] = each * (split * ratio.moments[1, n - 1] * source[n - 1].sum())
            if n == 1:
                found[n] += each * once * mean
            # Not low: one point nearer, except for a win low.
            gone = -path * ratio.moments[n - 1, 1] * source[n - 1]
            if after is None:
                for k in range(1, size):
                    found[n, k] += split * (ratio.moments[n, 0] * found[n, k - 1] + gone[k - 1])
            else:
                found[n, 1:] += split * (ratio.moments[n, 0] * source[n, :-1] + gone[:-1])
        return found

    size = max(len(lengths(level)) for level in range(late + 1))
    series = [back(late, None, size)]
    for level in reversed(range(late)):
        series.insert(0, back(level, series[0], size))
    return [each.sum(axis=1) for each in series]
