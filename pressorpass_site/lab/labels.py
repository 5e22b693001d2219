"""Answers of the lab as text, without digits beyond their precision."""

from __future__ import annotations

import math
from typing import Any

from engine import formatting

from .models import LabAnswer
from .services import LabQuery

MAX_DIGITS = 12
FINE = 1e-6


class AnswerView:
    """A stored answer for display; `result` is the command line's object."""

    def __init__(self, row: LabAnswer, asked: LabQuery) -> None:
        assert row.result is not None
        self.row, self.asked, self.result = row, asked, row.result
        self.answer: Any = self.result["answer"]
        self.certainty: str = self.result["known"]
        self.error: float = self.result["error"] or 0.0
        self.details: dict[str, Any] = self.result["details"]

    @property
    def unit(self) -> str:
        """The unit of a numeric answer; where it depends on the options, it is part of the answer."""
        return str(self.details.get("unit", self.asked.question.unit))

    @property
    def is_chance(self) -> bool:
        return self.unit == "chance" and isinstance(self.answer, int | float)

    @property
    def headline(self) -> str:
        """The short form of the answer: 53.1%, 12.5 turns, 4 or 5."""
        if self.is_chance:
            return chance(self.answer, self.error, self.certainty)
        if isinstance(self.answer, float):
            return f"{digits(self.answer, max(self.error, 0.01), self.certainty)}{formatting.NBSP}{self.unit}".strip()
        if isinstance(self.answer, int):
            return f"{self.answer:,}{formatting.NBSP}{self.unit}".strip()
        if isinstance(self.answer, list):
            return ", ".join(_item(each) for each in self.answer) or "none"
        return str(self.answer)

    @property
    def in_full(self) -> str:
        """A number with all its precise digits; "" for other answers."""
        return digits(self.answer, self.error, self.certainty) if isinstance(self.answer, float) else ""

    @property
    def how(self) -> str:
        """The meaning of the error, in words."""
        if self.certainty == "estimated":
            return f"standard error {self.error:.1g}" if self.error else "a judgment, not proven"
        return f"to within {self.error:.1g}" if self.error else ""


def chance(value: float, error: float, known: str) -> str:
    """Return a chance in percent, formatted as elsewhere on the site, without an error too small to affect a digit."""
    known = "exact" if known == "bounded" and error < FINE else known
    return formatting.percent(value, max(value - error, 0.0), min(value + error, 1.0), known)


def digits(value: float, error: float, known: str = "exact") -> str:
    """Return a number with its proven digits, 0.530592725; an estimate up to the first digit of its error."""
    if not error:
        return f"{value:.{MAX_DIGITS}g}"
    size = -math.log10(error)
    places = math.ceil(size) if known == "estimated" else math.floor(size + 1e-9)
    places = max(0, min(MAX_DIGITS, places))
    return f"{value:,.{places}f}"


def _item(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "nothing"
    return f"{value:.9g}" if isinstance(value, float) else str(value)
