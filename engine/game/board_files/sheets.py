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
from .squares import SQUARE_WORD, SquareText

SLIDES = 3
_DELIMITER = re.compile(
    r'"?sep=([,;\t])"?[,;\t ]*+(?:\n|\Z)', re.IGNORECASE
)  # a first line for Excel, which shows it as no row
_HEADING = re.compile(r"(?:squares?|sq|numbers?|nos?|nr|slides?)?[0-9a-c]?", re.IGNORECASE)  # without its signs
_SQUARE = re.compile(rf"\s*+(?:{SQUARE_WORD})?+\s*+([0-9]{{1,2}})[.:)]?+\s*+", re.IGNORECASE)
_OWN_NUMBER = re.compile(rf"\s*+(?:{SQUARE_WORD})?+\s*+[0-9]{{1,2}}\s*+[:.)]", re.IGNORECASE)
MAX_HEADINGS = 3  # rows above the first square: a title and the names of the columns

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
        if numbered or (plain and not _has_numbers(rows)):
            return _board(rows, numbered=numbered)
    if certainly:
        rows = max(found, key=lambda rows: sum(_fitting(rows)), default=[])
        if not rows or not any(_fitting(rows)):
            raise BoardFileError([_wrong_width(*rows[0]) if rows else "It is not a spreadsheet."])
        without, with_number = _fitting(rows)
        return _board(rows, numbered=with_number > without or _has_numbers(rows))
    return None


def _rows(text: str, delimiter: str) -> list[Row]:
    """Return the rows that are not blank; none if it is not text of cells."""
    try:
        lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
        rows = [(number, cells) for number, cells in enumerate(lines, 1) if any(cell.strip() for cell in cells)]
    except csv.Error:
        return []
    # Columns that are blank to the end of the sheet, as a wider selection leaves them.
    width = max([SLIDES + 1, *(_used(cells) for _, cells in rows)])
    if all(not _used(cells[SLIDES:]) for _, cells in rows) and not _has_numbers(rows):
        width = SLIDES
    return [(number, cells[:width]) for number, cells in rows]


def _used(cells: list[str]) -> int:
    """Return how many cells there are up to the last that is not blank."""
    return next((at for at in range(len(cells), 0, -1) if cells[at - 1].strip()), 0)


def _has_numbers(rows: list[Row]) -> bool:
    """Return whether the first cells below a heading are numbers of squares, no two the same."""
    numbers = [match[1] if (match := _SQUARE.fullmatch(cells[0])) else "" for _, cells in _body(rows)]
    return "" not in numbers and len(set(numbers)) == len(numbers) > 1


def _width(rows: list[Row]) -> int:
    """Return the number of cells of a row if all have as many, else 0."""
    widths = {len(cells) for _, cells in rows}
    return widths.pop() if len(widths) == 1 else 0


def _fitting(rows: list[Row]) -> tuple[int, int]:
    """Return how many rows are as wide as the slides of a square, and as its number and them."""
    widths = [len(cells) for _, cells in rows]
    return widths.count(SLIDES), widths.count(SLIDES + 1)


def _body(rows: list[Row]) -> list[Row]:
    """Return the rows below a title and the names of the columns."""
    for at, (_, cells) in enumerate(rows[: MAX_HEADINGS + 1]):
        if _SQUARE.fullmatch(cells[0]) and len(cells) > SLIDES:
            return rows[at:]
        if not _is_heading(cells) and _has_slide(cells[1:]):
            break
    return rows[1:] if len(rows) > 1 and _is_heading(rows[0][1]) else rows


def _is_heading(cells: list[str]) -> bool:
    """Return whether these are the usual names of columns."""
    names = [re.sub(r"[\W_]++", "", cell).lower() for cell in cells]
    return names in (["1", "2", "3"], ["", "1", "2", "3"]) or (
        all(map(_HEADING.fullmatch, names)) and bool(re.search("[a-z]", "".join(names)))
    )


def _has_slide(cells: list[str]) -> bool:
    slides = [read_slide(cell) for cell in cells if cell.strip()]
    return any(slide.kind != "cash" or slide.dollars.isdecimal() for slide in slides)


def _board(rows: list[Row], *, numbered: bool) -> FileBoard:
    found = FileBoard("", board_content())
    squares = _body(rows)
    headings = rows[: len(rows) - len(squares)]
    found.remarks += [f"Row {row} is read as a heading." for row, cells in headings if not _is_heading(cells)]
    for place, (row, cells) in enumerate(squares, 1):
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
    if len(squares) != RING:
        found.remarks.append(f"Squares in the sheet: {len(squares)}; the show’s ring has {RING}.")
    return found


def _wrong_width(row: int, cells: list[str]) -> str:
    """Return the sentence on a row with more or fewer cells than a square has."""
    return (
        f"Row {row} has {len(cells)} cell{'' if len(cells) == 1 else 's'}. Every row has the {SLIDES} slides "
        "of a square, or its number and then the slides."
    )
