"""Estimates: a coarser grid of scores solved exactly, then corrected by playouts of the true game.

Where even the coarsest grid takes too long, a position with fewer spins stands for this one, and the
stated error says how much that may matter. How honest stated errors are is measured by
``benchmarks/estimates.py``.
"""

from __future__ import annotations

import math

from engine.answers.coarse import coarse
from engine.answers.found import Found, estimated, outcomes_of
from engine.answers.grids import Start, start
from engine.answers.question import Question
from engine.answers.simpler import simpler_rules
from engine.game.rules import Table
from engine.game.spin import merged
from engine.solve.cubes import suits
from engine.solve.flag import Progress
from engine.solve.playouts import Playouts, Sample
from engine.solve.ply import Ply
from engine.solve.result import ActionResult

NEGLIGIBLE = 1e-4  # what a cap may change in an estimate
FIRST_PLAYOUTS = 64  # of each action, before their number is doubled again and again
MOST_PLAYOUTS = 200_000
SMALL = 0.2  # noise that is so much smaller than the error of the choices is not worth more playouts
LAST = 0.9  # the share of the time after which no playouts are begun

# Standard errors of values that no playouts corrected: by the grid, and where fewer spins stand for the
# position's own, by the share of them that was counted with.
GRID_ERRORS = {250: 0.002, 500: 0.004, 1000: 0.013, 2000: 0.033, 4000: 0.08, 8000: 0.15}
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
    if begun.share < 1:
        return _stand_in(question, table, begun)
    playouts = Playouts(begun.cubes, game=(merged(question.board, table.rules, table.unit), table))
    _play(question, playouts)
    note = f"Estimated from scores ${begun.grid:,} apart and {_count(playouts):,} playouts of each action."
    return _found(question, table, playouts.look(), begun, (_of(playouts.press), _of(playouts.passing)), note)


def _play(question: Question, playouts: Playouts) -> None:
    """Playouts until time is up, or until their noise hardly matters any more."""
    count = FIRST_PLAYOUTS
    while True:
        question.listener(Progress("Playing games out", min(1.0, _count(playouts) / MOST_PLAYOUTS)))
        before = question.left()
        playouts.improve(count, question.cancel)
        took = before - question.left()
        samples = [sample for sample in (playouts.press, playouts.passing) if sample is not None]
        if all(_quiet(sample) for sample in samples) or samples[0].count >= MOST_PLAYOUTS:
            return
        left = question.left() - (1 - LAST) * question.limits.seconds
        if left < took:
            return
        # Twice as many as all so far, or what time allows.
        count = max(FIRST_PLAYOUTS, min(2 * samples[0].count, int(count * left / took)))


def _quiet(sample: Sample) -> bool:
    return all(n <= SMALL * p for n, p in zip(sample.standard_error, sample.policy_error, strict=True))


def _count(playouts: Playouts) -> int:
    sample = playouts.press or playouts.passing
    return 0 if sample is None else sample.count


def _of(sample: Sample | None) -> ActionResult | None:
    return None if sample is None else estimated(sample.mean, sample.error)


def _stand_in(question: Question, table: Table, begun: Start) -> Found:
    """Fewer spins: no playouts, as they are of another game."""
    ply = begun.cubes.look()
    share_error = next(error for share, error in SHARE_ERRORS if begun.share >= share)
    error = math.hypot(GRID_ERRORS[begun.grid], share_error)
    actions = tuple(
        None if value is None else estimated(value, (error, error, error)) for value in (ply.press, ply.passing)
    )
    spins = begun.cubes.plan.position.spins
    note = f"A first estimate, as if there were only {spins} spins, shared out alike, and scores ${begun.grid:,} apart."
    return _found(question, table, ply, begun, (actions[0], actions[1]), note)


def _found(
    question: Question,
    table: Table,
    ply: Ply,
    begun: Start,
    actions: tuple[ActionResult | None, ActionResult | None],
    note: str,
) -> Found:
    outcomes = outcomes_of(question.board, table, ply, question.position.up)
    return Found("estimated", table, *actions, begun.cubes.states, outcomes, (note,))
