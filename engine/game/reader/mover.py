"""The contestant who is up, if a text names the seat: “@center”, “who's up: 2”, “Center to play”, “up 2”, “Bob is up”."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...errors import NotationError, quoted
from .cleaning import collapse_blanks
from .vocabulary import PART_OF_WORD, PLAYER, seat_of

_BLANK = r"[^\S\n]"
_GAP = r"[^\S\n]{0,3}+"  # of a cleaned text
_BEFORE = (  # words before who is up
    r"(?:it(?:'s|\s+is)\s+)?(?:who(?:\s+is|'s)?\s+up|up(?:\s+now|\s+is)?|turn(?:\s+of)?|next|active|playing|on\s+the\s+clock"
    r"|(?:current|active)\s+(?:player|contestant)|to\s+(?:play|spin|decide|go|act|move|press))"
)
_PLAYS = r"to\s+(?:play|spin|decide|go|act|move|press)|plays|goes|playing|on\s+the\s+clock|next"
_AFTER = rf"(?:\s+(?:is\s+)?(?:up(?!\s*:)|{_PLAYS})|(?:'s|s')\s+(?:up|turn|next)|\s+turn)(?:\s+(?:now|next|first))?"
_AFTER_HERE = _AFTER.replace(r"\s+", r"[^\S\n]{1,3}").replace(r"\s*", _GAP)  # on the same line
_NUMERAL = (
    r"(?<![0-9a-z$.,+])(?:#\s?|(?:no\.?|number)\s)?(?:([123])(?:st|nd|rd)?|(first|second|third))(?![0-9a-z]|[.,][0-9])"
)
_COUNTED = rf"(?!{_GAP}(?:more\s+|extra\s+|own\s+)?(?:{'|'.join(sorted(PART_OF_WORD, key=len, reverse=True))}|k)\b)"
_ORDINALS = {"first": 0, "second": 1, "third": 2}
_PART_BEFORE = re.compile(rf"(?:\b(?:{'|'.join(PART_OF_WORD)})|[0-9][epw]){_GAP}[:=(]?{_GAP}$")

_AT = re.compile(r"@\s*([a-z]+|[0-9])")
# “2 spins up - Center 3000” is not about Center.
_WHO = re.compile(rf"\b{_BEFORE}{_GAP}(?:[:=]|-(?!{_GAP}[a-z]+{_GAP}[:=$(0-9\-])){_GAP}([a-z]+|{PLAYER})(?![0-9])")
_IS_UP = re.compile(rf"\b(left|centre|center|middle|right|{PLAYER}){_AFTER}\b")
_NUMERAL_UP = re.compile(
    rf"\b{_BEFORE}{_GAP}(?P<colon>[:=]?){_GAP}{_NUMERAL}{_COUNTED}"
    rf"|{_NUMERAL}(?:{_AFTER_HERE})\b"
)
_UP_SEAT = re.compile(rf"\b{_BEFORE}{_BLANK}+(left|centre|center|middle|right|{PLAYER})(?![0-9a-z])")

# After “Left is up”: the seat's name also begins its numbers, as in “Left is up 8000, 3 spins”.
_LABELS = re.compile(r"(?:[^\S\n]|[:,(\-])*+(?:(?:with|at)[^\S\n]|\$|[0-9])")
_CLOSING = r"[^\S\n]*[)\]*.!]*[^\S\n]*"


def take_mover(text: str, names: Mapping[str, int], guesses: list[str]) -> tuple[str, int | None]:
    """Return the text without the words that say which seat is up, and that seat; None where no seat is named.

    Args:
        text: cleaned.
        names: seats of the contestants' names in it.
        guesses: gets what was assumed.

    Raises:
        NotationError: two seats are named, the word after @ is no seat, or “up 2” may mean two spins.
    """
    taker = _Taker(names, guesses)
    for pattern in (_AT, _WHO, _IS_UP):
        text = taker.take(text, pattern)
    text = taker.take_names(text)
    text = taker.take_alone(text, _UP_SEAT)
    text = taker.take_alone(text, _NUMERAL_UP)
    return re.sub(r"\n\s*\n", "\n", collapse_blanks(text)).strip(" \n;."), taker.up


class _Taker:
    """The seat that is up, found in a text one pattern after another."""

    def __init__(self, names: Mapping[str, int], guesses: list[str]) -> None:
        self.names, self.guesses = names, guesses
        self.up: int | None = None

    def take(self, text: str, pattern: re.Pattern[str]) -> str:
        """Return the text without what the pattern finds anywhere."""
        kept, end = [], 0
        for found in pattern.finditer(text):
            seat = self.names.get(found[1], seat_of(found[1]))
            if seat is None:
                if pattern is _AT:
                    raise NotationError("After @ comes the seat of the one up: 1, 2 or 3, or Left, Center, Right.")
                continue
            self._put(seat, found)
            kept += [
                text[end : found.start()],
                found[1] if pattern is _IS_UP and _LABELS.match(text, found.end()) else "",
                "  ",
            ]
            end = found.end()
        return "".join([*kept, text[end:]])

    def take_names(self, text: str) -> str:
        """Return the text without words such as “Bob is up”."""
        if not self.names:
            return text
        names = "|".join(re.escape(name) for name in sorted(self.names, key=len, reverse=True))
        for pattern in (
            re.compile(rf"(?<!\w)({names}){_AFTER}(?!\w)(?!{_GAP}[:$0-9])"),
            re.compile(rf"\b{_BEFORE}{_GAP}[:=\-]?{_GAP}({names})(?!\w)(?!{_GAP}[:$0-9])"),
        ):
            text = self.take(text, pattern)
        return text

    def take_alone(self, text: str, pattern: re.Pattern[str]) -> str:
        """Return the text without what the pattern finds where it stands for itself: first, last or on its own line.

        Raises:
            NotationError: a number elsewhere may be a seat or a count.
        """
        kept, end = [], 0
        for found in pattern.finditer(text):
            if pattern is _NUMERAL_UP and _PART_BEFORE.search(text, max(0, found.start() - 20), found.start()):
                continue
            before, after = text[: found.start()], text[found.end() :]
            wrapped = before.rstrip(" \t")
            wrapped = wrapped[:-1] if wrapped.endswith(("(", "[", "*")) else wrapped
            first = not re.search(r"[0-9]", before)
            last = re.fullmatch(_CLOSING + r"\n?", after) is not None
            line = wrapped.rstrip(" \t")[-1:] in ("", "\n") and re.match(_CLOSING + r"(?:\n|$)", after)
            word = next(filter(None, found.groups()[-4:] if pattern is _NUMERAL_UP else found.groups()))
            if not (first or last or line):
                if pattern is _UP_SEAT:
                    continue
                raise NotationError(
                    f"Is {quoted(found.group().strip())} a seat or a number of spins? "
                    "Write “2 spins”, or “@2” at the end for the one up."
                )
            seat = _ORDINALS[word] if word in _ORDINALS else seat_of(word)
            assert seat is not None
            self._put(seat, found)
            if pattern is _NUMERAL_UP and not found["colon"]:
                self.guesses.append(f"{quoted(found.group().strip())} as who is up")
            kept.append(text[end : len(wrapped)])
            end = found.end() + len(re.match(r"[^\S\n]*[)\]*.,;:!]*", after)[0])  # type: ignore[index]
        return "".join([*kept, text[end:]])

    def _put(self, seat: int, found: re.Match[str]) -> None:
        if self.up not in (None, seat):
            raise NotationError(f"Only one contestant can be up, but {quoted(found.group())} names another one.")
        self.up = seat
