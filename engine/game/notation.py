"""The one-line notation of a position, read and written: ``8000e10,3000,0@1``.

Contestants from left to right, separated by commas: the score, then ``eN`` earned spins, ``pN``
passed spins, ``wN`` Whammies (zero parts left out); then ``@`` and the seat (1-3) of the mover.

Blanks, capitals, ``$``, thousands commas after a ``$``, ``/``, ``;``, ``|``, lines or blanks for commas, ``out`` for ``w4``, ``up`` for ``@`` and
a missing ``@`` when only one contestant holds spins do not matter. All other texts are for ``reader``.
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


def write(position: Position) -> str:
    """Return the canonical text of a position."""
    return ",".join(_contestant(c) for c in position.contestants) + f"@{position.mover_seat + 1}"


def _contestant(c: Contestant) -> str:
    parts = (("e", c.earned), ("p", c.passed), ("w", c.whammies))
    return str(c.score) + "".join(f"{letter}{count}" for letter, count in parts if count)


@dataclass
class Podium:
    """What a text says about one contestant.

    Attributes:
        values: its numbers by name: those given of score, earned, passed and whammies; None for a “?”.
        start: the index where it begins, for errors to point at; None if they don't.
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


def parse(text: str) -> Position:
    """Read a position without checking that it can arise in the game.

    Raises:
        NotationError: ``position`` is the index of the character that cannot be read.
    """
    podiums, up = read_podiums(text)
    left, center, right = (podium.contestant(seat) for seat, podium in enumerate(podiums))
    holders = [seat for seat, contestant in enumerate((left, center, right)) if contestant.spins]
    if up is None and len(holders) != 1:
        raise NotationError("Say who is up: add @1, @2 or @3 at the end.", position=len(text))
    return Position((left, center, right), holders[0] if up is None else up)


def read_podiums(text: str, *, unknown: bool = False) -> tuple[list[Podium], int | None]:
    """Return the three contestants of a text, and the seat that it says is up, or None.

    Args:
        text: in the notation.
        unknown: whether “?” may stand for a number of spins.

    Raises:
        NotationError: see ``parse``.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(f"A position has at most {MAX_LENGTH} characters.", position=MAX_LENGTH)
    check_player(text)
    if (spaced := _SPACED.fullmatch(text)) and re.search(r"[epw]", text, re.IGNORECASE):
        text = ",".join(spaced.groups()[:3]) + (f"@{spaced[4]}" if spaced[4] else "")
    tokens = _tokens(text, unknown=unknown)
    podiums, up = [Podium(start=0)], dict[int, int]()  # the places of marks by seat
    index = 0
    while index < len(tokens):
        kind, word, at = tokens[index]
        values = podiums[-1].values
        after, follows, where = tokens[index + 1] if index + 1 < len(tokens) else ("", "", at)
        name = word.lower()
        index += 1
        if kind == "mark":
            podiums.append(Podium(start=at + len(word)))
        elif kind == "at":
            if follows not in ("1", "2", "3"):
                where = where if after == "number" else at
                raise NotationError("After @ comes the seat of the contestant who is up: 1, 2 or 3.", position=where)
            index += 1
            if index < len(tokens):
                raise NotationError("Nothing may follow the seat after @.", position=tokens[index][2])
            up = {int(follows) - 1: at} | up
        elif name == "up":
            up[len(podiums) - 1] = at
        elif kind == "dollars" or (kind == "number" and "score" not in values):
            _put(values, "score", word, at, at)
        elif name == "out":
            _put(values, "whammies", str(WHAMMIES_OUT), at, at)
        elif kind != "word":
            raise NotationError("What is this number? Write e3, p2 or w1 for spins and Whammies.", position=at)
        elif name not in _PARTS:
            raise NotationError(f"“{word}” is not known here; use e, p, w for earned, passed, Whammies.", position=at)
        elif after not in ("number", "unknown"):
            raise NotationError(f"After “{word}” comes a number.", position=at)
        else:
            _put(values, _PARTS[name], follows, at, where)
            index += 1
    if len(podiums) != 3:
        raise NotationError(
            f"A position has three contestants, separated by commas; this text has {len(podiums)}.",
            position=(podiums[3].start or 1) - 1 if len(podiums) > 3 else len(text),
        )
    if len(up) > 1:
        raise NotationError("Only one contestant can be up.", position=list(up.values())[1])
    return podiums, next(iter(up), None)


def check_player(text: str) -> None:
    """Refuse “P2 up”, which may be the second contestant or two passed spins. Raises NotationError."""
    if found := _PLAYER_UP.search(text):
        nth, spins = (("first", "one passed spin"), ("second", "two passed spins"), ("third", "three passed spins"))[
            int(found[1]) - 1
        ]
        raise NotationError(
            f"Is {quoted(found[0])} the {nth} contestant, or {spins}? Write “up {found[1]}”, or “{found[1]} passed, up”.",
            position=found.start(),
        )


def _tokens(text: str, *, unknown: bool) -> list[tuple[str, str, int]]:
    """Return the (kind, text, index) of each token. Line breaks are marks where contestants have none between them."""
    tokens: list[tuple[str, str, int]] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or (match.lastgroup == "unknown" and not unknown):
            raise NotationError(f"“{text[at]}” does not belong in a position.", position=at)
        kind = match.lastgroup or ""
        between = tokens and text[match.end() : match.end() + 1] not in ("", "@")
        if kind != "space" and (kind != "line" or between):
            tokens.append((kind, match.group(), at))
        at = match.end()
    if any(kind == "mark" for kind, _, _ in tokens):
        return [token for token in tokens if token[0] != "line"]
    return [("mark" if kind == "line" else kind, word, at) for kind, word, at in tokens]


def _put(values: dict[str, int | None], name: str, word: str, at: int, where: int) -> None:
    """Add the number that a token writes to a contestant's, None for “?”. Raises NotationError."""
    if name in values:
        raise NotationError(f"This contestant has two numbers for {name}.", position=at)
    digits = re.sub(r"[$,\s]", "", word)
    if len(digits.lstrip("0")) > MAX_DIGITS:
        raise NotationError("This number is too large.", position=where)
    values[name] = None if word == "?" else int(digits)
