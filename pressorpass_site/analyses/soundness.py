"""Whether a stored answer can be shown: somebody may have changed the database by hand, or a disk may have failed."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from engine import SolveResult

DAMAGED = "The stored answer was damaged. It is being worked out again."
_KNOWN_BY = ("exact", "bounded", "estimated")
_BEST = ("press", "pass", None)
_STEP = ("best", "margin", "too_close")


def is_sound(result: Any, steps: Any = (), *, notation: str | None = None) -> bool:
    """Return whether a stored result with its `steps` has all that pages read, in the right form.

    `notation` is the position that it should be about.
    """
    try:
        found = SolveResult.from_json(result)
        # Answers that come with the site took no time.
        numbers = [found.unit, found.cap, found.states, found.seconds or 0, found.margin or 0]
        for action in (found.press, found.passing):
            if action is not None:
                each = (action.win, action.low, action.high, action.standard_error, action.money, action.utility)
                numbers += [number for triple in each if triple is not None for number in triple]
        for outcome in found.outcomes:
            numbers += [outcome.chance, *outcome.win, *(outcome.utility or ())]
        texts = [found.position, found.board, found.engine, *found.notes, *(each.label for each in found.outcomes)]
        return (
            notation in (None, found.position)
            and found.method in _KNOWN_BY
            and found.best in _BEST
            and isinstance(found.too_close, bool)
            and isinstance(found.rules, dict)
            and all(isinstance(text, str) for text in texts)
            and _are_numbers(numbers)
            and all(name in each for each in steps for name in _STEP)
        )
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return False


def _are_numbers(values: Iterable[Any]) -> bool:
    return all(isinstance(x, int | float) and not isinstance(x, bool) and math.isfinite(x) for x in values)
