"""An answer from proven bounds (``engine.solve.bounds``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..game.rules import PlayRules
from ..solve.bounds.search import Bounds, Interval
from ..solve.boxes.solver import DOUBLE_ROUNDING
from ..solve.result import ActionResult
from .question import Question
from .result_builder import SolverOutcome, exact_action, triple

AT_LEAST = 0.1  # seconds, even if other methods have used up the time


def bounded(question: Question) -> SolverOutcome:
    """Return intervals that contain the exact value, or an exact answer once they have practically closed.

    Raises: see ``narrowing``.
    """
    *_, last = narrowing(question, ())
    return last


def narrowing(question: Question, looks: Sequence[float]) -> Iterator[SolverOutcome]:
    """Yield ever narrower intervals, each after its seconds, and the last after all the time of the question.

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
    for seconds in looks:
        if bounds.finished or seconds >= question.seconds_left():
            break
        bounds.improve(seconds, question.listener)
        yield _outcome(question, play_rules, bounds)
    bounds.improve(max(AT_LEAST, question.seconds_left()), question.listener)
    yield _outcome(question, play_rules, bounds)


def _outcome(question: Question, play_rules: PlayRules, bounds: Bounds) -> SolverOutcome:
    """Return what is proven so far."""
    press, passing = bounds.actions()
    if bounds.exact:
        return SolverOutcome(
            "exact",
            play_rules,
            None if press is None else exact_action(_middle(press), DOUBLE_ROUNDING + bounds.width),
            None if passing is None else exact_action(_middle(passing), DOUBLE_ROUNDING + bounds.width),
            bounds.states,
        )
    depth = question.limits.depth
    notes = [] if depth is None else [f"The tree was explored to a depth of {depth:,} at most."]
    if bounds.certain:
        notes.append("The verdict is already certain: what was not explored cannot change it.")
    else:
        what = "memory" if bounds.full else "time"
        more = f"{what} narrows" if depth is None else f"depth or {what} narrows"
        notes.append(f"The verdict is not certain yet; more {more} the bounds.")
    return SolverOutcome("bounded", play_rules, _interval(press), _interval(passing), bounds.states, notes=tuple(notes))


def _middle(interval: Interval) -> tuple[float, ...]:
    low, high = interval
    return tuple((a + b) / 2 for a, b in zip(low, high, strict=True))


def _interval(interval: Interval | None) -> ActionResult | None:
    return None if interval is None else ActionResult(triple(_middle(interval)), *interval)
