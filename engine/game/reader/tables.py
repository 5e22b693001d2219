"""Positions written as a table: a column or a row for each contestant."""

from __future__ import annotations

import re

from ...errors import NotationError, quoted
from ..position import SEATS
from .podium import PodiumReading
from .vocabulary import OUT, SEAT_OF_WORD, UP, UP_MARKS, check_numbers, find_heading_part, read_amount

_NUMBER = re.compile(r"\$?[0-9][0-9,.]*(?:\s?k\b)?")
_ABOUT_MOVER = re.compile(r"\b(?:up|turn|next|plays?)\b")


def read_columns(text: str) -> list[PodiumReading] | None:
    """Return a table with a column for each contestant: “Score 8000 3000 0”, “Earned 3 0 0”; None if the text is not such a table.

    Raises:
        NotationError: a number is not valid, or a line names somebody else as up.
    """
    podiums, order, has_scores = [PodiumReading(text=text) for _ in SEATS], [0, 1, 2], False
    for line in text.split("\n"):
        if not re.search(r"[0-9]", line):
            seats = [SEAT_OF_WORD[word] for word in re.findall(r"[a-z]+", line) if word in SEAT_OF_WORD]
            if sorted(seats) == [0, 1, 2]:
                order = seats
            elif _ABOUT_MOVER.search(line):
                raise NotationError(f"{quoted(line)} names nobody of the three. Write “up: Center”, or @2 at the end.")
            continue
        heading = re.match(r"([a-z ]++)\s*+[:|=]?+\s*+[\t|]?+\s*+(?=[$0-9])", line)
        part = find_heading_part(heading.group(1)) if heading else None
        cells: list[str] = _NUMBER.findall(line[heading.end() :]) if heading else []
        if part is None or len(cells) != 3:
            return None
        check_numbers(line)
        for seat, cell in zip(order, cells, strict=True):
            podiums[seat].set_part(part, read_amount(cell), line)
        has_scores |= part == "score"
    return podiums if has_scores else None


def read_rows(text: str) -> list[PodiumReading] | None:
    """Return a table with a row for each contestant under a line of headings; None if the text is not such a table."""
    headings, *rows = text.split("\n")
    if len(rows) != 3 or re.search(r"[0-9]", headings):
        return None
    parts = [part for part in map(find_heading_part, _split_cells(headings)) if part]
    if "score" not in parts or len(set(parts)) != len(parts):
        return None
    podiums = [PodiumReading(), PodiumReading(), PodiumReading()]
    for place, row in enumerate(rows):
        numbers = _NUMBER.findall(row)
        words = re.findall(r"[a-z]+", row)
        podium = podiums[next((SEAT_OF_WORD[word] for word in words if word in SEAT_OF_WORD), place)]
        podium.text = row
        if podium.values:
            raise NotationError(f"Two rows are about the same contestant: {quoted(row)}.")
        podium.is_up = UP in words or any(mark in row for mark in UP_MARKS)
        if any(word in OUT for word in words):
            podium.set_out(row)
            continue
        if len(numbers) != len(parts):
            raise NotationError(f"This row has {len(numbers)} numbers for {len(parts)} columns: {quoted(row)}.")
        check_numbers(row)
        for part, number in zip(parts, numbers, strict=True):
            podium.set_part(part, read_amount(number), row)
    return podiums


def _split_cells(line: str) -> list[str]:
    cut = r"\||\t+|,|;|\s{2,}" if re.search(r"\||\t|,|;|\s{2,}", line) else r"\s+"
    return [cell.strip() for cell in re.split(cut, line) if cell.strip()]
