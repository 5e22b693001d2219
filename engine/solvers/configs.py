"""Configurations (positions without scores and Whammies), and all configurations reachable from some, by frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import calibration
from ..errors import Unaffordable
from ..game.options import Rules
from ..game.position import SEATS, Position
from . import _configs
from .cancel_flag import CancelFlag
from .kernel_rules import kernel_rules
from .lanes import ALL_SEATS

Ints = npt.NDArray[np.int32]

ORDERS = 27  # three comparisons with three results each; 13 are realizable
NO_CONFIG, DECIDED = -1, -2  # in place of a configuration's number; DECIDED - seat of the winner
OUT_MASKS = 8  # sets of seats that may be out

FrameKey = tuple[int, int]  # spins left, bit mask of seats that are out
Cycles = tuple[Ints, Ints, Ints, int]  # of passes at the cap, see ``dense/cycles.py``
Scores = tuple[int, int, int]
Spins = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]


class Config(NamedTuple):
    """Spins (earned, passed) of each seat, the frame (spins left, seats that are out) and the mover.

    With no spins left the scores decide; ``mover_seat`` is then 0.
    """

    spins: Spins
    frame: FrameKey
    mover_seat: int


class Decided(NamedTuple):
    """A game in which only one contestant is in, who has won whatever the scores; -1 if all are out."""

    winner: int


NOTHING = ((0, 0), (0, 0), (0, 0))


def config_of(position: Position) -> Config | Decided:
    still_in = position.still_in
    if len(still_in) <= 1:
        return Decided(still_in[0] if still_in else -1)
    out = out_mask(position)
    if position.spins == 0:
        return Config(NOTHING, (0, out), 0)
    a, b, c = ((x.earned, x.passed) for x in position.contestants)
    return Config((a, b, c), (position.spins, out), position.mover_seat)


def out_mask(position: Position) -> int:
    """Return a bit mask of the seats that are out."""
    return sum(1 << seat for seat in SEATS if position.contestants[seat].out)


@dataclass
class FrameSuccessors:
    """The configurations of one frame, and their successors.

    Attributes:
        keys: uint64 [configurations], packed for the kernels.
        mover_seats: int32 [configurations].
        spin, spent, whammy, fourth, passes: see ``FrameTransitions`` in ``dense/_frame.pyx``; -1 at the end of the game.
        after_fourth: by configuration, the frame after the mover's fourth Whammy; None where it decides the game.
    """

    key: FrameKey
    keys: npt.NDArray[np.uint64]
    mover_seats: Ints
    spin: Ints
    spent: Ints
    whammy: Ints
    fourth: Ints
    passes: Ints
    after_fourth: list[FrameKey | None]

    def after(self, kind: str) -> Ints:
        """Return the successors in another frame, by the change of Whammies: "spent", "off", "whammy" or "fourth"."""
        return {"whammy": self.whammy, "fourth": self.fourth}.get(kind, self.spent)

    def frame_after(self, k: int, kind: str) -> FrameKey | None:
        """Return the frame of a configuration's successors; None where the game is decided."""
        return self.after_fourth[k] if kind == "fourth" else (self.key[0] - 1, self.key[1])

    @cached_property
    def configs(self) -> list[Config]:
        """The configurations by number."""
        movers = self.mover_seats.tolist()
        return [
            Config(spins, self.key, mover)
            for spins, mover in zip(_configs.spins_of_keys(self.keys), movers, strict=True)
        ]


def reachable_configs(
    roots: Sequence[Config],
    rules: Rules,
    seats: tuple[int, int, int],
    cancel: CancelFlag,
    max_configs: int = calibration.MAX_CONFIGS,
    counted_seats: int = ALL_SEATS,
) -> list[FrameSuccessors]:
    """Return every configuration reachable from the roots, grouped by frame, fewest spins left first.

    Args:
        roots: the configurations to start from.
        rules: the options, without leads, which depend on the scores.
        seats: the seat of each axis; an order ranks the scores of axes A, B, C.
        cancel: set to stop.
        max_configs: limit of configurations.
        counted_seats: bit mask of the seats whose Whammies are counted: the others never go out.

    Raises:
        Unaffordable: more than ``max_configs``.
        Cancelled: the flag was set.
    """
    scores = np.array(
        [[order_scores[seats.index(seat)] for seat in SEATS] for order_scores in ORDER_SCORES.values()], np.int32
    )
    closure = _configs.ConfigClosure(
        [(root.spins, root.mover_seat, root.frame[1]) for root in roots],
        kernel_rules(replace(rules, opponents="optimal", max_lead=None)),
        np.array(list(ORDER_SCORES), np.int32),
        scores // SCORE_STEP,
        max_configs,
        counted_seats,
    )
    if closure.run(cancel.memory) == _configs.TOO_MANY:
        raise Unaffordable("It has too many ways to share out the spins.")
    cancel.check()
    codes, keys, movers, spin, after_spin, whammy, fourth, passes, after_fourth = closure.arrays()
    after = [frame_of(code) if code >= 0 else None for code in after_fourth.tolist()]
    ends = [*np.flatnonzero(np.diff(codes)) + 1, len(codes)]
    frames = []
    for frame_slice in map(slice, [0, *ends], ends):
        arrays = (
            spin[frame_slice],
            after_spin[frame_slice],
            whammy[frame_slice],
            fourth[frame_slice],
            passes[frame_slice],
        )
        key = frame_of(int(codes[frame_slice.start]))
        frames.append(FrameSuccessors(key, keys[frame_slice], movers[frame_slice], *arrays, after[frame_slice]))
    return frames


def frame_of(code: int) -> FrameKey:
    """Return the frame with this number in ``_configs.pyx``."""
    return code // OUT_MASKS, code % OUT_MASKS


def order_of(a: Any, b: Any, c: Any) -> Any:
    """Return the order of three scores (or arrays) as a number from 0 to 26: three comparisons, each 0, 1 or 2."""

    def sign(x: Any, y: Any) -> Any:
        return 1 * (x > y) - 1 * (x < y) + 1

    return 9 * sign(a, b) + 3 * sign(a, c) + sign(b, c)


# An example of three scores for each realizable order, the lowest being $0.
SCORE_STEP = 1000
ORDER_SCORES: dict[int, Scores] = {
    order_of(a, b, c): (a, b, c) for a, b, c in product((0, SCORE_STEP, 2 * SCORE_STEP), repeat=3) if min(a, b, c) == 0
}
