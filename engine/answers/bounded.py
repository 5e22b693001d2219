"""An answer from proven bounds (``engine.solvers.bounds``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .. import calibration
from ..game.rules import PlayRules
from ..solvers import schedule
from ..solvers.bounds.search import Bounds, Interval
from ..solvers.ply import Vector, to_triple
from .question import Question
from .result import ActionResult, SolveResult, exact_action, result_of


def narrowing(question: Question, looks: Sequence[float]) -> Iterator[SolveResult]:
    """Yield ever narrower intervals, each after its seconds, and the last after all the time of the question.

    Intervals that have practically closed are an exact answer.

    Raises:
        InputError: there are no bounds for such a question.
        Unaffordable: there is not enough memory even to begin.
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
    for seconds in looks:
        if bounds.finished or seconds >= question.schedule.left():
            break
        bounds.narrow(seconds, question.listener)
        yield _answer(question, play_rules, bounds)
    bounds.narrow(max(schedule.MIN_BOUNDS_SECONDS, question.schedule.left()), question.listener)
    yield _answer(question, play_rules, bounds)


def _answer(question: Question, play_rules: PlayRules, bounds: Bounds) -> SolveResult:
    """Return the intervals proven so far, or the exact answer if they have practically closed."""
    press, passing = bounds.actions()
    if bounds.exact:
        rounding = calibration.DOUBLE_ROUNDING + bounds.width
        return result_of(
            question,
            "exact",
            play_rules,
            exact_action(_middle(press), rounding),
            exact_action(_middle(passing), rounding),
            bounds.states,
        )
    depth = question.limits.depth
    notes = [] if depth is None else [f"The tree was explored to a depth of {depth:,} at most."]
    if bounds.verdict is not None:
        notes.append("The verdict is already certain: what was not explored cannot change it.")
    else:
        what = "memory" if bounds.full else "time"
        more = f"{what} narrows" if depth is None else f"depth or {what} narrows"
        notes.append(f"The verdict is not certain yet; more {more} the bounds.")
    return result_of(
        question, "bounded", play_rules, _interval(press), _interval(passing), bounds.states, notes=tuple(notes)
    )


def _middle(interval: Interval | None) -> Vector | None:
    return None if interval is None else tuple((low + high) / 2 for low, high in zip(*interval, strict=True))


def _interval(interval: Interval | None) -> ActionResult | None:
    middle = _middle(interval)
    return None if interval is None or middle is None else ActionResult(to_triple(middle), *interval)
