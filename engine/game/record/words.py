"""The moves of the notation, one at a time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...errors import QUOTED_LENGTH, NotationError, quoted
from .. import notation
from ..board_format import EITHER
from ..position import WHAMMIES_OUT
from ..reader.vocabulary import NUMBER_OF_WORD, SEAT_OF_WORD, read_amount
from . import events
from .events import Event, ShownSlide, Spin, SpinResult

SEAT_WORDS = {word: seat for word, seat in SEAT_OF_WORD.items() if len(word) > 3}

_PARTS = {"e": "earned", "s": "earned", "p": "passed", "w": "whammies"}
SMALL = 100  # dollars: less than any slide or prize of the show brings
LARGE = 100_000  # dollars: more than any slide or prize; probably two sums with a mark between them

_FLAGS = re.IGNORECASE
_MAX_LINE_REST = notation.MAX_LENGTH + 1  # characters of a line that may be a position
# Possessive repeats (*+, ++) keep every pattern linear: what may follow a run never begins like the run.
_ZERO_CENTS = r"(?:\.00?(?![0-9]))?"
_THOUSANDS = r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]{1,3}(?:\.[0-9]{3})+(?![0-9])|[0-9]{1,6}(?:\.[0-9]{1,2})?k\b"
# Without a $, “500,750” are two spins.
_BARE_THOUSANDS = r"[0-9]{1,2}[,.][0-9]{3}(?![0-9])|[0-9]{1,6}(?:\.[0-9]{1,2})?k\b"
_CLOSE_BY = rf"(?:\$(?:{_THOUSANDS}|[0-9]+)|{_BARE_THOUSANDS}|[0-9]+){_ZERO_CENTS}"
_AMOUNT = rf"(?:\$[^\S\n]*+(?:{_THOUSANDS}|[0-9]+)|{_BARE_THOUSANDS}|[0-9]+){_ZERO_CENTS}"
_SPIN = (
    r"\s*+[+&]\s*+(?:(?:one|1|an?)\s++)?(?:(?:extra|more)\s++)?spins?\b|\s*+\+[^\S\n]?s\b|\+1(?![0-9.:(>])|\s*+\+"
    r"|[^\S\n]*+(?:and|plus|with|w/)\s++(?:one|1|an?)\s++(?:(?:extra|more)\s++)?spin\b"
    r"|[^\S\n]*+(?:with\s++|w/\s*+)(?:(?:extra|more)\s++)?spin\b"
)
_END = r"(?![A-Za-z0-9])"
_WHAM = r"(?:wh?am{1,3}(?:y|ie|ey)s?|whams?)"  # as people spell it
_MONEY = re.compile(rf"({_AMOUNT})(?:[^\S\n]*+dollars\b)?({_SPIN})?(?![A-Za-z0-9:])", _FLAGS)
_SPINS_AFTER = re.compile(r"[^\S\n]*+(\+?)[^\S\n]*+((?:[0-9]{1,2}[^\S\n]++)?)spins?\b", _FLAGS)
_WHAMMIES_AFTER = re.compile(rf"[^\S\n]++(?:more[^\S\n]++)?({_WHAM})\b", _FLAGS)
_PRESSED = re.compile(r"\b(?:press(?:es)?|spins?|plays?)\s{1,3}$", _FLAGS)
_PRIZE = re.compile(
    rf"(?:prize|p)(?:\s*+=\s*+({_AMOUNT})|\s*+\(\s*+({_AMOUNT})\s*+\)|({_CLOSE_BY}))?({_SPIN})?{_END}", _FLAGS
)
# A word and a sum that may be one prize, or two spins.
_PRIZE_SUM = re.compile(
    rf"(?:prize[^\S\n]*+(?:(?:of|worth|at|[:-])[^\S\n]*+)?|p[^\S\n]++(?=\$))(?P<sum>{_AMOUNT})(?![0-9A-Za-z:(>])",
    _FLAGS,
)
_SUM_PRIZE = re.compile(
    rf"(?P<sum>{_AMOUNT})[^\S\n]++(?P<prize>prize){_END}(?![^\S\n]*+(?:[=(:$0-9]|of\b|worth\b))", _FLAGS
)
_NO_WHAMMY = re.compile(rf"(?:no|not|never|without)[^\S\n]++(?:an?[^\S\n]++)?({_WHAM})\b", _FLAGS)
# One Whammy of that name, or a Double Your $$ and a Whammy.
_DOUBLE_WHAMMY = re.compile(rf"double[\s-]++({_WHAM})\b", _FLAGS)
_TOTAL = re.compile(rf"totals?[^\S\n]*+:?+[^\S\n]*+({_AMOUNT})(?![0-9A-Za-z:(>])", _FLAGS)
_WHAMMY_OFF = re.compile(
    rf"(?:-(?:{_WHAM}|w)|(?:los(?:e|es|t)|minus)[\s-]++(?:(?:a|one|1)[\s-]*+)?{_WHAM}|(?:one\s++)?{_WHAM}[\s-]++off){_END}",
    _FLAGS,
)
_WHAMMY = re.compile(rf"(?:{_WHAM}|w){_END}", _FLAGS)
_DOUBLE = re.compile(rf"(?:double(?:\s++your\s++\$\$)?|x\s*+2)({_SPIN})?{_END}", _FLAGS)
_ADD = re.compile(rf"add(?:[\s-]*+(?:a[\s-]*+)?one)?{_END}", _FLAGS)
_LEAD = re.compile(rf"(?:take\s++the\s++)?lead({_SPIN})?{_END}", _FLAGS)
_MOVE = re.compile(rf"move{_END}|>", _FLAGS)
_EITHER = re.compile(
    rf"({_AMOUNT})\s*+(?:/|\bor\b)\s*+(?:-\s*+(?:{_WHAM}|w)|w|lose[\s-]++(?:(?:a|one|1)[\s-]*+)?{_WHAM}){_END}",
    _FLAGS,
)
_OR_DOUBLE = re.compile(rf"({_AMOUNT})\s*+(?:/|\bor\b)\s*+(?:double(?:\s++your\s++\$\$)?|x\s*+2){_END}", _FLAGS)
_OR_SPIN = re.compile(rf"({_AMOUNT})\s*+(?:/|\bor\b)\s*+(?:0\+|spin[^\S\n]++again){_END}", _FLAGS)
_EITHERS = ((_EITHER, "cash_or_lose_whammy"), (_OR_DOUBLE, "cash_or_double"), (_OR_SPIN, "cash_or_spin"))
_SQUARE = re.compile(r"([0-9]{1,2})\s*+(?=[:(>]|[-=]>)")
_TARGET = re.compile(r"\s*+[-=]?>\s*+([0-9]{1,2})")
_COLON = re.compile(r"\s*+:\s*+")
_OPEN = re.compile(r"\s*+\(\s*+")
_CLOSE = re.compile(r"\s*+\)")
_BETWEEN = re.compile(r"[\s,;/]*+")
_OFFERED = re.compile(r"([0-9]{1,2})\s*+:\s*+")
_PRESS = re.compile(rf"(?:press(?:es)?|spins?|plays?){_END}", _FLAGS)
_PASS = re.compile(rf"pass(?:es)?{_END}", _FLAGS)
_ALL_WORDS = r"(?:(?:all|both|(?:all[^\S\n]++)?(?:of[^\S\n]++)?(?:the|his|her|their|my))[^\S\n]++)?"
_PASSED_COUNT = re.compile(
    rf"[^\S\n]++{_ALL_WORDS}(?:([0-9]{{1,2}}|{'|'.join(NUMBER_OF_WORD)})[^\S\n]++)?(?:earned[^\S\n]++)?spins?\b"
    r"|[^\S\n]++([0-9]{1,2})(?=[^\S\n]*+(?:to\b|-?>))",
    _FLAGS,
)
_TO = re.compile(
    r"[^\S\n]*+(?:(?:to|-?>)[^\S\n]*+)?(?:([123])(?![0-9:.(>+])|(left|cent(?:er|re)|middle|right)\b)", _FLAGS
)
_TO_NAME = re.compile(r"[^\S\n]*+(to\b|-?>)?[^\S\n]*+", _FLAGS)
_STOP = re.compile(rf"stops?{_END}", _FLAGS)
_SEAT = re.compile(r"[123](?![0-9])")
_UP = re.compile(r"up[^\S\n]*+:?[^\S\n]*+", _FLAGS)
_IS_UP = re.compile(r"(?:[^\S\n]++is[^\S\n]++up|'s[^\S\n]++(?:up|turn))\b", _FLAGS)
_INSTEAD = re.compile(r"instead[^\S\n]++of[^\S\n]++([0-9]{1,6})[^\S\n]*+:?+[^\S\n]*+", _FLAGS)
_FIX = re.compile(rf"(?:fix|correct(?:ion)?){_END}[^\S\n]*+", _FLAGS)
_FIX_PART = re.compile(
    rf"[^\S\n]*+[,;:]?+[^\S\n]*+(?:(?P<place>after|from)[^\S\n]*+(?P<number>[0-9]+)"
    rf"|(?P<before>earned|passed|whamm(?:y|ies)|e|p|w)[^\S\n]*+[=:]?+[^\S\n]*+(?P<count>[0-9]+)"
    rf"|(?P<counted>[0-9]{{1,2}})[^\S\n]++(?P<behind>spins?|earned|passed|whamm(?:y|ies))(?:[^\S\n]++spins?)?\b"
    rf"|(?:score[^\S\n]*+[=:]?+[^\S\n]*+)?(?P<score>{_AMOUNT}))(?![0-9:+(>]|\.[0-9])",
    _FLAGS,
)
_OUT = re.compile(rf"[^\S\n]*+(?:is[^\S\n]++)?(?:whammied[^\S\n]++)?out{_END}", _FLAGS)
_STATED = re.compile(r"=[^\S\n]*+")
_HAS = re.compile(r"[^\S\n]*+(?::|=|has\b)?[^\S\n]*+", _FLAGS)
_BOUNDARY = re.compile(r"(?:!++|\.(?![.0-9]))?(?=[\s,;{#<]|\Z)")  # after a move
_GLUED = re.compile(r"[^\s,;{#<]{0,40}")
_UP_AT_END = re.compile(r"[\s,;(]{1,4}up\s{0,3}:?\s{0,3}([123])\)?$", _FLAGS)
_ROUND = re.compile(rf"round[^\S\n]*+([0-9]++)[^\S\n]*+:?+[^\S\n]*+([^\n{{#<]{{0,{_MAX_LINE_REST}}})", _FLAGS)
# A label after the spins ends them; without one, a fourth number is more likely a slip than a first spin.
_LABELED_ROUND = re.compile(
    r"round[^\S\n]*+([0-9]++)[^\S\n]*+:?+[^\S\n]*+"
    r"((?:(?:[0-9]{1,3}|\?)(?=[^\S\n]|[,/])[^\S\n]*+[,/]?+[^\S\n]*+){2}(?:[0-9]{1,3}|\?))(?=\s++[1-3]\.\s)",
    _FLAGS,
)
_COMPACT = re.compile(r"\S+@[1-3](?=\s++\S)")  # a position without spaces, and moves after it
_COUNTS = re.compile(r"([0-9]{1,3}|\?)[\s,;/|]++([0-9]{1,3}|\?)[\s,;/|]++([0-9]{1,3}|\?)")
_ROUND_FORM = (
    "A round begins with the spins of the three, “round 2: 3 5 4”, or with scores, “round 2: 2500e3,0e5w1,4000e4”."
)
_QUESTION = re.compile(
    rf"(?:after[^\S\n]++)?q(?:uestion)?(?![A-Za-z])[^\S\n]*+([0-9]*+)[^\S\n]*+:?+[^\S\n]*+([^\n{{#<]{{0,{_MAX_LINE_REST}}})",
    _FLAGS,
)
_QUESTION_FORM = "After a question come the spins that each contestant has by then: “question 2: 3 1 4”."
_EQUALS = re.compile(rf"=[^\S\n]*+([^\n{{#<]{{0,{_MAX_LINE_REST}}})")
_GAP = re.compile(rf"\.\.\.|…|gap{_END}", _FLAGS)
_UNDO = re.compile(rf"undo{_END}", _FLAGS)
_REDO = re.compile(rf"redo{_END}", _FLAGS)
_LABEL = re.compile(r"([1-3])\s*+\.(?!\.|[0-9]{3}(?![0-9])|[0-9]{1,2}k\b)", _FLAGS)
_LABEL_OR_AMOUNT = re.compile(r"([1-3])\.([0-9]{3})(?![0-9])")
_LABEL_LINE = re.compile(r"([1-3])\s*+:(?=\s)")
_NAME_LABEL = re.compile(r"([^\s:\[\]{}#<>=][^\n:\[\]{}#<>=]{0,59}+)\s*+:")
_AFTER_NAME = re.compile(r"[^\S\n]*+[-—][^\S\n]++|[^\S\n]++")
_SLIDE_WORD = re.compile(rf"[^\s,;)]{{1,{QUOTED_LENGTH + 1}}}")
_WORD = re.compile(rf"\S{{1,{QUOTED_LENGTH + 1}}}")


class UnreadableMove(Exception):
    """A place in the text with no readable move.

    Attributes:
        offset: the place.
        apart: whether a separate move begins there, rather than a continuation of the last move.
    """

    def __init__(self, message: str, offset: int, *, is_apart: bool = False):
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.apart = is_apart


@dataclass(frozen=True, slots=True)
class StatedNumbers:
    """A contestant's numbers as the text states them; they must match the game and change nothing.

    ``seat`` is None for the contestant who acted last or is about to pass.
    """

    seat: int | None
    score: int | None = None
    earned: int | None = None
    passed: int | None = None
    whammies: int | None = None


class Reader:
    """A reader of the moves of a text from some place on.

    Attributes:
        offset: the place after the last thing read.
        then: an event that the last move implies, or None.
        stated_numbers: numbers that the last move states, which hold before it, or None.
        guesses: assumptions.
    """

    def __init__(self, text: str, offset: int, names: Mapping[str, int]):
        self.text, self.offset, self.names = text, offset, names
        self.then: Event | None = None
        self.stated_numbers: StatedNumbers | None = None
        self.guesses: tuple[str, ...] = ()
        self.start = offset

    def read_label(self, line_start: bool) -> int | None:
        """Return the seat that the following moves belong to: ``2.``, or at the start of a line ``2:`` or ``Ann:``."""
        match = (
            _LABEL.match(self.text, self.offset) or (line_start and _LABEL_LINE.match(self.text, self.offset)) or None
        )
        if match is not None:
            self.offset = match.end()
            return int(match[1]) - 1
        match = _NAME_LABEL.match(self.text, self.offset) if line_start else None
        if match is not None:
            name = match[1].rstrip().lower()
            seat = self.names.get(name, SEAT_WORDS.get(name))
            if seat is not None:
                self.offset = match.end()
                return seat
        return None

    def read_bare_label(self) -> int | None:
        """Return the seat of a contestant's name without a colon: “Ann 500”, “Ann - 500”."""
        for name, seat in sorted({**SEAT_WORDS, **self.names}.items(), key=lambda pair: -len(pair[0])):
            end = self.offset + len(name)
            if self.text[self.offset : end].lower() == name and (after := _AFTER_NAME.match(self.text, end)):
                self.offset = after.end()
                return seat
        return None

    def read_move(self, seat: int | None) -> Event | None:
        """Return the next move, by the contestant in this seat if given; None for text that is no event, such as “presses”.

        Raises:
            UnreadableMove: there is no move here, or only a part can be read.
        """
        self.start = self.offset
        event = self._read_event(seat)
        if isinstance(event, (events.RoundBegins, events.QuizQuestion, events.Situation)):
            return event  # they end with their line, or before a blank
        boundary = _BOUNDARY.match(self.text, self.offset)
        if boundary is None:
            glued_text = _GLUED.match(self.text, self.start)
            raise UnreadableMove(f"{quoted(glued_text[0] if glued_text else '')} is not a move.", self.start)
        self.offset = boundary.end()
        return event

    def _read_event(self, seat: int | None) -> Event | None:
        start = self.offset
        if self._match(_PRESS):
            return None
        if self._match(_PASS):
            if count := self._match(_PASSED_COUNT):
                number = (count[1] or count[2] or "").lower()
                if number:
                    self.stated_numbers = StatedNumbers(
                        seat, earned=NUMBER_OF_WORD[number] if number.isalpha() else int(number)
                    )
            return events.PassSpins(self._read_receiver(), seat)
        if self._match(_STOP):
            return events.PassSpins(None, seat)
        if match := self._match(_LABELED_ROUND) or self._match(_ROUND):
            event, mover_seat = self._read_round(match)
            self.then = None if mover_seat is None else events.Up(mover_seat)
            return event
        if match := self._match(_QUESTION):
            return self._read_question(match)
        if self.text.startswith("=", start):
            return self._read_situation_or_numbers(seat)
        if match := self._match(_LABEL_OR_AMOUNT):
            raise UnreadableMove(
                f"Is {quoted(match[0])} ${match[1]},{match[2]}, or ${match[2]} of contestant {match[1]}? "
                f"Write {match[1]}{match[2]}, or “{match[1]}. {match[2]}”.",
                start,
            )
        if self._match(_GAP):
            return events.Gap()
        if self._match(_UNDO):
            return events.Undo()
        if self._match(_REDO):
            return events.Redo()
        if self._match(_FIX):
            return self._read_correction()
        if match := self._match(_INSTEAD):
            return self._read_replacement(int(match[1]))
        if match := self._match(_SQUARE):
            return self._read_spin_on_square(int(match[1]), seat)
        if (mover_seat := self._read_up()) is not None:
            return events.Up(mover_seat)
        if match := self._match(_NO_WHAMMY):
            raise UnreadableMove(f"{quoted(match[0])} is not a move.", match.start(1), is_apart=True)
        if match := self._match(_TOTAL):
            raise UnreadableMove(
                f"{quoted(match[0])} is not a move. Write “= {match[1]}”.", match.start(1), is_apart=True
            )
        if match := self._match(_DOUBLE_WHAMMY):
            raise UnreadableMove(
                f"Is {quoted(match[0])} a Whammy? Write w, or “double, w” for two spins.", match.start(1), is_apart=True
            )
        result = self._read_result()
        if result is not None:
            return Spin(result, seat=seat)
        if self._match(_UP):
            return events.Up(self._read_seat("After “up” comes the contestant: 1, 2 or 3."))
        word = _WORD.match(self.text, start)
        raise UnreadableMove(f"{quoted(word[0] if word else '')} is not a move.", start)

    def read_situation(self) -> events.Situation:
        """Return a position after ``=``. Raises UnreadableMove."""
        match = self._match(_EQUALS)
        assert match is not None
        compact = _COMPACT.match(match[1])
        text = compact[0] if compact else match[1].rstrip()
        podiums, mover_seat = self._read_podiums(text, match.start(1))
        try:
            left, center, right = (podium.contestant(seat) for seat, podium in enumerate(podiums))
        except NotationError as error:
            raise UnreadableMove(error.message, match.start(1) + (error.position or 0)) from None
        self.offset = match.start(1) + len(text)
        return events.Situation((left, center, right), mover_seat)

    def _read_podiums(
        self, text: str, offset: int, *, allow_unknown: bool = False
    ) -> tuple[Sequence[notation.PodiumFields], int | None]:
        """Return the three contestants of a text, in notation or in words, and the seat that it says is up, or None.

        Sets ``guesses``. Raises UnreadableMove with a place counted from ``offset``, where the text begins.
        """
        from ..reader import read_podiums

        guesses: list[str] = []
        try:
            podiums = read_podiums(_UP_AT_END.sub(r"@\1", text), guesses, allow_unknown=allow_unknown)
        except NotationError as error:
            raise UnreadableMove(error.message, offset + min(error.position or 0, len(text))) from None
        self.guesses = tuple(guesses)
        return podiums

    def _read_round(self, match: re.Match[str]) -> tuple[events.RoundBegins, int | None]:
        """Return the beginning of a round, and the seat that the text says is up, or None. Raises UnreadableMove."""
        number, offset = int(match[1][:3]), match.start(2)
        text = match[2].rstrip()
        counts = _COUNTS.fullmatch(text)
        if counts is not None:
            a, b, c = (None if n == "?" else int(n) for n in counts.groups())
            return events.RoundBegins(number, (a, b, c)), None
        if not re.search("[A-Za-z]", text):
            raise UnreadableMove(_ROUND_FORM, offset)
        podiums, mover_seat = self._read_podiums(text, offset, allow_unknown=True)
        if not any({"earned", "passed"} & podium.values.keys() for podium in podiums):
            raise UnreadableMove(_ROUND_FORM, offset)
        if any(podium.values.get(name, 0) is None for podium in podiums for name in ("passed", "whammies")):
            raise UnreadableMove("“?” stands for earned spins only.", offset)
        has_scores = ["score" in podium.values for podium in podiums if not podium.out]
        if any(has_scores) and not all(has_scores):
            raise UnreadableMove("Either all three have a score here, or nobody.", offset)
        scores, passed, whammies = (_read_podium_numbers(podiums, name) for name in ("score", "passed", "whammies"))
        spins = [podium.values.get("earned", 0) for podium in podiums]
        event = events.RoundBegins(
            number, (spins[0], spins[1], spins[2]), scores, whammies, passed if passed and any(passed) else None
        )
        return event, mover_seat

    def _read_question(self, match: re.Match[str]) -> events.QuizQuestion:
        counts = _COUNTS.fullmatch(match[2].rstrip())
        if counts is None or "?" in counts.groups():
            raise UnreadableMove(_QUESTION_FORM, match.start(2))
        a, b, c = map(int, counts.groups())
        return events.QuizQuestion((a, b, c), int(match[1][:3]) if match[1] else None)

    def _read_situation_or_numbers(self, seat: int | None) -> events.Situation | None:
        """Return a position; for one contestant's numbers, “= Bob $10,587”, set ``stated_numbers`` and return None."""
        start = self.offset
        try:
            return self.read_situation()
        except UnreadableMove as unreadable:
            self.offset = start
            self.stated_numbers = self._read_stated_numbers(seat)
            if self.stated_numbers is None:
                raise unreadable from None
        return None

    def _read_stated_numbers(self, seat: int | None) -> StatedNumbers | None:
        self._match(_STATED)
        start = self.offset
        named_seat: int | None
        try:
            named_seat = self._read_seat("")
            verb = self._match(_HAS)
            if verb and not verb[0]:  # “= 10587” is not about contestant 1
                named_seat, self.offset = None, start
        except UnreadableMove:
            named_seat = None
        numbers: dict[str, int] = {}
        while match := self._match(_FIX_PART):
            name, value = self._read_number(match)
            if name in numbers and match[0][0].isspace():  # of the next move
                self.offset = match.start()
                break
            if name in numbers or name == "after":
                return None
            numbers[name] = value
        if not numbers and self._match(_OUT):
            numbers["whammies"] = WHAMMIES_OUT
        if not numbers or not _BOUNDARY.match(self.text, self.offset):
            return None
        return StatedNumbers(seat if named_seat is None else named_seat, **numbers)

    # -- parts of moves -----------------------------------------------------------------------

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.text, self.offset)
        if match is not None:
            self.offset = match.end()
        return match

    def _read_receiver(self) -> int | None:
        match = self._match(_TO)
        if match is not None:
            return int(match[1]) - 1 if match[1] else SEAT_WORDS[match[2].lower()]
        to = _TO_NAME.match(self.text, self.offset)
        assert to is not None
        for name, seat in sorted(self.names.items(), key=lambda pair: -len(pair[0])):
            end = to.end() + len(name)
            if self.text[to.end() : end].lower() == name and not self.text[end : end + 1].isalnum():
                self.offset = end
                return seat
        if to[1]:
            raise UnreadableMove("After “pass to” comes the contestant: 1, 2, 3 or a name.", to.end())
        return None

    def _read_seat(self, message: str) -> int:
        match = _SEAT.match(self.text, self.offset)
        if match is not None:
            self.offset = match.end()
            return int(match[0]) - 1
        for name, seat in {**SEAT_WORDS, **self.names}.items():
            if self.text[self.offset : self.offset + len(name)].lower() == name:
                self.offset += len(name)
                return seat
        raise UnreadableMove(message, self.offset)

    def _read_up(self) -> int | None:
        """Return the seat in “Bob is up”, “2 is up” or “Bob's turn”; None if there is no such phrase."""
        start = self.offset
        try:
            seat = self._read_seat("")
        except UnreadableMove:
            return None
        if self._match(_IS_UP):
            return seat
        self.offset = start
        return None

    def _read_result(self) -> SpinResult | None:
        """Return the result of a spin, if there is one here."""
        if self._match(_WHAMMY_OFF):
            return SpinResult("whammy_off")
        if self._match(_WHAMMY):
            return SpinResult("whammy")
        self._check_prize()
        if match := self._match(_PRIZE):
            amount = match[1] or match[2] or match[3]
            return SpinResult("prize", None if amount is None else self._read_dollars(amount), bool(match[4]))
        if match := self._match(_DOUBLE):
            return SpinResult("double", spin=bool(match[1]))
        if self._match(_ADD):
            return SpinResult("add_a_one")
        if match := self._match(_LEAD):
            return SpinResult("lead", spin=bool(match[1]))
        start = self.offset
        if match := self._match(_MONEY):
            dollars = self._read_dollars(match[1])
            self._check_spins_after(start, dollars, has_earned_one=bool(match[2]))
            return SpinResult("money", dollars, bool(match[2]))
        return None

    def _check_prize(self) -> None:
        """Raise UnreadableMove for “prize $2,190” and “$2,190 prize”, which may be one spin or two."""
        match = _PRIZE_SUM.match(self.text, self.offset) or _SUM_PRIZE.match(self.text, self.offset)
        if match is None:
            return
        self.offset = match.end("sum")
        value = self._read_dollars(match["sum"])
        if value >= SMALL:
            word_is_first = match.start("sum") == match.start()
            two_spins = f"{value}, prize" if word_is_first else f"prize, {value}"
            raise UnreadableMove(
                f"Is {quoted(match[0])} one prize? Write p{value}, or “{two_spins}” for two spins.",
                match.start("prize" if word_is_first else "sum"),
                is_apart=True,
            )
        self.offset = match.start()

    def _check_spins_after(self, offset: int, dollars: int, *, has_earned_one: bool) -> None:
        """Raise UnreadableMove for “750 spin”, “500 + 2 spins”, “2 spins” and “2 Whammies”, which are not money."""
        whammies = _WHAMMIES_AFTER.match(self.text, self.offset)
        if whammies and dollars < SMALL:
            raise UnreadableMove(f"{quoted(whammies[1])} is not a move.", whammies.start(1))
        spins = _SPINS_AFTER.match(self.text, self.offset)
        is_pressing = _PRESSED.search(self.text, max(0, self.start - 12), self.start)
        if spins and (spins[1] or spins[2] or dollars < SMALL or not (is_pressing or has_earned_one)):
            hint = f"Is that ${dollars:,} + one spin? Write {dollars}+." if dollars >= SMALL and not spins[2] else ""
            raise UnreadableMove(f"{quoted(self.text[offset : spins.end()])} is not a move. {hint}".rstrip(), offset)

    def _read_dollars(self, text: str) -> int:
        try:
            return read_amount(text)
        except NotationError as error:
            raise UnreadableMove(error.message, self.offset - len(text)) from None

    def _read_spin_on_square(self, square: int, seat: int | None) -> Spin:
        """Return the spin on a square, from the text after its number: ``:500+`` or ``(8:500+ 10:p)>8:500+``."""
        side_slides = self._read_shown() if self._match(_OPEN) else ()
        moves: list[int] = []
        while match := self._match(_TARGET):
            moves.append(int(match[1]))
        offset = self.offset
        if self._match(_COLON):
            result = self._read_result()
            if result is None:
                word = _WORD.match(self.text, self.offset)
                subject = f"{quoted(word[0])} is" if word else "Nothing here is"
                raise UnreadableMove(
                    f"{subject} not what a slide can show: 500, 500+, w, p, x2, add or -w.", self.offset
                )
        else:
            slide = next((s for s in side_slides if moves and s.square == moves[-1]), None)
            result = None if slide is None else get_slide_result(slide)
            if result is None:
                raise UnreadableMove("What did the square show? It is written after a colon, as in 8:500+.", offset)
        return Spin(result, square, tuple(moves), side_slides, seat)

    def _read_shown(self) -> tuple[ShownSlide, ...]:
        slides: list[ShownSlide] = []
        while not self._match(_CLOSE):
            match = self._match(_OFFERED)
            if match is None:
                raise UnreadableMove(
                    "The squares on offer are written (8:500+ 10:w), with what each shows.", self.offset
                )
            slides.append(self._read_slide(int(match[1])))
            self._match(_BETWEEN)
        return tuple(slides)

    def _read_slide(self, square: int) -> ShownSlide:
        """Return the slide that an offered square shows."""
        for pattern, kind in _EITHERS:
            if match := self._match(pattern):
                return ShownSlide(square, kind, self._read_dollars(match[1]))
        if self._match(_MOVE):
            return ShownSlide(square, "move")
        start = self.offset
        result = self._read_result()
        if result is None or result.kind == "whammy_off":
            word = _SLIDE_WORD.match(self.text, start)
            raise UnreadableMove(f"{quoted(word[0] if word else '')} is not a slide.", start)
        if result.kind == "money":
            return ShownSlide(square, "cash_spin" if result.spin else "cash", result.amount)
        return ShownSlide(square, result.kind, result.amount, result.spin)

    def _read_replacement(self, number: int) -> events.Replacement:
        start = self.offset
        event = self.read_move(None)
        kinds = (Spin, events.PassSpins, events.RoundBegins, events.QuizQuestion)
        if not isinstance(event, kinds) or self.then is not None:
            raise UnreadableMove("After “instead of 12:” comes a spin, a pass, a round or a question.", start)
        return events.Replacement(number, event)

    def _read_correction(self) -> events.Correction:
        start = self.offset
        seat = self._read_seat("After “fix” comes the contestant: 1, 2 or 3.")
        numbers: dict[str, int] = {}
        while match := self._match(_FIX_PART):
            name, value = self._read_number(match)
            if name in numbers:
                raise UnreadableMove(f"There are two numbers for {name}.", match.end() - len(match[0].lstrip(" ,;:")))
            numbers[name] = value
            if name == "after":
                break
        if not set(numbers) - {"after"}:
            raise UnreadableMove("A correction says which number is right, for example “fix 2 4080 e2”.", start)
        return events.Correction(
            seat,
            numbers.get("score"),
            numbers.get("earned"),
            numbers.get("passed"),
            numbers.get("whammies"),
            numbers.get("after"),
        )

    def _read_number(self, match: re.Match[str]) -> tuple[str, int]:
        """Return the name and the value of a number of a contestant."""
        if match["place"]:
            return "after", int(match["number"][:6])
        if match["score"]:
            return "score", self._read_dollars(match["score"])
        name = (match["before"] or match["behind"])[0].lower()
        return _PARTS[name], self._read_dollars(match["count"] or match["counted"])


