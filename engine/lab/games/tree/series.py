"""Chances to win as power series in the value X of the split point where play begins.

The chance V(X) to win from a split point of value X satisfies, with h = RX and l = (1-R)X,

    V(X) = E[ win(h, l) + high(h, l) V(h) + low(h, l) V(l) ]

where win, high and low are polynomials (``rules.step``) and the outer mean is over R. The
coefficient of X^n is one linear equation in the lower ones. In the independent form the answer is
V(X); in the dependent form it is the linear coefficient alone (``rules``), whatever R's distribution.

Why the series may be truncated: along any path the branches that were seen but not taken have values with
sum at most X, and each enters as a factor 1 - cv with 0 <= c <= 1; so the coefficients fall at least as
fast as those of exp(2X), and beyond ``DEGREE`` they vanish in double precision.
"""

from __future__ import annotations

import numpy as np

from .polynomial import HIGH, LOW, Polynomial, as_polynomial
from .ratio import DEGREE, Doubles, SplitRatio
from .rules import Chance, Sight, Step, known_step, step

UNKNOWN, KNOWN = 0, 1  # knowledge of the high branch: none, or that it splits


def chances(strategy: str, end: float, ratio: SplitRatio, *, prefers_high: float = 1.0) -> Doubles:
    """The coefficients of V(X), starting with that of X^0: [DEGREE + 1].

    Args:
        strategy: any that goes from fork to fork.
        end: E, above 0.
        ratio: of every fork.
        prefers_high: whether a weighing strategy always (1) or never (0) goes high if both branches split.
    """
    steps = _steps(strategy, end, ratio, prefers_high)
    found = np.zeros((2, DEGREE + 1))
    for n in range(1, DEGREE + 1):
        # The contribution of the coefficients below n, and how those of X^n depend on each other.
        given = np.array([_next(each, found, ratio)[n] for each in steps])
        found[:, n] = np.linalg.solve(np.eye(2) - _own(steps, n, ratio), given)
    coefficients: Doubles = found[UNKNOWN]
    return coefficients


def unlimited(end: float, ratio: SplitRatio) -> Doubles:
    """The coefficients of the chance of a winning end point below a split point of value X.

    There is none if there is none below either branch, and those are independent given R. In the chance of
    no win the coefficient of X^n is at most 1/n!: it is the mean of the n-th elementary symmetric sum of
    the end points' values, whose total is at most 1.
    """
    none, branch = np.zeros(DEGREE + 1), np.zeros(DEGREE + 1)  # no win below a split point; below or at any point
    none[0] = branch[0] = 1.0
    split = 1 - end
    for n in range(1, DEGREE + 1):
        ended = -end if n == 1 else 0.0
        both = sum(branch[a] * branch[n - a] * ratio.moments[a, n - a] for a in range(1, n))
        alone = ratio.moments[n, 0] + ratio.moments[0, n]
        none[n] = (both + ended * alone) / _less(split, alone, end)
        branch[n] = ended + split * none[n]
    none[0] = 0.0
    return -none


def by_move(strategy: str, end: float, ratio: SplitRatio, moves: int) -> list[Doubles]:
    """The coefficients of the chance to win on move 1, 2, ...: the move that reaches the winning end point."""
    steps = _steps(strategy, end, ratio)
    later = _after_seeing(strategy, end, ratio, moves)
    found = []
    current = np.array([_mean(each.now, ratio) for each in steps])
    for move in range(moves):
        found.append(current[UNKNOWN])
        following = np.array([_go_on(each, current, ratio) for each in steps])
        current = following + (later[move] if move < len(later) else 0.0)
    return found


def value_at(coefficients: Doubles, value: float, form: str) -> float:
    """The chance at a split point of that value: all terms in the independent form, else the linear one."""
    if form == "tsd":
        return float(coefficients[1]) * value
    return float(np.polynomial.polynomial.polyval(value, coefficients))


def sight(end: float, mean: float, prefers_high: float = 1.0) -> Sight:
    """The chances around a fork, as polynomials in the branches' values.

    Ratios further down enter linearly and are independent of the fork's own, so their mean is enough.
    """
    path = end / _less(1 - end, mean, end)
    return Sight(HIGH, LOW, HIGH * mean, LOW * mean, HIGH * path, LOW * path, prefers_high)


def _steps(strategy: str, end: float, ratio: SplitRatio, prefers_high: float = 1.0) -> tuple[Step, Step]:
    """The step without knowledge, and the one with the high branch known to split."""
    at = sight(end, ratio.mean, prefers_high)
    return step(strategy, end, at), known_step(end, at) if strategy == "2hstrat" else Step(0, 0, 0, 0, 0)


