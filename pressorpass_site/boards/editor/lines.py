"""The squares of a board as text, one line each: “4: $3,000 + spin / Move to 8 or 10 / Whammy”.

`write` shows any draft, mistakes included, and `read` gives it back. `read` also takes what people paste from pages and
spreadsheets. A slide that it cannot read becomes money with that text for an amount, which checks.py reports like an
amount typed in the form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from engine import MAX_SLIDES, MAX_SQUARES

from . import draft_content
from .draft_content import Content

LONGEST_SLIDE = 500  # characters; a longer text is not searched for the parts of a slide

_BLANKS = re.compile(r"\s+")
_APART = re.compile(r'("[^"]*")|[/;|·•\t]|,(?=\s)(?!\s*[0-9]{1,2}(?![0-9,]))')
_COMPACT = re.compile(r"\$?[0-9](?:[0-9,]*[0-9])?\+?|[wW]|\?")
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
_OR_WHAMMY = re.compile(r"(\S+)\sor\slose\s(?:(?:a|one|1)\s)?whammy", re.IGNORECASE)
_DOUBLE = re.compile(r"double\b.*", re.IGNORECASE)
_ADD_A_ONE = re.compile(r"add[- ](?:a[- ])?(?:one|1)", re.IGNORECASE)
_MOVE = re.compile(r"(.*?)\s?(?:→|->|=>|(?:^|\s)to(?=\s))\s?(?:squares?\s)?(.*)", re.IGNORECASE)
_PLAIN_MOVE = re.compile(r"|move|go|advance", re.IGNORECASE)
_PRIZE = re.compile(r'prize\b:?\s?("[^"]*"|.*?)\s?(?:\(([^()]*)\)|(\$\S*))?', re.IGNORECASE)
_NAMED_PRIZE = re.compile(
    r"(?=[^$()a-z]*[a-z])([^$()]+?)\s?(?:\((\$?[0-9][0-9,.]*k?)\)|(\$[0-9][0-9,.]*k?))", re.IGNORECASE
)
_WITH_SPIN = re.compile(r"(.*?)\s?(?:\+|\b(?:and|plus)\b)\s?(?:(?:1|an?|one|extra)\s?)*(?:spins?)?", re.IGNORECASE)


def write(content: Content) -> str:
    """Return the squares of a draft as text."""
    return "\n".join(map(_square_line, draft_content.squares(content)))


def read(text: str, before: Content) -> tuple[list[Content], list[int]]:
    """Return the squares in a text, and for each the index of its line.

    A square that reads as it did `before` stays as it was, with whatever a line does not show. A line without a number
    follows the one above it. What comes after more squares or slides than a board may have is left out.
    """
    known = {_square_line(square): square for square in draft_content.squares(before)}
    found: list[Content] = []
    lines: list[int] = []
    slides = 0
    for index, line in enumerate(text.split("\n")):
        if not re.search(r"[\w?$:]", line) or _HEADING.match(line[:80]):
            continue
        last = found[-1].get("number", 0) if found else 0
        tidy = _BLANKS.sub(lambda blanks: "\t" if "\t" in blanks[0] else " ", line)
        square = _square(tidy.strip(" |"), last + 1 if isinstance(last, int) else None)
        found.append(known.get(_square_line(square), square))
        lines.append(index)
        slides += len(square["slides"])
        if len(found) > MAX_SQUARES or slides > MAX_SLIDES:
            break
    return found, lines


def _square_line(square: Content) -> str:
    slides = " / ".join(map(_slide_text, square["slides"]))
    return f"{square.get('number', '')}{_weight(square)}: {slides}"


def _slide_text(slide: Content) -> str:
    return _effect(slide) + _weight(slide)


def _effect(slide: Content) -> str:
    money = _dollars(slide.get("amount"))
    match slide.get("kind"):
        case "cash_spin":
            return f"{money} + spin"
        case "whammy":
            return "Whammy"
        case "prize":
            value = slide.get("value")
            worth = "" if value is None else f" ({_dollars(value)})"
            return f"Prize {_quoted(slide.get('name') or '')}".rstrip() + worth
        case "move":
            to = slide.get("to", "")
            places = " or ".join(map(str, to)) if isinstance(to, list) else to
            return f"{_quoted(slide.get('label') or 'Move')} → {places}"
        case "cash_or_lose_whammy":
            return f"{money} or lose a Whammy"
        case "double":
            return "Double your $$ + spin" if slide.get("spin") else "Double your $$"
        case "add_a_one":
            return "Add-a-one"
        case "unknown":
            return "?"
        case _:
            return money


def _dollars(amount: Any) -> str:
    return f"${amount:,}" if isinstance(amount, int) else str(amount or "$")


def _weight(found: Content) -> str:
    weight = found.get("weight", 1)
    return "" if weight == 1 else f" ×{weight}"


def _quoted(name: str) -> str:
    return f'"{name}"' if _APART.search(name) or _WEIGHT.fullmatch(_BLANKS.sub(" ", name)) else name


def _square(line: str, following: int | None) -> Content:
    number, weight = "" if following is None else str(following), ""
    if numbered := _NUMBER.fullmatch(line):
        number, weight, line = numbered.groups(default="")
    elif numbered := _ODD_NUMBER.fullmatch(line):
        number, line = numbered.groups()
    return draft_content.square(number=number, weight=weight or "1", slides=list(map(_slide, _slides(line))))


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


def _slide(text: str) -> Content:
    weight = ""
    if len(text) <= LONGEST_SLIDE and (weighted := _WEIGHT.fullmatch(text)):
        text, weight = weighted.groups()
    found: dict[str, Any] = {"kind": "cash", "dollars": "", "to": "", "label": "", "name": "", "spin": False}
    found |= _read_effect(text) if len(text) <= LONGEST_SLIDE else {"dollars": text}
    return draft_content.slide(**found, weight=weight or "1")


def _read_effect(text: str) -> dict[str, Any]:
    """Return the fields of a slide that its text fills in."""
    if text.lower() in _UNKNOWN:
        return {"kind": "unknown"}
    if _WHAMMY.fullmatch(text):
        return {"kind": "whammy"}
    if either := _OR_WHAMMY.fullmatch(text):
        return {"kind": "cash_or_lose_whammy", "dollars": _sum(either[1])}
    if _DOUBLE.fullmatch(text):
        return {"kind": "double", "spin": "spin" in text.lower() or "+" in text}
    if _ADD_A_ONE.fullmatch(text):
        return {"kind": "add_a_one"}
    if prize := _PRIZE.fullmatch(text) or _NAMED_PRIZE.fullmatch(text):
        return {"kind": "prize", "name": prize[1].strip('" '), "dollars": _sum(prize[2] or prize[3] or "")}
    if move := _MOVE.fullmatch(text):
        label = move[1].strip('" ')
        return {"kind": "move", "label": "" if _PLAIN_MOVE.fullmatch(label) else label, "to": move[2]}
    spin = _WITH_SPIN.fullmatch(text)
    return {"spin": spin is not None, "dollars": _sum(spin[1] if spin else text)}


def _sum(text: str) -> str:
    return "" if text == "$" else text
