"""Chances to win as power series in the value X of the split point where play begins.

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

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from .ends import Ends
from .polynomial import HIGH, LOW, Polynomial, as_polynomial
from .ratio import DEGREE, Doubles, SplitRatio
from .recursion import by_move as moves_of
from .recursion import total
from .rules import Chance, Sight, Step, following, known_step, loses, step, structure

NEGLIGIBLE = 1e-20
UNKNOWN, KNOWN = 0, 1  # knowledge of the high branch: none, or that it splits (``rules.known_step``)


def chances(strategy: str, ends: Ends, ratio: SplitRatio, *, prefers_high: float = 1.0) -> Doubles:
    """Return the coefficients of V(X), starting with that of X^0: [DEGREE + 1].

    Args:
        strategy: any that goes from fork to fork, without plies.
        ends: E, above 0 on the later levels.
        ratio: of every fork.
        prefers_high: whether a weighing strategy always (1) or never (0) goes high if both branches split.
    """
    if strategy == "nostrat":
        return _linear(_blind(ends, ratio))
    forks = [_Forks(strategy, ends, level, ratio, prefers_high) for level in range(len(ends.first) + 1)]
    return total(forks, [_means((each.now + as_polynomial(each.seen) for each in fork.steps), ratio) for fork in forks])


def summed(
    strategy: str,
    ends: Ends,
    ratio: SplitRatio,
    here: Sequence[tuple[Chance, Chance]],
    low: Sequence[Doubles | None],
    prefers_high: float = 1.0,
) -> Doubles:
    """Return the series of the expected sum of the forks' yields in a game, at the top: [DEGREE + 1].

    Args:
        strategy: as for ``chances``.
        ends: E by level.
        ratio: of every fork.
        here: by level, up to the first from which on E stays the same: a fork's yield, a polynomial in the values of
            its branches, without and with knowledge of the high branch.
        low: by level: a series in the low branch's value to be added, or None.
        prefers_high: as for ``chances``.
    """
    yields = [_means(each, ratio) for each in here]
    for each, below in zip(yields, low, strict=True):
        if below is not None:
            each[UNKNOWN] += _through(1.0, below, ratio, low=True)
    forks = [_Forks(strategy, ends, level, ratio, prefers_high) for level in range(len(ends.first) + 1)]
    return total(forks, yields)


def chances_seen(ends: Ends, level: int, reach: int | None, mean: float) -> Iterator[tuple[int, float]]:
    """Yield, for each point of a way down, its number and the chance of an end there times ``mean`` to the points
    passed.
    """
    arrive, down = 1.0, 1
    while (reach is None or down <= reach) and arrive > NEGLIGIBLE:
        end = ends.at(level + down)
        yield down, arrive * end
        arrive, down = arrive * (1 - end) * mean, down + 1


def unlimited(ends: Ends, ratio: SplitRatio) -> Doubles:
    """Return the coefficients of the chance of a winning end point below a split point of value X.

    There is none if there is none below any branch, and those are independent given R. In the chance of
    no win the coefficient of X^n is at most 1/n!: it is the mean of the n-th elementary symmetric sum of
    the end points' values, whose total is at most 1.
    """
    end, split = ends.later, 1 - ends.later
    none, branch = np.zeros(DEGREE + 1), np.zeros(DEGREE + 1)  # no win below a split point; below or at any point
    none[0] = branch[0] = 1.0
    for n in range(1, DEGREE + 1):
        branch[n] = -end if n == 1 else 0.0
        alone = _alone(ratio, n)
        none[n] = _together(branch, ratio, n) / _less(split, alone, end)
        branch[n] += split * none[n]
    for level in range(len(ends.first), 0, -1):
        branch = (1 - ends.at(level)) * none
        branch[0] = 1.0
        branch[1] -= ends.at(level)
        none = np.array([1.0, *(_together(branch, ratio, n) for n in range(1, DEGREE + 1))])
    none[0] = 0.0
    return -none


def by_move(
    strategy: str, ends: Ends, ratio: SplitRatio, moves: int, *, prefers_high: float = 1.0, lost: bool = False
) -> list[Doubles]:
    """Return the coefficients of the chance to win, or to lose, on move 1, 2, ...: the move that ends the game.

    A game in which a win was seen further down is won. ``prefers_high`` is as for ``chances``.
    """
    if strategy == "nostrat":
        return _blind_by_move(ends, len(ratio.shares), moves, lost=lost)
    forks = [_Forks(strategy, ends, level, ratio, prefers_high) for level in range(len(ends.first) + 1)]
    yields = [_means((loses(each) if lost else each.now for each in fork.steps), ratio) for fork in forks]
    return moves_of(forks, yields, [] if lost else after_seeing(strategy, ends, ratio, moves), moves)


def _blind_by_move(ends: Ends, branches: int, moves: int, *, lost: bool) -> list[Doubles]:
    """Return ``by_move`` for play at random."""
    found, arrive = [], 1.0
    for move in range(1, moves + 1):
        won = _linear(arrive * ends.at(move) / branches)
        arrive *= (1 - ends.at(move)) / branches
        found.append(-won if lost else won)
        if lost:
            found[-1][0] += ends.run(0, move - 1) * ends.at(move)
    return found


def value_at(coefficients: Doubles, value: float, form: str) -> float:
    """Return the chance at a split point of that value: all terms in the independent form, else the linear one."""
    if form == "tsd":
        return float(coefficients[0] + coefficients[1] * value)
    return float(np.polynomial.polynomial.polyval(value, coefficients))


def sight(strategy: str, ends: Ends, level: int, mean: float, prefers_high: float = 1.0) -> Sight:
    """Return the chances around a fork, as polynomials in the branches' values.

    Ratios further down enter linearly and are independent of the fork's own, so their mean is enough.
    """
    followed = following(strategy)
    reach = followed[1] if followed else 1
    path = ends.path_sum(level, reach, mean)
    last = 0.0 if reach is None else mean ** (reach - 1)
    return Sight(HIGH, LOW, HIGH * path, LOW * path, HIGH * last, prefers_high)


class _Forks:
    """The steps from the split points of a level: without knowledge, and with the high branch known to split."""

    def __init__(self, strategy: str, ends: Ends, level: int, ratio: SplitRatio, prefers_high: float = 1.0) -> None:
        at, below = sight(strategy, ends, level, ratio.mean, prefers_high), structure(strategy, ends, level)
        followed = following(strategy)
        knows = followed and followed[0] == "h" and followed[1] not in (1, None)
        self.ratio = ratio
        self.steps = step(strategy, below, at), known_step(below, at) if knows else Step(0, 0, 0, 0, 0)

    def own(self, n: int) -> Doubles:
        unit = np.zeros((2, 2, DEGREE + 1))
        unit[UNKNOWN, UNKNOWN, n] = unit[KNOWN, KNOWN, n] = 1.0
        return np.array([self.back(unit[on])[:, n] for on in (UNKNOWN, KNOWN)]).T

    def lower(self, after: Doubles, n: int) -> Doubles:
        coefficients: Doubles = self.back(after)[:, n]
        return coefficients

    def back(self, after: Doubles) -> Doubles:
        return np.array([_go_on(each, after, self.ratio) for each in self.steps])


def _blind(ends: Ends, ratio: SplitRatio) -> float:
    """Return the chance to win by choosing any branch, divided by the value of the top."""
    count = len(ratio.shares)
    found = ends.later / (count - 1 + ends.later)
    for level in range(len(ends.first), 0, -1):
        end = ends.at(level)
        found = (end + (1 - end) * found) / count
    return found


def _linear(factor: float) -> Doubles:
    series = np.zeros(DEGREE + 1)
    series[1] = factor
    return series


def _alone(ratio: SplitRatio, n: int) -> float:
    """Return the sum of the n-th moments of all shares."""
    if ratio.others:
        return sum(share**n for share in ratio.shares)
    return float(ratio.moments[n, 0] + ratio.moments[0, n])


def _together(branch: Doubles, ratio: SplitRatio, n: int) -> float:
    """Return the coefficient of X^n of the mean product of the branches' series."""
    if not ratio.others:
        diagonal = np.arange(n + 1)
        return float((branch[: n + 1] * branch[n::-1] * ratio.moments[diagonal, n - diagonal]).sum())
    powers, product = np.arange(n + 1), np.ones(1)
    for share in ratio.shares:
        product = np.convolve(product, branch[: n + 1] * share**powers)[: n + 1]
    return float(product[n])


