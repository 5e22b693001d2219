"""Simpler games that stand for one that is too big to be solved: simpler rules, fewer spins.

An estimate starts from the values of a simpler game. Playouts of the true game correct them, so that
what was simplified only costs some of the quality of the choices (``engine.solve.playouts``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..game.options import Rules
from ..game.position import Contestant, Position


def simpler_rules(rules: Rules) -> Iterator[Rules]:
    """The rules themselves if cubes may know them, then ones that make far fewer and cheaper positions.

    A fixed order of turns makes a quarter of the configurations that the order of the scores makes,
    and without choices on squares a row of values costs a third.
    """
    yield rules
    plain = replace(rules, turn_order="seat", choices="even")
    if plain != rules:
        yield plain


def fewer_spins(position: Position, most: int) -> Iterator[Position]:
    """Positions with fewer and fewer spins, ``most`` at first, each contestant having his share of them."""
    total = min(max(3, most), position.spins - 1)
    while total >= 3:
        a, b, c = (_scaled(contestant, total / position.spins) for contestant in position.contestants)
        yield Position((a, b, c), position.mover_seat)
        total = total * 3 // 4


def _scaled(contestant: Contestant, share: float) -> Contestant:
    """So many of the spins, but at least one where there was one; earned and passed alike."""
    earned = max(min(1, contestant.earned), round(contestant.earned * share))
    passed = max(min(1, contestant.passed), round(contestant.passed * share))
    return replace(contestant, earned=earned, passed=passed)
