"""Estimates that no playouts correct: where the board changes, or dollars are at stake.

Playouts go from chances to win on one board. Here a slightly coarser board has to do, or, where that
takes too long, a grid of scores as it is.
"""

from __future__ import annotations

import math

from ..errors import Unaffordable
from ..game.position import SEATS
from ..game.rules import PlayRules
from ..game.spin import spins
from ..solve.cubes import suits
from ..solve.flag import Progress
from ..solve.playouts import Playouts
from ..solve.ply import Ply, Vector
from ..solve.switch import Switch
from .coarse import coarse
from .found import Found, outcomes_of, roughly
from .grids import Start, another, fewer_error, rough_errors, start
from .question import Question
from .standard_errors import stated

LISTING = 0.3  # the share of the time that listing what may happen before the board changes may take
FINE = 250  # up to this unit rounding the board's values errs less than a grid of scores


def uncorrected(question: Question, play_rules: PlayRules) -> Found:
    """The best estimate that the limits allow: a slightly coarser board, else a grid of scores.

    Raises:
        Unaffordable: there is no way to estimate it within the limits.
        Unsettled: choices in an endless cycle of spins chase one another.
        Cancelled: the flag was set.
    """
    if (
        question.position.alone
        or not suits(question.board, play_rules)
        or (question.next_spins is not None and play_rules.rules.in_dollars)
    ):
        return coarse(question)
    try:
        return coarse(question, FINE)
    except Unaffordable:
        return _from_grid(question, play_rules)


def _from_grid(question: Question, play_rules: PlayRules) -> Found:
    question.listener(Progress("Choosing a grid of scores", 0.0))
    switch = None
    if question.next_spins is not None:
        patience = LISTING * question.limits.seconds
        switch = Switch(question.position, question.next_spins, play_rules, question.cancel, patience=patience)
    begun = start(question, play_rules)
    ply = _ply(question, play_rules, begun, switch)
    again = another(question, play_rules, begun)
    rougher = None if again is None else _ply(question, play_rules, again, switch)
    errors = stated(question, rough_errors(question, begun), ply, rougher)
    fewer = fewer_error(begun, question.position.spins)
    error, dollars = math.hypot(errors.chance, fewer), errors.dollars + fewer * begun.cubes.scale
    counted = "" if not fewer else f", as if only {begun.spins} of the {question.position.spins} spins were left"
    # Under simpler rules the landings are not those of the board.
    known = switch is not None or begun.cubes.plan.table.rules == play_rules.rules
    return Found(
        "estimated",
        play_rules,
        roughly(ply.press, error, dollars),
        roughly(ply.passing, error, dollars),
        begun.cubes.states,
        outcomes_of(question, play_rules, ply) if known else (),
        (f"Estimated from scores ${begun.grid:,} apart{counted}.",),
    )


def _ply(question: Question, play_rules: PlayRules, begun: Start, switch: Switch | None) -> Ply:
    """The root's actions as a grid has them."""
    begun.cubes.solve(question.listener)
    if switch is None:
        return _as_they_sit(begun.cubes.look(), begun)
    game = spins(question.board, play_rules.rules, play_rules.unit), play_rules
    return switch.look(Playouts(begun.cubes, game=game, seating=begun.seating).value)


def _as_they_sit(ply: Ply, begun: Start) -> Ply:
    """The values of cubes whose contestants sit elsewhere, each at his own seat."""

    def back(value: Vector) -> Vector:
        return tuple(value[first + begun.seating[seat]] for first in range(0, len(value), len(SEATS)) for seat in SEATS)

    return Ply(
        ply.press and back(ply.press),
        ply.passing and back(ply.passing),
        {options: back(value) for options, value in ply.outcomes.items()},
    )
