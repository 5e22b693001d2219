"""A board as a spreadsheet: a row for each square, its slides side by side, exported as CSV or pasted."""

from __future__ import annotations

import csv
import io
import re

from ...errors import BoardFileError
from ..board_format import MAX_SQUARES
from .directions import RING
from .file_board import FileBoard, add_square, board_content
from .slides import read_slide
from .squares import SquareText

SLIDES = 3
_DELIMITER = re.compile(
    r'"?sep=([,;\t])"?[,;\t ]*+(?:\n|\Z)', re.IGNORECASE
)  # a first line for Excel, which shows it as no row
_HEADING = re.compile(r"(?:squares?|sq|numbers?|nos?|nr|slides?)?[0-9a-c]?", re.IGNORECASE)  # without its signs
_SQUARE = re.compile(r"\s*+(?:square|sq\.?|#)?+\s*+([0-9]{1,2})[.:)]?+\s*+", re.IGNORECASE)
_OWN_NUMBER = re.compile(r"\s*(?:square\s*)?[0-9]{1,2}\s*[:.)]", re.IGNORECASE)

Row = tuple[int, list[str]]  # its number in the sheet, and its cells


def read_sheet(text: str, *, certainly: bool) -> FileBoard | None:
    """Return the board of a sheet of three slides a row, with or without a column of numbers before them.

    Args:
        text: of the whole file.
        certainly: it is one, so what is wrong with it is a fault.

    Returns:
        None if it is not a sheet.

    Raises:
        BoardFileError: it is certainly one, and no row is one of a board.
    """
    if stated := _DELIMITER.match(text):
        text, certainly = text[stated.end() :], True
    found = [rows for delimiter in (stated[1] if stated else ",;\t") if (rows := _rows(text, delimiter))]
    for rows in found:
        numbered = _width(rows) == SLIDES + 1 and all(_SQUARE.fullmatch(cells[0]) for _, cells in _body(rows))
        plain = _width(rows) == SLIDES and not any(_OWN_NUMBER.match(cells[0]) for _, cells in rows)
        if numbered or plain:
            return _board(_body(rows), numbered=numbered)
    if certainly:
        rows = max(found, key=lambda rows: sum(_fitting(rows)), default=[])
        if not rows or not any(_fitting(rows)):
            raise BoardFileError([_wrong_width(*rows[0]) if rows else "It is not a spreadsheet."])
        without, with_number = _fitting(rows)
        return _board(_body(rows), numbered=with_number > without)
    return None


def _rows(text: str, delimiter: str) -> list[Row]:
    """Return the rows that are not blank; none if it is not text of cells."""
    try:
        cells = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error:
        return []
    return [(number, row) for number, row in enumerate(cells, 1) if any(cell.strip() for cell in row)]


def _width(rows: list[Row]) -> int:
    """Return the number of cells of a row if all have as many, else 0."""
    widths = {len(cells) for _, cells in rows}
    return widths.pop() if len(widths) == 1 else 0


def _fitting(rows: list[Row]) -> tuple[int, int]:
    """Return how many rows are as wide as the slides of a square, and as its number and them."""
    widths = [len(cells) for _, cells in rows]
    return widths.count(SLIDES), widths.count(SLIDES + 1)


def _body(rows: list[Row]) -> list[Row]:
    """Return the rows below a heading."""
    heading = rows[0][1]
    named = all(_HEADING.fullmatch(re.sub(r"\W++", "", cell)) for cell in heading) and any(
        re.search(r"[a-z#]", cell, re.IGNORECASE) for cell in heading
    )
    return rows[1:] if named and len(rows) > 1 else rows


def _board(rows: list[Row], *, numbered: bool) -> FileBoard:
    found = FileBoard("", board_content())
    for place, (row, cells) in enumerate(rows, 1):
        if place > MAX_SQUARES:
            found.problems.append(f"Row {row}: a board may have at most {MAX_SQUARES} squares.")
            break
        if len(cells) != SLIDES + numbered:
            found.problems.append(_wrong_width(row, cells))
        match = _SQUARE.fullmatch(cells[0]) if numbered else None
        if numbered and not match:
            found.problems.append(f"Cell A{row} is not the number of a square.")
        number = match[1] if match else str(place)
        typed = [cell.strip() for cell in cells[numbered : SLIDES + numbered]]
        names = [f"Cell {chr(ord('A') + column)}{row}" for column in range(numbered, numbered + len(typed))]
        found.problems += [f"{name} is blank." for name, cell in zip(names, typed, strict=True) if not cell]
        square = SquareText(number, "", [read_slide(cell or "?", number) for cell in typed], typed)
        add_square(found, square, f"Row {row}", names)
    if len(rows) != RING:
        found.remarks.append(f"Squares in the sheet: {len(rows)}; the show’s ring has {RING}.")
    return found


def _wrong_width(row: int, cells: list[str]) -> str:
    """Return the sentence on a row with more or fewer cells than a square has."""
    return (
        f"Row {row} has {len(cells)} cell{'' if len(cells) == 1 else 's'}. Every row has the {SLIDES} slides "
        "of a square, or its number and then the slides."
    )
