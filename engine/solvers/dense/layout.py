"""The order in which blocks are computed, and where they lie in memory meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..arena import Extents
from ..cancel_flag import CancelFlag
from ..configs import FrameKey
from ..lanes import lane_of

GUARD = 64  # numbers between blocks, as inner loops read a little beyond a row

LaneBlock = tuple[FrameKey, int]  # a frame and a lane
Piece = tuple[LaneBlock, bool]  # a block, and whether it is only its floors: the cells where a score is $0, once more
Reads = Mapping[LaneBlock, set[Piece]]


@dataclass(frozen=True)
class Layout:
    """Blocks in one piece of memory, where the place of what is no longer read is used again.

    Attributes:
        order: the blocks that are computed.
        reads: the pieces that each one reads.
        where: the first number of each block. floors: of its floors, if they are read.
        length: numbers in that memory.
    """

    order: list[LaneBlock]
    reads: Reads
    where: dict[LaneBlock, int]
    floors: dict[LaneBlock, int]
    length: int


def best_layout(
    blocks: list[LaneBlock],
    reads: Reads,
    size: Callable[[Piece], int],
    stays: Callable[[LaneBlock], bool],
    cancel: CancelFlag,
) -> Layout:
    """Return the shorter of two layouts: by spins left, or depth first, with the most Whammies first.

    Floors are a twentieth of their block, so those with more Whammies, of which only floors are read, soon make room.

    Args:
        blocks: those to compute, by spins left.
        reads: the pieces that each one reads.
        size: how many numbers a piece takes.
        stays: whether the pieces that a block reads are kept to the end, and the block, too.
        cancel: set to stop.

    Raises:
        Cancelled: the flag was set.
    """
    orders = (blocks, depth_first(blocks, reads))
    return min((_lay_out(order, reads, size, stays, cancel) for order in orders), key=lambda layout: layout.length)


def depth_first(blocks: list[LaneBlock], reads: Reads) -> list[LaneBlock]:
    """Return each block after those it reads, of which those with the most Whammies come first."""
    order: list[LaneBlock] = []
    waiting = set(blocks)

    def visit(block: LaneBlock) -> None:
        if block in waiting:
            waiting.remove(block)
            for read in sorted({read for read, _ in reads[block]}, key=lambda read: (-sum(lane_of(read[1])), read)):
                visit(read)
            order.append(block)

    for block in reversed(blocks):
        visit(block)
    return order


def _lay_out(
    order: list[LaneBlock],
    reads: Reads,
    size: Callable[[Piece], int],
    stays: Callable[[LaneBlock], bool],
    cancel: CancelFlag,
) -> Layout:
    extents = Extents(GUARD)
    readers = Counter(piece for block in order for piece in reads[block])
    where: dict[Piece, int] = {}
    for block in order:
        cancel.check()
        for piece in ((block, False), (block, True)):
            if piece in readers or not piece[1]:
                where[piece] = extents.allocate(size(piece))
        if not stays(block):
            if (block, False) not in readers:
                extents.free(where[block, False])
            for piece in reads[block]:
                readers[piece] -= 1
                if not readers[piece]:
                    extents.free(where[piece])
    whole, floors = ({block: at for (block, floor), at in where.items() if floor == of} for of in (False, True))
    return Layout(order, reads, whole, floors, extents.length + GUARD)
