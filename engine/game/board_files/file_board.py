"""A board of a file, with the line or the cell of everything in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ...errors import BoardFileError, quoted
from ..board import Board
from ..board_format import MAX_MONEY, MAX_TEXT, WITH_AMOUNT, WITH_SPIN, BoardProblem, board_problems
from .slides import SlideText, squares_of, why_unread
from .squares import SquareText
from .sums import dollars_of

Content = dict[str, Any]
MAX_FAULTS = 20  # that are listed


@dataclass(slots=True)
class FileBoard:
    """One board of a file.

    Attributes:
        name: as the file names it; empty if the file is the board.
        content: the board in the JSON form; what cannot be read is the text that was typed.
        places: the line or cell of each square by its place in the list, and of each slide by both.
        typed: the text of each slide.
        remarks: sentences on what the file says that the board does not.
        problems: sentences on what is wrong in the file beside the board's own faults.
    """

    name: str
    content: Content
    places: dict[tuple[int, int | None], str] = field(default_factory=dict)
    typed: dict[tuple[int, int | None], str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """Everything wrong, each in a sentence that names the line or the cell; the first ones of very many."""
        found: list[str | BoardProblem] = [*self.problems, *board_problems(self.content)]
        more = len(found) - MAX_FAULTS
        told = [each if isinstance(each, str) else self._sentence(each) for each in found[:MAX_FAULTS]]
        return told if more <= 0 else [*told, f"And {more:,} more."]

    def board(self, name: str) -> Board:
        """Return the board with an id and a name of its own, and the remarks as its notes.

        Raises:
            BoardFileError: with all of ``faults``.
        """
        if faults := self.faults:
            raise BoardFileError(faults)
        return Board.from_json(self.content | {"id": name, "name": name, "notes": _shortened(self.remarks)})

    def _sentence(self, problem: BoardProblem) -> str:
        if problem.square is None:
            return problem.sentence
        at = (problem.square, problem.slide)
        place = self.places.get(at) or self.places.get((problem.square, None))
        message = f"{problem.message[0].lower()}{problem.message[1:]}"
        if problem.slide is not None and problem.part in ("amount", "value"):
            dollars = self.content["squares"][problem.square]["slides"][problem.slide][problem.part]
            typed = self.typed.get(at)
            if isinstance(dollars, str) and typed and problem.part == "amount":
                message = f"{quoted(typed)} is not a slide that can be read. {why_unread(typed)}".rstrip()
            elif isinstance(dollars, str):
                message = f"{quoted(dollars)} is not a sum in whole dollars from 0 to {MAX_MONEY:,}."
        return f"{place} ({problem.where.lower()}): {message}" if place else problem.sentence


@dataclass(frozen=True, slots=True)
class FileBoards:
    """The boards of a file, and sentences on what else is in it."""

    boards: list[FileBoard]
    remarks: list[str]

    def one(self, name: str = "") -> FileBoard:
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
        told = ", ".join(names)
        if name:
            raise BoardFileError([f"The file has no board {quoted(name)}. Its boards: {told}."], names)
        raise BoardFileError([f"The file has {len(names)} boards. Choose one: {told}."], names)


def board_content(round_: int | str = 2) -> Content:
    """Return the beginnings of a board in the JSON form."""
    return {"id": "imported", "round": round_, "squares": []}


def add_square(found: FileBoard, square: SquareText, place: str, places: list[str]) -> None:
    """Add a square to a board, with its place in the file and those of its slides."""
    index = len(found.content["squares"])
    slides = [slide_content(slide) for slide in square.slides]
    content: Content = {"number": _number(square.number), "slides": slides}
    if square.weight and square.weight != "1":
        content["weight"] = _number(square.weight)
    found.content["squares"].append(content)
    found.places[index, None] = place
    for at, (where, typed, slide) in enumerate(zip(places, square.typed, square.slides, strict=True)):
        found.places[index, at] = where
        found.typed[index, at] = typed
        found.remarks += [remark for remark in _remarks(where, typed, slide) if remark not in found.remarks]


def slide_content(slide: SlideText) -> Content:
    """Return a slide in the JSON form; a number that cannot be read is the text that was typed."""
    content: Content = {"kind": "cash_spin" if slide.kind == "cash" and slide.spin else slide.kind}
    if slide.kind == "prize":
        content |= {"name": slide.name or None, "value": _dollars(slide.dollars) if slide.dollars else None}
    elif slide.dollars or slide.kind in WITH_AMOUNT:
        content["amount"] = _dollars(slide.dollars)
    if slide.kind == "move":
        content["to"] = squares_of(slide.to) or slide.to
        content["label"] = slide.label or None
    if slide.kind in WITH_SPIN and slide.spin:
        content["spin"] = True
    if slide.weight and slide.weight != "1":
        content["weight"] = _number(slide.weight)
    return content


def _remarks(place: str, typed: str, slide: SlideText) -> Iterator[str]:
    """Yield what a slide has been taken for beyond its words."""
    if sign := re.search(r"[€£]", typed) if slide.dollars.isdecimal() else None:
        yield f"Sums in {sign[0]} count as dollars."
    if slide.kind == "move" and slide.label == typed:
        yield f"{place}: {quoted(typed)} leads to square {slide.to}, as on the show."


def _shortened(remarks: list[str]) -> str:
    """Return the remarks one a line, the first ones of more than a board's notes may have."""
    lines = list(remarks)
    while len("\n".join(lines)) > MAX_TEXT - 30:
        lines.pop()
    more = len(remarks) - len(lines)
    return "\n".join(lines if not more else [*lines, f"And {more:,} more remarks."])


def _dollars(text: str) -> int | str:
    found = dollars_of(text)
    return text if found is None else found


def _number(text: str) -> int | str:
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else text
