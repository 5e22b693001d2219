"""Squares and slides as people write them: “4: $3,000 + spin / Move to 8 or 10 / Whammy”, “4  $750  1500+S  W”.

Texts become the fields of a slide, which are text themselves. A slide that cannot be read becomes money with that text
for an amount.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

LONGEST_SLIDE = 500  # characters; a longer text is not searched for the parts of a slide

_BLANKS = re.compile(r"\s+")
_APART = re.compile(r'("[^"]*")|[/;|·•\t]|,(?=\s)(?!\s*[0-9]{1,2}(?![0-9,]))')
_COMPACT = re.compile(r"\$?[0-9](?:[0-9,]*[0-9])?(?:\+s?)?|w|\?", re.IGNORECASE)
# Runs of blanks have become one: patterns would go over a run again and again.
_NUMBER = re.compile(
    r"\s?(?:square|sq\.?|\#)?\s?([0-9]{1,3})(?:\s?[×x]\s?(\w{1,9}))?\s?(?:[:.)]|[-–](?=\s)|(?<![0-9]{3})[\t|])\s?(.*)",
    re.IGNORECASE,
)
_ODD_NUMBER = re.compile(r"(?!\s?prize\b)\s?(\w{0,9})\s?:\s?(.*)", re.IGNORECASE)
_HEADING = re.compile(r"\W*+(?:square|number|no)?s?\W*+slide\b", re.IGNORECASE)

_WEIGHT = re.compile(r"(.*?\S)(?:\s?×\s?|\sx\s?|\sweight\s)(\S+)", re.IGNORECASE)
_UNKNOWN = {"?", "??", "???", "unknown", "not documented", "-", "–"}
_WHAMMY = re.compile(r"w|wham(?:my)?", re.IGNORECASE)
_OR_WHAMMY = re.compile(r"(\S+)\sor\slose[\s-](?:(?:a|one|1)[\s-])?whammy", re.IGNORECASE)
_OR_DOUBLE = re.compile(r"(\S+)\sor\sdouble\b.*", re.IGNORECASE)
_OR_SPIN = re.compile(r"(\S+)\sor\sspin\sagain", re.IGNORECASE)
_LEAD = re.compile(r"take the lead(?: by (\S+))?( ?\+.*)?", re.IGNORECASE)
_JACKPOT = re.compile(r"jackpot(?:\s?\(([^()]*)\)|\s(\$\S*))?", re.IGNORECASE)
_DOUBLE = re.compile(r"double\b.*", re.IGNORECASE)
_ADD_A_ONE = re.compile(r"add[- ](?:a[- ])?(?:one|1)", re.IGNORECASE)
_MOVE = re.compile(r"(.*?)\s?(?:→|->|=>|(?:^|\s)to(?=\s))\s?(?:squares?\s)?(.*)", re.IGNORECASE)
_PLAIN_MOVE = re.compile(r"|move|go|advance", re.IGNORECASE)
_PRIZE = re.compile(r'prize\b:?\s?("[^"]*"|.*?)\s?(?:\(([^()]*)\)|(\$\S*))?', re.IGNORECASE)
_NAMED_PRIZE = re.compile(
    r"(?=[^$()a-z]*[a-z])([^$()]+?)\s?(?:\((\$?[0-9][0-9,.]*k?)\)|(\$[0-9][0-9,.]*k?))", re.IGNORECASE
)
_WITH_SPIN = re.compile(r"(.*?)\s?(?:\+|\b(?:and|plus)\b)\s?(?:(?:1|an?|one|extra)\s?)*(?:spins?|s)?", re.IGNORECASE)
_DOLLARS = re.compile(
    r"[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,3}(?: [0-9]{3}){1,3}|[0-9]{1,6}(?:\.[0-9]{1,3})? ?k"
)

RING = 18
CORNERS = (1, 6, 10, 15)
ACROSS_FROM = 17  # the only square that showed it
# Directions that everybody knows without their squares (rules 1.13).
_DIRECTIONS = (
    (re.compile(r"big bucks", re.IGNORECASE), "big_bucks"),
    (re.compile(r"(?:go |move )?back (?:two|2)(?: spaces)?", re.IGNORECASE), "back"),
    (re.compile(r"(?:(?:go |move )?forward|advance) (?:two|2)(?: spaces)?", re.IGNORECASE), "advance"),
    (re.compile(r"move (?:one|1)(?: space)?", re.IGNORECASE), "beside"),
    (re.compile(r"(?:pick|choose) a corner", re.IGNORECASE), "corner"),
    (re.compile(r"across the board", re.IGNORECASE), "across"),
)


@dataclass(frozen=True, slots=True)
class SlideText:
    """A slide in its fields, each as it was typed; empty where the text has none.

    Attributes:
        kind: money with a spin is ``cash`` with ``spin``.
    """

    kind: str
    dollars: str = ""
    to: str = ""
    label: str = ""
    name: str = ""
    spin: bool = False
    weight: str = ""


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

    A line without a number follows the one above it. Blank lines, rules and the heading of a table are no squares.
    """
    last: str | None = "0"
    for index, line in enumerate(text.split("\n")):
        if not re.search(r"[\w?$:]", line) or _HEADING.match(line[:80]):
            continue
        tidy = _BLANKS.sub(lambda blanks: "\t" if "\t" in blanks[0] else " ", line)
        square = _square(tidy.strip(" |"), "" if last is None else str(int(last) + 1))
        last = square.number if re.fullmatch(r"[0-9]{1,9}", square.number) else None
        yield index, square


