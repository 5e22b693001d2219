"""Estimates: a coarser grid of scores solved exactly, then corrected by playouts of the true game.

Where even the coarsest grid takes too long, a position with fewer spins stands for this one, and the
stated error says how much that may matter. How honest stated errors are is measured by
``benchmarks/estimates.py``.
"""

from __future__ import annotations

import math
from contextlib import suppress

from engine.answers.coarse import coarse
from engine.answers.found import Found, estimated, outcomes_of
from engine.answers.grids import Start, start
from engine.answers.question import Question
from engine.answers.simpler import simpler_rules
from engine.errors import Cancelled
from engine.game.rules import Table
from engine.game.spin import merged
from engine.solve.cubes import suits
from engine.solve.flag import Progress, deadline
from engine.solve.playouts import Playouts, Sample
from engine.solve.result import ActionResult

NEGLIGIBLE = 1e-4  # what a cap may change in an estimate
FIRST_PLAYOUTS = 64  # of each action, before their number is doubled again and again
MOST_PLAYOUTS = 200_000
# Noise (standard errors, in probability) that is not worth more playouts: small beside the error of the
# choices, or small in itself.
SMALL = 0.2
FINE = 2e-4
LAST = 0.9  # the share of the time after which no playouts are begun

# Standard errors of values that no playouts corrected, by the grid.
GRID_ERRORS = {250: 0.004, 500: 0.008, 1000: 0.02, 2000: 0.04, 4000: 0.08, 8000: 0.15}
# Standard errors where fewer spins stand for the position's own, by the least share of them.
SHARE_ERRORS = ((0.6, 0.06), (0.4, 0.1), (0.2, 0.15), (0.0, 0.2))


def estimate(question: Question) -> Found:
    """The best estimate that the limits allow.

    Raises:
        Unaffordable: there is no way to estimate it within the limits.
        Unsettled: choices in an endless cycle of spins chase one another.
        Cancelled: the flag was set.
    """
    table = question.table(question.unit, NEGLIGIBLE)
    if not any(suits(question.board, Table(rules, table.unit, table.cap)) for rules in simpler_rules(table.rules)):
        return coarse(question)
    question.listener(Progress("Choosing a grid of scores", 0.0))
    begun = start(question, table)
    begun.cubes.solve(question.listener)
    landings = merged(question.board, table.rules, table.unit)
    playouts = Playouts(begun.cubes, game=(landings, table), seating=begun.seating)
    _play(question, playouts)
    return _found(question, table, playouts, begun)


def _play(question: Question, playouts: Playouts) -> None:
    """Playouts until time is up, or until their noise hardly matters any more."""
    count = FIRST_PLAYOUTS
    with deadline(question.cancel, question.left() - (1 - LAST) * question.limits.seconds) as time_is_up:
        while not time_is_up.is_set():
            question.listener(Progress("Playing games out", min(1.0, _count(playouts) / MOST_PLAYOUTS)))
            with suppress(Cancelled):
                playouts.improve(count, time_is_up)
            samples = [sample for sample in (playouts.press, playouts.passing) if sample is not None]
            if all(_quiet(sample) for sample in samples) or samples[0].count >= MOST_PLAYOUTS:
                break
            count = max(FIRST_PLAYOUTS, samples[0].count // 2)
    question.cancel.check()


def _quiet(sample: Sample) -> bool:
    return all(n <= max(SMALL * p, FINE) for n, p in zip(sample.standard_error, sample.policy_error, strict=True))


def _count(playouts: Playouts) -> int:
    sample = playouts.press or playouts.passing
    return 0 if sample is None else sample.count


def _found(question: Question, table: Table, playouts: Playouts, begun: Start) -> Found:
    share = begun.spins / question.position.spins
    fewer = 0.0 if share == 1 else next(error for least, error in SHARE_ERRORS if share >= least)

    rough = GRID_ERRORS[begun.grid]  # where no playout was made in time

    def action(sample: Sample | None) -> ActionResult | None:
        if sample is None:
            return None
        errors = [math.hypot(error if sample.count > 1 else rough, fewer) for error in sample.error]
        return estimated(sample.mean, errors)

    notes = [f"Estimated from scores ${begun.grid:,} apart and {_count(playouts):,} playouts of each action."]
    if fewer:
        notes.insert(0, f"A first estimate, as if only {begun.spins} of the {question.position.spins} spins were left.")
    outcomes = outcomes_of(question.board, table, playouts.look(), question.position.up)
    return Found(
        "estimated",
        table,
        action(playouts.press),
        action(playouts.passing),
        begun.cubes.states,
        outcomes,
        tuple(notes),
    )
