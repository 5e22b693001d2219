"""Estimates for rules and boards that only graphs know: sums rounded to a coarser unit."""

from __future__ import annotations

from engine.answers.found import Found, estimated, outcomes_of
from engine.answers.graph import solved_graph
from engine.answers.question import Question
from engine.errors import Unaffordable
from engine.solve.costs import states_within

# Units to try, finest first, with the standard error that rounding the board's values brings with one
# spin left and with more: root mean square of the worst of six chances against the exact dollar.
# Measured by benchmarks/units.py over 15 positions with one spin and 7 with two or three; rounded up.
ERRORS = {250: (0.0065, 0.002), 500: (0.017, 0.012), 1000: (0.094, 0.08), 2000: (0.094, 0.08)}


def coarse(question: Question, most: int = max(ERRORS)) -> Found:
    """The finest unit, ``most`` dollars or less, whose graph fits the limits. Raises Unaffordable."""
    refusal: Unaffordable | None = None
    for unit, errors in ERRORS.items():
        if not question.unit < unit <= most:
            continue
        table = question.table(unit)
        try:
            ply, states = solved_graph(question, table, states_within(question.left()))
        except Unaffordable as too_big:
            refusal = too_big
            continue
        error = (errors[question.position.spins > 1],) * 3
        return Found(
            "estimated",
            table,
            None if ply.press is None else estimated(ply.press, error),
            None if ply.passing is None else estimated(ply.passing, error),
            states,
            outcomes_of(question, table, ply),
        )
    raise Unaffordable(f"This position is too big for {question.limits.seconds:g} seconds. {refusal}")
