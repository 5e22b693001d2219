"""A frame as arrays for the kernel: what follows each configuration, and orders to compute them in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.solve.cube_configs import ORDERS, Config, Decided, FrameKey, Next

if TYPE_CHECKING:
    from engine.solve.cube_plan import Frame

Ints = npt.NDArray[np.int32]
AXIS_A = 0
CAPPED_SIDES = 4  # lines where no cap plays a part, B's, C's, both


class FrameTables:
    """Arrays of one frame, as ``_cubes.pxi`` wants them in ``FrameRules``.

    Args:
        frame: its configurations; those it leads to are numbered by ``frames``.
        axis_of: the axis of each seat.
    """

    def __init__(self, frame: Frame, frames: dict[FrameKey, Frame], axis_of: dict[int, int]):
        number = frame.number
        self.up = np.array([axis_of[config.up] for config in frame.configs], np.int32)
        self.spin = np.array([number[follow.spin] for follow in frame.follow], np.int32)
        self.spent = np.array([numbers(frames, follow.spent) for follow in frame.follow])
        self.whammy = np.array([numbers(frames, follow.whammy) for follow in frame.follow])
        self.fourth = np.array([numbers(frames, follow.fourth) for follow in frame.follow])
        self.passes = np.array(
            [[numbers(frames, place)[:ORDERS] for place in follow.passes] for follow in frame.follow], np.int32
        )
        size = len(frame.configs)
        self.orders = np.zeros((CAPPED_SIDES, size), np.int32)
        self.early = np.zeros((CAPPED_SIDES, size), np.uint8)
        self.depends = np.zeros((CAPPED_SIDES, size, size), np.uint8)
        for capped in range(CAPPED_SIDES):
            self._order(capped)

    def _order(self, capped: int) -> None:
        """Each configuration after those whose row of the same line it reads, as far as that goes.

        A pass keeps all scores, and A's extra spins move along the line; at a cap of B or C so do theirs.
        """
        reads: list[list[int]] = []
        for k, (up, spin) in enumerate(zip(self.up.tolist(), self.spin.tolist(), strict=True)):
            here = set(self.passes[k].ravel().tolist())
            if up == AXIS_A or capped >> (up - 1) & 1:
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
