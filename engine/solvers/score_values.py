"""Score values: chances to win by scores and Whammies, between the rounds, before average questions.

The order of the scores decides who begins round 2, so values jump where two scores are tied. They are stored by order of
the scores, with tied scores apart, and never interpolated across an order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from operator import add
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import calibration
from ..errors import PositionError
from ..game.options import Rules
from ..game.position import SEATS, WHAMMIES_OUT, Position
from ..game.rules import Podiums, payoff
from . import _score_values
from .cancel_flag import CancelFlag
from .ply import Triple, Vector, to_triple

Array = npt.NDArray[np.float32]
Solved = dict[int, npt.NDArray[np.float64]]

Place = tuple[int, ...]

ORDERS = tuple(permutations(SEATS))  # of seats, by rising scores
LANES = (WHAMMIES_OUT + 1, WHAMMIES_OUT, WHAMMIES_OUT)  # only the lowest may be out


@dataclass(frozen=True, eq=False)
class ScoreValues:
    """Chances to win on a grid of scores.

    Attributes:
        step: dollars between scores. error: standard error of a chance.
        apart, low_level, high_level, level: see ``ScoreTable``.
    """

    step: int
    error: float
    apart: Array
    low_level: Array
    high_level: Array
    level: Array

    @classmethod
    def of_grid(
        cls, values: Solved, step: int, error: float, *, by_seats: bool, cancel: CancelFlag | None = None
    ) -> ScoreValues:
        """Return the values of a solved grid.

        Args:
            values: by the bit mask of the seats that are out, at most one: float64 [4, 4, 4, n, n, n, 3], by Whammies of
                each seat, score of each seat, and seat.
            step: dollars between scores.
            error: standard error of a chance.
            by_seats: whether the order of the seats matters. If not, the mean over it is stored.
            cancel: set to stop.

        Raises:
            Cancelled: the flag was set.
        """
        cancel = cancel or CancelFlag()
        values_by_order = [_reorder_seats(values, order, cancel) for order in ORDERS]
        n = values_by_order[0].shape[3]
        diagonal = np.arange(n)
        low = [array[..., diagonal, diagonal, :, :] for array in values_by_order]
        high = [array[..., :, diagonal, diagonal, :] for array in values_by_order]
        level = values_by_order[0][..., diagonal, diagonal, diagonal, :]
        cancel.check()
        if not by_seats:
            values_by_order = [np.mean(values_by_order, axis=0)]
            low = [np.mean([array for array, order in zip(low, ORDERS, strict=True) if order[0] < order[1]], axis=0)]
            high = [np.mean([array for array, order in zip(high, ORDERS, strict=True) if order[1] < order[2]], axis=0)]
        cancel.check()
        distinct, low_level, high_level = (np.ascontiguousarray(array) for array in (values_by_order, low, high))
        _tend_to_level(distinct)
        for pair in (low_level, high_level):
            _tend_to_level_pair(pair[:, :WHAMMIES_OUT])
        return cls(
            step,
            error,
            _flatten_lanes(distinct),
            _flatten_lanes(low_level),
            _flatten_lanes(high_level),
            _flatten_lanes(level[None])[0],
        )

    @cached_property
    def table(self) -> _score_values.ScoreTable:
        """The values for kernels."""
        return _score_values.ScoreTable(self.apart, self.low_level, self.high_level, self.level, self.step)

    @property
    def highest(self) -> int:
        """The highest score of the grid; higher scores have its values."""
        points: int = self.level.shape[1]
        return self.step * (points - 1)

    def check(self, podiums: Podiums) -> None:
        """Raise PositionError, naming the field, if a score is above the grid."""
        for number, contestant in enumerate(podiums, 1):
            if contestant.score > self.highest:
                raise PositionError(
                    f"In round 1 there are odds for scores up to ${self.highest:,}.", field=f"seat{number}.score"
                )

    def errors(self, podiums: Podiums) -> Triple:
        """Return the standard error of each chance; values built on demand count no Whammies, so it grows with them."""
        max_whammies = max(contestant.whammies for contestant in podiums if not contestant.out)
        times = calibration.ROUGH_BY_WHAMMIES[max_whammies] if self.error > calibration.SCORE_VALUES else 1.0
        return to_triple(times * self.error * (not contestant.out) for contestant in podiums)

    def values(self, scores: npt.ArrayLike, whammies: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Return the chances by seat, [m, 3], for scores and Whammies by seat, [m, 3] or [3]; at most one is out."""
        dollars = np.ascontiguousarray(scores, np.int64)
        values: npt.NDArray[np.float64] = self.table.values(
            dollars, np.ascontiguousarray(np.broadcast_to(whammies, dollars.shape), np.int32)
        )
        return values

    def value(self, podiums: Podiums) -> Vector:
        """Return the chances by seat at the end of round 1."""
        if sum(contestant.out for contestant in podiums) > 1:
            return tuple(map(float, payoff(Position(podiums, 0), Rules())))
        scores, whammies = [x.score for x in podiums], [x.whammies for x in podiums]
        return tuple(self.values([scores], [whammies])[0].tolist())


