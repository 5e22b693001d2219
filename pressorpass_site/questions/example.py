"""The example that the blank podiums show, and that is asked if nothing is typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Position

from .question import SEATS, Question

EXAMPLE = Position.parse("8000e3,3000,0@1")
EXAMPLE_LINE = "$8,000 3 spins / 3000 / 0"
BY_THE_RULES = "rules"  # the rules decide who is up
_BLANK = {"score": ("",), "earned": ("", "0"), "passed": ("", "0"), "whammies": ("", "0")}


def is_untouched(data: Mapping[str, Any]) -> bool:
    """Return whether a form was sent as the first page shows it, except for board and rules."""
    if data.get("up") not in (BY_THE_RULES, "1") or any(
        str(data.get(name) or "").strip() for name in ("line", "line_was")
    ):
        return False
    return all(
        str(data.get(f"seat{seat}_{part}") or "").strip() in blank
        for seat in range(1, len(SEATS) + 1)
        for part, blank in _BLANK.items()
    )


def is_example(question: Question) -> bool:
    """Return whether a question is the one that untouched podiums ask, on any board."""
    return question.position == EXAMPLE and not question.next_spins
