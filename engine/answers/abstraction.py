"""Abstraction: simpler games in place of one too big to solve, with simpler rules or fewer spins.

An estimate starts from the values of a simpler game. Playouts of the true game correct them, so the
simplification costs only some quality of the choices (``engine.solve.playouts``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..game.options import Rules
from ..game.position import Contestant, Position
from ..game.rules import PlayRules
from ..solve.cubes import cubes_apply
from .question import Question

# In most positions playouts make up for it; in 2 of 40 with two or three spins an estimate was 0.16 and 0.4 points off
# that stated less than 0.05.
WITHOUT_HABITS = 0.002


def known_to_cubes(play_rules: PlayRules) -> PlayRules:
    """The rules without the habits that cubes do not know: a pass at the cap, a board reduced for some spins only."""
    rules = replace(play_rules.rules, cap_passes=False)
    if rules.reduce_from > 1:
        rules = replace(rules, reduce=None, reduce_from=1)
    return play_rules if rules == play_rules.rules else replace(play_rules, rules=rules)


def habits_error(play_rules: PlayRules) -> float:
    """The standard error that choices by values without these habits may bring to an estimate."""
    return 0.0 if known_to_cubes(play_rules) == play_rules else WITHOUT_HABITS


def can_be_played_out(question: Question, play_rules: PlayRules) -> bool:
    """Whether playouts can correct values that cubes have found, maybe by simpler rules."""
    rules = play_rules.rules
    if question.next_spins is not None or rules.in_dollars:
        return False
    if rules.house == "play" and rules.mixes_boards(question.position.spins):  # how the last one in fares depends on it
        return False
    return cubes_apply(question.board, known_to_cubes(play_rules))


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
