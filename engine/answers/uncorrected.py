"""Estimates without playouts: where the board changes, or dollars are at stake.

Playouts need chances to win on one board. Without them the estimate comes from a board with rounded
values or, where that takes too long, from a grid of scores.
"""

from __future__ import annotations

import math

from ..errors import Unaffordable
from ..game.rules import PlayRules
from ..solve.boxes.cubes import cubes_apply
from ..solve.cancel_flag import Progress
from ..solve.lanes import ALL_SEATS, counted_seats
from ..solve.next_spins_tree import NextSpinsTree
from ..solve.playouts import Playouts
from ..solve.ply import Ply
from .grid_selection import (
    SelectedGrid,
    fewer_spins_error,
    grid_errors,
    select_grid,
    select_second_grid,
)
from .question import Question
from .result_builder import SolverOutcome, outcomes_of, uniform_error_action
from .rounded_board import rounded_board_estimate
from .standard_errors import stated

LISTING = 0.3  # the share of the time for listing what may happen before the board changes
FINE = 250  # up to this unit, rounding the board's values errs less than a grid of scores


def uncorrected(question: Question, play_rules: PlayRules) -> SolverOutcome:
    """Return the best estimate within the limits: from a slightly rounded board, else from a grid of scores.

    Raises:
        Unaffordable: no estimate fits the limits.
        Unsettled: the best choices in an endless cycle of spins depend on one another.
        Cancelled: the flag was set.
    """
    if (
        question.position.alone
        or not cubes_apply(question.board, play_rules)
        or (question.next_spins is not None and play_rules.rules.in_dollars)
    ):
        return rounded_board_estimate(question)
    try:
        return rounded_board_estimate(question, FINE)
    except Unaffordable:
        return _from_grid(question, play_rules)


def _from_grid(question: Question, play_rules: PlayRules) -> SolverOutcome:
    question.listener(Progress("Working out the odds", 0.0))
    tree = None
    if question.next_spins is not None:
        patience = LISTING * question.limits.seconds
        tree = NextSpinsTree(question.position, question.next_spins, play_rules, question.cancel, patience=patience)
    selected = select_grid(question, play_rules, (ALL_SEATS, *counted_seats(question.position)))
    ply = _ply(question, play_rules, selected, tree)
    again = select_second_grid(question, play_rules, selected)
    rougher = None if again is None else _ply(question, play_rules, again, tree)
    errors = stated(question, grid_errors(question, selected), ply, rougher)
    fewer = fewer_spins_error(selected, question.position.spins)
    error, dollars = math.hypot(errors.chance, fewer), errors.dollars + fewer * selected.cubes.scale
    counted = "" if not fewer else f", as if only {selected.spins} of the {question.position.spins} spins were left"
    return SolverOutcome(
        "estimated",
        play_rules,
        uniform_error_action(ply.press, error, dollars),
        uniform_error_action(ply.passing, error, dollars),
        selected.cubes.states,
        outcomes_of(question, play_rules, ply),
        (f"Estimated from scores ${selected.grid:,} apart{counted}.",),
    )


def _ply(question: Question, play_rules: PlayRules, selected: SelectedGrid, tree: NextSpinsTree | None) -> Ply:
    """Return the values of both actions on a grid."""
    selected.cubes.solve(question.listener)
    if tree is None:
        return selected.cubes.root_ply()
    game = question.board, play_rules
    return tree.root_ply(Playouts(selected.cubes, game=game).value)
