"""A stored table read at scores that it does not have, by linear interpolation.

The order of the scores decides who wins, so scores that rank the contestants differently are never mixed.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from ..game.position import Position
from .answer_table import AnswerTable, Dollars, Payoffs, Scores, StoredTable


class InterpolatedTable(AnswerTable):
    """A stored table with the scores of a position of its configuration added, which may lie between its own.

    Raises:
        ValueError: a score is above the table's highest.
    """

    def __init__(self, stored: StoredTable, position: Position, rounding: float):
        self.stored, self.rounding, self.states = stored, rounding, stored.states
        self._still_in = position.still_in
        for axis, podium in zip(stored.dollars, position.contestants, strict=True):
            if podium.score > axis[-1]:
                raise ValueError(f"The table has no scores as high as ${podium.score:,}.")
        a, b, c = map(np.union1d, stored.dollars, (podium.score for podium in position.contestants))
        self.dollars = (a, b, c)

    def read(self, *scores: Scores) -> tuple[Payoffs, Payoffs]:
        """Return the mean of the neighboring scores that rank the contestants alike, or of all if none does."""
        weight, _, *actions = self._corners(scores)
        press, passing = (_mean(payoffs, weight) for payoffs in actions)
        return press, passing

    def apart(self, *scores: Scores) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """Return the spread (max - min) of the chances that `read` averages, and whether it excludes neighbors."""
        weight, left_out, *actions = self._corners(scores)
        widest = np.zeros(weight.shape[1:])
        for payoffs in actions:
            is_known = (weight > 0)[..., None] & ~np.isnan(payoffs)
            highest, lowest = (
                np.where(is_known, sign * payoffs.astype(np.float64), -np.inf).max(axis=0) for sign in (1, -1)
            )
            widest = np.maximum(widest, (highest + lowest).max(axis=-1))
        return widest, left_out

    def high_enough(self, *scores: Dollars) -> npt.NDArray[np.bool_]:
        return self.stored.high_enough(*scores)

    def around(self, seat: int, score: int) -> tuple[int, ...]:
        below, above, _ = _neighbors(self.stored.dollars[seat], score)
        return tuple(sorted({int(below), int(above)}))

    def _corners(
        self, scores: tuple[Scores, ...]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_], Payoffs, Payoffs]:
        """Return the weights of the table's scores around others [corner, ...], whether some are left out, and both payoffs."""
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
        return weight, ((every > 0) & (weight == 0)).any(axis=0), *self.stored.read(*np.moveaxis(corners, 1, 0))


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
