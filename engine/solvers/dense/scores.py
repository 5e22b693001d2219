"""The axes of scores: tracks, and the places of a position on them; and a layer's board model on them.

On a grid a sum is rounded to the grid, which blurs it. Finished games take no cells, so after the last spin scores may be
exact to the dollar.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

import numpy as np
import numpy.typing as npt

from ... import calibration
from ...errors import Unaffordable
from ...game.position import SEATS, Position
from ...game.rules import PlayRules
from ...game.spin import SpinLandings
from ..spin_rows import DenseSpin, SumMove
from . import _cells

FROM_ZERO, FROM_ENTRY, AT_ZERO, AT_ENTRY = range(4)
TRACK_BITS = 2  # of a pattern, for each axis
SEARCH_ORDER = (AT_ENTRY, AT_ZERO, FROM_ENTRY, FROM_ZERO)  # of the tracks that may have a score
MAX_SCORES = 100_000  # of a track
MAX_LINE_SCORES = 30_000  # as cells of a line have 16-bit numbers

TOO_MANY_SCORES = "There are too many different scores at this unit."

Place = tuple[int, int, int]


@dataclass(frozen=True)
class Axis:
    """The scores of one seat: four tracks, some of them empty (see ``_cells.pyx``)."""

    seat: int
    tracks: tuple[list[int], list[int], list[int], list[int]]

    @property
    def sum_targets(self) -> list[tuple[int, int]]:
        """By track, the track that a sum leads to, and the place of this track's first score on it."""
        zero, entry = self.tracks[FROM_ZERO], self.tracks[AT_ENTRY]
        own = (FROM_ENTRY, 0) if self.tracks[FROM_ENTRY] or not entry else (FROM_ZERO, zero.index(entry[0]))
        return [(FROM_ZERO, 0), (FROM_ENTRY, 0), (FROM_ZERO, 0), own]

    def at(self, score: int) -> Iterator[tuple[int, int]]:
        """Yield the tracks that have a score, and its place on each."""
        for number in SEARCH_ORDER:
            track = self.tracks[number]
            place = bisect(track, score) - 1
            if place >= 0 and track[place] == score:
                yield number, place


