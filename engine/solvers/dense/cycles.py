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
        [8 * 27, configurations + 1], where each group begins. None where no group has more than one member.

    Raises:
        Cancelled: the flag was set.
    """
    size = len(movers)
    counts = np.zeros(AT_CAP * ORDERS, np.int32)
    members = np.zeros((AT_CAP * ORDERS, size), np.int32)
    first = np.zeros((AT_CAP * ORDERS, size + 1), np.int32)
    edges = np.arange(0, 3 * size + 1, 3, dtype=np.int64)
    for at_cap, order in where:
        cancel.check()
        spin = np.where(at_cap >> movers & 1, successors.spin, -1)
        reads = np.column_stack([spin, successors.passes[:, :, order]]).astype(np.int32)
        row = at_cap * ORDERS + order
        members[row], starts, _ = _components.components(edges, reads.ravel())
        counts[row] = len(starts) - 1
        first[row, : len(starts)] = starts
    return (counts, members, first) if (counts < size)[[a * ORDERS + o for a, o in where]].any() else None
