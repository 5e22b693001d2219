"""Estimates from a board whose values are rounded to a coarser unit."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from ..errors import Unaffordable, Unsettled
from ..solve.ply import Ply
from ..solve.score_cap import DOLLARS as DOLLARS_AT_STAKE
from .question import Question
from .result_builder import SolverOutcome, outcomes_of, uniform_error_action
from .standard_errors import Errors, measured, stated
from .values import values

# Units to try, finest first, with the standard error that rounding brings with one spin left and with
# more: root mean square of the worst of six chances, compared with the exact dollar. Measured by
# benchmarks/units.py over 15 positions with one spin and 7 with two or three; rounded up.
ONE_SPIN = {250: 0.0065, 500: 0.017, 1000: 0.094, 2000: 0.094}
MORE_SPINS = {250: 0.002, 500: 0.012, 1000: 0.08, 2000: 0.08}
# ... and of dollars, where they are at stake (benchmarks/dollars.py).
DOLLARS = {250: 40.0, 500: 130.0, 1000: 880.0, 2000: 880.0}
COARSEST = max(DOLLARS)
NEGLIGIBLE = 1e-4  # the largest effect of a cap on an estimate
FEW_SPINS = 3  # with more, the exact dollar is out of reach
HALF = 0.5  # the share of the time for trying the exact dollar
NOTE = "Estimated with rounded values, as the exact dollar takes too long."


def rounded_board_estimate(question: Question, coarsest: int = COARSEST) -> SolverOutcome:
    """Return an estimate at the finest unit up to ``coarsest`` dollars that fits the limits. Raises Unaffordable."""
    with suppress(Unaffordable, Unsettled):
        return _below_a_cap(question)
    refusal: Unaffordable | Unsettled | str = f"No unit above ${question.unit:,} is tried."
    for unit in DOLLARS:
        if not question.unit < unit <= coarsest:
            continue
        play_rules = question.play_rules(unit, NEGLIGIBLE)
        try:
            found = values(question, play_rules)
        except (Unaffordable, Unsettled) as failed:  # rounding may create cycles that the board does not have
            refusal = failed
            continue
        errors = stated(question, _measured(question, unit), found.ply, _rougher(question, 2 * unit))
        return SolverOutcome(
            "estimated",
            play_rules,
            uniform_error_action(found.ply.press, *errors),
            uniform_error_action(found.ply.passing, *errors),
            found.states,
            outcomes_of(question, play_rules, found.ply),
            (NOTE,),
        )
    raise Unaffordable(f"This position is too big for {question.limits.seconds:g} seconds. {refusal}")


def _below_a_cap(question: Question) -> SolverOutcome:
    """Return an estimate without rounding, but with a cap that few scores ever reach.

    Raises:
        Unaffordable: that is too much as well.
        Unsettled: the best choices in an endless cycle of spins depend on one another.
    """
    if question.rules.cap is not None or question.position.spins > FEW_SPINS:
        raise Unaffordable("It has too many positions.")
    play_rules = question.play_rules(question.unit, NEGLIGIBLE)
    found = values(
        replace(question, limits=replace(question.limits, seconds=HALF * question.limits.seconds)), play_rules
    )
    errors = Errors(NEGLIGIBLE, NEGLIGIBLE * DOLLARS_AT_STAKE)
    return SolverOutcome(
        "estimated",
        play_rules,
        uniform_error_action(found.ply.press, *errors),
        uniform_error_action(found.ply.passing, *errors),
        found.states,
        outcomes_of(question, play_rules, found.ply),
        (f"Scores were followed only up to ${play_rules.cap:,}.",),
    )


def _rougher(question: Question, unit: int) -> Ply | None:
    """Return the actions at a coarser unit, if there is time."""
    try:
        return values(question, question.play_rules(unit, NEGLIGIBLE)).ply
    except (Unaffordable, Unsettled):
        return None


def _measured(question: Question, unit: int) -> Errors:
    return measured(question, unit, MORE_SPINS if question.position.spins > 1 else ONE_SPIN, DOLLARS)
