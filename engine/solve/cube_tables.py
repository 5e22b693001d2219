"""A frame as arrays for the kernel: the successors of each configuration, and the orders in which to compute them."""

from __future__ import annotations

import numpy as np

from . import _components, _configs
from .cap_cycles import AT_CAP
from .cube_configs import ORDERS, FrameSuccessors


class FrameTables:
    """The arrays of one frame that ``FrameRules`` in ``_cubes.pxi`` takes.

    Args:
        successors: its configurations and their successors.
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
        """Find groups of configurations that read one another, by the axes at the cap and the order of the scores.

        Returns:
            Whether any group has more than one member; otherwise nothing is kept.
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
        """Return groups of configurations that read one another, each after those it reads."""
        reads = []
        for k, (mover, spin) in enumerate(zip(self.mover.tolist(), self.spin.tolist(), strict=True)):
            here = set(self.passes[k, :, order].tolist())
            if at_cap >> mover & 1:
                here.add(spin)
            reads.append(sorted(here - {-1, k}))
        return _components.component_lists(reads)
