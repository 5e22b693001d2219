"""A board as a spreadsheet, exported as CSV or pasted: one square per row, its slides side by side."""

from __future__ import annotations

import csv
import io
import re

from ...errors import BoardFileError
from ..board_format import MAX_SQUARES
from .directions import RING
from .file_board import FileBoard, add_square, build_empty_board
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

Row = tuple[int, list[str]]  # number in the sheet, cells


def read_sheet(text: str, *, is_sheet: bool) -> FileBoard | None:
    """Return the board of a sheet of three slides a row, with or without a column of numbers before them.

    ``is_sheet``: the text is known to be a sheet, so a wrong row is a fault.

    Returns:
        None if the text is not a sheet.

    Raises:
        BoardFileError: the text is known to be a sheet, and no row fits a board.
    """
    if separator_line := _DELIMITER.match(text):
        text, is_sheet = text[separator_line.end() :], True
    sheets = [
        rows for delimiter in (separator_line[1] if separator_line else ",;\t") if (rows := _read_rows(text, delimiter))
    ]
    for rows in sheets:
        is_numbered = _find_common_width(rows) == SLIDES + 1 and all(
            _SQUARE.fullmatch(cells[0]) for _, cells in _skip_headings(rows)
        )
        is_plain = _find_common_width(rows) == SLIDES and not any(_OWN_NUMBER.match(cells[0]) for _, cells in rows)
        if is_numbered or (is_plain and not _has_numbers(rows)):
            return _read_board(rows, has_numbers=is_numbered)
    if is_sheet:
        rows = max(sheets, key=lambda rows: sum(_count_fitting_rows(rows)), default=[])
        if not rows or not any(_count_fitting_rows(rows)):
            raise BoardFileError([_describe_width_problem(*rows[0]) if rows else "It is not a spreadsheet."])
        plain_count, numbered_count = _count_fitting_rows(rows)
        return _read_board(rows, has_numbers=numbered_count > plain_count or _has_numbers(rows))
    return None


def _read_rows(text: str, delimiter: str) -> list[Row]:
    """Return the rows that are not blank; empty if the text is not delimited."""
    try:
        lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
        rows = [(number, cells) for number, cells in enumerate(lines, 1) if any(cell.strip() for cell in cells)]
    except csv.Error:
        return []
    # Drop blank columns at the end, which a wide selection leaves.
    width = max([SLIDES + 1, *(_find_last_column(cells) for _, cells in rows)])
    if all(not _find_last_column(cells[SLIDES:]) for _, cells in rows) and not _has_numbers(rows):
        width = SLIDES
    return [(number, cells[:width]) for number, cells in rows]


def _find_last_column(cells: list[str]) -> int:
    """Return the number of cells up to the last that is not blank."""
    return next((count for count in range(len(cells), 0, -1) if cells[count - 1].strip()), 0)


def _has_numbers(rows: list[Row]) -> bool:
    """Return whether the first cells below a heading are numbers of squares, no two the same."""
    numbers = [match[1] if (match := _SQUARE.fullmatch(cells[0])) else "" for _, cells in _skip_headings(rows)]
    return "" not in numbers and len(set(numbers)) == len(numbers) > 1


def _find_common_width(rows: list[Row]) -> int:
    """Return the number of cells of a row if all rows have the same, else 0."""
    widths = {len(cells) for _, cells in rows}
    return widths.pop() if len(widths) == 1 else 0


def _count_fitting_rows(rows: list[Row]) -> tuple[int, int]:
    """Return the number of rows as wide as a square's slides, and as wide as its number and slides."""
    widths = [len(cells) for _, cells in rows]
    return widths.count(SLIDES), widths.count(SLIDES + 1)


def _skip_headings(rows: list[Row]) -> list[Row]:
    """Return the rows below a title and the names of the columns."""
    for index, (_, cells) in enumerate(rows[: MAX_HEADINGS + 1]):
        if _SQUARE.fullmatch(cells[0]) and len(cells) > SLIDES:
            return rows[index:]
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


def _read_board(rows: list[Row], *, has_numbers: bool) -> FileBoard:
    board = FileBoard("", build_empty_board())
    squares = _skip_headings(rows)
    headings = rows[: len(rows) - len(squares)]
    board.remarks += [f"Row {row} is read as a heading." for row, cells in headings if not _is_heading(cells)]
    for place, (row, cells) in enumerate(squares, 1):
        if place > MAX_SQUARES:
            board.problems.append(f"Row {row}: a board may have at most {MAX_SQUARES} squares.")
            break
        if len(cells) != SLIDES + has_numbers:
            board.problems.append(_describe_width_problem(row, cells))
        match = _SQUARE.fullmatch(cells[0]) if has_numbers else None
        if has_numbers and not match:
            board.problems.append(f"Cell A{row} is not the number of a square.")
        number = match[1] if match else str(place)
        slide_texts = [cell.strip() for cell in cells[has_numbers : SLIDES + has_numbers]]
        names = [f"Cell {chr(ord('A') + column)}{row}" for column in range(has_numbers, has_numbers + len(slide_texts))]
        board.problems += [f"{name} is blank." for name, cell in zip(names, slide_texts, strict=True) if not cell]
        square = SquareText(number, "", [read_slide(cell or "?", number) for cell in slide_texts], slide_texts)
        add_square(board, square, f"Row {row}", names)
    if len(squares) != RING:
        board.remarks.append(f"Squares in the sheet: {len(squares)}; the show’s ring has {RING}.")
    return board


def _describe_width_problem(row: int, cells: list[str]) -> str:
    """Return the sentence on a row with more or fewer cells than a square has."""
    return (
        f"Row {row} has {len(cells)} cell{'' if len(cells) == 1 else 's'}. Every row has the {SLIDES} slides "
        "of a square, or its number and then the slides."
    )
