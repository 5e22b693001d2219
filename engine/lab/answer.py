"""What the lab says to a question, and how that is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Known = Literal["exact", "bounded", "estimated"]
# What options take and answers give: whatever JSON can say.
Value = bool | int | float | str | list[Any] | None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer and how it is known.

    Attributes:
        answer: a number, a text or a list, as the question states.
        known: ``exact`` (``error`` is a proven bound), ``bounded`` (so is ``error``, and it matters) or
            ``estimated`` (``error`` is one standard error).
        error: in the answer's own unit; None where none can be given, 0.0 for counts and lists.
        details: what else is worth telling, for JSON.
    """

    answer: Value
    known: Known = "exact"
    error: float | None = 0.0
    details: dict[str, Any] = field(default_factory=dict)