def _go_on(each: Step, found: Doubles, ratio: SplitRatio) -> Doubles:
    """Return the series of the mean of high V(h) + low V(l) + known V'(h), given those of V and V'."""
    return (
        _through(each.high, found[UNKNOWN], ratio, low=False)
        + _through(each.low, found[UNKNOWN], ratio, low=True)
        + _through(each.known, found[KNOWN], ratio, low=False)
    )


def _mean(polynomial: Chance, ratio: SplitRatio) -> Doubles:
    """Return the series in X of a polynomial's mean over R."""
    series = np.zeros(DEGREE + 1)
    for (a, b), factor in as_polynomial(polynomial).terms.items():
        series[a + b] += factor * ratio.moments[a, b]
    return series


def _means(polynomials: Iterable[Chance], ratio: SplitRatio) -> Doubles:
    return np.array([_mean(each, ratio) for each in polynomials])


def _through(factor: Chance, inner: Doubles, ratio: SplitRatio, *, low: bool) -> Doubles:
    """Return the series in X of the mean of factor(h, l) times inner(h), or inner(l)."""
    series = np.zeros(DEGREE + 1)
    for (a, b), weight in as_polynomial(factor).terms.items():
        size = DEGREE + 1 - a - b
        moments = ratio.moments[a, b : b + size] if low else ratio.moments[a : a + size, b]
        series[a + b :] += weight * moments * inner[:size]
    return series


