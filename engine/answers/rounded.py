"""Estimates from a board rounded to a unit, for what neither cubes nor playouts know.

That is the last one in who plays on against the house for dollars, or on two boards.
"""

from __future__ import annotations

from functools import partial

from .. import calibration
from ..errors import Unaffordable, Unsettled
from ..game.position import SEATS
from ..game.rules import PlayRules
from ..solvers.ply import Vector
from ..solvers.score_cap import SLIGHT
from ..solvers.ways import Plan, Way
from .abstraction import can_be_played_out
from .exact import exact_ply
from .question import Question
from .result import ActionResult
from .result_builder import SolverOutcome, estimated_action, outcomes_of
from .standard_errors import Errors, of_unit

NOTE = "Estimated with rounded values, as the exact dollar takes too long."


def _applies(unit: int, question: Question, play_rules: PlayRules) -> bool:
    """Return whether nothing better knows these rules, and the unit is likely to be nearer than rules of thumb."""
    nearer = of_unit(question, unit).chance < calibration.BY_THUMB
    return question.unit < unit and nearer and not can_be_played_out(question, play_rules)


def _rounded(unit: int, plan: Plan, question: Question, play_rules: PlayRules) -> SolverOutcome:
    """Return an estimate with the board's values rounded to a unit."""
    rounded_rules = question.play_rules(unit, SLIGHT)
    ply, errors = exact_ply(question, rounded_rules), of_unit(question, unit)
    return SolverOutcome(
        "estimated",
        rounded_rules,
        _action(ply.press, errors),
        _action(ply.passing, errors),
        ply.states,
        outcomes_of(question, rounded_rules, ply.outcomes),
        (NOTE,),
    )


def _action(value: Vector | None, errors: Errors) -> ActionResult | None:
    if value is None:
        return None
    dollars = [errors.dollars] * (len(value) - len(SEATS))
    return estimated_action(value, [*dollars, *[errors.chance] * len(SEATS)])


# From the finest unit to the coarsest. Rounding may create cycles that the board does not have.
ROUNDED = tuple(
    Way(partial(_rounded, unit), applies=partial(_applies, unit), refusals=(Unaffordable, Unsettled))
    for unit in calibration.ROUNDED
)
