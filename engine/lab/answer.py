"""The answer to a question of the lab, and its certainty."""

from dataclasses import dataclass, field
from typing import Any, Literal

Certainty = Literal["exact", "bounded", "estimated"]
# The values of options and answers: any JSON value.
Value = bool | int | float | str | list[Any] | None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer and its certainty.

    Attributes:
        answer: a number, a text or a list, depending on the question.
        certainty: ``exact`` (``error`` is a proven, negligible bound), ``bounded`` (``error`` is a proven bound that
            is not negligible) or ``estimated`` (``error`` is one standard error).
        error: in the unit of the answer; None if there is none, 0.0 for counts and lists.
        details: further results, for JSON.
    """

    answer: Value
    certainty: Certainty = "exact"
    error: float | None = 0.0
    details: dict[str, Any] = field(default_factory=dict)