def _less(split: float, moment: float, end: float) -> float:
    """Return 1 - split * moment, without cancellation if both are near 1."""
    return end * moment + (1 - moment)


def after_seeing(strategy: str, ends: Ends, ratio: SplitRatio, moves: int) -> list[list[Doubles]]:
    """Return the series of the chance to win on move 2, 3, ... after a first move towards a win that was seen.

    By the level of the split point, up to the first from which on E stays the same: [state, n] each.
    """
    followed = following(strategy)
    levels = range(len(ends.first) + 1)
    if followed is None or followed[1] == 1:
        return [[] for _ in levels]
    side, reach = followed
    none = np.zeros(DEGREE + 1)
    if side == "h":  # the win is on the high path, this many moves away
        last = moves + 1 if reach is None else min(reach, moves + 1)
        return [
            [
                np.array(
                    [
                        _mean(HIGH * (_seen(ends, level, down) * ratio.mean ** (down - 1)), ratio),
                        _mean(HIGH * (ends.at(level + down) * ratio.mean ** (down - 1)), ratio)
                        if down == reach
                        else none,
                    ]
                )
                for down in range(2, last + 1)
            ]
            for level in levels
        ]
    below = _seen_low(ends, ratio, reach, moves)
    return [
        [
            np.array([_through(1 - ends.at(level + 1), each, ratio, low=True), none])
            for each in below[min(level + 1, levels[-1])]
        ]
        for level in levels
    ]


def _seen(ends: Ends, level: int, down: int) -> float:
    """Return the chance that a path from a level ends after this many points."""
    return ends.run(level, down - 1) * ends.at(level + down)


def _seen_low(ends: Ends, ratio: SplitRatio, reach: int | None, moves: int) -> list[list[Doubles]]:
    """Return chances that a split point's high path ends in a win in sight and XLSTRAT, there, wins on move 1, 2, ...

    They are kept by the length of that path: at each point the low branch's path is followed first, and if it ends in a
    win play goes low, towards a win on the high path of the low branch. By level, as ``after_seeing``.
    """
    mean, levels = ratio.mean, range(len(ends.first) + 1)
    count = moves if reach is None else min(reach - 1, moves)
    # The path wins at its k-th further point; no win is seen low.
    lengths = [[HIGH * (_seen(ends, level, k + 1) * mean**k) for k in range(count)] for level in levels]
    no_win_low: list[Polynomial] = [1 - LOW * ends.path_sum(level, reach, mean) for level in levels]
    now = []
    for level in levels:
        here = [_mean(each * (LOW * ends.at(level + 1)), ratio) for each in lengths[level]]
        here[0] = here[0] + _mean(lengths[level][0] * no_win_low[level], ratio)
        now.append(here)
    found = [[np.sum(here, axis=0)] for here in now]
    for _ in range(moves - 1):
        following_now = []
        for level in levels:
            next_level, split = min(level + 1, levels[-1]), 1 - ends.at(level + 1)
            gone_low = [_through(each * split, found[next_level][-1], ratio, low=True) for each in lengths[level]]
            gone_high = [
                _through(no_win_low[level] * split, each, ratio, low=False) for each in now[next_level][: count - 1]
            ]
            following_now.append(
                [low + high for low, high in zip(gone_low, [np.zeros(DEGREE + 1), *gone_high], strict=True)]
            )
        now = following_now
        for level in levels:
            found[level].append(np.sum(now[level], axis=0))
    return found
