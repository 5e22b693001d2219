"""Lanes (Whammy counts of the three contestants), merged where equivalent, and their transitions.

Whammies matter only while a fourth is still possible: counts that can no longer reach four are merged. Where a slide
offers to take a Whammy off, a count above zero also matters for the offer, so only counts above the spins left are
merged. A set of lanes is a 64-bit mask; a lane's number is Whammies of seat 1 + 4 * of seat 2 + 16 * of seat 3.

An estimate's grid counts the Whammies of some seats only: the other seats never go out in it, which saves nearly all
lanes. Playouts of the true game correct for that (decision 12).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from .. import calibration
from ..game.position import MAX_SPINS, SEATS, WHAMMIES_OUT, Position

Lane = tuple[int, int, int]

LANES = 64
ALL_SEATS = 7  # bit mask


def canonical_lane(lane: Lane, spins: int, out: int, offers: bool) -> Lane:
    """Return the canonical equivalent of a lane with ``spins`` left.

    Counts that can no longer reach four become 0; with ``offers`` to take a Whammy off, at most ``spins``. Seats that are
    ``out`` (a bit mask) become 0.
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


def counted_seats(position: Position) -> list[int]:
    """Return bit masks of seats whose Whammies a grid may count, best first; seats that are out are in them."""
    seats_that_count: list[int] = []
    for min_whammies in range(calibration.COUNTED_FROM, WHAMMIES_OUT + 1):
        mask = sum(1 << seat for seat in SEATS if position.contestants[seat].whammies >= min_whammies)
        if mask not in seats_that_count:
            seats_that_count.append(mask)
    return seats_that_count


def lane_number(lane: Lane) -> int:
    return lane[0] + 4 * lane[1] + 16 * lane[2]


def lane_of(number: int) -> Lane:
    return number & 3, number >> 2 & 3, number >> 4 & 3


def lanes_in(mask: int) -> Iterator[int]:
    """Yield the lanes of a set by number, rising."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(frozen=True)
class LaneTransitions:
    """Canonical lanes and their transitions, under one set of rules.

    Attributes:
        offers: whether a slide offers to take a Whammy off.
        counted: bit mask of the seats whose Whammies are counted; the others count as none.
        carried: whether Whammies carry over to another round, so that none are merged.
    """

    offers: bool
    counted: int
    carried: bool

    def canonical(self, lane: int, frame: tuple[int, int]) -> int:
        """Return the canonical equivalent of a lane in a frame; at the end of the last round that is 0."""
        spins = MAX_SPINS if self.carried else frame[0]
        return _canonical_number(lane, spins, frame[1] | ALL_SEATS ^ self.counted, self.offers)

    def sharing_lane(self, lane: int, frame: tuple[int, int]) -> int:
        """Return a lane whose values are the same wherever every contestant has an opponent with more than $0.

        A count that only the last spin of the game can raise to four becomes 0. Until then all spins are that
        contestant's, so the opponents keep their scores; going out on the last spin loses only a tie at $0.
        """
        if self.offers or self.carried:
            return lane
        a, b, c = (0 if count + frame[0] == WHAMMIES_OUT else count for count in lane_of(lane))
        return lane_number((a, b, c))

    def after(self, lane: int, seat: int, kind: str) -> int | None:
        """Return the lane after a change of a seat's Whammies (``spent`` is none); None if it is impossible."""
        count = lane_of(lane)[seat]
        if kind == "spent":
            return lane
        if kind == "whammy":
            return lane + (1 << 2 * seat) if count < WHAMMIES_OUT - 1 else None
        if kind == "fourth":
            return lane if count == WHAMMIES_OUT - 1 else None
        return lane - (1 << 2 * seat) if self.offers and count else None

    def target_lanes(self, mask: int, seat: int, kind: str, frame: tuple[int, int]) -> int:
        """Return the set of lanes in another frame after a change of a seat's Whammies."""
        return _target_lanes(mask, seat, kind, frame, self)


@lru_cache(maxsize=20_000)
def _canonical_number(lane: int, spins: int, out: int, offers: bool) -> int:
    return lane_number(canonical_lane(lane_of(lane), spins, out, offers)) if spins else 0


@lru_cache(maxsize=100_000)
def _target_lanes(mask: int, seat: int, kind: str, frame: tuple[int, int], moves: LaneTransitions) -> int:
    next_lane = 0
    for lane in lanes_in(mask):
        after = moves.after(lane, seat, kind)
        if after is not None:
            next_lane |= 1 << moves.canonical(after, frame)
    return next_lane


def newly_hit_seats(lane: int, since: Lane) -> int:
    """Return a bit mask of the seats with more Whammies than in ``since``, which have been at $0."""
    return sum(1 << seat for seat in SEATS if lane_of(lane)[seat] > since[seat])
