"""What follows once a win was seen further down: looks and moves on the way to it, and the move that reaches it.

XHSTRAT with a win on its path goes there. XLSTRAT looks again at each fork on the way, and may find a win further low.
All are power series (see ``fork_series``); in the dependent form products of two points' chances vanish, and only the
constant and the linear term count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from ...arrays import Reals
from .ends import Ends
from .polynomial import HIGH, LOW, Polynomial, through
from .polynomial import mean as mean_of
from .ratio import DEGREE, SplitRatio

What = Literal["looks", "moves"]
MOST_TERMS = 5_000  # of a path without a limit
_NEGLIGIBLE = 1e-20


class TooLong(Exception):
    """Paths are too long to be summed up."""


def left_high(what: What, reach: int | None, ends: Ends, level: int, ratio: SplitRatio) -> tuple[float, float]:
    """Return the looks or moves after XHSTRAT has seen a win: nothing known, and all except the last point known.

    They are to be multiplied by the high branch's value. A win at the i-th point of the path is i - 1 moves away.
    """
    total, bound = 0.0, 0.0
    for down, chance in _chances_seen(ends, level, reach, ratio.mean):
        if down > MOST_TERMS:
            raise TooLong
        total += chance * _left(what, down)
    if reach is not None:
        bound = ends.at(level + reach) * ratio.mean ** (reach - 1) * _left(what, reach)
    return total, bound


def _left(what: What, down: int) -> float:
    """Return the moves to a win at that point of the path after the first of them, or the looks: one less each time."""
    return down - 1 if what == "moves" else down * (down - 1) / 2


def left_low(what: What, ends: Ends, ratio: SplitRatio, reach: int | None) -> list[Reals]:
    """Return the looks or moves of XLSTRAT from a split point with a win in sight on its high path, by level.

    V[k] is for a win at the k-th further point, times the chance of that. At each point the low branch's path comes
    first: with a win there play goes low, else high, where the win is one point nearer.
    """
    mean, late = ratio.mean, len(ends.first)

    def lengths(level: int) -> Reals:
        found = []
        for down, chance in _chances_seen(ends, level, None if reach is None else reach - 1, mean):
            if down > MOST_TERMS:
                raise TooLong
            found.append(chance)
        return np.array(found)

    def back(level: int, after: Reals | None, size: int) -> Reals:
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


def wins_high(ends: Ends, ratio: SplitRatio, reach: int | None, level: int, moves: int) -> list[Reals]:
    """Return the series of the chance that XHSTRAT wins on move 2, 3, … after a first move towards a win it has seen.

    They are [state, n]: nothing known, and all except the last point known.
    """
    last = moves + 1 if reach is None else min(reach, moves + 1)  # the win is on the high path, this many moves away
    found = []
    for down in range(2, last + 1):
        there = HIGH * ratio.mean ** (down - 1)
        known = ends.at(level + down) if down == reach else 0.0
        found.append(np.array([mean_of(there * _ends_at(ends, level, down), ratio), mean_of(there * known, ratio)]))
    return found


def wins_low(ends: Ends, ratio: SplitRatio, reach: int | None, moves: int) -> list[list[Reals]]:
    """Return the same for XLSTRAT, by level up to the first from which on E stays the same."""
    below, last = _seen_low(ends, ratio, reach, moves), len(ends.first)
    nothing = np.zeros(DEGREE + 1)
    return [
        [
            np.array([through(1 - ends.at(level + 1), each, ratio, low=True), nothing])
            for each in below[min(level + 1, last)]
        ]
        for level in range(last + 1)
    ]


def _ends_at(ends: Ends, level: int, down: int) -> float:
    """Return the chance that a path from a level ends after this many points."""
    return ends.run(level, down - 1) * ends.at(level + down)


def _seen_low(ends: Ends, ratio: SplitRatio, reach: int | None, moves: int) -> list[list[Reals]]:
    """Return chances that a split point's high path ends in a win in sight and XLSTRAT, there, wins on move 1, 2, ...

    They are kept by the length of that path: at each point the low branch's path is followed first, and if it ends in a
    win play goes low, towards a win on the high path of the low branch. By level.
    """
    mean, levels = ratio.mean, range(len(ends.first) + 1)
    count = moves if reach is None else min(reach - 1, moves)
    # The path wins at its k-th further point; no win is seen low.
    lengths = [[HIGH * (_ends_at(ends, level, k + 1) * mean**k) for k in range(count)] for level in levels]
    no_win_low: list[Polynomial] = [1 - LOW * ends.path_sum(level, reach, mean) for level in levels]
    now = []
    for level in levels:
        here = [mean_of(each * (LOW * ends.at(level + 1)), ratio) for each in lengths[level]]
        here[0] = here[0] + mean_of(lengths[level][0] * no_win_low[level], ratio)
        now.append(here)
    found = [[np.sum(here, axis=0)] for here in now]
    for _ in range(moves - 1):
        following_now = []
        for level in levels:
            next_level, split = min(level + 1, levels[-1]), 1 - ends.at(level + 1)
            gone_low = [through(each * split, found[next_level][-1], ratio, low=True) for each in lengths[level]]
            gone_high = [
                through(no_win_low[level] * split, each, ratio, low=False) for each in now[next_level][: count - 1]
            ]
            following_now.append(
                [low + high for low, high in zip(gone_low, [np.zeros(DEGREE + 1), *gone_high], strict=True)]
            )
        now = following_now
        for level in levels:
            found[level].append(np.sum(now[level], axis=0))
    return found


def _chances_seen(ends: Ends, level: int, reach: int | None, mean: float) -> Iterator[tuple[int, float]]:
    """Yield, for each point of a way down, its number and the chance of an end there times ``mean`` to the points
    passed.
    """
    arrive, down = 1.0, 1
    while (reach is None or down <= reach) and arrive > _NEGLIGIBLE:
        end = ends.at(level + down)
        yield down, arrive * end
        arrive, down = arrive * (1 - end) * mean, down + 1