def read_shown(text: str) -> tuple[ShownSlide, ...]:
    """Return the slides of squares on offer: ``8:$500+spin, 10:whammy``. Raises NotationError."""
    reader = Reader(f"{text})", 0, {})
    try:
        shown_slides = reader._read_shown()
    except UnreadableMove as error:
        raise NotationError(error.message, position=min(error.offset, len(text))) from None
    if reader.offset <= len(text):
        raise NotationError("Nothing may follow the slides.", position=reader.offset - 1)
    return shown_slides


def get_slide_result(shown_slide: ShownSlide) -> SpinResult | None:
    """Return the result of a slide for the contestant who takes it; None if the slide leaves a choice."""
    if shown_slide.kind in ("cash", "cash_spin"):
        return SpinResult("money", shown_slide.amount, shown_slide.kind == "cash_spin")
    if shown_slide.kind in ("move", *EITHER):
        return None
    return SpinResult(shown_slide.kind, shown_slide.amount, shown_slide.spin)


def _read_podium_numbers(podiums: Sequence[notation.PodiumFields], name: str) -> tuple[int, int, int] | None:
    """Return a number of all three; None if nobody has it."""
    if not any(name in podium.values for podium in podiums):
        return None
    a, b, c = (podium.number(name) for podium in podiums)
    return a, b, c
