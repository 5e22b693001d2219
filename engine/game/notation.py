"""The one-line notation of a position, read and written: ``8000e10,3000,0@1``.

Contestants from left to right, separated by commas: the score, then ``eN`` earned spins, ``pN``
passed spins, ``wN`` Whammies (zero parts left out); then ``@`` and the seat (1-3) of the mover.

Also read: blanks, capitals, ``$`` with thousands commas, ``/``, ``;``, ``|``, line breaks or blanks for commas, ``out``
for ``w4``, ``up`` for ``@``, and no ``@`` if only one contestant holds spins. Other texts are for ``reader``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..errors import NotationError, quoted
from .position import SEAT_NAMES, WHAMMIES_OUT, Contestant, Position

MAX_LENGTH = 300
MAX_DIGITS = 9

_TOKEN = re.compile(
    r"""(?P<line>\s*\n\s*)
      | (?P<space>\s+)
      | (?P<dollars>\$\s*[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|\$\s*[0-9]+)
      | (?P<number>[0-9]+)
      | (?P<unknown>\?)
      | (?P<word>[A-Za-z]+)
      | (?P<at>@)
      | (?P<mark>[,/;|])
    """,
    re.VERBOSE,
)
_SPACED = re.compile(
    r"\s*+([0-9][0-9epw]*+)\s++([0-9][0-9epw]*+)\s++([0-9][0-9epw]*+)(?:\s*+@\s*+([0-9]))?\s*", re.IGNORECASE
)
_PARTS = {"e": "earned", "p": "passed", "w": "whammies"}
# “0 P2 up”; in “8000 e3 p2 up” the letters stand for spins.
_PLAYER_UP = re.compile(
    r"(?<![A-Za-z0-9])(?<![\s,][Ee][0-9]\s)p\s?([123])(?:\s+is)?(?:\s+up|(?:['’]s)?\s+turn|\s+to\s+(?:play|spin|move|go))\b",
    re.IGNORECASE,
)


def write_position(position: Position) -> str:
    """Return the canonical text of a position."""
    return ",".join(_write_contestant(c) for c in position.contestants) + f"@{position.mover_seat + 1}"


def _write_contestant(c: Contestant) -> str:
    parts = (("e", c.earned), ("p", c.passed), ("w", c.whammies))
    return str(c.score) + "".join(f"{letter}{count}" for letter, count in parts if count)


@dataclass
class PodiumFields:
    """What a text says about one contestant.

    Attributes:
        values: the numbers in the text by name: score, earned, passed, whammies; None for a “?”.
        start: the index where it begins, for error messages; None if unknown.
    """

    values: dict[str, int | None] = field(default_factory=dict)
    start: int | None = None

    @property
    def out(self) -> bool:
        """Whether there are four Whammies or more."""
        return self.number("whammies") >= WHAMMIES_OUT

    def number(self, name: str) -> int:
        """Return a number of this name; 0 if it is not given."""
        return self.values.get(name) or 0

    def contestant(self, seat: int) -> Contestant:
        """Return the contestant. Raises NotationError if there is no score."""
        if "score" not in self.values and not self.out:
            message = f"{SEAT_NAMES[seat]} needs a score: 0 if there is none, “out” for four Whammies."
            raise NotationError(message, position=self.start)
        return Contestant(*(self.number(name) for name in ("score", "earned", "passed", "whammies")))


def parse_position(text: str) -> Position:
    """Read a position without checking that it can arise in the game.

    Raises:
        NotationError: ``position`` is the index of the character that cannot be read.
    """
    podiums, mover_seat = read_podiums(text)
    left, center, right = (podium.contestant(seat) for seat, podium in enumerate(podiums))
    holders = [seat for seat, contestant in enumerate((left, center, right)) if contestant.spins]
    if mover_seat is None and len(holders) != 1:
        raise NotationError("Say who is up: add @1, @2 or @3 at the end.", position=len(text))
    return Position((left, center, right), holders[0] if mover_seat is None else mover_seat)


def read_podiums(text: str, *, allow_unknown: bool = False) -> tuple[list[PodiumFields], int | None]:
    """Return the three contestants of a text, and the seat that it says is up, or None.

    With ``allow_unknown``, “?” may stand for a number of spins.

    Raises:
        NotationError: see ``parse_position``.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(f"A position has at most {MAX_LENGTH} characters.", position=MAX_LENGTH)
    check_player(text)
    if (spaced_match := _SPACED.fullmatch(text)) and re.search(r"[epw]", text, re.IGNORECASE):
        text = ",".join(spaced_match.groups()[:3]) + (f"@{spaced_match[4]}" if spaced_match[4] else "")
    tokens = _split_tokens(text, allow_unknown=allow_unknown)
    podiums, up_marks = [PodiumFields(start=0)], dict[int, int]()  # start of each mark, by seat
    index = 0
    while index < len(tokens):
        kind, word, start = tokens[index]
        values = podiums[-1].values
        next_kind, next_word, next_start = tokens[index + 1] if index + 1 < len(tokens) else ("", "", start)
        name = word.lower()
        index += 1
        if kind == "mark":
            podiums.append(PodiumFields(start=start + len(word)))
        elif kind == "at":
            if next_word not in ("1", "2", "3"):
                next_start = next_start if next_kind == "number" else start
                raise NotationError(
                    "After @ comes the seat of the contestant who is up: 1, 2 or 3.", position=next_start
                )
            index += 1
            if index < len(tokens):
                raise NotationError("Nothing may follow the seat after @.", position=tokens[index][2])
            up_marks = {int(next_word) - 1: start} | up_marks
        elif name == "up":
            up_marks[len(podiums) - 1] = start
        elif kind == "dollars" or (kind == "number" and "score" not in values):
            _set_number(values, "score", word, start, start)
        elif name == "out":
            _set_number(values, "whammies", str(WHAMMIES_OUT), start, start)
        elif kind != "word":
            raise NotationError("What is this number? Write e3, p2 or w1 for spins and Whammies.", position=start)
        elif name not in _PARTS:
            raise NotationError(
                f"“{word}” is not known here; use e, p, w for earned, passed, Whammies.", position=start
            )
        elif next_kind not in ("number", "unknown"):
            raise NotationError(f"After “{word}” comes a number.", position=start)
        else:
            _set_number(values, _PARTS[name], next_word, start, next_start)
            index += 1
    if len(podiums) != 3:
        raise NotationError(
            f"A position has three contestants, separated by commas; this text has {len(podiums)}.",
            position=(podiums[3].start or 1) - 1 if len(podiums) > 3 else len(text),
        )
    if len(up_marks) > 1:
        raise NotationError("Only one contestant can be up.", position=list(up_marks.values())[1])
    return podiums, next(iter(up_marks), None)


def check_player(text: str) -> None:
    """Refuse “P2 up”, which may be the second contestant or two passed spins. Raises NotationError."""
    if match := _PLAYER_UP.search(text):
        nth, spins = (("first", "one passed spin"), ("second", "two passed spins"), ("third", "three passed spins"))[
            int(match[1]) - 1
        ]
        raise NotationError(
            f"Is {quoted(match[0])} the {nth} contestant, or {spins}? Write “up {match[1]}”, or “{match[1]} passed, up”.",
            position=match.start(),
        )


def _split_tokens(text: str, *, allow_unknown: bool) -> list[tuple[str, str, int]]:
    """Return the (kind, text, index) of each token. Line breaks are marks where contestants have none between them."""
    tokens: list[tuple[str, str, int]] = []
    start = 0
    while start < len(text):
        match = _TOKEN.match(text, start)
        if match is None or (match.lastgroup == "unknown" and not allow_unknown):
            raise NotationError(f"“{text[start]}” does not belong in a position.", position=start)
        kind = match.lastgroup or ""
        has_podium_after = tokens and text[match.end() : match.end() + 1] not in ("", "@")
        if kind != "space" and (kind != "line" or has_podium_after):
            tokens.append((kind, match.group(), start))
        start = match.end()
    if any(kind == "mark" for kind, _, _ in tokens):
        return [token for token in tokens if token[0] != "line"]
    return [("mark" if kind == "line" else kind, word, start) for kind, word, start in tokens]


def _set_number(values: dict[str, int | None], name: str, word: str, start: int, number_start: int) -> None:
    """Add the number that a token writes to a contestant's, None for “?”. Raises NotationError."""
    if name in values:
        raise NotationError(f"This contestant has two numbers for {name}.", position=start)
    digits = re.sub(r"[$,\s]", "", word)
    if len(digits.lstrip("0")) > MAX_DIGITS:
        raise NotationError("This number is too large.", position=number_start)
    values[name] = None if word == "?" else int(digits)
