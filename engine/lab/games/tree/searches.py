"""Searches without a limit, which win if there is a win at all.

This module has the chance of a win in each kind of tree, and the looks of a search in a given order, in trees with a
last level. A search sees the branches of the top and of each split point that it has looked at. It stops at the first
win. With constant split ratios an order is a list of all possible points, each after the point above it. A point is
looked at if all points above it split and none of the end points before it in the list is a win.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from ...arrays import Ints, Reals
from ...budget import Budget
from .trees import DEGREE, Ends, SplitRatio

ORDERS = ("best", "breadth", "depth", "lowest")
_MAX_GAP = 1e-12
_MAX_STEPS_DOWN = 400  # steps below the top at which values are cut off
_MAX_ROUNDS = 100_000


def compute_win_series(ends: Ends, ratio: SplitRatio) -> Reals:
    """Return the power series in X of the chance of a winning end point below a split point of value X.

    There is no win if no branch has one, and the branches are independent given R. In the chance of
    no win the coefficient of X^n is at most 1/n!: it is the mean of the n-th elementary symmetric sum of
    the end points' values, whose total is at most 1.
    """
    end, split = ends.later, 1 - ends.later
    none, branch = np.zeros(DEGREE + 1), np.zeros(DEGREE + 1)  # no win below a split point; below or at any point
    none[0] = branch[0] = 1.0
    for n in range(1, DEGREE + 1):
        branch[n] = -end if n == 1 else 0.0
        alone = float(((ratio.nodes[0] ** n) @ ratio.nodes[1]).sum())
        none[n] = _multiply_branches(branch, ratio, n) / (
            end * alone + (1 - alone)
        )  # 1 - S alone, without cancellation
        branch[n] += split * none[n]
    for level in range(len(ends.first), 0, -1):
        branch = (1 - ends.chance_at(level)) * none
        branch[0] = 1.0
        branch[1] -= ends.chance_at(level)
        none = np.array([1.0, *(_multiply_branches(branch, ratio, n) for n in range(1, DEGREE + 1))])
    none[0] = 0.0
    return -none


def compute_win_chance(end: float, mean: float) -> float:
    """Return the chance that there is a win below the top: 1 - q^2, q the chance of no win at or below a point.

    As end points win independently of each other, only the mean of their values counts:
    q = E (1 - mean) + S q^2, and q is the smaller root.

    ``end`` is E, above 0; ``mean`` the mean value of an end point.
    """
    if not mean:
        return 0.0
    split = 1 - end
    none = 2 * end * (1 - mean) / (1 + sqrt(1 - 4 * split * end * (1 - mean)))
    return 1 - none * none


def bound_win_chance(ends: Ends, top: float, step: float, budget: Budget) -> tuple[float, float]:
    """Return bounds on the chance of a winning end point below the top, with branches C + D and C - D.

    With n(v) the chance of no win at or below a split point of value v, n(v) = b(v + D) b(v - D) with
    b = E (1 - win) + S n. Values from 1 - D on win surely; far below the top nothing is known. Iterating from 1
    everywhere gives upper bounds on n, from 0 lower ones. Raises Exhausted or Cancelled, at one node per value and round.
    """
    up = 0 if not step else max(int(np.ceil((1 - top) / step)), 0)
    down = 0 if not step else _MAX_STEPS_DOWN
    places = np.arange(-down, up + 1, dtype=np.float64)
    values = top + places * step
    none = np.stack([np.zeros_like(values), np.ones_like(values)])  # lower and upper bounds on n
    for rounds in range(_MAX_ROUNDS):
        after = _back_up(none, values, step, ends.later)
        still = float(np.abs(after - none).max())
        none = after
        gap = float(none[1, down] - none[0, down])
        budget.spend(2 * len(values), f"{rounds} rounds, the chance known to within {gap:.3g}")
        if gap < _MAX_GAP or not still:
            break
    for level in range(len(ends.first), 0, -1):
        none = _back_up(none, values, step, ends.chance_at(level))
    return 1 - float(none[1, down]), 1 - float(none[0, down])


def _back_up(none: np.ndarray, values: np.ndarray, step: float, end: float) -> np.ndarray:
    """Return n at all values from n at the branches; points above the highest value win, lower ones are unknown."""
    if step:
        higher = np.concatenate([none[:, 1:], np.zeros((2, 1))], axis=1)
        lower = np.concatenate([np.array([[0.0], [1.0]]), none[:, :-1]], axis=1)
    else:
        higher = lower = none
    lost_high, lost_low = 1 - np.clip(values + step, 0, 1), 1 - np.clip(values - step, 0, 1)
    split = 1 - end
    return (end * lost_high + split * higher) * (end * lost_low + split * lower)


def _multiply_branches(branch: Reals, ratio: SplitRatio, n: int) -> float:
    """Return the coefficient of X^n of the mean product of the branches' series."""
    total = 0.0
    for shares, weight in zip(ratio.nodes[0].T, ratio.nodes[1], strict=True):
        product = np.ones(1)
        for share in shares:
            product = np.convolve(product, branch[: n + 1] * share ** np.arange(n + 1))[: n + 1]
        total += weight * product[n]
    return float(total)


