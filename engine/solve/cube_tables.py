"""A frame as arrays for the kernel: the successors of each configuration, and orders to compute them in."""

from __future__ import annotations

import numpy as np

from . import _components, _configs
from .cube_configs import ORDER_SCORES, ORDERS, FrameSuccessors

AT_CAP = 8  # sets of axes whose scores are at the cap


class FrameTables:
    """Arrays of one frame, as ``_cubes.pxi`` wants them in ``FrameRules``.

    Args:
        successors: its configurations and what they lead to.
        axis_of: the axis of each seat.
    """

    def __init__(self, successors: FrameSuccessors, axis_of: dict[int, int]):
        self.mover = np.array([axis_of[seat] for seat in successors.mover_seats.tolist()], np.int32)
        self.spin, self.passes = successors.spin, successors.passes
        self.spent, self.whammy, self.fourth = successors.spent, successors.whammy, successors.fourth
        self.orders, self.early, self.depends = _configs.line_orders(self.mover, self.spin, self.passes)
        size = len(self.mover)
        self.cycles = np.zeros(AT_CAP * ORDERS, np.int32)
        self.cycle = np.zeros((AT_CAP * ORDERS, size), np.int32)
        self.cycle_first = np.zeros((AT_CAP * ORDERS, size + 1), np.int32)

    def find_cycles(self, where: list[tuple[int, int]]) -> bool:
        """Finds groups of configurations that read one another, by the axes at the cap and the order of the scores.

        Returns:
            Whether any group has more than one member; else nothing is kept.
        """
        found = {at_cap * ORDERS + order: self._groups(at_cap, order) for at_cap, order in where}
        if all(len(group) == 1 for groups in found.values() for group in groups):
            return False
        for row, groups in found.items():
            self.cycles[row] = len(groups)
            self.cycle[row] = [k for group in groups for k in group]
            self.cycle_first[row, : len(groups) + 1] = np.cumsum([0, *map(len, groups)])
        return True

    def _groups(self, at_cap: int, order: int) -> list[list[int]]:
        """Configurations that read one another, each group after those it reads."""
        reads = []
        for k, (mover, spin) in enumerate(zip(self.mover.tolist(), self.spin.tolist(), strict=True)):
            here = set(self.passes[k, :, order].tolist())
            if at_cap >> mover & 1:
                here.add(spin)
            reads.append(sorted(here - {-1, k}))
        return _components.component_lists(reads)


def cycle_orders(beyond: bool) -> list[tuple[int, int]]:
    """Where passes may go round in cycles: sets of two or three axes at the cap, each with an order of the scores.

    Two contestants at the cap may pass to each other until one spin brings no other. Such a cycle can
    have several equilibria, of which the definition names one (``oracle.py``). On boards like the
    show's there is only one, which is found anyway.

    Args:
        beyond: a score entered is above the cap, so that those at the cap need not be level.
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