def _reorder_seats(values: Solved, order: tuple[int, ...], cancel: CancelFlag) -> npt.NDArray[np.float64]:
    """Return the values by Whammies and scores of the seats in an order, [5, 4, 4, n, n, n, 3]. Raises Cancelled."""
    cancel.check()

    def ordered(out: int) -> npt.NDArray[np.float64]:
        axes = [*order, *(3 + seat for seat in order), 6]
        return values[out].transpose(axes)[..., list(order)]

    return np.concatenate([ordered(0), ordered(1 << order[0])[:1]])


def _flatten_lanes(values: npt.NDArray[np.float64]) -> Array:
    """Return values with one axis for the Whammies, and zeros where nobody can be out."""
    lanes = np.zeros((values.shape[0], *LANES, *values.shape[4:]), np.float32)
    lanes[:, : values.shape[1]] = np.nan_to_num(values.clip(0, None))
    return lanes.reshape(values.shape[0], -1, *values.shape[4:])


def _tend_to_level(values: npt.NDArray[np.float64]) -> None:
    """Set the values at tied scores to the limit of the values beside them, where the scores differ.

    A contestant who is out has no score, so is never tied.
    """
    some_in, n = values[:, :WHAMMIES_OUT], values.shape[4]
    pairs = list(combinations(range(n), 2))
    for x, z in reversed(pairs):  # the lowest last, as they follow from higher scores
        some_in[..., x, x, z, :] = _find_limit(some_in, (x, x, z), ((-1, 0, 0), (0, 1, 0)), (0, 0, 1))
    for x, z in pairs:
        values[..., x, z, z, :] = _find_limit(values, (x, z, z), ((0, -1, 0), (0, 0, 1)), (-1, 0, 0))
    for x in range(n):
        some_in[..., x, x, x, :] = _find_limit(some_in, (x, x, x), ((-1, 0, 0), (0, 0, 1)))
    _tend_to_level_pair(values[:, WHAMMIES_OUT, :, :, 0])


def _tend_to_level_pair(values: npt.NDArray[np.float64]) -> None:
    """Same as `_tend_to_level` for the two-score table (axes -3 and -2)."""
    for x in range(values.shape[-2]):
        values[..., x, x, :] = _find_limit(values, (x, x), ((-1, 0), (0, 1)))


def _find_limit(
    values: npt.NDArray[np.float64], place: Place, ways: tuple[Place, Place], along: Place | None = None
) -> npt.NDArray[np.float64]:
    """Return the limit of the values at a place: the mean of extrapolations by lines and by a parallelogram.

    Args:
        values: with the scores on the axes before the last.
        place: indices of the scores, some of them tied.
        ways: steps to places with fewer ties.
        along: a step to a place with as many ties, for a line where those steps leave the grid.
    """
    apart, (one, other) = len(set(place)) + 1, ways
    shapes: list[list[tuple[int, Place]]] = [
        [(1, one), (1, other), (-1, _add_places(one, other))],
        *([(2, way), (-1, _add_places(way, way))] for way in ways),
    ]
    limits = [limit for steps in shapes if (limit := _extrapolate(values, place, steps, apart)) is not None]
    if not limits and along is not None:
        limit = _extrapolate(values, place, [(2, along), (-1, _add_places(along, along))], apart - 1)
        limits = [] if limit is None else [limit]
    if not limits:
        limits = [limit for way in ways if (limit := _extrapolate(values, place, [(1, way)], apart)) is not None]
    mean = np.mean(limits, axis=0)
    chances = mean.clip(0.0, 1.0)
    return np.asarray(chances * (mean.sum(-1, keepdims=True) / chances.sum(-1, keepdims=True)))


def _extrapolate(
    values: npt.NDArray[np.float64], place: Place, steps: list[tuple[int, Place]], apart: int
) -> npt.NDArray[np.float64] | None:
    """Return a weighted sum of the values some steps away; None unless all these places have ``apart`` different scores."""
    total = np.zeros(())
    for times, step in steps:
        neighbor = _add_places(place, step)
        if (
            list(neighbor) != sorted(neighbor)
            or neighbor[0] < 0
            or neighbor[-1] >= values.shape[-2]
            or len(set(neighbor)) != apart
        ):
            return None
        total = total + times * _at(values, neighbor)
    return total


def _at(values: npt.NDArray[np.float64], place: Place) -> npt.NDArray[np.float64]:
    index: Any = (..., *place, slice(None))
    return np.asarray(values[index])


def _add_places(one: Place, other: Place) -> Place:
    return tuple(map(add, one, other))