@dataclass(frozen=True, slots=True)
class SearchExpectation:
    """The expected looks of a search, how many of them are at end points, and its chance to find a win."""

    looks: float
    end_points: float
    win: float


def expect_search(order: str, form: str, ends: Ends, ratio: float, levels: int) -> SearchExpectation:
    """Return the expectation of a search.

    Args:
        order: one of ``ORDERS``: the highest value first; level by level; down high branches first; the lowest value
            first, that is down low branches first, as a branch has a lower value than its point.
        form: ``tsi`` or ``tsd``.
        ends: E on the levels before the last.
        ratio: A.
        levels: the number of levels below the top.
    """
    size = 2 ** (levels + 1)  # points are numbered from 1, the top; the branches of i are 2i and 2i + 1
    level = np.zeros(size, np.int64)
    values = np.ones(size)
    for point in range(2, size):
        level[point] = level[point // 2] + 1
        values[point] = values[point // 2] * (ratio if point % 2 == 0 else 1 - ratio)
    end = np.array([0.0, *(1.0 if number == levels else ends.chance_at(number) for number in range(1, levels + 1))])[
        level
    ]
    rank = np.empty(size, np.int64)
    rank[_order_points(order, values, levels)] = np.arange(2, size)
    rank[0] = size  # point 0 stands for the end of the search
    before = rank[:, None] < rank[None, :]
    independent = form == "tsi"

    def join_chances(one: Reals, other: Reals) -> Reals:
        """Return the chance of a win in one of two places; the dependent form has only one win."""
        return one + other - one * other if independent else one + other

    # For each point and target: the chance that a win is seen at or below the point before the target is looked at.
    win_before = np.zeros((size, size))
    for point in range(size - 1, 1, -1):
        here = end[point] * values[point]
        if level[point] < levels:
            here = here + (1 - end[point]) * join_chances(win_before[2 * point], win_before[2 * point + 1])
        win_before[point] = np.where(before[point], here, 0.0)
    # A target is looked at if all points above it split, and no win was seen beside them before.
    targets = ancestors = np.arange(2, size)
    exists, win_seen = np.ones(size - 2), np.zeros(size - 2)
    for _ in range(levels):
        win_seen, ancestors = join_chances(win_seen, win_before[ancestors ^ 1, targets]), ancestors // 2
        exists = exists * (1 - end[ancestors])
    look_chances = exists * (1 - win_seen)
    win = float(join_chances(win_before[2], win_before[3])[0]) if independent else 1.0
    return SearchExpectation(float(look_chances.sum()), float((look_chances * end[2:]).sum()), win)


def _order_points(order: str, values: Reals, levels: int) -> Ints:
    """Return all points except the top, in the order of looks if none is a win."""
    size = len(values)
    if order == "breadth":
        return np.arange(2, size)
    if order == "best":
        # Of equal values up to rounding, first the point nearer to the top, then the point on the high side.
        return np.array(sorted(range(2, size), key=lambda point: (-round(float(values[point]), 12), point)))
    first = 0 if order == "depth" else 1
    points_in_order, stack = [], [3 - first, 2 + first]
    while stack:
        point = stack.pop()
        points_in_order.append(point)
        if point < 2**levels:
            stack += [2 * point + 1 - first, 2 * point + first]
    return np.array(points_in_order)
