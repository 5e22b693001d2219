"""A stored table read at scores that it does not have, by linear interpolation.

The order of the scores decides who wins, so scores that rank the contestants differently are never mixed.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from .. import calibration
from ..game.position import Position
from .answer_table import AnswerTable, Dollars, Payoffs, Scores, StoredTable


class NearestTable(AnswerTable):
    """A stored table with the scores of a position of its configuration added, which may lie between its own.

    Its ``rounding`` is the whole uncertainty of a chance: for an estimate, two standard errors.

    Attributes:
        stored: the table.
        error: the standard error of a chance at its own scores; 0 where it is exact.
    """

    def __init__(self, stored: StoredTable, position: Position, error: float):
        self.stored, self.error, self.states = stored, error, stored.states
        self.rounding = stored.rounding + 2 * error
        self._still_in = position.still_in
        a, b, c = map(np.union1d, stored.dollars, (podium.score for podium in position.contestants))
        self.dollars = (a, b, c)

    @property
    def exact(self) -> bool:
        """Whether it answers the question exactly at its own scores."""
        return self.stored.grid is None

    @property
    def grid(self) -> int:
        """Dollars between its scores."""
        return self.stored.grid or int(self.stored.key["unit"])

    def error_at(self, *scores: Scores) -> npt.NDArray[np.float64]:
        """Return the error of a chance at scores of the three seats: two standard errors, more between the table's."""
        return self.rounding - 2 * self.error + 2 * self.standard_error_at(*scores)

    def standard_error_at(self, *scores: Scores) -> npt.NDArray[np.float64]:
        """Return the standard error of an answer: of one that is interpolated, by the distance of its neighbors, too."""
        weight, left_out, *actions = self._corners(scores)
        apart = np.zeros(weight.shape[1:])
        for payoffs in actions:
            is_known = (weight > 0)[..., None] & ~np.isnan(payoffs)
            highest, lowest = (
                np.where(is_known, sign * payoffs.astype(np.float64), -np.inf).max(axis=0) for sign in (1, -1)
            )
            apart = np.maximum(apart, (highest + lowest).max(axis=-1))
        interpolation = np.hypot(calibration.SHARE_OF_DISTANCE * apart, calibration.LEFT_OUT * left_out)
        return np.asarray(np.hypot(self.error, interpolation))

    def read(self, *scores: Scores) -> tuple[Payoffs, Payoffs]:
        """Return the mean of the neighboring scores that rank the contestants alike, or of all if none does."""
        weight, _, *actions = self._corners(scores)
        press, passing = (_mean(payoffs, weight) for payoffs in actions)
        return press, passing

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
