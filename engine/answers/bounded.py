"""An answer from proven bounds (``engine.solve.bounds``)."""

from __future__ import annotations

from ..solve.block_solver import DOUBLE_ROUNDING
from ..solve.bounds import Bounds, Interval
from ..solve.result import ActionResult
from .question import Question
from .result_builder import SolverOutcome, exact_action, triple

AT_LEAST = 0.1  # seconds, even if other methods have used up the time


def bounded(question: Question) -> SolverOutcome:
    """Intervals that contain the exact value; an exact answer once they have practically closed.

    Raises:
        InputError: there are no bounds for such a question.
        Unaffordable: there is not enough memory even to begin.
        Cancelled: the flag was set.
    """
    play_rules = question.play_rules(question.unit)
    bounds = Bounds(
        question.position,
        question.board,
        play_rules,
        cancel=question.cancel,
        memory=question.limits.memory_bytes,
        depth=question.limits.depth,
    )
    bounds.improve(max(AT_LEAST, question.seconds_left()), question.listener)
    press, passing = bounds.actions()
    if bounds.exact:
        return SolverOutcome(
            "exact",
            play_rules,
            None if press is None else exact_action(_middle(press), DOUBLE_ROUNDING + bounds.width),
            None if passing is None else exact_action(_middle(passing), DOUBLE_ROUNDING + bounds.width),
            bounds.states,
        )
    note = (
        "The verdict is already certain: what was not explored cannot change it."
        if bounds.certain
        else f"The verdict is not certain yet; more {'time' if question.limits.depth is None else 'depth or time'} narrows the bounds."
    )
    notes = (
        () if question.limits.depth is None else (f"The tree was explored to a depth of {question.limits.depth:,}.",)
    )
    return SolverOutcome(
        "bounded", play_rules, _interval(press), _interval(passing), bounds.states, notes=(*notes, note)
    )


def _middle(interval: Interval) -> tuple[float, ...]:
    low, high = interval
    return tuple((a + b) / 2 for a, b in zip(low, high, strict=True))


def _interval(interval: Interval | None) -> ActionResult | None:
    return None if interval is None else ActionResult(triple(_middle(interval)), *interval)
