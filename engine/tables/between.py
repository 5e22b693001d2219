"""A kept table read for scores that it does not have: linearly between those that it has.

Who is ahead decides who wins, so a score is never read from one that leaves the contestants in another order.
"""

from __future__ import annotations

import math
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from ..game.position import SEATS, Position
from ..solve.result import Triple
from .cube import Answers, Box, Dollars, Payoffs
from .packed import KeptCube

Actions = tuple[Triple | None, Triple | None]


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
            scores = [axis.kept[part] for axis, part in zip(self._axes, (a, b, c), strict=True)]
            for place, (axis, part) in enumerate(zip(self._axes, ranges, strict=True)):
                if payoffs is not None:
                    payoffs = axis.between(payoffs, place, part, scores)
                    scores[place] = axis.dollars[part[0] : part[1]]
            found.append(payoffs)
        return found[0], found[1]

    def actions(self, position: Position) -> Actions | None:
        """Payoffs of pressing and of passing at a position's scores, in seat order.

        Of the scores around it only those count that leave the contestants in the same order, if there are any.
        """
        around = self.corners(position)
        if around is None:
            return None
        values = [(self.kept.actions(corner), weight) for corner, weight in around]
        press, passing = (
            _mean([(value[action], weight) for value, weight in values if value is not None]) for action in (0, 1)
        )
        return press, passing

    def corners(self, position: Position) -> list[tuple[Position, float]] | None:
        """The positions that ``actions`` takes the mean of, with weights; None if one of the scores is not answered for."""
        if self.cell(position) is None:
            return None
        ways = [axis.ways(c.score) for axis, c in zip(self._axes, position.contestants, strict=True)]
        every = [
            (position.with_scores(*(score for score, _ in way)), math.prod(weight for _, weight in way))
            for way in product(*ways)
        ]
        return [corner for corner in every if _order(corner[0]) == _order(position)] or every

    def high_enough(self, *scores: Dollars) -> npt.NDArray[np.bool_]:
        return self.kept.high_enough(*scores)

    def has(self, position: Position) -> bool:
        """Whether the table has a position's scores itself."""
        return self.kept.cell(position) is not None

    def around(self, seat: int, score: int) -> tuple[int, ...]:
        return tuple(beside for beside, _ in self._axes[seat].ways(score))


class _Axis:
    """The scores of one seat; ``put_in`` is the place of the one that the table does not have, or None."""

    def __init__(self, dollars: Dollars, score: int):
        at = int(np.searchsorted(dollars, score))
        if at == len(dollars):
            raise ValueError(f"The table has no scores as high as ${score:,}.")
        self.put_in = None if dollars[at] == score else at
        self.kept = self.dollars = dollars
        if self.put_in is not None:
            self.below, self.above = int(dollars[at - 1]), int(dollars[at])
            self.weight = (score - self.below) / (self.above - self.below)
            self.dollars = np.insert(dollars, at, score)

    def ways(self, score: int) -> list[tuple[int, float]]:
        """A score of the table, or those on both sides of the one put in, with their weights."""
        if self.put_in is None or self.dollars[self.put_in] != score:
            return [(score, 1.0)]
        return [(self.below, 1 - self.weight), (self.above, self.weight)]

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """The first and last of the table's cells that a range of this axis needs."""
        if self.put_in is None:
            return start, stop - 1
        last = stop - 1
        return start - (start >= self.put_in), last - (last > self.put_in)

    def between(self, payoffs: Payoffs, place: int, part: tuple[int, int], scores: list[Dollars]) -> Payoffs:
        """Payoffs with those of the score put in among them, where a range of this axis has it.

        Beside a score that another contestant has too, what lies on its own side of him counts alone.
        """
        start, stop = part
        if self.put_in is None or not start <= self.put_in < stop:
            return payoffs
        first, _ = self.span(start, stop)
        at = self.put_in - first  # of the score above, among the table's cells
        low, high = np.take(payoffs, [at - 1], axis=place), np.take(payoffs, [at], axis=place)
        mixed: Payoffs = low + np.float32(self.weight) * (high - low)
        beside_low = _shared(scores, place, self.below) | np.isnan(low[..., 0])
        beside_high = _shared(scores, place, self.above) | np.isnan(high[..., 0])
        np.copyto(mixed, high, where=(beside_low & ~beside_high)[..., None])
        np.copyto(mixed, low, where=(beside_high & ~beside_low)[..., None])
        before, after = np.split(payoffs, [at], axis=place)
        # The cells beside are there only to be read where the range begins or ends with the score put in.
        before = before if start < self.put_in else np.take(before, [], axis=place)
        after = after if stop > self.put_in + 1 else np.take(after, [], axis=place)
        return np.concatenate([before, mixed, after], axis=place)


def _shared(scores: list[Dollars], place: int, score: int) -> npt.NDArray[np.bool_]:
    """Whether another seat has this score, [cells of each seat], one cell along ``place``."""
    found = np.zeros([1 if seat == place else len(axis) for seat, axis in enumerate(scores)], np.bool_)
    for seat, axis in enumerate(scores):
        if seat != place:
            found |= (axis == score).reshape([-1 if one == seat else 1 for one in SEATS])
    return found


def _order(position: Position) -> tuple[int, ...]:
    """Who of two contestants still in is ahead: -1, 0 or 1 for each pair."""
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
