"""Errors in the contents of a draft, and warnings.

The engine says what a board needs; the site adds the needs of its database, its pages and its files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from engine import MAX_MONEY, MAX_SQUARES, WITH_AMOUNT, BoardError, BoardProblem, quoted, why_unread
from engine import Board as EngineBoard
from pressorpass_site.core.money import parse_money

from .. import statistics
from ..models import NAME_LENGTH, SHOW_LENGTH
from ..ring import RING_SQUARES
from .draft_content import MAX_SLIDES_OF_A_SQUARE, USUAL_SLIDES, Content, list_squares

# More than any slide of the show outside the bonus game's last round.
SUSPICIOUS_MONEY = 50_000
MAX_SOURCES = 20_000  # characters of all sources together

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True)
class Report:
    errors: list[BoardProblem]
    warnings: list[BoardProblem]
    board: EngineBoard | None

    def filter_square(self, square: int | None) -> Report:
        """Return the report about one square; for None, about the board as a whole."""
        return Report(
            [problem for problem in self.errors if problem.square == square],
            [problem for problem in self.warnings if problem.square == square],
            self.board,
        )


def check(content: Content) -> Report:
    content = {**content, "id": content.get("id") or "draft"}  # a new board gets its id when it is published
    errors = [_reword_problem(problem, content) for problem in EngineBoard.problems(content)]
    refused = {problem.part for problem in errors if problem.square is None}
    errors += [problem for problem in find_site_problems(content) if problem.part not in refused]
    if not content.get("name"):
        errors.append(BoardProblem("The board needs a name.", part="name"))
    errors += _find_size_problems(content)
    errors.sort(key=lambda problem: -1 if problem.square is None else problem.square)
    board = None if errors else EngineBoard.from_json(content)
    warnings = [*_find_ring_warnings(content), *_find_square_warnings(content)]
    if board and statistics.is_unanswerable(board):
        warnings.append(BoardProblem(statistics.UNANSWERABLE))
    if board and board.bonus:
        warnings.append(
            BoardProblem("Positions of three contestants are not played on boards of the bonus game.", part="round")
        )
    return Report(errors, warnings, board)


def find_site_problems(data: Mapping[str, Any]) -> Iterator[BoardProblem]:
    """Yield the errors that only the site finds in a board in JSON: texts must fit the database, days must be dates."""
    for part, limit in (("name", NAME_LENGTH), ("show", SHOW_LENGTH)):
        if len(text := data.get(part) or "") > limit:
            yield BoardProblem(
                f"The {part} of the board may have at most {limit:,} characters, not {len(text):,}.", part=part
            )
    days = {}
    for part in ("valid_from", "valid_to"):
        if text := data.get(part):
            day = _parse_day(text)
            if day is None:
                yield BoardProblem(f"{quoted(text)} is not a date. Write it like 1985-02-05.", part=part)
            days[part] = day
    since, until = days.get("valid_from"), days.get("valid_to")
    if since and until and until < since:
        yield BoardProblem(f"The last day ({until}) is before the first day ({since}).", part="valid_to")


def report_for_text(report: Report, content: Content) -> Report:
    """Return the report for squares as text, with a guess at what an unreadable slide was meant to be."""

    def explain_problem(problem: BoardProblem) -> BoardProblem:
        if problem.square is None or problem.slide is None or problem.part != "amount":
            return problem
        amount = list_squares(content)[problem.square]["slides"][problem.slide].get("amount")
        why = why_unread(amount) if isinstance(amount, str) else ""
        return replace(problem, message=f"{problem.message} {why}".rstrip())

    return replace(report, errors=[explain_problem(problem) for problem in report.errors])


def build_drawable_board(content: Content, report: Report) -> EngineBoard | None:
    """Return the board to draw, with invalid slides as unknown; None if it cannot be drawn."""
    if report.board is not None:
        return report.board
    invalid_slides = {(problem.square, problem.slide) for problem in report.errors}
    squares: dict[int, Content] = {}
    for index, square in enumerate(list_squares(content)):
        number = square.get("number")
        if isinstance(number, int) and 1 <= number <= MAX_SQUARES:
            slides = [
                {"kind": "unknown"} if (index, slide_index) in invalid_slides else {**slide, "weight": 1}
                for slide_index, slide in enumerate(square["slides"])
            ]
            squares.setdefault(number, {"number": number, "slides": slides or [{"kind": "unknown"}]})
    try:
        return EngineBoard.from_json({"id": "draft", "squares": list(squares.values())})
    except BoardError:
        return None


def _parse_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def _reword_problem(problem: BoardProblem, content: Content) -> BoardProblem:
    """Return the engine's problem; if a typed value is not an amount or a kind, with the editor's own message."""
    if problem.square is None or problem.slide is None:
        return problem
    slide = list_squares(content)[problem.square]["slides"][problem.slide]
    text = slide.get(problem.part)
    if problem.part == "kind":
        forged = f"{quoted(str(text))} is not a kind of slide. " if text else ""
        return replace(problem, message=f"{forged}Choose a kind.")
    if problem.part in ("amount", "value") and text is not None:
        return replace(problem, message=_explain_amount(str(text)))
    return problem


def _explain_amount(text: str) -> str:
    try:
        parse_money(text, highest=MAX_MONEY, subject="An amount")
    except ValueError as error:
        return str(error)
    return f"{quoted(text)} isn’t an amount of money."


def _find_size_problems(content: Content) -> Iterator[BoardProblem]:
    if (length := sum(len(line) for line in content.get("source") or [])) > MAX_SOURCES:
        yield BoardProblem(
            f"The sources of the board may have at most {MAX_SOURCES:,} characters, not {length:,}.", part="source"
        )
    for index, square in enumerate(list_squares(content)):
        if len(square["slides"]) > MAX_SLIDES_OF_A_SQUARE:
            yield _build_square_problem(index, square, f"A square may have at most {MAX_SLIDES_OF_A_SQUARE} slides.")


def _find_ring_warnings(content: Content) -> Iterator[BoardProblem]:
    numbers = sorted(str(square.get("number")) for square in list_squares(content))
    if numbers and numbers != sorted(str(n + 1) for n in range(RING_SQUARES)):
        other = " with other numbers" if len(numbers) == RING_SQUARES else ""
        yield BoardProblem(
            f"The show’s ring has the squares 1 to {RING_SQUARES}; this board has {len(numbers)}{other}."
        )


def _find_square_warnings(content: Content) -> Iterator[BoardProblem]:
    for index, square in enumerate(list_squares(content)):
        slides = square["slides"]
        if len(slides) not in (0, USUAL_SLIDES):
            yield _build_square_problem(
                index, square, f"The show’s squares have three slides; this one has {len(slides)}."
            )
        for slide_place, slide in enumerate(slides):
            kind = slide.get("kind")
            if kind == "unknown":
                message = "Not documented, so the board cannot be used for questions."
                yield _build_square_problem(index, square, message, slide_place, "kind")
            part = "value" if kind == "prize" else "amount"
            dollars = slide.get(part) if kind in (*WITH_AMOUNT, "prize") else None
            if dollars == 0:
                yield _build_square_problem(index, square, "$0: is this what the slide showed?", slide_place, part)
            elif isinstance(dollars, int) and SUSPICIOUS_MONEY < dollars <= MAX_MONEY:
                message = f"${dollars:,} is more than on any board of the show. Is it right?"
                yield _build_square_problem(index, square, message, slide_place, part)


def _build_square_problem(
    index: int, square: Content, message: str, slide: int | None = None, part: str = ""
) -> BoardProblem:
    number = square.get("number")
    valid = isinstance(number, int) and 1 <= number <= MAX_SQUARES
    return BoardProblem(message, index, slide, part, number if valid else index + 1)
