"""Reading a position out of whatever people paste: a line of a forum, three lines, a table.

The engine's own notation comes first and is read by the engine; this is for the rest. What is meant
is not always said, so a reading tells in `guesses` what was taken for what; what cannot be read at
all is refused with the piece of text that is not understood.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from engine import Contestant, InputError, Position

from .money import quoted

SEATS = ("Left", "Centre", "Right")
OUT = 4
MAX_LENGTH = 4000
MOST = 40  # spins that anybody can hold

_PARTS = ("score", "earned", "passed", "whammies")
_PART_WORDS = {"score": "a score", "earned": "earned spins", "passed": "passed spins", "whammies": "Whammies"}
_LABELS = {
    **dict.fromkeys(("left", "l"), 0),
    **dict.fromkeys(("centre", "center", "middle", "mid", "c", "m"), 1),
    **dict.fromkeys(("right", "r"), 2),
}
_NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
} | {"zero": 0, "none": 0, "nothing": 0, "a": 1, "an": 1, "single": 1}
_NAMES = {
    "score": "score total dollars money bank cash amount",
    "earned": "e earned earn spin spins own",
    "passed": "p pass passed received",
    "whammies": "w whammy whammies whammys whams wham strikes strike",
}
_NAME = {word: part for part, words in _NAMES.items() for word in words.split()}
_FILLER = frozenset(
    [
        "and",
        "with",
        "has",
        "have",
        "had",
        "holds",
        "at",
        "is",
        "of",
        "the",
        "to",
        "on",
        "in",
        "spin",
        "spins",
        "now",
        "currently",
        "remaining",
        "more",
        "player",
        "contestant",
        "podium",
        "seat",
        "he",
        "she",
        "they",
        "them",
        "his",
        "her",
        "by",
        "from",
        "each",
        "still",
        "turn",
        "play",
        "plays",
        "go",
        "goes",
        "points",
        "dollars",
    ]
)
_PLAYER = r"(?:player|contestant|podium|seat)\s*#?\s*([123])"
_UP_MARKS = "*←→▶►◄★☆«»"
_UP = "up"
_WHO = re.compile(
    r"(?:who(?:\s+is|’s|'s)?\s+up|up(?:\s+now|\s+is)?|turn|to\s+(?:play|spin|decide|go|act))\s*[:=\-]\s*([a-z]+|[123]|"
    + _PLAYER
    + ")"
)
_IS_UP = re.compile(
    r"\b(left|centre|center|middle|right|"
    + _PLAYER
    + r")(?:\s+(?:is\s+)?(?:up(?!\s*:)|to\s+(?:play|spin|decide|go|act))|(?:’s|'s)\s+turn)(?:\s+now)?\b"
)
_AT = re.compile(r"@\s*([a-z]+|[0-9])")

_COUNT = r"[0-9]+\s*(?:earned|own|passed)(?:\s+spins?)?"
_SUM = re.compile(rf"\b([0-9]+)(?:\s+spins?)(?:\s+in\s+all)?\s*[(:,=]+\s*({_COUNT})\s*(?:,|\+|&|and)\s*({_COUNT})")
_NUMBERED = re.compile(r"(?:^|(?<=[\n/;|]))\s*(?:[#p]([123])[.):]?(?=\s)|([123])(?:[):]|\.(?=\s)))", re.MULTILINE)
_NEGATIVE = re.compile(r"(?:^|(?<=[\s(/,;:|=$]))[-–]\$?[0-9][0-9,.]*")
_SPACED = re.compile(r"(?<![0-9a-z,.#])[1-9][0-9]{0,2} [0-9]{3}(?![0-9]|[,.][0-9])")
_NOTATION_IN_WORDS = re.compile(
    r"([0-9][0-9epw]*)\s+([0-9][0-9epw]*)\s+([0-9][0-9epw]*)(?:\s*@\s*([0-9]))?", re.IGNORECASE
)

_TOKEN = re.compile(
    r"""(?P<space>[\s_]+)
      | (?P<thousands>\$?\s*[0-9]+(?:\.[0-9]+)?\s?k(?![a-z]))
      | (?P<amount>\$\s*[0-9]{1,3}(?:[,.\ ][0-9]{3})+(?![0-9])|\$?[0-9]{1,3}(?:[,.][0-9]{3})+(?![0-9])|\$\s*[0-9]+)
      | (?P<number>[0-9]+)
      | (?P<run>w{2,4}(?![a-z]))
      | (?P<word>[a-z]+(?:['’][a-z]+)?)
      | (?P<up>[*←→▶►◄★☆«»])
      | (?P<open>[(\[{]) | (?P<close>[)\]}])
      | (?P<plus>\+)
      | (?P<mark>[:=.,;/|&"“”~–—\-]+)
    """,
    re.VERBOSE,
)


class PasteError(ValueError):
    """A text that holds no position, as far as can be read; the message is for people."""


@dataclass(frozen=True)
class Reading:
    """What was read, and what had to be guessed for it: none if the text is in the engine's notation."""

    position: Position
    guesses: tuple[str, ...] = ()
    plain: bool = False

    @property
    def words(self) -> str:
        """“Left $8,000, 3 earned spins, up · Centre $3,000 · Right out”."""
        return " · ".join(
            _told(name, contestant, up=seat == self.position.up)
            for seat, (name, contestant) in enumerate(zip(SEATS, self.position.contestants, strict=True))
        )


def read(text: str) -> Reading:
    """The position that a text tells.

    Raises:
        PasteError: nothing was understood, or something that may matter was not.
        InputError: the text is in the engine's notation, and the position cannot arise.
    """
    try:
        return Reading(Position.parse(text), plain=True)
    except InputError as error:
        refused = error
    if len(text) > MAX_LENGTH:
        raise PasteError(
            f"That is too long for a position: {len(text):,} characters. Paste only the part with the numbers."
        )
    spaced = _NOTATION_IN_WORDS.fullmatch(text.strip())
    if spaced and re.search(r"[epw]", text, re.IGNORECASE):
        return Reading(
            Position.parse(",".join(spaced.groups()[:3]) + (f"@{spaced[4]}" if spaced[4] else "")), plain=True
        )
    if _is_notation(text):
        raise refused
    text = _normal(text)
    if negative := _NEGATIVE.search(text):
        raise PasteError(f"A score can’t be negative, nor a number of spins: {quoted(negative.group())}.")
    return _Reader(text).reading()


def _is_notation(text: str) -> bool:
    """Whether somebody means the engine's notation, so that its own message is the one to show."""
    text = text.strip()
    one_word = re.fullmatch(r"[0-9a-z,@]*[0-9][0-9a-z,@]*", text, re.IGNORECASE) is not None
    letters = re.fullmatch(r"[0-9epw,@\s]*", text, re.IGNORECASE) is not None
    return one_word or (letters and re.search(r"@|[0-9][epw]|[epw][0-9]", text, re.IGNORECASE) is not None)


def _normal(text: str) -> str:
    """Plain characters in small letters, without the marks of forums and mails around them."""
    text = (
        unicodedata.normalize("NFKC", text)
        .replace("\r\n", "\n")
        .replace("\r", "\n")
        .replace("−", "-")
        .replace("£", "$")
        .lower()
    )
    text = re.sub(r"\[/?(?:b|i|u|code|quote|color|size)[^\]]*\]|</?[a-z][^>]*>|\*\*|__|`", " ", text)
    lines = [re.sub(r"^(?:\s*>)+\s?", "", line).strip() for line in text.split("\n")]
    lines = [line for line in lines if re.search(r"[0-9a-z]", line)]
    starred = [line for line in lines if re.match(r"[*•·\-–]\s+", line)]
    if len(starred) > 1 or any(re.match(r"[•·]", line) for line in lines):  # a list; one star alone marks who is up
        lines = [re.sub(r"^[*•·\-–]\s+", "", line) for line in lines]
    text = "\n".join(lines)
    text = re.sub(r"\bw/\s*(?=(?:[0-9]+|[a-z]+)\s+(?:earned|passed|spin|whamm))", "with ", text)
    text = re.sub(r"\bup\s+next\b", "up", text)
    text = re.sub(r"(?<=[0-9])\.00?(?![0-9k])", "", text)  # cents that are none
    numbered = [match[1] or match[2] for match in _NUMBERED.finditer(text)]
    if sorted(numbered) == ["1", "2", "3"]:
        text = _NUMBERED.sub(lambda match: f"player {match[1] or match[2]} ", text)
    return text


def _told(name: str, contestant: Contestant, *, up: bool) -> str:
    if contestant.out:
        return f"{name} out"
    parts = [f"{name} ${contestant.score:,}"]
    for count, one, many in (
        (contestant.earned, "earned spin", "earned spins"),
        (contestant.passed, "passed spin", "passed spins"),
        (contestant.whammies, "Whammy", "Whammies"),
    ):
        if count:
            parts.append(f"{count} {one if count == 1 else many}")
    return ", ".join([*parts, "up"] if up else parts)


@dataclass
class _Podium:
    """What has been read of one contestant."""

    values: dict[str, int] = field(default_factory=dict)
    up: bool = False

    def put(self, part: str, value: int, said: str) -> None:
        if self.values.get(part, value) != value:
            raise PasteError(f"There are two numbers for {_PART_WORDS[part]} in {quoted(said)}.")
        self.values[part] = value

    def contestant(self, seat: int) -> Contestant:
        if self.values.get("whammies", 0) >= OUT:
            return Contestant(0, whammies=self.values["whammies"])
        if "score" not in self.values:
            raise PasteError(f"{SEATS[seat]} needs a score: 0 if there is none, “out” for four Whammies.")
        return Contestant(*(self.values.get(part, 0) for part in _PARTS))


class _Reader:
    """One text on its way to three podiums."""

    def __init__(self, text: str) -> None:
        self.guesses: list[str] = []
        self.up: int | None = None
        self.text = _SPACED.sub(self._thousands, self._who_is_up(text))

    def reading(self) -> Reading:
        if not re.search(r"[0-9]", self.text):
            raise PasteError("There is no number in this text. Type it like “8000 3 spins / 3000 / 0”.")
        podiums = self._columns() or self._rows() or self._contestants()
        contestants = [podium.contestant(seat) for seat, podium in enumerate(podiums)]
        left, centre, right = contestants
        position = Position((left, centre, right), self._mover(podiums, contestants))
        try:
            return Reading(Position.parse(position.notation), tuple(dict.fromkeys(self.guesses)))
        except InputError as error:
            raise PasteError(f"Read as: {Reading(position).words}. But: {error.message}") from None

    def _thousands(self, found: re.Match[str]) -> str:
        """“8 000” is one number, unless there is another right before it, or what it counts."""
        before = found.string[: found.start()]
        if re.search(r"(?:[0-9]|\b(?:player|contestant|podium|seat)) $", before):
            return found.group()
        self.guesses.append(f"{quoted(found.group())} as one number")
        return found.group().replace(" ", "")

    # --- who is up --------------------------------------------------------------------------

    def _who_is_up(self, text: str) -> str:
        """The text without the words that say by a contestant's name or number who is up."""
        for pattern in (_AT, _WHO, _IS_UP):
            for found in pattern.finditer(text):
                seat = _seat(found.group(1))
                if seat is None:
                    if pattern is _AT:
                        raise PasteError("After @ comes the seat of the one up: 1, 2 or 3, or Left, Centre, Right.")
                    continue
                if self.up not in (None, seat):
                    raise PasteError(f"Only one contestant can be up, but {quoted(found.group())} says another one.")
                self.up = seat
                said = found.group(1) + " " if pattern is _IS_UP and self._labels_something(text, found) else " "
                text = text[: found.start()] + said.ljust(found.end() - found.start()) + text[found.end() :]
        return re.sub(r"\n\s*\n", "\n", text).strip(" \n;.")

    @staticmethod
    def _labels_something(text: str, found: re.Match[str]) -> bool:
        """Whether the name of the one up is also what his numbers stand behind: “Left is up 8000, 3 spins”."""
        rest = re.split(r"[\n;/|]", text[found.end() :])[0]
        return re.match(r"[\s:,(\-]*(?:with\s|at\s|\$|[0-9])", rest) is not None

    def _mover(self, podiums: Sequence[_Podium], contestants: Sequence[Contestant]) -> int:
        marked = {seat for seat in range(3) if podiums[seat].up} | ({self.up} if self.up is not None else set())
        if len(marked) > 1:
            raise PasteError("Only one contestant can be up; this text says it of two.")
        if marked:
            return marked.pop()
        holders = [seat for seat in range(3) if contestants[seat].spins]
        if len(holders) == 1:
            return holders[0]
        if not holders:
            raise PasteError(
                "Nobody has spins in this text, so there is nothing to decide. Say how many: “8000 3 spins / 3000 / 0”."
            )
        names = " and ".join(SEATS[seat] for seat in holders)
        raise PasteError(
            f"{names} have spins: say who is up, by “up” behind his numbers or “up: {SEATS[holders[0]]}” at the end."
        )

    # --- tables -----------------------------------------------------------------------------

    def _columns(self) -> list[_Podium] | None:
        """A table with a column for each contestant: “Score 8000 3000 0”, “Earned 3 0 0”."""
        podiums, order, found = [_Podium(), _Podium(), _Podium()], [0, 1, 2], 0
        for line in self.text.split("\n"):
            words = re.findall(r"[a-z]+", line)
            seats = [_LABELS[word] for word in words if word in _LABELS]
            if not re.search(r"[0-9]", line):
                if len(seats) == 3 and sorted(seats) == [0, 1, 2]:
                    order = seats
                continue
            row = re.match(r"([a-z ]+?)\s*[:|=]?\s*[\t|]?\s*(?=[$0-9])", line)
            part = _part_of(row.group(1)) if row else None
            cells: list[str] = re.findall(r"\$?[0-9][0-9,.]*", line[row.end() :]) if row else []
            if part is None or len(cells) != 3:
                return None
            _check_numbers(line)
            for seat, cell in zip(order, cells, strict=True):
                podiums[seat].put(part, _digits(cell), line)
            found += part == "score"
        return podiums if found else None

    def _rows(self) -> list[_Podium] | None:
        """A table with a row for each contestant under a line that names the columns."""
        lines = self.text.split("\n")
        if len(lines) != 4 or re.search(r"[0-9]", lines[0]):
            return None
        heads = [_part_of(cell) for cell in _cells(lines[0])]
        order = [part for part in heads if part]
        if "score" not in order or len(set(order)) != len(order):
            return None
        podiums = [_Podium(), _Podium(), _Podium()]
        for place, line in enumerate(lines[1:]):
            numbers = re.findall(r"\$?[0-9][0-9,.]*", line)
            words = re.findall(r"[a-z]+", line)
            podium = podiums[next((_LABELS[word] for word in words if word in _LABELS), place)]
            if podium.values:
                raise PasteError(f"Two rows are about the same contestant: {quoted(line)}.")
            podium.up = _UP in words or any(mark in line for mark in _UP_MARKS)
            if "out" in words:
                podium.values["whammies"] = OUT
                continue
            if len(numbers) != len(order):
                raise PasteError(f"This row has {len(numbers)} numbers for {len(order)} columns: {quoted(line)}.")
            _check_numbers(line)
            for part, number in zip(order, numbers, strict=True):
                podium.put(part, _digits(number), line)
        return podiums

    # --- contestants one after the other ----------------------------------------------------

    def _contestants(self) -> list[_Podium]:
        labelled = self._by_label()
        if labelled:
            return [self._podium(piece) for piece in self._without_names(labelled) or labelled]
        pieces = self._pieces()
        if len(pieces) != 3:
            raise PasteError(
                f"A position has three contestants; this text seems to have {len(pieces)}. "
                "Put “/” or a new line between them: “8000 3 spins / 3000 / 0”."
            )
        nameless = self._without_names(pieces)
        if nameless:
            self.guesses.append("the three stand from left to right")
        return [self._podium(piece) for piece in nameless or pieces]

    def _by_label(self) -> list[str] | None:
        """The pieces behind Left, Centre and Right, wherever they stand; None where they are not named."""
        found = []
        label = rf"(?:^|(?<=[\n/;|,.:(&])|(?<=\band\s)|(?<=\bvs\s)|(?<=\s))\s*(?:({'|'.join(_LABELS)})\b|{_PLAYER})"
        for match in re.finditer(label, self.text):
            before = self.text[: match.start()].rstrip()
            if match.group(1) == "left" and re.search(r"(?:spins?|earned|passed|[0-9])$", before):
                continue  # “3 spins left”
            after = self.text[match.end() :]
            if match.group(1) and len(match.group(1)) < 3 and not re.match(r"\s*[:=\-(]|\s+\$?[0-9]", after):
                continue
            found.append((_seat(match.group(1) or match.group(2)), match))
        seats = [seat for seat, _ in found]
        if len(set(seats)) < 2:
            return None
        if len(set(seats)) != len(seats):
            raise PasteError("One contestant is named twice; name Left, Centre and Right once each.")
        if len(seats) != 3:
            missing = next(name for seat, name in enumerate(SEATS) if seat not in seats)
            raise PasteError(f"What about {missing}? Say the score of all three, 0 if there is none.")
        ends = [match.start() for _, match in found[1:]] + [len(self.text)]
        pieces = {seat: self.text[match.end() : end] for (seat, match), end in zip(found, ends, strict=True)}
        before = self.text[: found[0][1].start()]
        if re.search(r"[0-9]", before):  # “8000 Left, 3000 Centre, 0 Right”
            starts = [0, *(match.end() for _, match in found[:-1])]
            pieces = {
                seat: self.text[start : match.start()] for (seat, match), start in zip(found, starts, strict=True)
            }
            if re.search(r"[0-9]", self.text[found[-1][1].end() :]):
                raise PasteError("It is not clear which numbers belong to whom; put each name before its numbers.")
        return [pieces[seat] for seat in range(3)]

    def _pieces(self) -> list[str]:
        """The text cut where one contestant ends and the next begins."""
        lines = [line for line in self.text.split("\n") if re.search(r"[0-9]|\bout\b", line)]
        if len(lines) == 3:
            return lines
        flat = " ".join(self.text.split("\n"))
        for cut in (
            r"[/;|]+",
            r"\s+(?:vs\.?|versus|v)\s+",
            r"\s[–—\-]+\s",
            r"\t+",
            r"(?<![0-9]),|,(?![0-9]{3}(?![0-9]))",
            r",(?![0-9]{3}(?![0-9]))|\band\b",
        ):
            pieces = [piece for piece in re.split(cut, flat) if re.search(r"[0-9]|\bout\b", piece)]
            if len(pieces) == 3:
                return pieces
        amounts = list(re.finditer(r"\$\s*[0-9]", flat))
        if len(amounts) == 3 and not re.search(r"[0-9]", flat[: amounts[0].start()]):
            self.guesses.append("each $ begins a contestant")
            starts = [0, amounts[1].start(), amounts[2].start(), len(flat)]
            return [flat[a:b] for a, b in pairwise(starts)]
        numbers = re.findall(r"[0-9][0-9,]*", flat)
        if len(lines) < 2 and len(numbers) == 3 and not re.search(r"[a-z]", flat):
            return flat.split()
        return lines if len(lines) > 1 else [piece for piece in re.split(r"[/;|]|,\s", flat) if piece.strip()]

    @staticmethod
    def _without_names(pieces: list[str]) -> list[str]:
        """“Peter: $8,000” without the name; none of the pieces where they do not all begin with one."""
        named = [
            re.match(r"\s*([*←→▶►★]?\s*[a-z][a-z .'’]*?)\s*(?:[:=]|\s[–—\-]\s|(?=\$)|(?=\()|\s(?=[0-9]|out\b))", piece)
            for piece in pieces
        ]
        if not all(named):
            return []
        names = [match.group(1) for match in named if match]
        known = {_UP, "out", "eliminated", *_NAME, *_NUMBER_WORDS, *_FILLER}
        if any(word in known for name in names for word in name.split()):
            return []
        kept = []
        for piece, match in zip(pieces, named, strict=True):
            assert match
            marks = "".join(mark for mark in match.group(1) if mark in _UP_MARKS)
            kept.append(f"{marks} {piece[match.end() :]}")
        return kept

    # --- one contestant ---------------------------------------------------------------------

    def _podium(self, piece: str) -> _Podium:
        podium, tokens = _Podium(), _tokens(_SUM.sub(_without_sum, piece))
        # A number with a word is spins or Whammies by that word; the others follow in a known order.
        bare: list[tuple[int, bool, str]] = []
        index, depth, plus = 0, 0, False
        while index < len(tokens):
            kind, word = tokens[index]
            if kind == "open":
                depth += 1
            elif kind == "close":
                depth -= 1
            elif kind == "plus":
                plus = True
                index += 1
                continue
            elif kind == "up" or word == _UP:
                podium.up = True
            elif kind == "run":
                podium.put("whammies", len(word), piece)
            elif word in ("out", "eliminated"):
                podium.put("whammies", OUT, piece)
            elif kind in ("amount", "thousands"):
                if "score" not in podium.values and not (kind == "amount" and plus):
                    podium.put("score", _amount(kind, word), piece)
                else:
                    raise PasteError(f"There are two amounts of money in {quoted(piece.strip())}.")
            elif kind == "number" or word in _NUMBER_WORDS:
                value = int(word) if kind == "number" else _NUMBER_WORDS[word]
                index = self._number(podium, tokens, index, value, bare, inside=depth > 0 or plus, piece=piece)
            elif kind == "word":
                index = self._word(podium, tokens, index, piece)
            plus = False
            index += 1
        self._place(podium, bare, piece)
        return podium

    def _number(
        self,
        podium: _Podium,
        tokens: list[tuple[str, str]],
        index: int,
        value: int,
        bare: list[tuple[int, bool, str]],
        *,
        inside: bool,
        piece: str,
    ) -> int:
        """A number and the words behind it; the index of the last of them."""
        behind = []
        for kind, word in tokens[index + 1 : index + 4]:
            if kind != "word" or word in (_UP, "out", "and", "with", "has") or word in _NUMBER_WORDS:
                break
            behind.append(word)
        behind, part = _thing(behind)
        following = tokens[index + 1 + len(behind)] if index + 1 + len(behind) < len(tokens) else ("", "")
        if part not in (None, "score") and "score" not in podium.values and not bare and not inside:
            # “8000 spins: 3”, “8000 e 3”, “3000 w”: the word belongs to what follows.
            forward = following[0] == "number" or following[1][:1] in (":", "=") or behind[0] in ("e", "p", "w")
            part = None if forward or value > MOST else part
        if part == "score" or (part is None and not inside and "score" not in podium.values and not bare):
            podium.put("score", value, piece)
            return index + (len(behind) if part else 0)
        if part is None:
            bare.append((value, inside, piece))
            return index
        podium.put(part, value, piece)
        return index + len(behind)

    def _word(self, podium: _Podium, tokens: list[tuple[str, str]], index: int, piece: str) -> int:
        """A word that stands before its number (“spins: 3”, e3), or says something by itself."""
        word = tokens[index][1]
        part = _NAME.get(word)
        if part is None:
            if word in _FILLER or word == "left":
                return index
            raise PasteError(f"{quoted(word)} is not understood. Say it like “8000 3 spins 1 Whammy”.")
        ahead = index + 1
        while (ahead < len(tokens) and tokens[ahead][0] in ("mark", "open")) or (
            ahead < len(tokens) and _NAME.get(tokens[ahead][1]) in ("earned", "passed")
        ):
            part = "passed" if "passed" in (part, _NAME.get(tokens[ahead][1])) else part
            ahead += 1
        if ahead < len(tokens):
            kind, said = tokens[ahead]
            if kind == "number" or said in _NUMBER_WORDS:
                podium.put(part, int(said) if kind == "number" else _NUMBER_WORDS[said], piece)
                return ahead
            if part == "score" and kind in ("amount", "thousands"):
                podium.put(part, _amount(kind, said), piece)
                return ahead
            if kind == "run":
                return index
        if word == "w" or word in ("whammy",):
            podium.put("whammies", 1, piece)
            return index
        if word in _FILLER or part == "score":
            return index
        raise PasteError(f"How many? There is no number with {quoted(word)} in {quoted(piece.strip())}.")

    def _place(self, podium: _Podium, bare: list[tuple[int, bool, str]], piece: str) -> None:
        """Numbers without a word: spins, passed spins, Whammies, in this order."""
        if not bare:
            return
        free = [part for part in ("earned", "passed", "whammies") if part not in podium.values]
        stray = len(free) < 3 and any(value == 0 for value, _, _ in bare)  # “8,0 3 spins”
        if len(bare) > len(free) or stray:
            raise PasteError(
                f"What are these numbers: {quoted(piece.strip())}? Write e3, p2 or w1 for spins and Whammies."
            )
        for part, (value, inside, _) in zip(free, bare, strict=False):
            podium.put(part, value, piece)
            where = f"the {value} in brackets" if inside and "+" not in piece else f"the {value} behind the score"
            self.guesses.append(f"{where} as {_PART_WORDS[part]}")


def _without_sum(found: re.Match[str]) -> str:
    """“4 spins (3 earned, 1 passed” without the 4; as it is where that is not their sum."""
    total, *parts = (int(re.match(r"[0-9]+", text).group()) for text in found.groups())  # type: ignore[union-attr]
    return f"({found[2]}, {found[3]}" if total == sum(parts) else found.group()


def _thing(words: Sequence[str]) -> tuple[list[str], str | None]:
    """The words behind a number that are about it, and what they name: “passed spins left” are passed spins."""
    about: list[str] = []
    part: str | None = None
    for word in words:
        named = _NAME.get(word)
        if named and part and named != part and {named, part} != {"earned", "passed"}:
            break
        if not named and word not in _FILLER and word != "left":
            break
        part = "passed" if "passed" in (named, part) else named or part
        about.append(word)
    return (about, part) if part else ([], None)


def _tokens(piece: str) -> list[tuple[str, str]]:
    _check_numbers(piece)
    found, at = [], 0
    while at < len(piece):
        match = _TOKEN.match(piece, at)
        if match is None:
            raise PasteError(f"{quoted(piece[at])} is not understood in {quoted(piece.strip())}.")
        if match.lastgroup != "space":
            found.append((match.lastgroup or "", match.group()))
        at = match.end()
    return found


def _check_numbers(piece: str) -> None:
    """Refuse cents, and digits that may be part of a number or none: “$8,0000”, “$80,00” and “8 000 00”.

    Raises:
        PasteError: there are some.
    """
    if re.search(r"[0-9]\.[0-9]{1,2}(?![0-9k])", piece):
        raise PasteError(f"Use whole dollars, without cents: {quoted(piece.strip())}.")
    for found in re.finditer(r"(\$?)\s*\b([0-9]+(?:[,.][0-9]+)+)\b(?!k)", piece):
        first, *groups = re.split(r"[,.]", found[2])
        if len(first) < 4 and all(len(group) == 3 for group in groups):
            continue
        if found[1] or any(len(group) > 3 or re.match(r"0[0-9]", group) for group in groups):
            raise PasteError(f"{quoted(found.group().strip())} isn’t an amount of money. Type it like $8,000.")
    if odd := re.search(r"(?<![0-9,.$])0[0-9]+", piece):
        raise PasteError(f"{quoted(odd.group())} is not understood in {quoted(piece.strip())}.")


def _amount(kind: str, word: str) -> int:
    if kind == "thousands":
        return round(float(re.sub(r"[$\sk]", "", word)) * 1000)
    return _digits(word)


def _digits(text: str) -> int:
    digits = re.sub(r"[^0-9]", "", text) or "0"
    if len(digits) > 9:
        raise PasteError(f"{quoted(text)} is too large a number.")
    return int(digits)


def _cells(line: str) -> list[str]:
    cut = r"\||\t+|,|;|\s{2,}" if re.search(r"\||\t|,|;|\s{2,}", line) else r"\s+"
    return [cell.strip() for cell in re.split(cut, line) if cell.strip()]


def _part_of(words: str) -> str | None:
    """What a heading is about."""
    parts = {_NAME[word] for word in re.findall(r"[a-z]+", words) if word in _NAME}
    for part in ("passed", "whammies", "score", "earned"):
        if part in parts:
            return part
    return None


def _seat(said: str) -> int | None:
    number = re.search(r"[0-9]+", said)
    if number:
        return int(number.group()) - 1 if number.group() in ("1", "2", "3") else None
    return _LABELS.get(said)
