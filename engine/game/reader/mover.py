"""The contestant who is up, if a text names the seat: “@center”, “who's up: 2”, “Center to play”, “up 2”, “Bob is up”."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...errors import NotationError, quoted
from .cleaning import collapse_blanks
from .vocabulary import PART_OF_WORD, PLAYER, find_seat

_BLANK = r"[^\S\n]"
_GAP = r"[^\S\n]{0,3}+"  # of a cleaned text
_UP_PREFIX = (  # words before who is up
    r"(?:it(?:'s|\s+is)\s+)?(?:who(?:\s+is|'s)?\s+up|up(?:\s+now|\s+is)?|turn(?:\s+of)?|next|active|playing|on\s+the\s+clock"
    r"|(?:current|active)\s+(?:player|contestant)|to\s+(?:play|spin|decide|go|act|move|press))"
)
_PLAY_VERBS = r"to\s+(?:play|spin|decide|go|act|move|press)|plays|goes|playing|on\s+the\s+clock|next"
_UP_SUFFIX = (
    rf"(?:\s+(?:is\s+)?(?:up(?!\s*:)|{_PLAY_VERBS})|(?:'s|s')\s+(?:up|turn|next)|\s+turn)(?:\s+(?:now|next|first))?"
)
_UP_SUFFIX_ON_LINE = _UP_SUFFIX.replace(r"\s+", r"[^\S\n]{1,3}").replace(r"\s*", _GAP)  # on the same line
_NUMERAL = (
    r"(?<![0-9a-z$.,+])(?:#\s?|(?:no\.?|number)\s)?(?:([123])(?:st|nd|rd)?|(first|second|third))(?![0-9a-z]|[.,][0-9])"
)
_NOT_A_COUNT = rf"(?!{_GAP}(?:more\s+|extra\s+|own\s+)?(?:{'|'.join(sorted(PART_OF_WORD, key=len, reverse=True))}|k)\b)"
_ORDINALS = {"first": 0, "second": 1, "third": 2}
_PART_BEFORE = re.compile(rf"(?:\b(?:{'|'.join(PART_OF_WORD)})|[0-9][epw]){_GAP}[:=(]?{_GAP}$")

_AT = re.compile(r"@\s*([a-z]+|[0-9])")
# “2 spins up - Center 3000” is not about Center.
_WHO = re.compile(rf"\b{_UP_PREFIX}{_GAP}(?:[:=]|-(?!{_GAP}[a-z]+{_GAP}[:=$(0-9\-])){_GAP}([a-z]+|{PLAYER})(?![0-9])")
_IS_UP = re.compile(rf"\b(left|centre|center|middle|right|{PLAYER}){_UP_SUFFIX}\b")
_NUMERAL_UP = re.compile(
    rf"\b{_UP_PREFIX}{_GAP}(?P<colon>[:=]?){_GAP}{_NUMERAL}{_NOT_A_COUNT}"
    rf"|{_NUMERAL}(?:{_UP_SUFFIX_ON_LINE})\b"
)
_UP_SEAT = re.compile(rf"\b{_UP_PREFIX}{_BLANK}+(left|centre|center|middle|right|{PLAYER})(?![0-9a-z])")

# What follows “Left is up” where the seat's name also labels its numbers: “Left is up 8000, 3 spins”.
_LABELS = re.compile(r"(?:[^\S\n]|[:,(\-])*+(?:(?:with|at)[^\S\n]|\$|[0-9])")
_CLOSING_MARKS = r"[^\S\n]*[)\]*.!]*[^\S\n]*"


def take_mover(text: str, names: Mapping[str, int], guesses: list[str]) -> tuple[str, int | None]:
    """Return the text without the words that say which seat is up, and that seat; None if the text names no seat.

    ``names``: seats of the contestants' names in it. Assumptions are appended to ``guesses``.

    Raises:
        NotationError: two seats are named, the word after @ is no seat, or “up 2” may mean two spins.
    """
    taker = _MoverTaker(names, guesses)
    for pattern in (_AT, _WHO, _IS_UP):
        text = taker.take_matches(text, pattern)
    text = taker.take_names(text)
    text = taker.take_alone(text, _UP_SEAT)
    text = taker.take_alone(text, _NUMERAL_UP)
    return re.sub(r"\n\s*\n", "\n", collapse_blanks(text)).strip(" \n;."), taker.mover_seat


class _MoverTaker:
    """Takes the words on who is up out of a text, one pattern after another; ``mover_seat`` is the seat."""

    def __init__(self, names: Mapping[str, int], guesses: list[str]) -> None:
        self.names, self.guesses = names, guesses
        self.mover_seat: int | None = None

    def take_matches(self, text: str, pattern: re.Pattern[str]) -> str:
        """Return the text without the matches of the pattern."""
        pieces, end = [], 0
        for match in pattern.finditer(text):
            seat = self.names.get(match[1], find_seat(match[1]))
            if seat is None:
                if pattern is _AT:
                    raise NotationError("After @ comes the seat of the one up: 1, 2 or 3, or Left, Center, Right.")
                continue
            self._set_seat(seat, match)
            pieces += [
                text[end : match.start()],
                match[1] if pattern is _IS_UP and _LABELS.match(text, match.end()) else "",
                "  ",
            ]
            end = match.end()
        return "".join([*pieces, text[end:]])

    def take_names(self, text: str) -> str:
        """Return the text without words such as “Bob is up”."""
        if not self.names:
            return text
        names = "|".join(re.escape(name) for name in sorted(self.names, key=len, reverse=True))
        for pattern in (
            re.compile(rf"(?<!\w)({names}){_UP_SUFFIX}(?!\w)(?!{_GAP}[:$0-9])"),
            re.compile(rf"\b{_UP_PREFIX}{_GAP}[:=\-]?{_GAP}({names})(?!\w)(?!{_GAP}[:$0-9])"),
        ):
            text = self.take_matches(text, pattern)
        return text

    def take_alone(self, text: str, pattern: re.Pattern[str]) -> str:
        """Return the text without the matches of the pattern that stand alone: first, last or on their own line.

        Raises:
            NotationError: a number elsewhere may be a seat or a count.
        """
        pieces, end = [], 0
        for match in pattern.finditer(text):
            if pattern is _NUMERAL_UP and _PART_BEFORE.search(text, max(0, match.start() - 20), match.start()):
                continue
            before, after = text[: match.start()], text[match.end() :]
            text_before = before.rstrip(" \t")
            text_before = text_before[:-1] if text_before.endswith(("(", "[", "*")) else text_before
            is_first = not re.search(r"[0-9]", before)
            is_last = re.fullmatch(_CLOSING_MARKS + r"\n?", after) is not None
            is_own_line = text_before.rstrip(" \t")[-1:] in ("", "\n") and re.match(_CLOSING_MARKS + r"(?:\n|$)", after)
            seat_word = next(filter(None, match.groups()[-4:] if pattern is _NUMERAL_UP else match.groups()))
            if not (is_first or is_last or is_own_line):
                if pattern is _UP_SEAT:
                    continue
                raise NotationError(
                    f"Is {quoted(match.group().strip())} a seat or a number of spins? "
                    "Write “2 spins”, or “@2” at the end for the one up."
                )
            seat = _ORDINALS[seat_word] if seat_word in _ORDINALS else find_seat(seat_word)
            assert seat is not None
            self._set_seat(seat, match)
            if pattern is _NUMERAL_UP and not match["colon"]:
                self.guesses.append(f"{quoted(match.group().strip())} as who is up")
            pieces.append(text[end : len(text_before)])
            end = match.end() + len(re.match(r"[^\S\n]*[)\]*.,;:!]*", after)[0])  # type: ignore[index]
        return "".join([*pieces, text[end:]])

    def _set_seat(self, seat: int, match: re.Match[str]) -> None:
        if self.mover_seat not in (None, seat):
            raise NotationError(f"Only one contestant can be up, but {quoted(match.group())} names another one.")
        self.mover_seat = seat
