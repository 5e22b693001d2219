"""Cycles of passes at the cap, where contestants may pass to one another until a spin brings no extra spin."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from .. import _components
from ..cancel_flag import CancelFlag
from ..configs import ORDER_SCORES, ORDERS, Cycles, FrameSuccessors, Ints

AT_CAP = 8  # sets of axes whose scores are at the cap


def list_cycle_places(beyond: bool) -> list[tuple[int, int]]:
    """List the places where passes may form a cycle: two or three axes at the cap (bits), and the order of the scores.

    ``beyond``: whether an entered score is above the cap, so that scores at the cap may differ.
    """
    several = [at_cap for at_cap in range(AT_CAP) if at_cap.bit_count() > 1]
    return [(at_cap, order) for at_cap in several for order in ORDER_SCORES if _is_possible(order, at_cap, beyond)]


def _is_possible(order: int, at_cap: int, beyond: bool) -> bool:
    for (one, other), sign in {(0, 1): order // 9 - 1, (0, 2): order // 3 % 3 - 1, (1, 2): order % 3 - 1}.items():
        ahead = (at_cap >> one & 1) - (at_cap >> other & 1)
        both_at_cap = not ahead and at_cap >> one & 1
        if (ahead and sign != ahead) or (both_at_cap and sign and not beyond):
            return False
    return True


def find_cycles(
    movers: Sequence[Ints], frames: Sequence[FrameSuccessors], where: list[tuple[int, int]], cancel: CancelFlag
) -> list[Cycles | None]:
    """Return, by frame, the groups of configurations that read one another, by the axes at the cap and the score order.

    Args:
        movers: by frame, the axis of each mover.
        frames: the configurations and successors.
        where: see ``list_cycle_places``.
        cancel: set to stop.

    Returns:
        For each frame: int32 [8 * 27], the number of groups; [8 * 27, configurations], their members, each group after
        those it reads; [8 * 27, configurations + 1], the start of each group; the size of the largest. None if no
        group has more than one member.

    Raises:
        Cancelled: the flag was set.
    """
    firsts = np.cumsum([0, *(len(frame.keys) for frame in frames)])
    total = int(firsts[-1])
    at_cap, orders = np.array(where).T
    # One graph with a copy of all frames for each place; the components of a copy are contiguous, as none reads another.
    begin = np.repeat(firsts[:-1], np.diff(firsts))
    spin = np.concatenate([frame.spin for frame in frames])
    passes = np.concatenate([frame.passes[:, :, orders] for frame in frames])
    spin = np.where(at_cap[:, None] >> np.concatenate(movers) & 1, spin, -1)
    reads = np.concatenate([spin[..., None], passes.transpose(2, 0, 1)], axis=2)
    reads = np.where(reads < 0, -1, reads + (total * np.arange(len(where))[:, None] + begin)[..., None])
    edges = np.arange(0, reads.size + 1, 3, dtype=np.int64)
    order, starts, _ = _components.strongly_connected_components(
        edges, reads.astype(np.int32).ravel(), stop=cancel.memory
    )
    cancel.check()
    rows = (at_cap * ORDERS + orders).tolist()
    return [_group_frame(order, starts, rows, total, *ends) for ends in pairwise(firsts.tolist())]


def _group_frame(component_of: Ints, starts: Ints, rows: list[int], total: int, begin: int, end: int) -> Cycles | None:
    """Return the groups of the frame with configurations ``begin`` to ``end`` of ``total``, from all components."""
    size = end - begin
    pieces = []
    for place in range(len(rows)):
        first = place * total + begin
        first_and_last = np.searchsorted(starts, [first, first + size])
        pieces.append(
            (component_of[first : first + size] - first, starts[first_and_last[0] : first_and_last[1] + 1] - first)
        )
    if all(len(groups) == size + 1 for _, groups in pieces):
        return None
    counts = np.zeros(AT_CAP * ORDERS, np.int32)
    members = np.zeros((AT_CAP * ORDERS, size), np.int32)
    starting = np.zeros((AT_CAP * ORDERS, size + 1), np.int32)
    for row, (nodes, groups) in zip(rows, pieces, strict=True):
        counts[row], members[row], starting[row, : len(groups)] = len(groups) - 1, nodes, groups
    return counts, members, starting, max(int(np.diff(groups).max()) for _, groups in pieces)
