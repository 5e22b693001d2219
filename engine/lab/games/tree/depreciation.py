"""Depreciation factors, and their use by ``hprime`` and ``bprime`` (chapter 5 of the memo).

The value of a split point is estimated as k(v) = v K(v): the one-step equation is solved as if K did not change from
one move to the next. All functions take numbers or arrays.

Both may go low only if the high branch's share H/(H + L) of the two values is below a limit (``find_cutoff``); above it
no split ratio of the branches makes up for the difference.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

# A number or an array of numbers.
Numbers = Any


def depreciation_factor(strategy: str, end: float, mean: float, value: Numbers) -> Numbers:
    """Return K(X) of ``lstrat``, ``hstrat`` or ``bstrat``; E is ``end``, A ``mean`` and X ``value``.

    For X = 0 it is the chance of the dependent form.
    """
    split, rest = 1 - end, 1 - mean
    bent = end * mean * rest * value  # E A B X
    high = mean + end * rest
    tops = {"lstrat": end, "hstrat": end * high, "bstrat": end}
    goes_on = {"lstrat": mean, "hstrat": high, "bstrat": high}[strategy]
    twice = 2 if strategy == "bstrat" else 1
    # 1 - S g = E g + (1 - g), without cancellation.
    return (tops[strategy] - end * bent) / (end * goes_on + (1 - goes_on) + twice * split * bent)


def estimate_split_point(
    strategy: str, end: float, mean: float, value: Numbers, ratio: Numbers, *, tsd: bool = False
) -> Numbers:
    """Return C_H (``hprime``) or C_B (``bprime``): the estimate for a split point of known value X and split ratio R.

    ``tsd`` omits the terms that vanish in the dependent form, where K does not depend on the value.
    """
    basis, bent = _get_basis_strategy(strategy), 0 if tsd else 1
    high, low = ratio * value, (1 - ratio) * value
    below = [point * depreciation_factor(basis, end, mean, bent * point) for point in (high, low)]
    return _compute_fork_chance(basis, end, (high, low), below, bent)


def _get_basis_strategy(strategy: str) -> str:
    return "hstrat" if strategy == "hprime" else "bstrat"


def _compute_fork_chance(
    basis: str, end: float, wins: Sequence[Numbers], below: Sequence[Numbers], bent: int = 1
) -> Numbers:
    """Return the chance of HSTRAT or BSTRAT at a fork.

    ``wins`` are the chances of the high and the low branch to be a win if they end, ``below`` the chances to win from
    there if they split; ``bent`` is 1 if products of two points' chances count, else 0.
    """
    (high, low), (at_high, at_low) = wins, ((1 - end) * point_value for point_value in below)
    if basis == "hstrat":
        return end * high + at_high + end * (1 - bent * high) * (end * low + at_low)
    return (
        end * high
        + (1 - bent * end * high) * end * low
        + end * (1 - bent * high) * at_low
        + (1 - bent * end * low) * at_high
    )


def estimate_branches(
    strategy: str,
    end: float,
    mean: float,
    high: Numbers,
    low: Numbers,
    ratios: tuple[Numbers, Numbers],
    tsd: bool = False,
) -> tuple[Numbers, Numbers]:
    """Return the estimates of going high and going low if the high branch splits (``bprime``: if both do).

    ``hprime`` has not looked low: it assumes an end point or a split point of mean ratio and ignores
    ``ratios[1]``.
    """
    to_high = estimate_split_point(strategy, end, mean, high, ratios[0], tsd=tsd)
    if strategy == "bprime":
        return to_high, estimate_split_point(strategy, end, mean, low, ratios[1], tsd=tsd)
    return to_high, end * low + (1 - end) * estimate_split_point(strategy, end, mean, low, mean, tsd=tsd)


def estimate_drift_split_point(strategy: str, end: float, high: float, low: float) -> float:
    """Return the estimate for a split point of the drift form, from the values of its branches.

    The memo leaves depreciation factors of the drift form open. Here a branch has the value that it has to HSTRAT
    (``hprime``) or BSTRAT if all points below it have the same value.
    """
    basis, wins = _get_basis_strategy(strategy), [min(max(value, 0.0), 1.0) for value in (high, low)]
    return float(_compute_fork_chance(basis, end, wins, [_compute_level_chance(basis, end, value) for value in wins]))


def _compute_level_chance(basis: str, end: float, value: float) -> float:
    """Return the chance of HSTRAT or BSTRAT if all points have this value (theorem 6.1), from the equation of one move."""
    ends_here, whole = (float(_compute_fork_chance(basis, end, (value, value), (below, below))) for below in (0.0, 1.0))
    return ends_here / (1 - (whole - ends_here))


def prefers_high(strategy: str, to_high: Numbers, to_low: Numbers) -> Numbers:
    """Return whether the strategy goes high: ``hprime`` if high has the higher estimate, ``bprime`` unless low has."""
    return to_high > to_low if strategy == "hprime" else to_high >= to_low


_RATIOS = np.linspace(0.5, 1.0, 1001)
_HALVINGS = 60


def find_cutoff(strategy: str, end: float, mean: float, total: float) -> tuple[float, float, float]:
    """Return the greatest share H/(H + L) at which the strategy may go low, and the split ratios of both branches there.

    E (``end``) and H + L, the value of the fork (``total``), are above 0.
    """
    low_end, high_end = 0.5, 1.0
    for _ in range(_HALVINGS):
        share = (low_end + high_end) / 2
        if _find_worst_ratios(strategy, end, mean, total, share)[0] > 0:
            high_end = share
        else:
            low_end = share
    return high_end, *_find_worst_ratios(strategy, end, mean, total, high_end)[1:]


def _find_worst_ratios(
    strategy: str, end: float, mean: float, total: float, share: float
) -> tuple[float, float, float]:
    high, low = share * total, (1 - share) * total
    to_high, to_low = (
        np.broadcast_to(branch_estimate, _RATIOS.shape)
        for branch_estimate in estimate_branches(strategy, end, mean, high, low, (_RATIOS, _RATIOS))
    )
    at_high, at_low = int(np.argmin(to_high)), int(np.argmax(to_low))
    return float(to_high[at_high] - to_low[at_low]), float(_RATIOS[at_high]), float(_RATIOS[at_low])
