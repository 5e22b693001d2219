"""The box of scores: one axis for each seat."""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from ...errors import Unaffordable
from ...game.position import SEATS, Position
from ..spin_rows import CubeMove
from . import _boxes, _ranges

MOST_SCORES = 30_000  # cells of a line are numbered in 16 bits
MOST_LINES = 30_000_000
TRACKS = 4  # of the kernel, of which two are used


@dataclass(frozen=True)
class Axis:
    """The scores of one seat: tracks of equally spaced scores, each ending at the cap."""

    seat: int
    tracks: tuple[tuple[int, ...], ...]

    @property
    def dollars(self) -> list[int]:
        return [score for track in self.tracks for score in track]

    def around(self, score: int) -> list[list[tuple[int, float]]]:
        """Return, for each track, the indices of the score, or of its two neighbors, with weights that keep the mean.

        Tracks that contain the score come first, starting with the one of the entered score; a score beyond all counts
        as the cap.
        """
        found = []
        first = sum(map(len, self.tracks))
        for track in reversed(self.tracks):
            first -= len(track)
            above = bisect(track, score)
            if above == len(track) or (above and track[above - 1] == score):
                found.append([(first + above - 1, 1.0)])
            elif above:
                part = (score - track[above - 1]) / (track[above] - track[above - 1])
                found.append([(first + above - 1, 1 - part), (first + above, part)])
        return sorted(found, key=len)

    def moved(self, amount: int) -> list[int]:
        """Return the index of each score after a sum is added, stopping at the end of its track."""
        out = []
        first = 0
        for track in self.tracks:
            step = track[1] - track[0] if len(track) > 2 else amount or 1
            shift = round(amount / step) if len(track) > 2 else (1 if amount else 0)
            out += [first + min(i + shift, len(track) - 1) for i in range(len(track))]
            first += len(track)
        return out


class ScoreBox:
    """The three axes, see ``seats_by_axis``.

    Args:
        position: its scores are points of the axes.
        moves: the sums that may be won.
        cap: where scores stop.

    Raises:
        Unaffordable: far too many scores.
    """

    def __init__(self, position: Position, moves: list[CubeMove], cap: int):
        grid = math.gcd(*(move.amount for move in moves)) or cap
        podiums = position.contestants
        seats = seats_by_axis(position)
        if cap // grid > MOST_SCORES or (cap // grid) ** 2 > MOST_LINES:
            raise Unaffordable("There are too many different scores at this unit.")
        self.axes = [Axis(s, tracks(podiums[s].score, grid, cap)) for s in seats]
        self.seats = np.array(seats, np.int32)
        self.axis_of = {seat: index for index, seat in enumerate(seats)}
        self.tracks = _boxes.Tracks(
            [[*axis.tracks, *([] for _ in range(TRACKS - len(axis.tracks)))] for axis in self.axes],
            [[(track, 0) for track in range(TRACKS)]] * len(self.axes),
            np.array([move.amount // grid for move in moves], np.int32),
            np.array([move.spin for move in moves], np.uint8),
        )
        self.kernel = _ranges.Axes(self.tracks)
        self.dollars = self.kernel.dollars

    def around(self, position: Position) -> Iterator[list[tuple[float, int, int]]]:
        """Yield points of the box around a position's scores: weight, line, cell.

        One point where the scores are points of the axes; several where a score lies on both of its seat's tracks, as
        the track depends on how the seat came by it. (A contestant who is out stands at $0.)
        """
        first, size_b = self.kernel.a_first, len(self.dollars[1])
        for way in product(*(axis.around(position.contestants[axis.seat].score) for axis in self.axes)):
            points = []
            for (a, x), (b, y), (c, z) in product(*way):
                track = int(np.searchsorted(first, a, side="right")) - 1
                points.append((x * y * z, (c * size_b + b) * len(first) + track, a - int(first[track])))
            yield points


def seats_by_axis(position: Position) -> tuple[int, int, int]:
    """Return the seat of each axis.

    Rows run along A. If all hold spins, any seat has enough scores for long rows. Otherwise most of the play is that of
    the opponent to whom spins are passed, while the mover has one of few scores.
    """
    podiums = position.contestants

    def weight(seat: int) -> tuple[int, int]:
        return (-podiums[seat].spins, -podiums[seat].score)

    others = sorted((s for s in SEATS if s != position.mover_seat), key=weight)
    receivers = sorted(position.opponents(position.mover_seat), key=lambda s: -podiums[s].score)
    if all(podiums[seat].spins or podiums[seat].out for seat in SEATS) or not receivers:
        return (position.mover_seat, others[0], others[1])
    rest = [seat for seat in (position.mover_seat, *others) if seat != receivers[0]]
    return (receivers[0], rest[0], rest[1])


def tracks(entry: int, grid: int, cap: int) -> tuple[tuple[int, ...], ...]:
    """Return the scores on the grid of $0, and on the grid of the entered score, each up to the cap."""
    zero = (*range(0, cap, grid), cap)
    if entry in zero:
        return (zero,)
    if entry >= cap:
        return (zero, (entry,))
    return (zero, (*range(entry, cap, grid), cap))
