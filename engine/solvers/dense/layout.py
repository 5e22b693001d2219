"""The order in which blocks are computed, and where they lie in memory meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..arena import Extents
from ..cancel_flag import CancelFlag
from ..configs import FrameKey
from ..lanes import lane_of

GUARD = 64  # numbers between blocks, as inner loops read a little beyond a row

LaneBlock = tuple[FrameKey, int]  # a frame and a lane
Reads = Mapping[LaneBlock, set[LaneBlock]]


@dataclass(frozen=True)
class Layout:
    """Blocks in one piece of memory, where the place of a block that is no longer read is used again.

    Attributes:
        order: the blocks that are computed.
        where: the first number of each block, and of the ends of the game.
        length: numbers in that memory.
    """

    order: list[LaneBlock]
    where: dict[LaneBlock, int]
    length: int


def best_layout(
    blocks: list[LaneBlock],
    reads: Reads,
    size: Callable[[LaneBlock], int],
    stays: Callable[[LaneBlock], bool],
    cancel: CancelFlag,
) -> Layout:
    """Return the shortest of three layouts.

    None is best for all positions: by spins left, or depth first (before each block the ones it reads), starting with
    the most Whammies or with the fewest.

    Args:
        blocks: those to compute, by spins left.
        reads: the blocks that each one reads; those that are not computed are there from the start.
        size: how many numbers a block takes.
        stays: whether the blocks that a block reads are kept to the end.
        cancel: set to stop.

    Raises:
        Cancelled: the flag was set.
    """
    orders = (blocks, depth_first(blocks, reads, most_whammies), depth_first(blocks, reads, fewest_whammies))
    return min((_lay_out(order, reads, size, stays, cancel) for order in orders), key=lambda layout: layout.length)


def most_whammies(block: LaneBlock) -> tuple[int, LaneBlock]:
    """Return a key that sorts blocks with the most Whammies first."""
    return -sum(lane_of(block[1])), block


def fewest_whammies(block: LaneBlock) -> tuple[int, LaneBlock]:
    """Return a key that sorts blocks with the fewest Whammies first."""
    return sum(lane_of(block[1])), block


def depth_first(
    blocks: list[LaneBlock], reads: Reads, by: Callable[[LaneBlock], tuple[int, LaneBlock]]
) -> list[LaneBlock]:
    """Return each block after those it reads, which are visited in the order of ``by``."""
    order: list[LaneBlock] = []
    waiting = set(blocks)

    def visit(block: LaneBlock) -> None:
        if block in waiting:
            waiting.remove(block)
            for read in sorted(reads[block], key=by):
                visit(read)
            order.append(block)

    for block in reversed(blocks):
        visit(block)
    return order


def _lay_out(
    order: list[LaneBlock],
    reads: Reads,
    size: Callable[[LaneBlock], int],
    stays: Callable[[LaneBlock], bool],
    cancel: CancelFlag,
) -> Layout:
    extents = Extents(GUARD)
    readers: dict[LaneBlock, int] = {}
    for block in order:
        for read in reads[block]:
            readers[read] = readers.get(read, 0) + 1
    computed = set(order)
    where = {block: extents.allocate(size(block)) for block in sorted(readers) if block not in computed}
    for block in order:
        cancel.check()
        where[block] = extents.allocate(size(block))
        if not stays(block):
            if block not in readers:
                extents.free(where[block])
            for read in reads[block]:
                readers[read] -= 1
                if not readers[read]:
                    extents.free(where[read])
    return Layout(order, where, extents.length + GUARD)
