"""Proven bounds as an answer (``engine.solve.bounds``)."""

from __future__ import annotations

from ..solve.bounds import Bounds, Interval
from ..solve.cubes import DOUBLE_ROUNDING
from ..solve.result import ActionResult
from .found import Found, known, triple
from .question import Question

AT_LEAST = 0.1  # seconds, where other ways have used up the time


def bounded(question: Question) -> Found:
    """Intervals that hold the exact value; exact once they are as good as closed.

    Raises:
        InputError: a question without bounds.
        Unaffordable: less memory than the first steps take.
        Cancelled: the flag was set.
    """
    play_rules = question.play_rules(question.unit)
    bounds = Bounds(
        question.position, question.board, play_rules, cancel=question.cancel, memory=question.limits.memory_bytes
    )
    bounds.improve(max(AT_LEAST, question.left()), question.listener)
    press, passing = bounds.actions()
    if bounds.exact:
        return Found(
            "exact",
            play_rules,
            None if press is None else known(_middle(press), DOUBLE_ROUNDING + bounds.width),
            None if passing is None else known(_middle(passing), DOUBLE_ROUNDING + bounds.width),
            bounds.states,
        )
    note = (
        "The verdict is certain: whatever was not explored cannot change it."
        if bounds.certain
        else "The verdict is not certain yet; with more time the bounds get narrower."
    )
    return Found("bounded", play_rules, _interval(press), _interval(passing), bounds.states, notes=(note,))


def _middle(interval: Interval) -> tuple[float, ...]:
    low, high = interval
    return tuple((a + b) / 2 for a, b in zip(low, high, strict=True))


def _interval(interval: Interval | None) -> ActionResult | None:
    return None if interval is None else ActionResult(triple(_middle(interval)), *interval)