def _next(each: Step, found: Doubles, ratio: SplitRatio) -> Doubles:
    return _mean(each.now + as_polynomial(each.seen), ratio) + _go_on(each, found, ratio)


def _go_on(each: Step, found: Doubles, ratio: SplitRatio) -> Doubles:
    """The series of the mean of high V(h) + low V(l) + known V'(h), given those of V and V'."""
    return (
        _through(each.high, found[UNKNOWN], ratio, low=False)
        + _through(each.low, found[UNKNOWN], ratio, low=True)
        + _through(each.known, found[KNOWN], ratio, low=False)
    )


def _own(steps: tuple[Step, Step], n: int, ratio: SplitRatio) -> Doubles:
    """How the coefficients of X^n depend on those of X^n: [of, on]."""
    unit = np.zeros((2, 2, DEGREE + 1))
    unit[UNKNOWN, UNKNOWN, n] = unit[KNOWN, KNOWN, n] = 1.0
    return np.array([[_go_on(each, unit[on], ratio)[n] for on in (UNKNOWN, KNOWN)] for each in steps])


def _mean(polynomial: Chance, ratio: SplitRatio) -> Doubles:
    """The series in X of a polynomial's mean over R."""
    series = np.zeros(DEGREE + 1)
    for (a, b), factor in as_polynomial(polynomial).terms.items():
        series[a + b] += factor * ratio.moments[a, b]
    return series


def _through(factor: Chance, inner: Doubles, ratio: SplitRatio, *, low: bool) -> Doubles:
    """The series in X of the mean of factor(h, l) times inner(h), or inner(l)."""
    series = np.zeros(DEGREE + 1)
    for (a, b), weight in as_polynomial(factor).terms.items():
        size = DEGREE + 1 - a - b
        moments = ratio.moments[a, b : b + size] if low else ratio.moments[a : a + size, b]
        series[a + b :] += weight * moments * inner[:size]
    return series


def _less(split: float, moment: float, end: float) -> float:
    """1 - split * moment, without cancellation if both are near 1."""
    return end * moment + (1 - moment)


def _after_seeing(strategy: str, end: float, ratio: SplitRatio, moves: int) -> list[Doubles]:
    """Series of the chance to win on move 2, 3, ... after a first move towards a win that was seen: [state, n] each."""
    split, mean = 1 - end, ratio.mean
    none = np.zeros(DEGREE + 1)
    if strategy == "2hstrat":  # the win is at the high branch's high branch, reached with the next move
        return [np.array([_mean(HIGH * (f * end * mean), ratio) for f in (split, 1.0)])]
    if strategy == "infhstrat":
        return [np.array([_mean(HIGH * (end * (split * mean) ** depth), ratio), none]) for depth in range(1, moves)]
    if strategy == "2lstrat":
        return [np.array([_through(split, each, ratio, low=True), none]) for each in _seen_2l(end, ratio, moves)]
    if strategy == "inflstrat":
        return [np.array([_through(split, each, ratio, low=True), none]) for each in _seen_infl(end, ratio, moves)]
    return []


def _seen_2l(end: float, ratio: SplitRatio, moves: int) -> list[Doubles]:
    """Chances that a split point's high branch is a win and ``2lstrat``, there, wins on move 1, 2, ...

    It looks low again, and if it sees a win below the low branch's high branch it goes there instead.
    """
    split, high_wins = 1 - end, HIGH * end
    found = [_mean(high_wins * (1 - LOW * (split * end * ratio.mean)), ratio)]
    while len(found) < moves:
        found.append(_through(high_wins * split, found[-1], ratio, low=True))
    return found


def _seen_infl(end: float, ratio: SplitRatio, moves: int) -> list[Doubles]:
    """Chances that a split point's high path ends in a win and ``inflstrat``, there, wins on move 1, 2, ...

    Kept by the length of that path: at each point the low branch's path is followed first, and if it
    ends in a win play goes low, towards a win on the high path of the low branch.
    """
    split, mean = 1 - end, ratio.mean
    path = end / _less(split, mean, end)
    no_win_low: Polynomial = 1 - LOW * path
    lengths = [HIGH * (end * (split * mean) ** k) for k in range(moves)]  # the path wins at its k-th further point
    now = [_mean(each * (LOW * end), ratio) for each in lengths]
    now[0] = now[0] + _mean(lengths[0] * no_win_low, ratio)
    found = [np.sum(now, axis=0)]
    while len(found) < moves:
        gone_low = [_through(each * split, found[-1], ratio, low=True) for each in lengths]
        gone_high = [_through(no_win_low * split, each, ratio, low=False) for each in now[:-1]]
        now = [low + high for low, high in zip(gone_low, [np.zeros(DEGREE + 1), *gone_high], strict=True)]
        found.append(np.sum(now, axis=0))
    return found
