"""Rule options and positions in the form that the kernels take (``_rules.pxd``)."""

from __future__ import annotations

from ..game.options import Rules
from ..game.position import SEATS, Position

TURN_ORDERS = {"score": 0, "seat": 1, "cyclic": 2, "receiver": 3}

KernelRules = tuple[int, bool, bool, int, tuple[int, ...], bool, int]
KernelPosition = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], int]


def kernel_rules(rules: Rules) -> KernelRules:
    """Return the options in the order of ``read_rules``; -1 stands for None.

    Raises:
        ValueError: ``opponents`` is not spelled out by seat (``Rules.seated``).
    """
    styles = tuple(-1 if style is None else style for style in map(rules.style, SEATS))
    return (
        TURN_ORDERS[rules.turn_order],
        rules.level_opponents == "chooser",
        rules.third_place_plays,
        -1 if rules.max_lead is None else rules.max_lead,
        styles,
        rules.house == "play",
        rules.cap if rules.cap_passes and rules.cap is not None else -1,
    )


def kernel_position(position: Position, scores: tuple[int, ...]) -> KernelPosition:
    """Return earned spins, passed spins, ``scores`` (indices in the seats' lists of scores), Whammies, the mover's seat."""
    podiums = position.contestants
    return (
        tuple(c.earned for c in podiums),
        tuple(c.passed for c in podiums),
        scores,
        tuple(c.whammies for c in podiums),
        position.mover_seat,
    )
