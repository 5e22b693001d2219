"""E by level: the chance that a point is an end point, which may depend on its depth."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod


@dataclass(frozen=True, slots=True)
class Ends:
    """The chances that points are end points. The branches of the top are on level 1.

    Attributes:
        first: E on levels 1, 2, …; empty if it is the same on all levels.
        later: E on all further levels.
    """

    first: tuple[float, ...]
    later: float

    def at(self, level: int) -> float:
        """Return E on a level, from 1."""
        return self.first[level - 1] if level <= len(self.first) else self.later

    def run(self, level: int, count: int) -> float:
        """Return the chance that a point on each of the ``count`` levels below ``level`` splits, if those above do."""
        return prod(1 - self.at(level + down) for down in range(1, count + 1))

    def points(self, level: int, reach: int | None) -> float:
        """Return the expected number of points on a way down from a level, to its end or as far as ``reach``."""
        total, arrive, down = 0.0, 1.0, 1
        while level + down <= len(self.first) and (reach is None or down <= reach):
            total += arrive
            arrive, down = arrive * (1 - self.at(level + down)), down + 1
        if reach is None:
            return total + arrive / self.later
        return total + arrive * sum((1 - self.later) ** each for each in range(reach - down + 1))

    def path_sum(self, level: int, reach: int | None, shrink: float) -> float:
        """Return the sum over the ends of a way down of their chance times ``shrink`` to the points passed."""
        total, arrive, down = 0.0, 1.0, 1
        while level + down <= len(self.first) and (reach is None or down <= reach):
            end = self.at(level + down)
            total += arrive * end
            arrive, down = arrive * (1 - end) * shrink, down + 1
        end, factor = self.later, (1 - self.later) * shrink
        gone = end * shrink + (1 - shrink)  # 1 - factor, without cancellation
        left = None if reach is None else reach - down + 1
        if not end or left == 0:
            return total
        whole = 1.0 if left is None else 1 - factor**left
        return total + arrive * end * whole / gone
