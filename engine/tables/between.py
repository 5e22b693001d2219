"""A kept table read for scores that it does not have: linearly between those that it has."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.game.position import SEATS, Position
from engine.tables.cube import Answers, Box, Dollars, Payoffs
from engine.tables.packed import KeptCube

Cells = npt.NDArray[np.int64]


class Between(Answers):
    """The answers of a kept table, with a position's own scores put in between the table's.

    Attributes:
        kept: the table.

    Args:
        kept: a table of the position's configuration.
        position: its scores are put in; none may be above the table's highest.
        rounding: how far any payoff may be from the truth.

    Raises:
        ValueError: a score above all that the table has.
    """

    def __init__(self, kept: KeptCube, position: Position, rounding: float):
        self.kept, self.rounding, self.states = kept, rounding, kept.states
        axes = [_Axis(kept.dollars[seat], _score(position, seat)) for seat in SEATS]
        self._axes = axes
        self.dollars = (axes[0].dollars, axes[1].dollars, axes[2].dollars)

    def read(self, box: Box) -> tuple[Payoffs | None, Payoffs | None]:
        ranges = [part.indices(len(axis.dollars))[:2] for part, axis in zip(box, self._axes, strict=True)]
        if any(stop <= start for start, stop in ranges):
            return self.kept.read((slice(0, 0), slice(0, 0), slice(0, 0)))
        spans = [axis.span(*part) for axis, part in zip(self._axes, ranges, strict=True)]
        a, b, c = (slice(first, last + 1) for first, last in spans)
        found: list[Payoffs | None] = []
        for payoffs in self.kept.read((a, b, c)):
            for place, (axis, part) in enumerate(zip(self._axes, ranges, strict=True)):
                payoffs = None if payoffs is None else axis.between(payoffs, place, *part)
            found.append(payoffs)
        return found[0], found[1]

    def high_enough(self, *scores: Dollars) -> npt.NDArray[np.bool_]:
        return self.kept.high_enough(*scores)

    def has(self, position: Position) -> bool:
        """Whether the table has a position's scores itself."""
        return all(len(self.around(seat, c.score)) == 1 for seat, c in enumerate(position.contestants))

    def around(self, seat: int, score: int) -> tuple[int, ...]:
        axis = self._axes[seat]
        return axis.around if axis.put_in is not None and axis.dollars[axis.put_in] == score else (score,)


class _Axis:
    """The scores of one seat; ``put_in`` is the place of the one that the table does not have, or None."""

    def __init__(self, dollars: Dollars, score: int):
        at = int(np.searchsorted(dollars, score))
        if at == len(dollars):
            raise ValueError(f"The table has no scores as high as ${score:,}.")
        self.put_in = None if dollars[at] == score else at
        places = np.arange(len(dollars))
        self.lower, self.upper, self.weight = places, places, np.zeros(len(dollars), np.float32)
        self.dollars = dollars
        self.around: tuple[int, ...] = (score,)
        if self.put_in is not None:
            below, above = int(dollars[at - 1]), int(dollars[at])
            self.around = (below, above)
            self.dollars = np.insert(dollars, at, score)
            self.lower = np.insert(places, at, at - 1)
            self.upper = np.insert(places, at, at)
            self.weight = np.insert(self.weight, at, (score - below) / (above - below))

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """The first and last of the table's cells that a range of this axis needs."""
        return int(self.lower[start]), int(self.upper[stop - 1])

    def between(self, payoffs: Payoffs, place: int, start: int, stop: int) -> Payoffs:
        """Payoffs of the table's cells of a range (along one dimension), as those of the range itself."""
        if self.put_in is None or not start <= self.put_in < stop:
            return payoffs
        first = self.lower[start]
        low = np.take(payoffs, self.lower[start:stop] - first, axis=place)
        high = np.take(payoffs, self.upper[start:stop] - first, axis=place)
        shape = [1] * payoffs.ndim
        shape[place] = stop - start
        weight = self.weight[start:stop].reshape(shape)
        mixed: Payoffs = low + weight * (high - low)
        # Where one of the two has no answer, the other's is the nearest.
        np.copyto(mixed, high, where=np.isnan(low))
        np.copyto(mixed, low, where=np.isnan(high))
        return mixed


def _score(position: Position, seat: int) -> int:
    return 0 if position.contestants[seat].out else position.contestants[seat].score
