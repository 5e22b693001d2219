"""Evaluation order of the blocks, and their memory layout in one arena."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ...game.position import WHAMMIES_OUT
from ..arena import FirstFitAllocator
from ..cancel_flag import CancelFlag
from ..configs import FrameKey
from ..lanes import lane_of

GUARD = 64  # numbers between blocks, as inner loops read a little beyond a row

LaneBlock = tuple[FrameKey, int]  # a frame and a lane
Piece = tuple[LaneBlock, bool]  # a block, or (True) its floors: a copy of the cells where a score is $0
Reads = Mapping[LaneBlock, set[Piece]]


@dataclass(frozen=True)
class Layout:
    """Memory layout of all blocks in one arena; a block's space is reused after its last reader.

    Attributes:
        order: the blocks, in evaluation order.
        reads: the pieces that each block reads.
        where: the index of each block's first number. floors: the same of its floors, if they are read.
        length: array elements.
        done: by block, the blocks that are no longer read after it is computed.
    """

    order: list[LaneBlock]
    reads: Reads
    where: dict[LaneBlock, int]
    floors: dict[LaneBlock, int]
    length: int
    done: Mapping[LaneBlock, list[LaneBlock]]


def choose_layout(
    blocks: list[LaneBlock],
    reads: Reads,
    size: Callable[[Piece], int],
    stays: Callable[[LaneBlock], bool],
    cancel: CancelFlag,
) -> Layout:
    """Return the shorter of two layouts: by spins left, or lane by lane, with the most Whammies first.

    Floors are a twentieth of their block, so blocks with more Whammies, of which only floors are read, are soon freed.
    Without floors the order by spins left is better.

    Args:
        blocks: the blocks to compute, by spins left.
        reads: the pieces that each block reads.
        size: function that gives the numbers that a piece takes.
        stays: whether a block, and the pieces that it reads, are kept to the end.
        cancel: set to stop.

    Raises:
        Cancelled: the flag was set.
    """
    orders = (blocks, sort_by_lane(blocks, reads))
    return min((_lay_out(order, reads, size, stays, cancel) for order in orders), key=lambda layout: layout.length)


def sort_by_lane(blocks: list[LaneBlock], reads: Reads) -> list[LaneBlock]:
    """Return the blocks lane by lane, most Whammies first, but each block after those it reads."""
    order: list[LaneBlock] = []
    unordered = set(blocks)

    def visit(block: LaneBlock) -> None:
        if block in unordered:
            unordered.remove(block)
            for source in sorted({source for source, _ in reads[block]}, key=_most_whammies):
                visit(source)
            order.append(block)

    for block in sorted(blocks, key=_most_whammies):
        visit(block)
    return order


def _most_whammies(block: LaneBlock) -> tuple[int, int, FrameKey]:
    (spins, out), lane = block
    return -sum(lane_of(lane)) - WHAMMIES_OUT * out.bit_count(), lane, (-spins, out)


def _lay_out(
    order: list[LaneBlock],
    reads: Reads,
    size: Callable[[Piece], int],
    stays: Callable[[LaneBlock], bool],
    cancel: CancelFlag,
) -> Layout:
    extents = FirstFitAllocator(GUARD)
    readers = Counter(piece for block in order for piece in reads[block])
    where: dict[Piece, int] = {}
    unread_after: dict[LaneBlock, list[LaneBlock]] = {}
    for block in order:
        cancel.check()
        for piece in ((block, False), (block, True)):
            if piece in readers or not piece[1]:
                where[piece] = extents.allocate(size(piece))
        if not stays(block):
            free = [] if (block, False) in readers else [(block, False)]
            for piece in reads[block]:
                readers[piece] -= 1
                if not readers[piece]:
                    free.append(piece)
            for piece in free:
                extents.free(where[piece])
            freed = dict.fromkeys(source for source, _ in free)
            unread_after[block] = [source for source in freed if not (readers[source, False] or readers[source, True])]
    whole, floors = (
        {block: start for (block, is_floor), start in where.items() if is_floor == of_floors}
        for of_floors in (False, True)
    )
    return Layout(order, reads, whole, floors, extents.length + GUARD, unread_after)
