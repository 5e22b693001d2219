"""View of a lab answer: its JSON object, and its numbers in words with no more digits than are certain."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .. import formatting
from .exhibits import Badge, Bar, Link, Number, Panel, Rows, Strong, Text, build_aside

if TYPE_CHECKING:
    from .question import Question

MAX_DIGITS = 12
NEGLIGIBLE_ERROR = 1e-6
NBSP, MINUS = formatting.NBSP, formatting.MINUS


class AnswerView:
    """The JSON object of an answer, with its question and formatting.

    Attributes:
        question: the lab question.
        options: the typed texts that differ from the defaults.
        parameters: the values of all options.
        result: the whole JSON object.
    """

    def __init__(self, question: Question, options: Mapping[str, str], result: Mapping[str, Any]) -> None:
        self.question, self.options, self.result = question, options, result
        self.parameters: Mapping[str, Any] = result["parameters"]
        self.answer: Any = result["answer"]
        self.certainty: str = result["known"]
        self.error: float = result["error"] or 0.0
        self.details: Mapping[str, Any] = result["details"]

    def select_parameters(self, *names: str) -> dict[str, Any]:
        return {name: self.parameters[name] for name in names if self.parameters[name] is not None}

    @property
    def unit(self) -> str:
        """The unit of a numeric answer; where it depends on the options, it is part of the answer."""
        return str(self.details.get("unit", self.question.unit))

    @property
    def headline(self) -> str:
        """The answer in short: 53.1%, 12.5 turns, 4, 5."""
        if self.unit == "chance" and isinstance(self.answer, int | float):
            return format_chance(self.answer, self.error, self.certainty)
        if isinstance(self.answer, float):
            return f"{format_digits(self.answer, max(self.error, 0.01), self.certainty)}{NBSP}{self.unit}".strip()
        if isinstance(self.answer, int):
            return f"{self.answer:,}{NBSP}{self.unit}".strip()
        if isinstance(self.answer, list):
            return ", ".join(_format_item(item) for item in self.answer) or "none"
        return str(self.answer)

    @property
    def error_words(self) -> str:
        if self.certainty == "estimated":
            return f"standard error {self.error:.1g}" if self.error else "a judgment, not proven"
        return f"to within {self.error:.1g}" if self.error else ""

    def build_number(self, headline: str = "", words: str | None = None) -> Number:
        """Return the answer in short; a ``headline`` replaces its number and digits."""
        words = self.error_words if words is None else words
        if headline:
            return Number(headline, self.certainty, words)
        in_full = format_digits(self.answer, self.error, self.certainty) if isinstance(self.answer, float) else ""
        return Number(self.headline, self.certainty, words, in_full)

    def build_panel(self, headline: str = "", words: str | None = None, *parts: Any) -> Panel:
        return Panel(self.question.line, (self.build_number(headline, words), *parts))


def format_chance(value: float, error: float, certainty: str = "exact") -> str:
    """Return a chance in percent, formatted as on the site; a negligible error counts as none."""
    certainty = "exact" if certainty == "bounded" and error < NEGLIGIBLE_ERROR else certainty
    return formatting.format_percent(value, max(value - error, 0.0), min(value + error, 1.0), certainty)


def format_digits(value: float, error: float, certainty: str = "exact") -> str:
    """Return a number with its certain digits: 0.530592725; an estimate up to the first digit of its error."""
    if not error:
        return f"{value:.{MAX_DIGITS}g}"
    size = -math.log10(error)
    places = math.ceil(size) if certainty == "estimated" else math.floor(size + 1e-9)
    places = max(0, min(MAX_DIGITS, places))
    return f"{value:,.{places}f}"


def build_bar_table(
    values: Mapping[str, float],
    best: list[str],
    error: float,
    selection: str = "",
    caption: str = "Chance to win after each choice",
    head: str = "Wins",
) -> Rows:
    """Return a table of the choices, in the order of ``values``, each with its chance, bar and cost."""
    max_value = max(values.values())
    rows = [
        (
            f"{words} (yours)" if words == selection else words,
            format_chance(value, error),
            Bar(round(100 * value, 2)),
            "best" if words in best else f"{formatting.format_points(value - max_value, error)} pts",
        )
        for words, value in values.items()
    ]
    winning = frozenset(place for place, words in enumerate(values) if words in best)
    return Rows(("Choice", head, "", "Costs"), rows, caption, best=winning)


def build_simulation_panel(view: AnswerView, exact: float, words: str) -> Panel:
    """Return the card of simulated games beside an exact answer; ``words`` is the estimate in words."""
    distance = _measure_distance(view, exact)
    error_words = f"The ± is one standard error; the estimate is {distance} of them from the exact answer."
    comparison = f" {error_words if distance else 'All games ended alike.'} "
    count_words = f" in {view.parameters['games']:,} games "
    link = Link("Simulate more", view.question.name, view.options)
    return Panel(
        "The same in simulated games", (Text(Strong(words), count_words, Badge("estimated"), comparison, link),)
    )


def build_exact_panel(words: str, view: AnswerView, exact: float) -> Panel:
    """Return the card of the exact value beside a simulation, with their distance in standard errors."""
    distance = _measure_distance(view, exact)
    comparison = f" The simulation differs by {distance} standard errors." if distance else ""
    return build_aside("The exact value", "Exactly: ", Strong(words), " ", Badge("exact"), comparison)


def _measure_distance(view: AnswerView, exact: float) -> str:
    """Return the distance of an estimate from the exact value in standard errors; "" without an error."""
    return f"{abs(view.answer - exact) / view.error:.1f}" if view.error else ""


def format_a_wins(view: AnswerView) -> str:
    """Return an estimated chance with its standard error: “A wins 53.1 ± 0.4%”."""
    return f"A wins {format_chance(view.answer, view.error, 'estimated')}"


def capitalize(words: str) -> str:
    return words[:1].upper() + words[1:]


def _format_item(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "nothing"
    return f"{value:.9g}" if isinstance(value, float) else str(value)
