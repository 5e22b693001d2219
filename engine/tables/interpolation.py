"""A stored table read at scores that it does not have, by linear interpolation.

The order of the scores decides who wins, so scores that rank the contestants differently are never mixed.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..game.position import Position
from .answer_table import AnswerTable, Dollars, Payoffs, Scores
from .table_file import StoredTable


class InterpolatedTable(AnswerTable):
    """A stored table with a position's own scores added.

    Attributes:
        stored: the table.

    Args:
        stored: a table of the position's configuration.
        position: a position whose scores are added; none may be above the table's highest.
        rounding: the largest error of a payoff against its exact value.

    Raises:
        ValueError: a score is above the table's highest.
    """

    def __init__(self, table: StoredTable, position: Position, rounding: float):
        self.stored, self.rounding, self.states = table, rounding, table.states
        self._still_in = position.still_in
        a, b, c = (_with(axis, podium.score) for axis, podium in zip(table.dollars, position.contestants, strict=True))
        self.dollars = (a, b, c)

    def read(self, *scores: Scores) -> tuple[Payoffs, Payoffs]:
        """Return the mean of the neighboring scores that rank the contestants alike, or of all if none does."""
        corners = self._corners(scores)
        return _mean(corners.press, corners.weight), _mean(corners.passing, corners.weight)

    def apart(self, *scores: Scores) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """Return the spread (max - min) of the chances that `read` averages, and whether it excludes neighbors."""
        corners = self._corners(scores)
        has_weight = corners.weight > 0
        widest = np.zeros(has_weight.shape[1:])
        for payoffs in (corners.press, corners.passing):
            is_known = has_weight[..., None] & ~np.isnan(payoffs)
            highest, lowest = (
                np.where(is_known, sign * payoffs.astype(np.float64), -np.inf).max(axis=0) for sign in (1, -1)
            )
            widest = np.maximum(widest, (highest + lowest).max(axis=-1))
        return widest, corners.left_out

    def high_enough(self, *scores: Dollars) -> npt.NDArray[np.bool_]:
        return self.stored.high_enough(*scores)

    def around(self, seat: int, score: int) -> tuple[int, ...]:
        below, above, _ = _neighbors(self.stored.dollars[seat], score)
        return tuple(sorted({int(below), int(above)}))

    def _corners(self, scores: tuple[Scores, ...]) -> _Corners:
        points = np.stack(np.broadcast_arrays(*scores))
        around = [_neighbors(axis, score) for axis, score in zip(self.stored.dollars, points, strict=True)]
        below, above, share = (np.stack(part) for part in zip(*around, strict=True))  # [seat, ...]
        upper = np.reshape(list(product((False, True), repeat=3)), (8, 3, *[1] * (points.ndim - 1)))
        corners = np.where(upper, above, below)  # [corner, seat, ...]
        every = np.where(upper, share, 1 - share).prod(axis=1)
        alike = every > 0
        for one, other in combinations(self._still_in, 2):
            alike &= np.sign(corners[:, one] - corners[:, other]) == np.sign(points[one] - points[other])
        weight = np.where(alike.any(axis=0), every * alike, every)
        press, passing = self.stored.read(*np.moveaxis(corners, 1, 0))
        return _Corners(weight, press, passing, ((every > 0) & (weight == 0)).any(axis=0))


class _Corners(NamedTuple):
    """The table's scores around others, [corner, ...], and whether some of them are left out."""

    weight: npt.NDArray[np.float64]
    press: Payoffs
    passing: Payoffs
    left_out: npt.NDArray[np.bool_]


def _with(axis: Dollars, score: int) -> Dollars:
    if score > axis[-1]:
        raise ValueError(f"The table has no scores as high as ${score:,}.")
    return np.union1d(axis, score)


def _neighbors(axis: Dollars, scores: Scores) -> tuple[Dollars, Dollars, npt.NDArray[np.float64]]:
    """Return the scores of an axis below and above others, or themselves, and the weight of those above."""
    at = np.searchsorted(axis, scores)
    above = axis[at]
    below = np.where(above == scores, above, axis[at - 1])
    return below, above, (scores - below) / np.maximum(above - below, 1)


def _mean(payoffs: Payoffs, weight: npt.NDArray[np.float64]) -> Payoffs:
    """Return the mean of payoffs [corner, ..., seat] that are known; NaN where none is."""
    known_weight = np.where(np.isnan(payoffs[..., 0]), 0.0, weight)[..., None]
    total = known_weight.sum(axis=0)
    mixed: npt.NDArray[np.float64] = (known_weight * np.nan_to_num(payoffs)).sum(axis=0) / np.where(
        total, total, np.nan
    )
    return mixed.astype(np.float32)
