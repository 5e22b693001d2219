"""A board of a file, with the line or the cell of everything in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ...errors import BoardFileError, quoted
from ..board import Board
from ..board_format import MAX_MONEY, MAX_TEXT, WITH_AMOUNT, WITH_SPIN, BoardProblem, find_board_problems
from .slides import SlideText, parse_square_list, why_unread
from .squares import SquareText
from .sums import parse_whole_dollars

Content = dict[str, Any]
MAX_FAULTS_LISTED = 20


@dataclass(slots=True)
class FileBoard:
    """One board of a file.

    Attributes:
        name: as the file names it; empty if the file is the board.
        content: the board in the JSON form, with the text as typed for each unreadable value.
        places: the line or cell of each square by its place in the list, and of each slide by both.
        typed: the text of each slide.
        remarks: sentences on how the file was read, and on content that the board lacks.
        problems: sentences on faults of the file, besides the board's own.
    """

    name: str
    content: Content
    places: dict[tuple[int, int | None], str] = field(default_factory=dict)
    typed: dict[tuple[int, int | None], str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """Every fault in a sentence that names the line or the cell; at most ``MAX_FAULTS_LISTED``, then their number."""
        problems: list[str | BoardProblem] = [*self.problems, *find_board_problems(self.content)]
        hidden_count = len(problems) - MAX_FAULTS_LISTED
        sentences = [
            problem if isinstance(problem, str) else self._describe_problem(problem)
            for problem in problems[:MAX_FAULTS_LISTED]
        ]
        return sentences if hidden_count <= 0 else [*sentences, f"And {hidden_count:,} more."]

    def board(self, name: str) -> Board:
        """Return the board with an id and a name of its own, and the remarks as its notes.

        Raises:
            BoardFileError: with all of ``faults``.
        """
        if faults := self.faults:
            raise BoardFileError(faults)
        return Board.from_json(self.content | {"id": name, "name": name, "notes": _join_remarks(self.remarks)})

    def _describe_problem(self, problem: BoardProblem) -> str:
        if problem.square is None:
            return problem.sentence
        key = (problem.square, problem.slide)
        place = self.places.get(key) or self.places.get((problem.square, None))
        message = f"{problem.message[0].lower()}{problem.message[1:]}"
        if problem.slide is not None and problem.part in ("amount", "value"):
            dollars = self.content["squares"][problem.square]["slides"][problem.slide][problem.part]
            typed_text = self.typed.get(key)
            if isinstance(dollars, str) and typed_text and problem.part == "amount":
                message = f"{quoted(typed_text)} is not a slide that can be read. {why_unread(typed_text)}".rstrip()
            elif isinstance(dollars, str):
                message = f"{quoted(dollars)} is not a sum in whole dollars from 0 to {MAX_MONEY:,}."
        return f"{place} ({problem.where.lower()}): {message}" if place else problem.sentence


@dataclass(frozen=True, slots=True)
class FileBoards:
    """The boards of a file, and sentences on its other content."""

    boards: list[FileBoard]
    remarks: list[str]

    def get_board(self, name: str = "") -> FileBoard:
        """Return the board with this name, or the only one.

        Raises:
            BoardFileError: there is none with this name, or there are several and none is named.
        """
        if not name and len(self.boards) == 1:
            return self.boards[0]
        for board in self.boards:
            if board.name == name:
                return board
        names = [board.name for board in self.boards]
        names_text = ", ".join(names)
        if name:
            raise BoardFileError([f"The file has no board {quoted(name)}. Its boards: {names_text}."], names)
        raise BoardFileError([f"The file has {len(names)} boards. Choose one: {names_text}."], names)


def build_empty_board(round_: int | str = 2) -> Content:
    return {"id": "imported", "round": round_, "squares": []}


def add_square(board: FileBoard, square: SquareText, place: str, places: list[str]) -> None:
    """Add a square to a board, with the places of the square and its slides in the file."""
    index = len(board.content["squares"])
    slides = [build_slide_content(slide) for slide in square.slides]
    content: Content = {"number": _parse_number(square.number), "slides": slides}
    if square.weight and square.weight != "1":
        content["weight"] = _parse_number(square.weight)
    board.content["squares"].append(content)
    board.places[index, None] = place
    for slide_index, (slide_place, typed_text, slide) in enumerate(
        zip(places, square.typed, square.slides, strict=True)
    ):
        board.places[index, slide_index] = slide_place
        board.typed[index, slide_index] = typed_text
        board.remarks += [
            remark for remark in _remark_on_slide(slide_place, typed_text, slide) if remark not in board.remarks
        ]


def build_slide_content(slide: SlideText) -> Content:
    """Return a slide in the JSON form; an unreadable number stays the text as typed."""
    content: Content = {"kind": "cash_spin" if slide.kind == "cash" and slide.spin else slide.kind}
    if slide.kind == "prize":
        content |= {"name": slide.name or None, "value": _parse_dollars(slide.dollars) if slide.dollars else None}
    elif slide.dollars or slide.kind in WITH_AMOUNT:
        content["amount"] = _parse_dollars(slide.dollars)
    if slide.kind == "move":
        content["to"] = parse_square_list(slide.to) or slide.to
        content["label"] = slide.label or None
    if slide.kind in WITH_SPIN and slide.spin:
        content["spin"] = True
    if slide.weight and slide.weight != "1":
        content["weight"] = _parse_number(slide.weight)
    return content


def _remark_on_slide(place: str, text: str, slide: SlideText) -> Iterator[str]:
    """Yield sentences on assumptions in reading a slide."""
    if currency := re.search(r"[€£]", text) if slide.dollars.isdecimal() else None:
        yield f"Sums in {currency[0]} count as dollars."
    if slide.kind == "move" and slide.label == text:
        yield f"{place}: {quoted(text)} leads to square {slide.to}, as on the show."


def _join_remarks(remarks: list[str]) -> str:
    """Return the remarks, one per line; if they exceed a board's notes, the first ones and the number of the others."""
    lines = list(remarks)
    while len("\n".join(lines)) > MAX_TEXT - 30:
        lines.pop()
    hidden_count = len(remarks) - len(lines)
    return "\n".join(lines if not hidden_count else [*lines, f"And {hidden_count:,} more remarks."])


def _parse_dollars(text: str) -> int | str:
    dollars = parse_whole_dollars(text)
    return text if dollars is None else dollars


def _parse_number(text: str) -> int | str:
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else text