def read_slide(text: str, square: str = "") -> SlideText:
    """Return the fields of a slide; one that cannot be read is money with the text for an amount.

    Args:
        text: of one slide.
        square: the number of its square, from which directions such as “Move One Space” lead on.
    """
    text = _BLANKS.sub(" ", text).strip()
    if len(text) > LONGEST_SLIDE:
        return SlideText("cash", text)
    weight = ""
    if weighted := _WEIGHT.fullmatch(text):
        text, weight = weighted.groups()
    return _read_effect(text, square, weight)


def with_marks_quoted(name: str) -> str:
    """Return a name that reads as one: in quotation marks if it has signs that part slides."""
    return f'"{name}"' if _APART.search(name) or _WEIGHT.fullmatch(_BLANKS.sub(" ", name)) else name


def dollars_of(text: str) -> int | None:
    """Return the whole dollars of “$8,000”, “8000”, “8 000” or “8.5k”; None if it is none of these."""
    bare = text.strip().removeprefix("$").strip().lower()
    if not _DOLLARS.fullmatch(bare):
        return None
    if not bare.endswith("k"):
        return int(re.sub(r"[, ]", "", bare))
    whole, _, part = bare.removesuffix("k").strip().partition(".")
    return int(whole + part.ljust(3, "0"))


def squares_of(text: str) -> list[int]:
    """Return the squares in “8 or 10”; none if it is not a list of squares."""
    if re.fullmatch(r"(?:square\s*)?[0-9]{1,3}(?:[\s,;/]+(?:or\s+|and\s+)?[0-9]{1,3})*", text, re.IGNORECASE):
        return [int(number) for number in re.findall(r"[0-9]+", text)]
    return []


def direction(name: str, square: int) -> list[int]:
    """Return where a direction of the show leads from a square of its ring (rules 1.13); none if it is not one."""
    if not 1 <= square <= RING:
        return []
    for words, kind in _DIRECTIONS:
        if words.fullmatch(name) and (kind != "across" or square == ACROSS_FROM):
            return directed(kind, square)
    return []


def directed(kind: str, square: int) -> list[int]:
    """Return where a kind of direction leads from a square of the ring."""
    steps = {"back": [-2], "advance": [2], "beside": [-1, 1]}
    if kind in steps:
        return [(square + step - 1) % RING + 1 for step in steps[kind]]
    return {"big_bucks": [4], "corner": [corner for corner in CORNERS if corner != square], "across": [8]}[kind]


def _square(line: str, following: str) -> SquareText:
    number, weight = following, ""
    if numbered := _NUMBER.fullmatch(line):
        number, weight, line = numbered.groups(default="")
    elif numbered := _ODD_NUMBER.fullmatch(line):
        number, line = numbered.groups()
    typed = list(_slides(line))
    return SquareText(number, weight, [read_slide(text, number) for text in typed], typed)


def _slides(line: str) -> Iterator[str]:
    """Yield the text of each slide of a line."""
    words = line.split()
    if len(words) > 1 and all(map(_COMPACT.fullmatch, words)) and not re.fullmatch(r"\$?[0-9]{1,2} [0-9]{3}", line):
        yield from words
        return
    start = 0
    for mark in _APART.finditer(line):
        if mark[1] is None:
            yield line[start : mark.start()].strip()
            start = mark.end()
    if last := line[start:].strip():
        yield last


def _read_effect(text: str, square: str, weight: str) -> SlideText:
    if text.lower() in _UNKNOWN:
        return SlideText("unknown", weight=weight)
    if _WHAMMY.fullmatch(text):
        return SlideText("whammy", weight=weight)
    if either := _OR_WHAMMY.fullmatch(text):
        return SlideText("cash_or_lose_whammy", _sum(either[1]), weight=weight)
    for words, kind in ((_OR_DOUBLE, "cash_or_double"), (_OR_SPIN, "cash_or_spin")):
        if either := words.fullmatch(text):
            return SlideText(kind, _sum(either[1]), weight=weight)
    if jackpot := _JACKPOT.fullmatch(text):
        return SlideText("jackpot", _sum(jackpot[1] or jackpot[2] or ""), weight=weight)
    if lead := _LEAD.fullmatch(text):
        return SlideText("lead", lead[1] or "1", spin=lead[2] is not None, weight=weight)
    if _DOUBLE.fullmatch(text):
        return SlideText("double", spin="spin" in text.lower() or "+" in text, weight=weight)
    if _ADD_A_ONE.fullmatch(text):
        return SlideText("add_a_one", weight=weight)
    if prize := _PRIZE.fullmatch(text) or _NAMED_PRIZE.fullmatch(text):
        return SlideText("prize", _sum(prize[2] or prize[3] or ""), name=prize[1].strip('" '), weight=weight)
    if move := _MOVE.fullmatch(text):
        label = move[1].strip('" ')
        return SlideText("move", to=move[2], label="" if _PLAIN_MOVE.fullmatch(label) else label, weight=weight)
    if square.isdecimal() and (to := direction(text, int(square[:3]))):
        return SlideText("move", to=" or ".join(map(str, to)), label=text, weight=weight)
    spin = _WITH_SPIN.fullmatch(text)
    return SlideText("cash", _sum(spin[1] if spin else text), spin=spin is not None, weight=weight)


def _sum(text: str) -> str:
    return "" if text == "$" else text
