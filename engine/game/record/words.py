"""The moves of the notation, one at a time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ...errors import QUOTED_LENGTH, NotationError, quoted
from .. import notation
from ..position import SEATS
from . import events
from .events import Came, Event, Shown, Spin

SEAT_WORDS = {"left": 0, "center": 1, "centre": 1, "middle": 1, "right": 2}

_FLAGS = re.IGNORECASE
_LONGEST = notation.MAX_LENGTH + 1  # of a line's rest that may be a position
# Possessive repeats (*+, ++) keep every pattern linear: whatever may follow a run never begins with a part of it.
_AMOUNT = r"\$[^\S\n]*+[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|(?:\$[^\S\n]*+)?[0-9]+"
_CLOSE_BY = r"\$[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|\$?[0-9]+"
_SPIN = r"\s*+\+\s*+(?:(?:one|1|a)\s++)?spins?\b|\s*+\+"
_END = r"(?![A-Za-z0-9])"
_MONEY = re.compile(rf"({_AMOUNT})({_SPIN})?(?![A-Za-z0-9:])", _FLAGS)
_PRIZE = re.compile(rf"(?:prize|p)(?:\s*+=\s*+({_AMOUNT})|\s*+\(\s*+({_AMOUNT})\s*+\)|({_CLOSE_BY}))?{_END}", _FLAGS)
_OFF = re.compile(
    rf"(?:-\s*+w(?:hammy)?|(?:lose|minus)[\s-]++(?:(?:a|one|1)[\s-]*+)?whammy|(?:one\s++)?whammy[\s-]++off){_END}",
    _FLAGS,
)
_WHAMMY = re.compile(rf"(?:whammy|w){_END}", _FLAGS)
_DOUBLE = re.compile(rf"(?:double(?:\s++your\s++\$\$)?|x\s*+2)({_SPIN})?{_END}", _FLAGS)
_ADD = re.compile(rf"add(?:[\s-]*+(?:a[\s-]*+)?one)?{_END}", _FLAGS)
_MOVE = re.compile(rf"move{_END}|>", _FLAGS)
_EITHER = re.compile(
    rf"({_AMOUNT})\s*+(?:/|\bor\b)\s*+(?:-\s*+w(?:hammy)?|w|lose[\s-]++(?:(?:a|one|1)[\s-]*+)?whammy){_END}", _FLAGS
)
_SQUARE = re.compile(r"([0-9]{1,2})\s*+(?=[:(>])")
_TARGET = re.compile(r"\s*+>\s*+([0-9]{1,2})")
_COLON = re.compile(r"\s*+:\s*+")
_OPEN = re.compile(r"\s*+\(\s*+")
_CLOSE = re.compile(r"\s*+\)")
_BETWEEN = re.compile(r"[\s,;/]*+")
_OFFERED = re.compile(r"([0-9]{1,2})\s*+:\s*+")
_PRESS = re.compile(rf"(?:press(?:es)?|spins?|plays?){_END}", _FLAGS)
_PASS = re.compile(rf"pass(?:es)?{_END}", _FLAGS)
_TO = re.compile(
    r"[^\S\n]*+(?:(?:to|->)[^\S\n]*+)?(?:([123])(?![0-9:.(>+])|(left|cent(?:er|re)|middle|right)\b)", _FLAGS
)
_TO_NAME = re.compile(r"[^\S\n]*+(to\b|->)?[^\S\n]*+", _FLAGS)
_STOP = re.compile(rf"stops?{_END}", _FLAGS)
_SEAT = re.compile(r"[123](?![0-9])")
_UP = re.compile(r"up[^\S\n]*+:?[^\S\n]*+", _FLAGS)
_INSTEAD = re.compile(r"instead[^\S\n]++of[^\S\n]++([0-9]{1,6})[^\S\n]*+:?+[^\S\n]*+", _FLAGS)
_FIX = re.compile(rf"(?:fix|correct(?:ion)?){_END}[^\S\n]*+", _FLAGS)
_FIX_PART = re.compile(
    rf"[^\S\n]*+[,;:]?+[^\S\n]*+(?:(after|from)[^\S\n]*+([0-9]+)"
    rf"|(?:(score|earned|passed|whamm(?:y|ies)|e|p|w)[^\S\n]*+[=:]?+[^\S\n]*+)?({_AMOUNT})(?![0-9:+.(>]))",
    _FLAGS,
)
_ROUND = re.compile(rf"round[^\S\n]*+([0-9]++)[^\S\n]*+:?+[^\S\n]*+([^\n{{#<]{{0,{_LONGEST}}})", _FLAGS)
# A label after the spins ends them; without one, a fourth number is more likely a slip than a first spin.
_LABELLED_ROUND = re.compile(
    r"round[^\S\n]*+([0-9]++)[^\S\n]*+:?+[^\S\n]*+"
    r"((?:(?:[0-9]{1,3}|\?)(?=[^\S\n]|[,/])[^\S\n]*+[,/]?+[^\S\n]*+){2}(?:[0-9]{1,3}|\?))(?=\s++[1-3]\.\s)",
    _FLAGS,
)
_COMPACT = re.compile(r"\S+@[1-3](?=\s++\S)")  # a position without spaces, and moves after it
_COUNTS = re.compile(r"([0-9]{1,3}|\?)[\s,;/|]++([0-9]{1,3}|\?)[\s,;/|]++([0-9]{1,3}|\?)")
_ROUND_FORM = (
    "A round begins with the spins of the three, “round 2: 3 5 4”, or with scores, “round 2: 2500e3,0e5w1,4000e4”."
)
_EQUALS = re.compile(rf"=[^\S\n]*+([^\n{{#<]{{0,{_LONGEST}}})")
_GAP = re.compile(rf"\.\.\.|…|gap{_END}", _FLAGS)
_UNDO = re.compile(rf"undo{_END}", _FLAGS)
_REDO = re.compile(rf"redo{_END}", _FLAGS)
_LABEL = re.compile(r"([1-3])\s*+\.(?!\.)")
_LABEL_LINE = re.compile(r"([1-3])\s*+:(?=\s)")
_NAME_LABEL = re.compile(r"([^\s:\[\]{}#<>=][^\n:\[\]{}#<>=]{0,59}+)\s*+:")
_SLIDE_WORD = re.compile(rf"[^\s,;)]{{1,{QUOTED_LENGTH + 1}}}")
_WORD = re.compile(rf"\S{{1,{QUOTED_LENGTH + 1}}}")


class Unreadable(Exception):
    """A place in the text with no readable move."""

    def __init__(self, message: str, at: int):
        super().__init__(message)
        self.message = message
        self.at = at


class Reader:
    """A reader of the moves of a text from some place on.

    Attributes:
        at: the place after the last thing read.
        then: an event that the last move brings with it, or None.
    """

    def __init__(self, text: str, at: int, names: Mapping[str, int]):
        self.text, self.at, self.names = text, at, names
        self.then: Event | None = None

    def label(self, line_start: bool) -> int | None:
        """Return the seat that the following moves belong to: ``2.``, or at the start of a line ``2:`` or ``Ann:``."""
        match = _LABEL.match(self.text, self.at) or (line_start and _LABEL_LINE.match(self.text, self.at)) or None
        if match is not None:
            self.at = match.end()
            return int(match[1]) - 1
        match = _NAME_LABEL.match(self.text, self.at) if line_start else None
        if match is not None:
            name = match[1].rstrip().lower()
            seat = self.names.get(name, SEAT_WORDS.get(name))
            if seat is not None:
                self.at = match.end()
                return seat
        return None

    def move(self, seat: int | None) -> Event | None:
        """Return the next move, by the contestant in this seat if given; None for a word without meaning of its own.

        Raises:
            Unreadable: there is none here.
        """
        start = self.at
        if self._match(_PRESS):
            return None
        if self._match(_PASS):
            return events.PassSpins(self._receiver(), seat)
        if self._match(_STOP):
            return events.PassSpins(None, seat)
        if match := self._match(_LABELLED_ROUND) or self._match(_ROUND):
            event, up = _round(match)
            self.then = None if up is None else events.Up(up)
            return event
        if self.text.startswith("=", start):
            return self.situation()
        if self._match(_GAP):
            return events.Gap()
        if self._match(_UNDO):
            return events.Undo()
        if self._match(_REDO):
            return events.Redo()
        if self._match(_FIX):
            return self._correction()
        if match := self._match(_INSTEAD):
            return self._replacement(int(match[1]))
        if match := self._match(_SQUARE):
            return self._on_square(int(match[1]), seat)
        came = self._came()
        if came is not None:
            return Spin(came, seat=seat)
        if self._match(_UP):
            return events.Up(self._seat("After “up” comes the contestant: 1, 2 or 3."))
        word = _WORD.match(self.text, start)
        raise Unreadable(f"{quoted(word[0] if word else '')} is not a move.", start)

    def situation(self) -> events.Situation:
        """Return a position after ``=``. Raises Unreadable."""
        match = self._match(_EQUALS)
        assert match is not None
        compact = _COMPACT.match(match[1])
        text = compact[0] if compact else match[1].rstrip()
        marked = "@" in text or re.search(r"\bup\b", text, _FLAGS) is not None
        try:
            position = notation.parse(text if marked else f"{text} @1")
        except NotationError as error:
            raise Unreadable(error.message, match.start(1) + min(error.position or 0, len(text))) from None
        self.at = match.start(1) + len(text)
        return events.Situation(position.contestants, position.mover_seat if marked else None)

    # -- parts of moves -----------------------------------------------------------------------

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.text, self.at)
        if match is not None:
            self.at = match.end()
        return match

    def _receiver(self) -> int | None:
        match = self._match(_TO)
        if match is not None:
            return int(match[1]) - 1 if match[1] else SEAT_WORDS[match[2].lower()]
        to = _TO_NAME.match(self.text, self.at)
        assert to is not None
        for name, seat in sorted(self.names.items(), key=lambda pair: -len(pair[0])):
            end = to.end() + len(name)
            if self.text[to.end() : end].lower() == name and not self.text[end : end + 1].isalnum():
                self.at = end
                return seat
        if to[1]:
            raise Unreadable("After “pass to” comes the contestant: 1, 2, 3 or a name.", to.end())
        return None

    def _seat(self, message: str) -> int:
        match = _SEAT.match(self.text, self.at)
        if match is not None:
            self.at = match.end()
            return int(match[0]) - 1
        for name, seat in {**SEAT_WORDS, **self.names}.items():
            if self.text[self.at : self.at + len(name)].lower() == name:
                self.at += len(name)
                return seat
        raise Unreadable(message, self.at)

    def _came(self) -> Came | None:
        """Return the result of a spin, if there is one here."""
        if self._match(_OFF):
            return Came("whammy_off")
        if self._match(_WHAMMY):
            return Came("whammy")
        if match := self._match(_PRIZE):
            amount = match[1] or match[2] or match[3]
            return Came("prize", None if amount is None else self._dollars(amount))
        if match := self._match(_DOUBLE):
            return Came("double", spin=bool(match[1]))
        if self._match(_ADD):
            return Came("add_a_one")
        if match := self._match(_MONEY):
            return Came("money", self._dollars(match[1]), bool(match[2]))
        return None

    def _dollars(self, text: str) -> int:
        digits = re.sub(r"[$,\s]", "", text)
        if len(digits) > 9:
            raise Unreadable("This number is too large.", self.at - len(text))
        return int(digits)

    def _on_square(self, square: int, seat: int | None) -> Spin:
        """Return the rest of a spin whose square is known: ``:500+`` or ``(8:500+ 10:p)>8:500+``."""
        shown = self._shown() if self._match(_OPEN) else ()
        moves: list[int] = []
        while match := self._match(_TARGET):
            moves.append(int(match[1]))
        at = self.at
        if self._match(_COLON):
            came = self._came()
            if came is None:
                word = _WORD.match(self.text, self.at)
                what = f"{quoted(word[0])} is" if word else "Nothing here is"
                raise Unreadable(f"{what} not what a slide can show: 500, 500+, w, p, x2, add or -w.", self.at)
        else:
            slide = next((s for s in shown if moves and s.square == moves[-1]), None)
            came = None if slide is None else came_of(slide)
            if came is None:
                raise Unreadable("What did the square show? It is written after a colon, as in 8:500+.", at)
        return Spin(came, square, tuple(moves), shown, seat)

    def _shown(self) -> tuple[Shown, ...]:
        found: list[Shown] = []
        while not self._match(_CLOSE):
            match = self._match(_OFFERED)
            if match is None:
                raise Unreadable("The squares on offer are written (8:500+ 10:w), with what each shows.", self.at)
            found.append(self._slide(int(match[1])))
            self._match(_BETWEEN)
        return tuple(found)

    def _slide(self, square: int) -> Shown:
        """Return the slide that an offered square shows."""
        if match := self._match(_EITHER):
            return Shown(square, "cash_or_lose_whammy", self._dollars(match[1]))
        if self._match(_MOVE):
            return Shown(square, "move")
        start = self.at
        came = self._came()
        if came is None or came.kind == "whammy_off":
            word = _SLIDE_WORD.match(self.text, start)
            raise Unreadable(f"{quoted(word[0] if word else '')} is not a slide.", start)
        if came.kind == "money":
            return Shown(square, "cash_spin" if came.spin else "cash", came.amount)
        return Shown(square, came.kind, came.amount, came.spin)

    def _replacement(self, of: int) -> events.Replacement:
        start = self.at
        event = self.move(None)
        if not isinstance(event, (Spin, events.PassSpins, events.RoundBegins)) or self.then is not None:
            raise Unreadable("After “instead of 12:” comes a spin, a pass or a round.", start)
        return events.Replacement(of, event)

    def _correction(self) -> events.Correction:
        start = self.at
        seat = self._seat("After “fix” comes the contestant: 1, 2 or 3.")
        numbers: dict[str, int] = {}
        while match := self._match(_FIX_PART):
            if match[1]:
                numbers["after"] = int(match[2][:6])
                break
            name = {"e": "earned", "p": "passed", "w": "whammies"}.get((match[3] or "score").lower()[0], "score")
            if name in numbers:
                raise Unreadable(f"There are two numbers for {name}.", match.start(4))
            numbers[name] = self._dollars(match[4])
        if not set(numbers) - {"after"}:
            raise Unreadable("A correction says which number is right, for example “fix 2 4080 e2”.", start)
        return events.Correction(
            seat,
            numbers.get("score"),
            numbers.get("earned"),
            numbers.get("passed"),
            numbers.get("whammies"),
            numbers.get("after"),
        )


def read_shown(text: str) -> tuple[Shown, ...]:
    """Return the slides of squares on offer: ``8:$500+spin, 10:whammy``. Raises NotationError."""
    reader = Reader(f"{text})", 0, {})
    try:
        found = reader._shown()
    except Unreadable as error:
        raise NotationError(error.message, position=min(error.at, len(text))) from None
    if reader.at <= len(text):
        raise NotationError("Nothing may follow the slides.", position=reader.at - 1)
    return found


def came_of(shown: Shown) -> Came | None:
    """Return the result of a slide for the contestant who takes it; None if that leaves a choice."""
    if shown.kind in ("cash", "cash_spin"):
        return Came("money", shown.amount, shown.kind == "cash_spin")
    if shown.kind in ("move", "cash_or_lose_whammy"):
        return None
    return Came(shown.kind, shown.amount, shown.spin)


def _round(match: re.Match[str]) -> tuple[events.RoundBegins, int | None]:
    """Return a round as it begins, and the seat that is said to be up, or None. Raises Unreadable."""
    number, rest, at = int(match[1][:3]), match[2].rstrip(), match.start(2)
    counts = _COUNTS.fullmatch(rest)
    if counts is not None:
        a, b, c = (None if n == "?" else int(n) for n in counts.groups())
        return events.RoundBegins(number, (a, b, c)), None
    try:
        podiums, up = notation.read_podiums(rest, unknown=True)
    except NotationError as error:
        if not re.search("[A-Za-z]", rest):
            raise Unreadable(_ROUND_FORM, at) from None
        raise Unreadable(error.message, at + min(error.position or 0, len(rest))) from None
    if not any({"earned", "passed"} & podium.values.keys() for podium in podiums):
        raise Unreadable(_ROUND_FORM, at)
    if any(podium.values.get(name, 0) is None for podium in podiums for name in ("passed", "whammies")):
        raise Unreadable("“?” stands for earned spins only.", at)
    marked = {*(seat for seat in SEATS if podiums[seat].up is not None), *([] if up is None else [up])}
    if len(marked) > 1:
        raise Unreadable("Only one contestant can be up.", at)
    scored = ["score" in podium.values for podium in podiums if not podium.out]
    if any(scored) and not all(scored):
        raise Unreadable("Either all three have a score here, or nobody.", at)
    scores, passed, whammies = (_each(podiums, name) for name in ("score", "passed", "whammies"))
    spins = [podium.values.get("earned", 0) for podium in podiums]
    event = events.RoundBegins(
        number, (spins[0], spins[1], spins[2]), scores, whammies, passed if passed and any(passed) else None
    )
    return event, marked.pop() if marked else None


def _each(podiums: Sequence[notation.Podium], name: str) -> tuple[int, int, int] | None:
    """Return a number of all three; None if nobody has it."""
    if not any(name in podium.values for podium in podiums):
        return None
    a, b, c = (podium.number(name) for podium in podiums)
    return a, b, c