class Scores:
    """The three axes of scores, see ``seats_by_axis``.

    Args:
        position: the start of the game, whose scores are on tracks.
        moves: the sums that may be won.
        cap: dollars at which scores stop.
        fixed_tracks: whether $0 and the entered score have tracks of their own, for boxes of cells.
        interpolated: whether values are read between scores.
        step: dollars between scores; by default all possible scores.

    Attributes:
        grid: dollars between scores. remainders: dollars beyond a multiple of it that a sum without an extra spin may
            add, 0 first.
        seats: int32 [3], the seat of each axis; axis_of: the axis of each seat.
        axes: the tracks of each axis; tracks: the tracks for the kernel.

    Raises:
        Unaffordable: far too many scores.
    """

    def __init__(
        self,
        position: Position,
        moves: list[SumMove],
        cap: int,
        *,
        fixed_tracks: bool,
        interpolated: bool = False,
        step: int | None = None,
    ):
        grid = step or math.gcd(*(move.dollars for move in moves)) or cap
        if cap // grid > MAX_SCORES:
            raise Unaffordable(TOO_MANY_SCORES)
        seats = seats_by_axis(position)
        self.grid = grid
        self.remainders = sorted({0, *(move.dollars % grid for move in moves if not move.gives_spin)})
        self.seats = np.array(seats, np.int32)
        self.axis_of = {seat: index for index, seat in enumerate(seats)}
        self.axes = [
            Axis(seat, make_tracks(position.contestants[seat].score, grid, cap, fixed_tracks)) for seat in seats
        ]
        self.tracks = _cells.Tracks(
            [axis.tracks for axis in self.axes],
            [axis.sum_targets for axis in self.axes],
            np.array([move.dollars // grid for move in moves], np.int32),
            np.array([move.gives_spin for move in moves], np.uint8),
            np.array(
                [self.remainders.index(0 if move.gives_spin else move.dollars % grid) for move in moves], np.int32
            ),
            interpolated,
        )

    @property
    def dollars(self) -> list[npt.NDArray[np.int64]]:
        """By axis, the scores that can be won from $0."""
        return [np.array(axis.tracks[FROM_ZERO], np.int64) for axis in self.axes]

    @property
    def highest_place(self) -> Place:
        """The places of the highest scores that can be won from $0."""
        a, b, c = (len(axis.tracks[FROM_ZERO]) - 1 for axis in self.axes)
        return a, b, c

    def shift_axis(self, axis: int, dollars: int) -> _cells.Tracks:
        """Return tracks with the scores of an axis raised by these dollars, at most to the end of their track."""
        tracks = [list(one_axis.tracks) for one_axis in self.axes]
        tracks[axis] = [[min(score + dollars, track[-1]) for score in track] for track in tracks[axis]]
        return _cells.Tracks(
            tracks,
            [one_axis.sum_targets for one_axis in self.axes],
            self.tracks.steps,
            self.tracks.gives_spin,
            self.tracks.remainders,
            self.tracks.interpolated,
        )

    def check_lines(self) -> None:
        """Raise Unaffordable if there are too many scores for ranges by line."""
        if (
            max(len(axis.tracks[FROM_ZERO]) for axis in self.axes) > MAX_LINE_SCORES
            or self.tracks.lines > calibration.MAX_LINES
        ):
            raise Unaffordable(TOO_MANY_SCORES)

    def at(self, position: Position) -> Iterator[tuple[int, Place]]:
        """Yield the patterns that have a position's scores, with their places.

        Several tracks may have a score. (A contestant who is out has $0.)
        """
        for way in product(*(axis.at(position.contestants[axis.seat].score) for axis in self.axes)):
            (a, x), (b, y), (c, z) = way
            yield a | b << TRACK_BITS | c << 2 * TRACK_BITS, (x, y, z)

    def root(self, position: Position) -> tuple[int, Place]:
        """Return the pattern and the places of a position at the start of the game."""
        return next(self.at(position))


def seats_by_axis(position: Position) -> tuple[int, int, int]:
    """Return the seat of each axis.

    Rows run along A. If all hold spins, any seat has enough scores for long rows. Otherwise the opponent who would receive
    the spins has the most scores, while the mover has few.
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


def make_tracks(
    entry: int, grid: int, cap: int, fixed_tracks: bool
) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return a seat's four tracks: from $0, from the entered score, $0 alone, the entered score alone.

    A track is empty if another contains it. A score at the cap or above has no track alone: a spin leads back to it, so it
    must be the same cell before and after.
    """
    zero = [*range(0, cap, grid), cap]
    on_zero = (entry % grid == 0 and entry < cap) or entry == cap
    own = [] if on_zero else [*range(entry, cap, grid), max(entry, cap)]
    return zero, own, [0] if fixed_tracks else [], [entry] if fixed_tracks and 0 < entry < cap else []


@dataclass(frozen=True, eq=False)
class LayerModel:
    """Discretized board and score axes shared by all frames with one spin left, or by all with more.

    Attributes:
        spin: the board model. scores: the three axes.
    """

    spin: DenseSpin
    scores: Scores
    _shifted: dict[tuple[int, int], _cells.Tracks] = field(default_factory=dict)

    @property
    def remainder_count(self) -> int:
        """The number of remainders of a step that sums without an extra spin may add, including 0."""
        return len(self.scores.remainders)

    def shifted_tracks(self, axis: int, remainder: int) -> _cells.Tracks:
        """Return the tracks with the scores of an axis raised by the remainder with this index."""
        if not remainder:
            return self.scores.tracks
        if (axis, remainder) not in self._shifted:
            self._shifted[axis, remainder] = self.scores.shift_axis(axis, self.scores.remainders[remainder])
        return self._shifted[axis, remainder]


def make_layer_model(
    grid: int | None,
    after: int | None,
    position: Position,
    spins: tuple[SpinLandings, SpinLandings, SpinLandings],
    play_rules: PlayRules,
    *,
    fixed_tracks: bool,
    interpolated: bool,
) -> LayerModel:
    """Return a layer model; see ``DenseSpin`` for ``grid`` and ``after``, ``Scores`` for the other arguments."""
    spin = DenseSpin(spins, play_rules.unit, grid, after)
    # All layers have the same scores, even if the sums of some are multiples of more than a step.
    return LayerModel(
        spin,
        Scores(position, spin.moves, play_rules.cap, fixed_tracks=fixed_tracks, interpolated=interpolated, step=grid),
    )
