"""Unlimited searches win if there is a win at all: the chance of one in each kind of trees."""

from __future__ import annotations

from math import sqrt

import numpy as np

from ...arrays import Reals
from ...budget import Budget
from .ends import Ends
from .ratio import DEGREE, SplitRatio

_ENOUGH = 1e-12
_DEEPEST = 400  # steps below the top at which values are cut off
_ROUNDS = 100_000


def series(ends: Ends, ratio: SplitRatio) -> Reals:
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


def closed_form(end: float, mean: float) -> float:
    """Return the chance that there is a win below the top: 1 - q^2, q the chance of none at or below a point.

    As end points win independently of each other, only the mean of their values counts, in both games:
    q = E (1 - mean) + S q^2, and q is the smaller root.

    Args:
        end: E, above 0.
        mean: of an end point's value.
    """
    if not mean:
        return 0.0
    split = 1 - end
    none = 2 * end * (1 - mean) / (1 + sqrt(1 - 4 * split * end * (1 - mean)))
    return 1 - none * none


def bounds(ends: Ends, top: float, step: float, budget: Budget) -> tuple[float, float]:
    """Return bounds on the chance of a winning end point below the top, with branches C + D and C - D.

    With n(v) the chance of no win at or below a split point of value v, n(v) = b(v + D) b(v - D) with
    b = E (1 - win) + S n. Values from 1 - D on win surely; far below the top nothing is known. Iterating from 1
    everywhere gives upper bounds on n, from 0 lower ones.

    Args:
        ends: E, above 0 on the later levels.
        top: T.
        step: D, 0 or more.
        budget: charged one node per value and round.

    Raises:
        Exhausted, Cancelled: see ``Budget``.
    """
    up = 0 if not step else max(int(np.ceil((1 - top) / step)), 0)
    down = 0 if not step else _DEEPEST
    places = np.arange(-down, up + 1, dtype=np.float64)
    values = top + places * step
    none = np.stack([np.zeros_like(values), np.ones_like(values)])  # lower and upper bounds on n
    for rounds in range(_ROUNDS):
        after = _back(none, values, step, ends.later)
        still = float(np.abs(after - none).max())
        none = after
        gap = float(none[1, down] - none[0, down])
        budget.spend(2 * len(values), f"{rounds} rounds, the chance known to within {gap:.3g}")
        if gap < _ENOUGH or not still:
            break
    for level in range(len(ends.first), 0, -1):
        none = _back(none, values, step, ends.at(level))
    return 1 - float(none[1, down]), 1 - float(none[0, down])


def _back(none: np.ndarray, values: np.ndarray, step: float, end: float) -> np.ndarray:
    """Return n at all values from n at the branches: above the highest all win, below the lowest nothing is known."""
    if step:
        higher = np.concatenate([none[:, 1:], np.zeros((2, 1))], axis=1)
        lower = np.concatenate([np.array([[0.0], [1.0]]), none[:, :-1]], axis=1)
    else:
        higher = lower = none
    lost_high, lost_low = 1 - np.clip(values + step, 0, 1), 1 - np.clip(values - step, 0, 1)
    split = 1 - end
    return (end * lost_high + split * higher) * (end * lost_low + split * lower)


def _alone(ratio: SplitRatio, n: int) -> float:
    """Return the sum of the n-th moments of all shares."""
    if ratio.others:
        return sum(share**n for share in ratio.shares)
    return float(ratio.moments[n, 0] + ratio.moments[0, n])


def _together(branch: Reals, ratio: SplitRatio, n: int) -> float:
    """Return the coefficient of X^n of the mean product of the branches' series."""
    if not ratio.others:
        diagonal = np.arange(n + 1)
        return float((branch[: n + 1] * branch[n::-1] * ratio.moments[diagonal, n - diagonal]).sum())
    powers, product = np.arange(n + 1), np.ones(1)
    for share in ratio.shares:
        product = np.convolve(product, branch[: n + 1] * share**powers)[: n + 1]
    return float(product[n])


def _less(split: float, moment: float, end: float) -> float:
    """Return 1 - split * moment, without cancellation if both are near 1."""
    return end * moment + (1 - moment)
