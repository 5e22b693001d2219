"""Answers from proven bounds (``engine.solvers.bounds``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .. import calibration
from ..game.rules import PlayRules
from ..solvers import schedule
from ..solvers.bounds.search import Bounds, Interval
from ..solvers.ply import Vector, to_triple
from .question import Question
from .result import ActionResult, SolveResult, make_exact_action, make_result


def narrow_bounds(question: Question, report_seconds: Sequence[float]) -> Iterator[SolveResult]:
    """Yield ever narrower intervals, after each number of seconds and at last after all the time of the question.

    Intervals that are narrow enough are an exact answer.

    Raises:
        InputError: there are no bounds for such a question.
        Unaffordable: too little memory for the first position.
        Cancelled: the flag was set.
    """
    play_rules = question.play_rules()
    bounds = Bounds(
        question.position,
        question.board,
        play_rules,
        cancel=question.cancel,
        memory=question.limits.memory_bytes,
        depth=question.limits.depth,
    )
    for seconds in report_seconds:
        if bounds.finished or seconds >= question.schedule.left():
            break
        bounds.narrow(seconds, question.listener)
        yield _make_answer(question, play_rules, bounds)
    bounds.narrow(max(schedule.MIN_BOUNDS_SECONDS, question.schedule.left()), question.listener)
    yield _make_answer(question, play_rules, bounds)


def _make_answer(question: Question, play_rules: PlayRules, bounds: Bounds) -> SolveResult:
    press, passing = bounds.actions()
    if bounds.exact:
        rounding = calibration.DOUBLE_ROUNDING + bounds.width
        return make_result(
            question,
            "exact",
            play_rules,
            make_exact_action(_find_middle(press), rounding),
            make_exact_action(_find_middle(passing), rounding),
            bounds.states,
        )
    depth = question.limits.depth
    notes = [] if depth is None else [f"The tree was explored to a depth of {depth:,} at most."]
    if bounds.verdict is not None:
        notes.append("The verdict is already certain: what was not explored cannot change it.")
    else:
        resource = "memory" if bounds.full else "time"
        more = f"{resource} narrows" if depth is None else f"depth or {resource} narrows"
        notes.append(f"The verdict is not certain yet; more {more} the bounds.")
    return make_result(
        question, "bounded", play_rules, _make_action(press), _make_action(passing), bounds.states, notes=tuple(notes)
    )


def _find_middle(interval: Interval | None) -> Vector | None:
    return None if interval is None else tuple((low + high) / 2 for low, high in zip(*interval, strict=True))


def _make_action(interval: Interval | None) -> ActionResult | None:
    middle = _find_middle(interval)
    return None if interval is None or middle is None else ActionResult(to_triple(middle), *interval)
