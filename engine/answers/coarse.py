"""Estimates that no playouts can correct: sums rounded to a coarser unit."""

from __future__ import annotations

from engine.answers.found import Found, outcomes_of, roughly
from engine.answers.question import Question
from engine.answers.values import values
from engine.errors import Unaffordable, Unsettled

# Units to try, finest first, with the standard error that rounding the board's values brings with one
# spin left and with more: root mean square of the worst of six chances against the exact dollar.
# Measured by benchmarks/units.py over 15 positions with one spin and 7 with two or three; rounded up.
ERRORS = {250: (0.0065, 0.002), 500: (0.017, 0.012), 1000: (0.094, 0.08), 2000: (0.094, 0.08)}


# ... and of dollars, where they are at stake (benchmarks/dollars.py).
DOLLARS = {250: 40.0, 500: 130.0, 1000: 880.0, 2000: 880.0}
NEGLIGIBLE = 1e-4  # what a cap may change in an estimate


def coarse(question: Question, most: int = max(ERRORS)) -> Found:
    """The finest unit, ``most`` dollars or less, that fits the limits. Raises Unaffordable."""
    refusal: Unaffordable | Unsettled | None = None
    for unit, errors in ERRORS.items():
        if not question.unit < unit <= most:
            continue
        table = question.table(unit, NEGLIGIBLE)
        try:
            found = values(question, table)
        except (Unaffordable, Unsettled) as failed:  # rounding may bring circles that the board does not have
            refusal = failed
            continue
        error = errors[question.position.spins > 1]
        return Found(
            "estimated",
            table,
            roughly(found.ply.press, error, DOLLARS[unit]),
            roughly(found.ply.passing, error, DOLLARS[unit]),
            found.states,
            outcomes_of(question, table, found.ply),
        )
    raise Unaffordable(f"This position is too big for {question.limits.seconds:g} seconds. {refusal}")
