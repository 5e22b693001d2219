"""The assignments of Whammies to compute in each frame, and how they lead to one another.

A lane is one assignment (w1, w2, w3). Whammies matter only while a fourth is still possible:
counts below that are merged. Where a slide takes a Whammy off, a count above zero also makes that
offer, so there a count is only merged with one that gives as many offers as can still be used.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..game.position import WHAMMIES_OUT

Lane = tuple[int, int, int]


@dataclass
class Lanes:
    """The lanes of one frame, in order, with their places."""

    items: list[Lane] = field(default_factory=list)
    place: dict[Lane, int] = field(default_factory=dict)

    def add(self, lane: Lane) -> None:
        if lane not in self.place:
            self.place[lane] = len(self.items)
            self.items.append(lane)


def merge(lane: Lane, spins: int, out: int, offers: bool) -> Lane:
    """Return the lane that stands for this one with ``spins`` left in the game; those out count as 0.

    Args:
        lane: Whammies by seat.
        spins: left in the game, all three together.
        out: bit mask of seats that are out.
        offers: whether a slide offers to take a Whammy off.
    """
    merged = [0, 0, 0]
    for seat, count in enumerate(lane):
        if out >> seat & 1 or count == 0:
            continue
        if count + spins >= WHAMMIES_OUT:
            merged[seat] = count
        elif offers:
            merged[seat] = min(count, spins)
    return merged[0], merged[1], merged[2]


def changed(lane: Lane, seat: int, by: int) -> Lane:
    """Return the lane with one seat's count changed."""
    counts = list(lane)
    counts[seat] += by
    return counts[0], counts[1], counts[2]
