"""Squares as people write them, a line each: “4: $3,000 + spin / Move to 8 or 10 / Whammy”, “4  $750  1500+S  W”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from ..board_format import MAX_SLIDES
from .slides import APART, BLANKS, SlideText, read_slide

_COMPACT = re.compile(r"\$?[0-9](?:[0-9,]*[0-9])?(?:\+s?)?|w|\?", re.IGNORECASE)
# Runs of blanks have become one: patterns would go over a run again and again.
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
    """A square as it was typed.

    Attributes:
        number: its number, or that after the square above; empty if neither has one.
        typed: the text of each slide.
    """

    number: str
    weight: str
    slides: list[SlideText]
    typed: list[str] = field(default_factory=list)


def square_lines(text: str) -> Iterator[tuple[int, SquareText]]:
    """Yield the squares of a text of one line each, with the index of the line.

    A line without a number follows the one above it. Blank lines, rules and the heading of a table are no squares. Of a
    square with more slides than a board may have, one more than that is read.
    """
    last: str | None = "0"
    for index, line in enumerate(text.split("\n")):
        if not re.search(r"[\w?$:]", line) or _HEADING.match(line[:80]):
            continue
        tidy = BLANKS.sub(lambda blanks: "\t" if "\t" in blanks[0] else " ", line)
        square = _square(tidy.strip(" |"), "" if last is None else str(int(last) + 1))
        last = square.number if re.fullmatch(r"[0-9]{1,9}", square.number) else None
        yield index, square


def _square(line: str, following: str) -> SquareText:
    number, weight = following, ""
    if numbered := _NUMBER.fullmatch(line):
        number, weight, line = numbered.groups(default="")
    elif numbered := _NAMED_NUMBER.fullmatch(line) or _ODD_NUMBER.fullmatch(line) or _bare_number(line):
        number, line = numbered.groups()
    typed = list(islice(_slides(line), MAX_SLIDES + 1))
    return SquareText(number, weight, [read_slide(text, number) for text in typed], typed)


def _bare_number(line: str) -> re.Match[str] | None:
    """Return the number, and the rest, of “4 $750 / Whammy” or “4 750 1500+S W”."""
    numbered = _BARE_NUMBER.fullmatch(line)
    return numbered if numbered and (numbered[2][:1] in tuple("$€£") or len(_compact(numbered[2])) > 1) else None


def _slides(line: str) -> Iterator[str]:
    """Yield the text of each slide of a line."""
    if words := _compact(line):
        yield from words
        return
    start = 0
    for mark in APART.finditer(line):
        if mark[1] is None:
            yield line[start : mark.start()].strip()
            start = mark.end()
    if last := line[start:].strip():
        yield last


def _compact(line: str) -> list[str]:
    """Return the slides of a line that are one word each, with nothing but blanks between them; none if it has others."""
    words = line.split()
    if len(words) < 2 or _BLANK_IN_SUM.search(line) or not all(map(_COMPACT.fullmatch, words)):
        return []
    return words
