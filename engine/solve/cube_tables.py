"""A frame as arrays for the kernel: the successors of each configuration, and orders to compute them in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import _components
from .cube_configs import ORDER_SCORES, ORDERS, Config, Decided, FrameKey, Next

if TYPE_CHECKING:
    from .cube_plan import Frame

Ints = npt.NDArray[np.int32]
AXIS_A = 0
CAPPED_SIDES = 4  # lines where no cap plays a part, B's, C's, both
AT_CAP = 8  # sets of axes whose scores are at the cap


class FrameTables:
    """Arrays of one frame, as ``_cubes.pxi`` wants them in ``FrameRules``.

    Args:
        frame: its configurations; those it leads to are numbered by ``frames``.
        axis_of: the axis of each seat.
    """

    def __init__(self, frame: Frame, frames: dict[FrameKey, Frame], axis_of: dict[int, int]):
        number = frame.number
        self.mover = np.array([axis_of[config.mover_seat] for config in frame.configs], np.int32)
        self.spin = np.array([number[found.spin] for found in frame.successors], np.int32)
        self.spent = np.array([numbers(frames, found.spent) for found in frame.successors])
        self.whammy = np.array([numbers(frames, found.whammy) for found in frame.successors])
        self.fourth = np.array([numbers(frames, found.fourth) for found in frame.successors])
        self.passes = np.array(
            [[numbers(frames, place)[:ORDERS] for place in found.passes] for found in frame.successors], np.int32
        )
        size = len(frame.configs)
        self.orders = np.zeros((CAPPED_SIDES, size), np.int32)
        self.early = np.zeros((CAPPED_SIDES, size), np.uint8)
        self.depends = np.zeros((CAPPED_SIDES, size, size), np.uint8)
        for capped in range(CAPPED_SIDES):
            self._order(capped)
        self.cycles = np.zeros(AT_CAP * ORDERS, np.int32)
        self.cycle = np.zeros((AT_CAP * ORDERS, size), np.int32)
        self.cycle_first = np.zeros((AT_CAP * ORDERS, size + 1), np.int32)

    def _order(self, capped: int) -> None:
        """Each configuration after those whose row of the same line it reads, as far as that goes.

        A pass keeps all scores, and A's extra spins move along the line; at a cap of B or C so do theirs.
        """
        reads: list[list[int]] = []
        for k, (mover, spin) in enumerate(zip(self.mover.tolist(), self.spin.tolist(), strict=True)):
            here = set(self.passes[k].ravel().tolist())
            if mover == AXIS_A or capped >> (mover - 1) & 1:
                here.add(spin)
            reads.append(sorted(here - {-1, k}))
        order = _after_what_they_read(reads)
        place = {k: index for index, k in enumerate(order)}
        self.orders[capped] = order
        for k, others in enumerate(reads):
            for other in others:
                self.depends[capped, k, other] = 1
                if place[other] > place[k]:
                    self.early[capped, other] = 1

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


def numbers(frames: dict[FrameKey, Frame], targets: list[Next]) -> Ints:
    """Targets by order as numbers in their frames; then the one number where all are the same, or -1.

    -1 is what does not arise, -2 - winner a game that is decided.
    """
    first = targets[0]
    if isinstance(first, Config) and targets.count(first) == ORDERS:
        return np.full(ORDERS + 1, frames[first.frame].number[first], np.int32)
    found = []
    for target in targets:
        if isinstance(target, Config):
            found.append(frames[target.frame].number[target])
        else:
            found.append(-2 - target.winner if isinstance(target, Decided) else -1)
    assert len(found) == ORDERS
    return np.array([*found, -1], np.int32)


def _after_what_they_read(reads: list[list[int]]) -> list[int]:
    """Depth first, so that each comes after what it reads unless that reads it too."""
    order: list[int] = []
    seen = [False] * len(reads)
    for start in range(len(reads)):
        stack = [(start, iter(reads[start]))] if not seen[start] else []
        seen[start] = True
        while stack:
            k, rest = stack[-1]
            for other in rest:
                if not seen[other]:
                    seen[other] = True
                    stack.append((other, iter(reads[other])))
                    break
            else:
                order.append(k)
                stack.pop()
    return order
