"""Searches without a limit that look in different orders.

In trees that end at some level, a search sees the branches of the top, and those of any split point it has looked at. It
stops at the first win. With constant split ratios each order is a list of all points that a tree may have, each after
the one above it. A point is looked at if all points above it split and none of the end points before it in the list is
a win.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Ints, Reals
from .ends import Ends

ORDERS = ("best", "breadth", "depth", "lowest")


@dataclass(frozen=True, slots=True)
class Search:
    """The expected looks of a search, how many of them are at end points, and its chance to find a win."""

    looks: float
    end_points: float
    win: float


def search(order: str, form: str, ends: Ends, ratio: float, levels: int) -> Search:
    """Return the expected looks of a search, how many of them are at end points, and its chance to find a win.

    Args:
        order: one of ``ORDERS``: the highest value first; level by level; down high branches first; the lowest value
            first, which is down low branches first, as branches are lower than their point.
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
    end = np.array([0.0, *(1.0 if each == levels else ends.at(each) for each in range(1, levels + 1))])[level]
    rank = np.empty(size, np.int64)
    rank[_listed(order, values, levels)] = np.arange(2, size)
    dependent = form == "tsd"
    # For each point and each target: the chance of no win at or below it before the target is looked at; in the
    # dependent form the chance of a win there, as these add up.
    nothing = np.zeros((size, size)) if dependent else np.ones((size, size))
    before = rank[:, None] < rank[None, :]
    for point in range(size - 1, 1, -1):
        below = nothing[2 * point : 2 * point + 2] if level[point] < levels else None
        if dependent:
            seen = end[point] * values[point] + (0.0 if below is None else (1 - end[point]) * below.sum(axis=0))
        else:
            seen = end[point] * (1 - values[point]) + (0.0 if below is None else (1 - end[point]) * below.prod(axis=0))
        nothing[point] = np.where(before[point], seen, nothing[point])
    looked = _looked(nothing, 1 - end, size, dependent=dependent)
    return Search(float(looked.sum()), float((looked * end[2:]).sum()), _win(values, end, levels, dependent=dependent))


def _looked(nothing: Reals, split: Reals, size: int, *, dependent: bool) -> Reals:
    """Return the chance that each point is looked at."""
    targets = np.arange(2, size)
    exists, unfound = np.ones(size - 2), np.zeros(size - 2) if dependent else np.ones(size - 2)
    at = targets.copy()
    while (at > 1).any():
        on = at > 1
        beside = np.where(on, nothing[np.where(on, at ^ 1, 0), targets], 0.0 if dependent else 1.0)
        unfound = unfound + beside if dependent else unfound * beside
        above = np.maximum(at // 2, 1)
        exists = exists * np.where(on & (above > 1), split[above], 1.0)
        at = np.where(on, above, at)
    looked: Reals = exists * (1 - unfound if dependent else unfound)
    return looked


def _win(values: Reals, end: Reals, levels: int, *, dependent: bool) -> float:
    if dependent:
        return 1.0
    none = np.ones(len(values))
    for point in range(len(values) - 1, 0, -1):
        last = point >= 2**levels
        below = 1.0 if last else none[2 * point] * none[2 * point + 1]
        none[point] = end[point] * (1 - values[point]) + (1 - end[point]) * below
    return 1 - float(none[1])


def _listed(order: str, values: Reals, levels: int) -> Ints:
    """Return all points except the top, in the order of looks if none is a win."""
    size = len(values)
    if order == "breadth":
        return np.arange(2, size)
    if order == "best":
        # Equal values up to rounding: the point nearer to the top, then the one further to the high side.
        return np.array(sorted(range(2, size), key=lambda point: (-round(float(values[point]), 12), point)))
    first = 0 if order == "depth" else 1
    found, waiting = [], [3 - first, 2 + first]
    while waiting:
        point = waiting.pop()
        found.append(point)
        if point < 2**levels:
            waiting += [2 * point + 1 - first, 2 * point + first]
    return np.array(found)
