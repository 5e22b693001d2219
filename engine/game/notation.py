"""The one-line notation of a position, read and written: ``8000e10,3000,0@1``.

Contestants from left to right, separated by commas: the score, then ``eN`` earned spins, ``pN``
passed spins, ``wN`` Whammies (zero parts left out); then ``@`` and the seat (1-3) of the mover.

Reading is forgiving: spaces, ``$``, thousands commas after a ``$``, ``/`` or ``;`` or new lines
between contestants (then commas may stand within one), words ("3 spins", "2 passed", "1 whammy",
"out"), and a missing ``@`` when only one contestant holds spins. Writing is canonical.
"""

from __future__ import annotations

import re

from ..errors import NotationError, quoted
from .position import WHAMMIES_OUT, Contestant, Position

MAX_LENGTH = 300
MAX_DIGITS = 9

_TOKEN = re.compile(
    r"""(?P<line>\s*\n\s*)
      | (?P<space>\s+)
      | (?P<dollars>\$\s*[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|\$\s*[0-9]+)
      | (?P<number>[0-9]+)
      | (?P<unknown>\?)
      | (?P<word>[A-Za-z]+)
      | (?P<up>@)
      | (?P<mark>[,/;|])
    """,
    re.VERBOSE,
)
_EARNED = {"e", "earned", "spin", "spins"}
_PASSED = {"p", "passed"}
_WHAMMIES = {"w", "whammy", "whammies", "whammys"}
_FILLER = {"and", "with", "spin", "spins"}
_UP = {"up"}
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


class Podium:
    """The part of a text about one contestant.

    Attributes:
        start: the index where it begins.
        values: its numbers by name: those given of score, earned, passed and whammies; None for a “?”.
        up: the index of the word “up”, or None.
    """

    def __init__(self, start: int) -> None:
        self.start = start
        self.values: dict[str, int | None] = {}
        self.up: int | None = None

    def set(self, name: str, value: int | None, at: int) -> None:
        if name in self.values:
            raise NotationError(f"This contestant has two numbers for {name}.", position=at)
        self.values[name] = value

    @property
    def out(self) -> bool:
        """Whether there are four Whammies or more."""
        return self.number("whammies") >= WHAMMIES_OUT

    def number(self, name: str) -> int:
        """Return a number of this name; 0 if it is not given."""
        return self.values.get(name) or 0

    def contestant(self) -> Contestant:
        """Return the contestant. Raises NotationError if there is no score."""
        if "score" not in self.values and not self.out:
            raise NotationError("Each contestant needs a score.", position=self.start)
        return Contestant(*(self.number(name) for name in ("score", "earned", "passed", "whammies")))


def parse(text: str) -> Position:
    """Read a position without checking that it can arise in the game.

    Raises:
        NotationError: ``position`` is the index of the character that cannot be read.
    """
    podiums, up = read_podiums(text)
    contestants = tuple(p.contestant() for p in podiums)
    return Position((contestants[0], contestants[1], contestants[2]), _who_is_up(podiums, contestants, up, len(text)))


