"""The scores of each seat for boxes of cells: tracks, and the places of a position on them."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import product

import numpy as np

from ...errors import Unaffordable
from ...game.position import Position
from ..boxes import _boxes
from ..spin_rows import CubeMove
from .range_axes import seats_by_axis

FROM_ZERO, FROM_ENTRY, AT_ZERO, AT_ENTRY = range(4)
TRACK_BITS = 2  # of a pattern, for each axis
MOST_SCORES = 100_000  # of a track

Place = tuple[int, int, int]


class PlateAxes:
    """The axes of the box of scores, and the four tracks of each: see ``_boxes.pyx``.

    Args:
        position: where the game starts.
        moves: the sums that may be won.
        cap: where scores stop.

    Raises:
        Unaffordable: far too many scores, or one above the cap.
    """

    def __init__(self, position: Position, moves: list[CubeMove], cap: int):
        grid = math.gcd(*(move.amount for move in moves)) or cap
        if cap // grid > MOST_SCORES:
            raise Unaffordable("There are too many different scores at this unit.")
        seats = seats_by_axis(position)
        self.seats = np.array(seats, np.int32)
        self.axis_of = {seat: index for index, seat in enumerate(seats)}
        entries = [position.contestants[seat].score for seat in seats]
        if max(entries) > cap:
            raise Unaffordable("A score is above the cap.")
        self.scores = [_tracks(entry, grid, cap) for entry in entries]
        self.tracks = _boxes.Tracks(
            self.scores,
            [_leads_to(tracks) for tracks in self.scores],
            np.array([move.amount // grid for move in moves], np.int32),
            np.array([move.spin for move in moves], np.uint8),
        )

    def places(self, position: Position) -> Iterator[tuple[int, Place]]:
        """Yield the patterns and places of a position's scores; which of them arise depends on the play.

        (A contestant who is out stands at $0.)
        """
        found = [
            list(self._on_tracks(axis, position.contestants[int(seat)].score)) for axis, seat in enumerate(self.seats)
        ]
        for (a, x), (b, y), (c, z) in product(*found):
            yield a | b << TRACK_BITS | c << 2 * TRACK_BITS, (x, y, z)

    def ends(self, position: Position, highest: int) -> Iterator[tuple[int, Place]]:
        """Yield the patterns and places of a position with the mover at $0 and at its highest score up to a limit."""
        pattern, place = next(self.places(position))
        axis = self.axis_of[position.mover_seat]
        pattern &= ~(AT_ENTRY << TRACK_BITS * axis)  # FROM_ZERO remains
        last = bisect_right(self.scores[axis][FROM_ZERO], highest) - 1
        for end in (0, last):
            a, b, c = (end if other == axis else its for other, its in enumerate(place))
            yield pattern, (a, b, c)

    def _on_tracks(self, axis: int, score: int) -> Iterator[tuple[int, int]]:
        for track in (AT_ENTRY, AT_ZERO, FROM_ZERO, FROM_ENTRY):
            scores = self.scores[axis][track]
            place = bisect_left(scores, score)
            if place < len(scores) and scores[place] == score:
                yield track, place


def _tracks(entry: int, grid: int, cap: int) -> list[list[int]]:
    """Return the scores from $0 and from the entered score to the cap, and those two alone; empty if found before.

    A score at the cap does not stand alone: a spin leads back to it, so it must be the same cell before and after.
    """
    zero = [*range(0, cap, grid), cap]
    on_zero = entry % grid == 0 or entry == cap
    return [zero, [] if on_zero else [*range(entry, cap, grid), cap], [0], [entry] if 0 < entry < cap else []]


def _leads_to(tracks: list[list[int]]) -> list[tuple[int, int]]:
    """Return, by track, the track that a sum leads to and the place on it of the first score."""
    entry = tracks[AT_ENTRY][0] if tracks[AT_ENTRY] else 0
    own = (FROM_ENTRY, 0) if tracks[FROM_ENTRY] else (FROM_ZERO, bisect_left(tracks[FROM_ZERO], entry))
    return [(FROM_ZERO, 0), (FROM_ENTRY, 0), (FROM_ZERO, 0), own]
