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
Piece = tuple[LaneBlock, bool]  # a block, and whether it is only its floors: the cells where a score is $0, once more
Reads = Mapping[LaneBlock, set[Piece]]


@dataclass(frozen=True)
class Layout:
    """Memory layout of all blocks in one arena; a block's space is reused after its last reader.

    Attributes:
        order: the blocks that are computed.
        reads: the pieces that each one reads.
        where: the first number of each block. floors: of its floors, if they are read.
        length: array elements.
        done: by block that is computed, those of which nothing is read after it.
    """

    order: list[LaneBlock]
    reads: Reads
    where: dict[LaneBlock, int]
    floors: dict[LaneBlock, int]
    length: int
    done: Mapping[LaneBlock, list[LaneBlock]]


def best_layout(
    blocks: list[LaneBlock],
    reads: Reads,
    size: Callable[[Piece], int],
    stays: Callable[[LaneBlock], bool],
    cancel: CancelFlag,
) -> Layout:
    """Return the shorter of two layouts: by spins left, or lane by lane, with the most Whammies first.

    Floors are a twentieth of their block, so blocks with more Whammies, of which only floors are read, soon make room.
    Without floors by spins left is better.

    Args:
        blocks: those to compute, by spins left.
        reads: the pieces that each one reads.
        size: how many numbers a piece takes.
        stays: whether the pieces that a block reads are kept to the end, and the block, too.
        cancel: set to stop.

    Raises:
        Cancelled: the flag was set.
    """
    orders = (blocks, by_lane(blocks, reads))
    return min((_lay_out(order, reads, size, stays, cancel) for order in orders), key=lambda layout: layout.length)


def by_lane(blocks: list[LaneBlock], reads: Reads) -> list[LaneBlock]:
    """Return the blocks of each lane together, those with the most Whammies first, but each block after those it reads."""
    order: list[LaneBlock] = []
    waiting = set(blocks)

    def visit(block: LaneBlock) -> None:
        if block in waiting:
            waiting.remove(block)
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
            freed = dict.fromkeys(of for of, _ in free)
            unread_after[block] = [of for of in freed if not (readers[of, False] or readers[of, True])]
    whole, floors = ({block: at for (block, floor), at in where.items() if floor == of} for of in (False, True))
    return Layout(order, reads, whole, floors, extents.length + GUARD, unread_after)