def read_podiums(text: str, *, unknown: bool = False) -> tuple[list[Podium], int | None]:
    """Return the three contestants of a text, and the seat after @, or None.

    Args:
        text: in the notation.
        unknown: whether “?” may stand for a number of spins.

    Raises:
        NotationError: see ``parse``.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(f"A position has at most {MAX_LENGTH} characters.", position=MAX_LENGTH)
    check_player(text)
    tokens = _separated(_tokens(text, unknown=unknown))
    podiums = [Podium(0)]
    up: int | None = None
    index = 0
    while index < len(tokens):
        kind, word, at = tokens[index]
        podium = podiums[-1]
        if kind == "mark":
            podiums.append(Podium(at + len(word)))
            index += 1
        elif kind == "up":
            if up is not None:
                raise NotationError("There are two @ signs.", position=at)
            if index + 1 >= len(tokens) or tokens[index + 1][0] != "number":
                raise NotationError("After @ comes the seat of the contestant who is up: 1, 2 or 3.", position=at)
            up = _seat(*tokens[index + 1][1:])
            index += 2
            if index < len(tokens):
                raise NotationError("Nothing may follow the seat after @.", position=tokens[index][2])
        elif kind in ("number", "dollars", "unknown"):
            index = _read_number(tokens, index, podium)
        else:
            index = _read_word(tokens, index, podium)
    if len(podiums) != 3:
        raise NotationError(
            f"A position has three contestants, separated by commas; this text has {len(podiums)}.",
            position=podiums[3].start - 1 if len(podiums) > 3 else len(text),
        )
    return podiums, up


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
    tokens = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or (match.lastgroup == "unknown" and not unknown):
            raise NotationError(f"“{text[at]}” does not belong in a position.", position=at)
        kind = match.lastgroup or ""
        if kind != "space":
            tokens.append((kind, match.group(), at))
        at = match.end()
    return tokens


def _separated(tokens: list[tuple[str, str, int]]) -> list[tuple[str, str, int]]:
    """Return the tokens with marks only between contestants.

    Two of ``/ ; |`` separate, else three lines, else every mark (or line, if there is no mark).
    """
    strong = sum(word in "/;|" for _, word, _ in tokens)
    lines: set[int] = set()  # line breaks between parts of contestants
    written = False
    pending: int | None = None
    for index, (kind, _, _) in enumerate(tokens):
        if kind == "up":
            break
        if kind == "line":
            pending = index if written and pending is None else pending
        elif kind != "mark":
            if pending is not None:
                lines.add(pending)
            written, pending = True, None
    marked = any(kind == "mark" for kind, _, _ in tokens)
    by_line = strong != 2 and (len(lines) == 2 or not marked)
    kept = []
    for index, (kind, word, at) in enumerate(tokens):
        if kind == "line":
            if by_line and index in lines:
                kept.append(("mark", word, at))
        elif kind != "mark" or (word in "/;|" if strong == 2 else not by_line):
            kept.append((kind, word, at))
    return kept


def _number(word: str, at: int) -> int | None:
    """Return the number that a token writes; None for “?”."""
    if word == "?":
        return None
    digits = re.sub(r"[$,\s]", "", word)
    if len(digits.lstrip("0")) > MAX_DIGITS:
        raise NotationError("This number is too large.", position=at)
    return int(digits)


def _seat(word: str, at: int) -> int:
    if word not in ("1", "2", "3"):
        raise NotationError("After @ comes the seat of the contestant who is up: 1, 2 or 3.", position=at)
    return int(word) - 1


def _read_number(tokens: list[tuple[str, str, int]], index: int, podium: Podium) -> int:
    """Take a number as the score, or for the word after it ("3 spins", "2 passed"); return the next index."""
    kind, word, at = tokens[index]
    value = _number(word, at)
    if kind == "unknown" or (kind == "number" and "score" in podium.values):
        if index + 1 < len(tokens) and tokens[index + 1][0] == "word":
            name = _name(tokens[index + 1][1].lower())
            if name:
                podium.set(name, value, at)
                return _skip_filler(tokens, index + 2)
        raise NotationError("What is this number? Write e3, p2 or w1 for spins and Whammies.", position=at)
    podium.set("score", value, at)
    return index + 1


def _read_word(tokens: list[tuple[str, str, int]], index: int, podium: Podium) -> int:
    """Take a letter before a number (e3) or a word of its own (“out”, “up”); return the next index."""
    _, word, at = tokens[index]
    lower = word.lower()
    if lower == "out":
        podium.set("whammies", WHAMMIES_OUT, at)
        return index + 1
    if lower in _UP:
        podium.up = at
        return index + 1
    if lower == "and" or lower == "with":
        return index + 1
    name = _name(lower)
    if name is None:
        raise NotationError(f"“{word}” is not known here; use e, p, w for earned, passed, Whammies.", position=at)
    if index + 1 >= len(tokens) or tokens[index + 1][0] not in ("number", "unknown"):
        raise NotationError(f"After “{word}” comes a number.", position=at)
    podium.set(name, _number(*tokens[index + 1][1:]), at)
    return index + 2


def _skip_filler(tokens: list[tuple[str, str, int]], index: int) -> int:
    while index < len(tokens) and tokens[index][0] == "word" and tokens[index][1].lower() in _FILLER:
        index += 1
    return index


def _name(word: str) -> str | None:
    if word in _EARNED:
        return "earned"
    if word in _PASSED:
        return "passed"
    if word in _WHAMMIES:
        return "whammies"
    return None


def _who_is_up(podiums: list[Podium], contestants: tuple[Contestant, ...], up: int | None, end: int) -> int:
    marked = [seat for seat in (0, 1, 2) if podiums[seat].up is not None]
    if up is not None:
        marked = [up, *(seat for seat in marked if seat != up)]
    if len(marked) > 1:
        raise NotationError("Only one contestant can be up.", position=podiums[marked[1]].up)
    if len(marked) == 1:
        return marked[0]
    holders = [seat for seat in (0, 1, 2) if contestants[seat].spins]
    if len(holders) == 1:
        return holders[0]
    raise NotationError("Say who is up: add @1, @2 or @3 at the end.", position=end)
