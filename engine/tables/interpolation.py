"""A stored table read at scores that it does not have, by linear interpolation.

The order of the scores decides who wins, so scores that rank the contestants differently are never mixed.
"""

from __future__ import annotations

import math
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from ..game.position import SEATS, Position
from ..solvers.ply import Triple
from .answer_table import Actions, AnswerTable, Box, Dollars, Payoffs, payoffs_of_cell
from .packed import BRICK, StoredTable

Place = tuple[int, ...]


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

    def __init__(self, stored: StoredTable, position: Position, rounding: float):
        self.stored, self.rounding, self.states = stored, rounding, stored.states
        axes = [_Axis(stored.dollars[seat], _score(position, seat)) for seat in SEATS]
        self._axes = axes
        self._bricks: dict[Place, tuple[Payoffs | None, Payoffs | None]] = {}
        self.dollars = (axes[0].dollars, axes[1].dollars, axes[2].dollars)

    def read(self, box: Box) -> tuple[Payoffs | None, Payoffs | None]:
        ranges = [part.indices(len(axis.dollars))[:2] for part, axis in zip(box, self._axes, strict=True)]
        if any(stop <= start for start, stop in ranges):
            return self.stored.read((slice(0, 0), slice(0, 0), slice(0, 0)))
        spans = [axis.span(*part) for axis, part in zip(self._axes, ranges, strict=True)]
        a, b, c = (slice(first, last + 1) for first, last in spans)
        found: list[Payoffs | None] = []
        for payoffs in self.stored.read((a, b, c)):
            scores = [axis.stored[part] for axis, part in zip(self._axes, (a, b, c), strict=True)]
            for place, (axis, part) in enumerate(zip(self._axes, ranges, strict=True)):
                if payoffs is not None:
                    payoffs = axis.interpolate(payoffs, place, part, scores)
                    scores[place] = axis.dollars[part[0] : part[1]]
            found.append(payoffs)
        return found[0], found[1]

    def actions(self, position: Position) -> Actions | None:
        """Return the payoffs of pressing and of passing at a position's scores, in seat order.

        Only the neighboring scores that rank the contestants alike count, if there are any.
        """
        around = self.corners(position)
        if around is None:
            return None
        values = [(self.stored_actions(corner), weight) for corner, weight in around]
        press, passing = (
            _mean([(value[action], weight) for value, weight in values if value is not None]) for action in (0, 1)
        )
        return press, passing

    def stored_actions(self, position: Position) -> Actions | None:
        """Return ``stored.actions`` from memory after the first reading: maps and lines ask for many neighbors."""
        cell = self.stored.cell(position)
        if cell is None:
            return None
        at = tuple(place // BRICK for place in cell)
        if at not in self._bricks:
            a, b, c = (slice(BRICK * place, BRICK * (place + 1)) for place in at)
            self._bricks[at] = self.stored.read((a, b, c))
        x, y, z = (place % BRICK for place in cell)
        press, passing = (
            payoffs_of_cell(None if payoffs is None else payoffs[x, y, z]) for payoffs in self._bricks[at]
        )
        return press, passing

    def corners(self, position: Position) -> list[tuple[Position, float]] | None:
        """Return the positions and weights that ``actions`` averages; None if the table lacks one of the scores."""
        if self.cell(position) is None:
            return None
        ways = [axis.ways(c.score) for axis, c in zip(self._axes, position.contestants, strict=True)]
        every = [
            (position.with_scores(*(score for score, _ in way)), math.prod(weight for _, weight in way))
            for way in product(*ways)
        ]
        return [corner for corner in every if _order(corner[0]) == _order(position)] or every

    def high_enough(self, *scores: Dollars) -> npt.NDArray[np.bool_]:
        return self.stored.high_enough(*scores)

    def has(self, position: Position) -> bool:
        """Return whether the stored table itself has a position's scores."""
        return self.stored.cell(position) is not None

    def around(self, seat: int, score: int) -> tuple[int, ...]:
        return tuple(neighbour for neighbour, _ in self._axes[seat].ways(score))


class _Axis:
    """The scores of one seat; ``added`` is the place of the one that the table does not have, or None."""

    def __init__(self, dollars: Dollars, score: int):
        at = int(np.searchsorted(dollars, score))
        if at == len(dollars):
            raise ValueError(f"The table has no scores as high as ${score:,}.")
        self.added = None if dollars[at] == score else at
        self.stored = self.dollars = dollars
        if self.added is not None:
            self.below, self.above = int(dollars[at - 1]), int(dollars[at])
            self.weight = (score - self.below) / (self.above - self.below)
            self.dollars = np.insert(dollars, at, score)

    def ways(self, score: int) -> list[tuple[int, float]]:
        """Return a score of the table, or both neighbors of the added one, with their weights."""
        if self.added is None or self.dollars[self.added] != score:
            return [(score, 1.0)]
        return [(self.below, 1 - self.weight), (self.above, self.weight)]

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Return the first and last of the table's cells that a range of this axis needs."""
        if self.added is None:
            return start, stop - 1
        last = stop - 1
        return start - (start >= self.added), last - (last > self.added)

    def interpolate(self, payoffs: Payoffs, place: int, part: tuple[int, int], scores: list[Dollars]) -> Payoffs:
        """Return payoffs with those of the added score among them, if the range contains it.

        Where another contestant has one of the neighboring scores, only the other neighbor counts, as it ranks the two
        as the added score does.
        """
        start, stop = part
        if self.added is None or not start <= self.added < stop:
            return payoffs
        first, _ = self.span(start, stop)
        at = self.added - first  # of the score above, among the table's cells
        low, high = np.take(payoffs, [at - 1], axis=place), np.take(payoffs, [at], axis=place)
        mixed: Payoffs = low + np.float32(self.weight) * (high - low)
        beside_low = _shared(scores, place, self.below) | np.isnan(low[..., 0])
        beside_high = _shared(scores, place, self.above) | np.isnan(high[..., 0])
        np.copyto(mixed, high, where=(beside_low & ~beside_high)[..., None])
        np.copyto(mixed, low, where=(beside_high & ~beside_low)[..., None])
        before, after = np.split(payoffs, [at], axis=place)
        # The neighbors were only read to interpolate if the range begins or ends with the added score.
        before = before if start < self.added else np.take(before, [], axis=place)
        after = after if stop > self.added + 1 else np.take(after, [], axis=place)
        return np.concatenate([before, mixed, after], axis=place)


def _shared(scores: list[Dollars], place: int, score: int) -> npt.NDArray[np.bool_]:
    """Return whether another seat has this score: [cells of each seat], one cell along ``place``."""
    found = np.zeros([1 if seat == place else len(axis) for seat, axis in enumerate(scores)], np.bool_)
    for seat, axis in enumerate(scores):
        if seat != place:
            found |= (axis == score).reshape([-1 if one == seat else 1 for one in SEATS])
    return found


def _order(position: Position) -> tuple[int, ...]:
    """Return the order in each pair of contestants still in: -1, 0 or 1."""
    scores = [position.contestants[seat].score for seat in position.still_in]
    return tuple((one > other) - (one < other) for one, other in combinations(scores, 2))


def _mean(values: list[tuple[Triple | None, float]]) -> Triple | None:
    known = [(value, weight) for value, weight in values if value is not None]
    total = sum(weight for _, weight in known)
    if not total:
        return None
    a, b, c = (sum(weight * value[seat] for value, weight in known) / total for seat in SEATS)
    return a, b, c


def _score(position: Position, seat: int) -> int:
    return 0 if position.contestants[seat].out else position.contestants[seat].score
