"""Whether there is a win at all in a tree of the drift form, as an unlimited search finds out."""

from __future__ import annotations

import numpy as np

from ...budget import Budget
from .ends import Ends

_ENOUGH = 1e-12
_DEEPEST = 400  # steps below the top at which values are cut off
_ROUNDS = 100_000


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
