"""Estimates without playouts: where the board changes, dollars are at stake, or cubes do not know the rules.

Playouts need chances to win on one board. Without them the estimate comes from scores that stop at a low cap, from a
board with rounded values or, where that takes too long, from a grid of scores.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from .. import calibration
from ..errors import Unaffordable, Unsettled
from ..game.rules import PlayRules
from ..solvers import schedule
from ..solvers.boxes.solver import cubes_apply
from ..solvers.cancel_flag import Progress
from ..solvers.lanes import ALL_SEATS, counted_seats
from ..solvers.next_spins_tree import NextSpinsTree
from ..solvers.playouts import Playouts
from ..solvers.ply import Ply
from ..solvers.score_cap import DOLLARS as DOLLARS_AT_STAKE
from ..solvers.score_cap import SLIGHT
from ..solvers.ways import Plan, Way
from .abstraction import can_be_played_out
from .exact import exact_ply
from .grid_selection import SelectedGrid, fewer_spins_error, grid_errors, select_grid, select_second_grid
from .question import Question
from .result_builder import SolverOutcome, outcomes_of, uniform_error_action
from .standard_errors import Errors, measured, stated

UNITS = tuple(calibration.DOLLARS_ROUNDED)  # tried from the finest
FINE = 250  # up to this unit, rounding the board's values errs less than a grid of scores
DOLLAR_SPINS = 3  # with more spins the exact dollar is out of reach
NOTE = "Estimated with rounded values, as the exact dollar takes too long."


def _outcome(
    question: Question, play_rules: PlayRules, ply: Ply, errors: Errors, notes: Sequence[str]
) -> SolverOutcome:
    return SolverOutcome(
        "estimated",
        play_rules,
        uniform_error_action(ply.press, *errors),
        uniform_error_action(ply.passing, *errors),
        ply.states,
        outcomes_of(question, play_rules, ply.outcomes),
        tuple(notes),
    )


# -- a low cap ---------------------------------------------------------------------------------


def _few_scores(question: Question, play_rules: PlayRules) -> bool:
    return (
        question.rules.cap is None and question.position.spins <= DOLLAR_SPINS and not played_out(question, play_rules)
    )


def _below_a_cap(plan: Plan, question: Question, play_rules: PlayRules) -> SolverOutcome:
    """Return an estimate without rounding, but with a cap that few scores ever reach."""
    ply = exact_ply(question.within(schedule.BELOW_A_CAP), play_rules)
    errors = Errors(SLIGHT, SLIGHT * DOLLARS_AT_STAKE)
    return _outcome(question, play_rules, ply, errors, [f"Scores were followed only up to ${play_rules.cap:,}."])


# -- a rounded board ---------------------------------------------------------------------------


def _may_be_rounded(unit: int, question: Question, play_rules: PlayRules) -> bool:
    coarsest = FINE if _on_a_grid(question, play_rules) else UNITS[-1]
    return question.unit < unit <= coarsest and not played_out(question, play_rules)


def _rounded(unit: int, plan: Plan, question: Question, play_rules: PlayRules) -> SolverOutcome:
    """Return an estimate with the board's values rounded to a unit."""
    rounded_rules = question.play_rules(unit, SLIGHT)
    ply = exact_ply(question, rounded_rules)
    try:
        rougher = exact_ply(question, question.play_rules(2 * unit, SLIGHT))
    except (Unaffordable, Unsettled):
        rougher = None
    chances = calibration.MORE_SPINS_ROUNDED if question.position.spins > 1 else calibration.ONE_SPIN_ROUNDED
    base = measured(question, unit, chances, calibration.DOLLARS_ROUNDED)
    errors = stated(question, base, ply, rougher)
    return _outcome(question, rounded_rules, ply, errors, [NOTE])


# -- a grid of scores --------------------------------------------------------------------------


def _on_a_grid(question: Question, play_rules: PlayRules) -> bool:
    return not (
        played_out(question, play_rules)
        or question.position.alone
        or (question.next_spins is not None and play_rules.rules.in_dollars)
        or not cubes_apply(question.board, play_rules)
    )


def _from_grid(plan: Plan, question: Question, play_rules: PlayRules) -> SolverOutcome:
    question.listener(Progress("Working out the odds", 0.0))
    tree = None
    if question.next_spins is not None:
        patience = schedule.LIST_NEXT_SPINS * question.schedule.seconds
        tree = NextSpinsTree(question.position, question.next_spins, play_rules, question.cancel, patience=patience)
    selected = select_grid(question, play_rules, (ALL_SEATS, *counted_seats(question.position)))
    ply = _grid_ply(question, play_rules, selected, tree)
    again = select_second_grid(question, play_rules, selected)
    rougher = None if again is None else _grid_ply(question, play_rules, again, tree)
    errors = stated(question, grid_errors(question, selected), ply, rougher)
    fewer = fewer_spins_error(selected, question.position.spins)
    errors = Errors(math.hypot(errors.chance, fewer), errors.dollars + fewer * selected.cubes.scale)
    counted = "" if not fewer else f", as if only {selected.spins} of the {question.position.spins} spins were left"
    note = f"Estimated from scores ${selected.grid:,} apart{counted}."
    return _outcome(question, play_rules, ply, errors, [note])


def _grid_ply(question: Question, play_rules: PlayRules, selected: SelectedGrid, tree: NextSpinsTree | None) -> Ply:
    """Return the values of both actions on a grid."""
    selected.cubes.solve(question.listener)
    if tree is None:
        ply = selected.cubes.root_ply()
    else:
        ply = tree.root_ply(Playouts(selected.cubes, game=(question.board, play_rules)).value)
    return replace(ply, states=selected.cubes.states)


def played_out(question: Question, play_rules: PlayRules) -> bool:
    """Return whether playouts correct what a grid ignores, so that nothing here is needed."""
    return not question.position.alone and can_be_played_out(question, play_rules)


BELOW_A_CAP = Way(_below_a_cap, applies=_few_scores, refusals=(Unaffordable, Unsettled))
# Rounding may create cycles that the board does not have.
ROUNDED = tuple(
    Way(partial(_rounded, unit), applies=partial(_may_be_rounded, unit), refusals=(Unaffordable, Unsettled))
    for unit in UNITS
)
ON_A_GRID = Way(_from_grid, applies=_on_a_grid)
