"""Cycles of passes at the cap: two contestants there may pass to each other until one spin brings no other."""

from __future__ import annotations

import numpy as np

from .. import _components
from ..cancel_flag import CancelFlag
from ..configs import ORDER_SCORES, ORDERS, Cycles, FrameSuccessors, Ints

AT_CAP = 8  # sets of axes whose scores are at the cap


def cycle_orders(beyond: bool) -> list[tuple[int, int]]:
    """Return where passes may form a cycle: sets of two or three axes at the cap, each with an order of the scores.

    Args:
        beyond: whether an entered score is above the cap, so that scores at the cap may differ.
    """
    several = [at_cap for at_cap in range(AT_CAP) if at_cap.bit_count() > 1]
    return [(at_cap, order) for at_cap in several for order in ORDER_SCORES if _fits(order, at_cap, beyond)]


def _fits(order: int, at_cap: int, beyond: bool) -> bool:
    for (one, other), sign in {(0, 1): order // 9 - 1, (0, 2): order // 3 % 3 - 1, (1, 2): order % 3 - 1}.items():
        ahead = (at_cap >> one & 1) - (at_cap >> other & 1)
        level_at_cap = not ahead and at_cap >> one & 1
        if (ahead and sign != ahead) or (level_at_cap and sign and not beyond):
            return False
    return True


def find_cycles(
    movers: Ints, successors: FrameSuccessors, where: list[tuple[int, int]], cancel: CancelFlag
) -> Cycles | None:
    """Return the groups of configurations that read one another, by the axes at the cap and the order of the scores.

    Args:
        movers: the axis of each mover.
        successors: the frame's configurations and their successors.
        where: sets of axes at the cap (bits), each with an order of the scores.
        cancel: set to stop.

    Returns:
        int32 [8 * 27], the number of groups; [8 * 27, configurations], their members, each group after those it reads;
        [8 * 27, configurations + 1], where each group begins; the members of the largest. None where no group has more
        than one member.

    Raises:
        Cancelled: the flag was set.
    """
    cancel.check()
    size = len(movers)
    reads = np.full((len(where), size, 3), -1, np.int32)
    for index, (at_cap, order) in enumerate(where):
        reads[index, :, 0] = np.where(at_cap >> movers & 1, successors.spin, -1)
        reads[index, :, 1:] = successors.passes[:, :, order]
        reads[index] = np.where(reads[index] < 0, -1, reads[index] + index * size)
    # One graph of all: they are taken one after the other, as none reads another.
    edges = np.arange(0, reads.size + 1, 3, dtype=np.int64)
    found, starts, _ = _components.components(edges, reads.ravel())
    if len(starts) == len(found) + 1:
        return None
    counts = np.zeros(AT_CAP * ORDERS, np.int32)
    members = np.zeros((AT_CAP * ORDERS, size), np.int32)
    first = np.zeros((AT_CAP * ORDERS, size + 1), np.int32)
    for index, (at_cap, order) in enumerate(where):
        row, begin = at_cap * ORDERS + order, index * size
        here = starts[np.searchsorted(starts, begin) : np.searchsorted(starts, begin + size) + 1] - begin
        members[row] = found[begin : begin + size] - begin
        counts[row], first[row, : len(here)] = len(here) - 1, here
    return counts, members, first, int(np.diff(starts).max())
