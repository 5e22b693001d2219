"""Squares as people write them, one per line: “4: $3,000 + spin / Move to 8 or 10 / Whammy”, “4  $750  1500+S  W”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from ..board_format import MAX_SLIDES
from .slides import APART, BLANKS, SlideText, read_slide

_COMPACT = re.compile(r"\$?[0-9](?:[0-9,]*[0-9])?(?:\+s?)?|w|\?", re.IGNORECASE)
# These patterns expect single blanks (``BLANKS`` joins runs), so that they take linear time.
SQUARE_WORD = r"square|sq\.?|space|tile|box|panel|number|no\.?|nr\.?|№|\#"
_NUMBER = re.compile(
    rf"\s?(?:{SQUARE_WORD})?\s?([0-9]{{1,3}})(?:\s?[×x]\s?(\w{{1,9}}))?\s?"
    r"(?:[:)]|\.(?![0-9])|[-–](?=\s)|(?<![0-9]{3})(?:[\t|;]|,(?=[\s$€£\"])))\s?(.*)",
    re.IGNORECASE,
)
_NAMED_NUMBER = re.compile(rf"\s?(?:{SQUARE_WORD})\s?([0-9]{{1,3}})\s(.*)", re.IGNORECASE)
_BARE_NUMBER = re.compile(r"([1-9][0-9]?)\s(.*)")
_ODD_NUMBER = re.compile(r"(?!\s?prize\b)\s?(\w{0,9}(?:[.\s#]{0,3}[0-9]{1,3})?)\s?:\s?(.*)", re.IGNORECASE)
# “1 400 1 750” may be two sums with blanks in them.
_BLANK_IN_SUM = re.compile(r"(?:^|\s)\$?[1-9][0-9]?\s[0-9]{3}(?![0-9])")
_HEADING = re.compile(r"\W*+(?:square|number|no)?s?\W*+slide\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SquareText:
    """A square as typed.

    Attributes:
        number: as typed, else one more than the square above; empty if neither has a number.
        typed: the text of each slide.
    """

    number: str
    weight: str
    slides: list[SlideText]
    typed: list[str] = field(default_factory=list)


def square_lines(text: str) -> Iterator[tuple[int, SquareText]]:
    """Yield the squares of a text of one line each, with the index of the line.

    A line without a number follows the one above it. Blank lines, rules and the heading of a table are no squares. Of a
    square with more than ``MAX_SLIDES`` slides, ``MAX_SLIDES`` + 1 are read.
    """
    last_number: str | None = "0"
    for index, line in enumerate(text.split("\n")):
        if not re.search(r"[\w?$:]", line) or _HEADING.match(line[:80]):
            continue
        line_text = BLANKS.sub(lambda blanks: "\t" if "\t" in blanks[0] else " ", line)
        square = _read_square(line_text.strip(" |"), "" if last_number is None else str(int(last_number) + 1))
        last_number = square.number if re.fullmatch(r"[0-9]{1,9}", square.number) else None
        yield index, square


def _read_square(line: str, default_number: str) -> SquareText:
    number, weight = default_number, ""
    if number_match := _NUMBER.fullmatch(line):
        number, weight, line = number_match.groups(default="")
    elif number_match := _NAMED_NUMBER.fullmatch(line) or _ODD_NUMBER.fullmatch(line) or _match_bare_number(line):
        number, line = number_match.groups()
    slide_texts = list(islice(_split_slides(line), MAX_SLIDES + 1))
    return SquareText(number, weight, [read_slide(text, number) for text in slide_texts], slide_texts)


def _match_bare_number(line: str) -> re.Match[str] | None:
    """Match the number and the slides of “4 $750 / Whammy” or “4 750 1500+S W”."""
    match = _BARE_NUMBER.fullmatch(line)
    return match if match and (match[2][:1] in tuple("$€£") or len(_split_compact(match[2])) > 1) else None


def _split_slides(line: str) -> Iterator[str]:
    if words := _split_compact(line):
        yield from words
        return
    start = 0
    for mark in APART.finditer(line):
        if mark[1] is None:
            yield line[start : mark.start()].strip()
            start = mark.end()
    if last_slide := line[start:].strip():
        yield last_slide


def _split_compact(line: str) -> list[str]:
    """Return the slides of a line of one-word slides separated by blanks; empty for any other line."""
    words = line.split()
    if len(words) < 2 or _BLANK_IN_SUM.search(line) or not all(map(_COMPACT.fullmatch, words)):
        return []
    return words
