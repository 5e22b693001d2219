"""Abstraction: simpler games in place of one too big to solve, with simpler rules or fewer spins.

An estimate starts from the values of a simpler game. Playouts of the true game correct them, so the
simplification costs only some quality of the choices (``engine.solve.playouts``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..game.options import Rules
from ..game.position import Contestant, Position


def simpler_rules(rules: Rules) -> Iterator[Rules]:
    """The rules themselves, then simpler ones with far fewer and cheaper positions.

    A fixed order of turns has a quarter of the configurations of an order by score, and without choices
    on squares a row of values costs a third.
    """
    yield rules
    plain = replace(rules, turn_order="seat", choices="even")
    if plain != rules:
        yield plain


def fewer_spins(position: Position, most: int) -> Iterator[Position]:
    """Positions with fewer and fewer spins, ``most`` at first, shared out as in the position."""
    total = min(max(3, most), position.spins - 1)
    while total >= 3:
        a, b, c = (_scaled(contestant, total / position.spins) for contestant in position.contestants)
        yield Position((a, b, c), position.mover_seat)
        total = total * 3 // 4


def _scaled(contestant: Contestant, share: float) -> Contestant:
    """A share of the contestant's earned and passed spins, but at least one where there was one."""
    earned = max(min(1, contestant.earned), round(contestant.earned * share))
    passed = max(min(1, contestant.passed), round(contestant.passed * share))
    return replace(contestant, earned=earned, passed=passed)
