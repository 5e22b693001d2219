"""The question of a map, two numbers of its position, and the addresses of maps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from engine import Position
from pressorpass_site.questions.address import address
from pressorpass_site.questions.question import Question

from .numbers import Number, default_pair, numbers


@dataclass(frozen=True)
class MapQuestion:
    """A map over two numbers of a question's position; `problems` are the errors of the fields row and column."""

    question: Question
    row: Number
    column: Number
    problems: Mapping[str, str]

    @property
    def of_scores(self) -> bool:
        return self.row.is_score and self.column.is_score

    @property
    def address(self) -> str:
        """The map's page."""
        return map_address(self.question, self.row, self.column)


def refusal(question: Question) -> str:
    """Return why there are no maps of a question; "" if there are."""
    if question.position.alone:
        return "The other two contestants are out, so no number changes who wins."
    return "There are no maps of round 1, as its odds are estimated position by position." if question.then else ""


def read(question: Question, row: str, column: str) -> MapQuestion:
    """Return the map with these numbers on its axes; blank and invalid ones are replaced by the defaults.

    `problems` explains invalid ones. The question must be one that there are maps of.
    """
    pair = dict(zip(("row", "column"), default_pair(question.position), strict=True))
    problems = {}
    available = numbers(question.position)
    for side, name in (("row", row), ("column", column)):
        if not name:
            continue
        try:
            found = Number.named(name)
        except ValueError as error:
            problems[side] = str(error)
            continue
        if found in available:
            pair[side] = found
        else:
            problems[side] = f"{found.owner} is out, so this number cannot change."
    if pair["row"] == pair["column"]:
        if row and column:
            problems.setdefault("column", "Choose two different numbers.")
        others = [number for number in default_pair(question.position) if number != pair["row"]]
        pair["row" if column and not row else "column"] = others[0]
    return MapQuestion(question, pair["row"], pair["column"], problems)


def map_address(question: Question, row: Number | None = None, column: Number | None = None) -> str:
    """Return the page of a map, the default one without numbers."""
    return _with(reverse("whatif:map"), question, row, column)


def card_address(question: Question, row: Number | None = None, column: Number | None = None) -> str:
    """Return the address of the contents of an answer page's card."""
    return _with(reverse("whatif:card"), question, row, column)


def break_even_address(question: Question) -> str:
    """Return the address of the sentence under the verdict."""
    return _with(reverse("whatif:break-even"), question, None, None)


def addresses(question: Question) -> Callable[[Position], str]:
    """Return the pages of other positions under the same rules."""
    query = address(question).partition("?")[2]
    tail = f"?{query}" if query else ""
    return lambda position: reverse("analyses:position", args=[position.notation]) + tail


def _with(path: str, question: Question, row: Number | None, column: Number | None) -> str:
    query = {"position": question.position.notation}
    if row and column:
        query |= {"row": row.name, "column": column.name}
    rest = address(question).partition("?")[2]
    return f"{path}?{urlencode(query, safe=',@')}{f'&{rest}' if rest else ''}"
