"""One contestant: the score, spins and Whammies in a piece of text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ...errors import NotationError, quoted
from .. import notation
from ..position import MAX_SPINS, WHAMMIES_OUT, Contestant
from .vocabulary import (
    FILLERS,
    NUMBER_OF_WORD,
    OUT,
    PART_OF_WORD,
    PARTS,
    TURN,
    UP,
    amount_of,
    number_of,
    tokens_of,
)

_NUMBER = rf"[0-9]{{1,9}}|{'|'.join(NUMBER_OF_WORD)}"
_THE = r"(?:(?:the|his|her|their|those|these|all)\s+)?"
# “1 of the 4 spins was passed”, “passed 1 of 4”
_ONE_OF = re.compile(
    rf"\b(?:(passed|earned)\s+)?({_NUMBER})\s+(?:out\s+)?of\s+{_THE}({_NUMBER})\b(?:\s+spins?\b)?"
    rf"(?(1)|(?=\s+(?:(?:are|is|was|were|being)\s+)?(?:passed|earned)\b))"
)
# “4 spins in total”, “4 total spins”, “a total of 4 spins”
_IN_TOTAL = re.compile(
    rf"(?<=spins)\s+(?:in\s+all|(?:in\s+)?total|altogether)\b|\btotal\s+(?=spins?\b)"
    rf"|\b(?:a\s+)?total\s+(?:of\s+)?(?=(?:{_NUMBER})\s+spins?\b)"
)
_SPINS = frozenset(["spins", "earned", "passed"])
ADDING = frozenset(["and", "plus", "&", "more"])
_TO_COME = frozenset(["left", "remaining", "more", "still", "go"])  # Whammies that have not come

BESIDE_COUNTS = frozenset(
    ["and", "with", "plus", "has", "have", "had", "holds", "left", "remaining", "more", "still", "now"]
)
HOW_TO_COUNT = "Write e2, p2 or w2 for spins and Whammies, and @2 at the end for the one up."
MOST_BETWEEN = 8  # tokens from a word to its number: “spins earned so far = (3)”

# How passed spins stand to a number of spins in the same text, from which they come.
BESIDE = "beside"  # “4 spins and 1 passed”
AMONG = "among"  # “4 spins, 1 of them passed”
UNCLEAR = "unclear"  # “1 passed, 4 spins”


@dataclass(frozen=True)
class BareNumber:
    """A number without a word for what it counts.

    Attributes:
        marked: whether it stands in brackets or after a plus sign.
        part: what it was taken for.
    """

    value: int
    marked: bool
    part: str = ""


@dataclass
class Podium(notation.Podium):
    """The parts read so far of one contestant, with “spins” for those that are not said to be earned or passed.

    Attributes:
        up: whether it is the contestant's turn.
        bare: the numbers that are taken for spins and Whammies.
        passed_are: BESIDE, AMONG or UNCLEAR where that is written; "" where the numbers decide.
        text: the parts as written, for messages.
    """

    up: bool = False
    bare: list[BareNumber] = field(default_factory=list)
    passed_are: str = ""
    text: str = ""

    def put(self, part: str, value: int, piece: str) -> None:
        """Set a part. Raises NotationError if the piece gave it another value before."""
        if self.values.get(part, value) != value:
            raise NotationError(f"There are two numbers for {PARTS[part]} in {quoted(piece)}.")
        self.values[part] = value

    def put_out(self, piece: str) -> None:
        self.put("whammies", WHAMMIES_OUT, piece)

    def contestant(self, seat: int) -> Contestant:
        if self.out:
            return Contestant(0, whammies=self.number("whammies"))
        return super().contestant(seat)


def check_bare(podiums: Sequence[Podium]) -> None:
    """Refuse numbers without a word where another reading than spins or Whammies is possible.

    Raises:
        NotationError: other spins are counted in words, some stand in brackets and some do not, or the last number may
            be the seat of the one who is up.
    """
    bare = [number for podium in podiums for number in podium.bare]
    if not bare:
        return
    taken = [{number.part for number in podium.bare} for podium in podiums]
    in_words = any(
        value and part in _SPINS and part not in guessed
        for podium, guessed in zip(podiums, taken, strict=True)
        for part, value in podium.values.items()
    )
    counts_whammies = [
        "whammies" not in of and "whammies" in podium.values and not podium.out
        for podium, of in zip(podiums, taken, strict=True)
    ]
    mixed = any(counts_whammies) and any(
        "passed" in of and not counted for of, counted in zip(taken, counts_whammies, strict=True)
    )  # “8000/3/0 whammies, 3000/0/1”
    if in_words or mixed or len({number.marked for number in bare}) > 1:
        raise NotationError(f"What does the {bare[-1].value} count? {HOW_TO_COUNT}")
    last = podiums[-1].bare
    if len(last) != 1 or last[0].marked or all(podium.bare for podium in podiums):
        return
    seat = last[0].value - 1
    if seat < len(podiums) - 1 and podiums[seat].bare:
        raise NotationError(f"Is the last {seat + 1} a number of spins, or the seat of the one up? {HOW_TO_COUNT}")


def share_spins(podiums: Sequence[Podium], guesses: list[str]) -> None:
    """Set the earned spins where a text has spins: “4 spins, 1 passed” are 3 earned spins.

    Raises:
        NotationError: it is not clear which of them are earned.
    """
    open_to_both = [podium for podium in podiums if not podium.passed_are and "earned" not in podium.values]
    are_totals = all(
        podium.number("passed") <= podium.number("spins") for podium in open_to_both if "spins" in podium.values
    )
    for podium in podiums:
        spins, passed = podium.values.pop("spins", None), podium.number("passed")
        if spins is None:
            continue
        if "earned" in podium.values:
            if spins not in (podium.number("earned"), podium.number("earned") + passed):
                raise NotationError(f"There are two numbers for earned spins in {quoted(podium.text.strip())}.")
        elif not passed or podium.passed_are == BESIDE:
            podium.values["earned"] = spins
        elif podium.passed_are == UNCLEAR or (podium.passed_are == AMONG and passed > spins):
            raise NotationError(
                f"There are two numbers of spins in {quoted(podium.text.strip())}. Write them like “3 earned, 1 passed”."
            )
        elif podium.passed_are == AMONG or are_totals:
            podium.values["earned"] = spins - passed
            guesses.append(f"{passed} of the {spins} spins as passed")
        else:
            podium.values["earned"] = spins
            guesses.append(f"the {spins} spins as earned, beside the {passed} passed")


def read_podium(piece: str, guesses: list[str]) -> Podium:
    """Return the podium that a piece of text describes; assumptions are added to ``guesses``.

    Raises:
        NotationError: a word or number is not understood.
    """
    return _PieceReader(piece, guesses).podium


class _PieceReader:
    """A reader of the tokens of one piece, from left to right."""

    def __init__(self, piece: str, guesses: list[str]) -> None:
        self.piece = piece
        self.podium, self.guesses = Podium(text=piece), guesses
        self.tokens = tokens_of(_IN_TOTAL.sub(" ", _ONE_OF.sub(_with_total, piece)))
        self.bare: list[BareNumber] = []
        self.depth, self.end = 0, 0  # brackets open, and the first token after the last part
        self.spins_at: tuple[int, int] | None = None  # the end and the depth of what gives the spins
        self._read_tokens()
        self._assign_bare()

    def _read_tokens(self) -> None:
        index, plus = 0, False
        while index < len(self.tokens):
            kind, word = self.tokens[index]
            if kind == "plus":
                plus = True
                index += 1
                continue
            if kind == "open":
                self.depth += 1
            elif kind == "close":
                self.depth -= 1
            elif kind == "up" or word in (UP, TURN):
                self.podium.up = True
            elif kind == "run":
                self._put("whammies", len(word))
            elif word in OUT:
                self.podium.put_out(self.piece)
            elif kind in ("amount", "thousands"):
                if "score" in self.podium.values or (kind == "amount" and plus):
                    raise NotationError(f"There are two amounts of money in {quoted(self.piece.strip())}.")
                self._put("score", amount_of(word))
            elif (value := number_of(kind, word)) is not None:
                index = self._number(index, value, bracketed=self.depth > 0 or plus)
            elif kind == "word":
                index = self._word(index)
            plus = False
            index += 1

    def _put(self, part: str, value: int) -> None:
        self.podium.put(part, value, self.piece)

    def _put_counted(self, part: str, value: int, start: int, end: int) -> None:
        """Set a part that the tokens from start to end give, and note how passed spins stand to the spins."""
        self._put(part, value)
        if part == "spins":
            self.spins_at = end, self.depth
            if self.podium.number("passed"):
                self.podium.passed_are = BESIDE if self._adds(self.end, start) else UNCLEAR
        elif part == "passed" and value and self.spins_at:
            spins_end, depth = self.spins_at
            if any(kind == "among" for kind, _ in self.tokens[self.end : end]):
                self.podium.passed_are = AMONG
            elif self._adds(self.end, end):
                self.podium.passed_are = BESIDE if spins_end == self.end else UNCLEAR
            elif self.depth > depth:
                self.podium.passed_are = AMONG
        self.end = end

    def _adds(self, start: int, end: int) -> bool:
        """Return whether a token between these says that something is added."""
        return any(kind == "plus" or text in ADDING for kind, text in self.tokens[start:end])

    def _number(self, index: int, value: int, *, bracketed: bool) -> int:
        """Read a number and the words after it; return the index of the last of them."""
        after: list[str] = []
        among = self.tokens[index + 1 : index + 2] and self.tokens[index + 1][0] == "among"
        start, index = index, index + 1 if among else index
        for place, (kind, word) in enumerate(self.tokens[index + 1 : index + 4], index + 2):
            if (
                word in ("e", "p", "w")
                and after
                and self.tokens[place : place + 1]
                and self.tokens[place][0] == "number"
            ):
                break  # “1 earned p2”
            if kind != "word" or word in (UP, TURN, "out", "and", "plus", "with", "has") or word in NUMBER_OF_WORD:
                break
            after.append(word)
        after, part = _counted(after)
        first = "score" not in self.podium.values and not self.bare and not bracketed
        if part not in (None, "score") and first and (value > MAX_SPINS or self._belongs_ahead(index, after)):
            part = None
        if part == "score" or (part is None and first):
            self._put("score", value)
            return index + (len(after) if part else 0)
        if part == "whammies" and not _TO_COME.isdisjoint(after):
            raise NotationError(f"What does {quoted(' '.join([self.tokens[index][1], *after]))} mean? {HOW_TO_COUNT}")
        if part is None:
            self._check_alone(start, value)
            self.bare.append(BareNumber(value, bracketed))
            return index
        self._put_counted(part, value, start, index + len(after) + 1)
        return index + len(after)

    def _check_alone(self, index: int, value: int) -> None:
        """Raise NotationError if the words beside a number give it a meaning: “player 2”, “2 plays”, “→ 2”."""
        word = self.tokens[index][1]
        beside = [self.tokens[index - 1], *self.tokens[index + 1 : index + 2]]
        for place, (kind, text) in enumerate(beside):
            odd = (
                kind in ("word", "among")
                and text not in BESIDE_COUNTS
                and text not in NUMBER_OF_WORD
                and text not in OUT
            )
            if value and (odd or (kind == "up" and not place)):
                words = f"{text} {word}" if not place else f"{word} {text}"
                raise NotationError(f"What does {quoted(words)} mean? {HOW_TO_COUNT}")

    def _belongs_ahead(self, index: int, words: list[str]) -> bool:
        """Return whether the words after a number belong to the next one: “8000 spins: 3”, “8000 e 3”, “3000 w”."""
        ahead = index + 1 + len(words)
        kind, text = self.tokens[ahead] if ahead < len(self.tokens) else ("", "")
        _, following = self.tokens[ahead + 1] if ahead + 1 < len(self.tokens) else ("", "")
        counts = text in NUMBER_OF_WORD and not (text in ("a", "an", "no", "single") and following in PART_OF_WORD)
        return kind == "number" or counts or text[:1] in (":", "=") or words[0] in ("e", "p", "w")

    def _word(self, index: int) -> int:
        """Read a word before its number (“spins: 3”, e3) or on its own; return the index of its last token."""
        word = self.tokens[index][1]
        part = PART_OF_WORD.get(word)
        if word in ("all", "both") and "spins" in self.podium.values:
            return self._all(index)
        if part is None:
            if word in FILLERS or (word == "left" and self._is_remaining(index)):
                return index
            raise NotationError(f"{quoted(word)} is not understood. Write it like “8000 3 spins 1 Whammy”.")
        ahead = index + 1
        while ahead < min(len(self.tokens), index + MOST_BETWEEN):
            kind, following = self.tokens[ahead]
            more = PART_OF_WORD.get(following)
            if kind not in ("mark", "open") and (more not in _SPINS or part == "whammies"):
                break
            part = _narrower(part, more) or part
            ahead += 1
        if ahead < len(self.tokens) and not (word in ("w", "whammy") and self._is_next_count(index, ahead)):
            kind, following = self.tokens[ahead]
            if (value := number_of(kind, following)) is not None:
                self._put_counted(part, value, index, ahead + 1)
                if word == "passed" and value and ahead == index + 1:  # not those that this contestant gave away
                    self.guesses.append(f"{quoted(f'passed {following}')} as passed spins to be played")
                return ahead
            if part == "score" and kind in ("amount", "thousands"):
                self._put(part, amount_of(following))
                return ahead
            if kind == "run":
                return index
        if word in ("w", "whammy"):
            self._put("whammies", 1)
            return index
        if word in FILLERS or part == "score":
            return index
        raise NotationError(f"How many? There is no number with {quoted(word)} in {quoted(self.piece.strip())}.")

    def _is_next_count(self, index: int, ahead: int) -> bool:
        """Return whether the number after a word is one of spins: “W, 3 spins”; not “w: 3, spins: 2” or “w 3 e 2”."""
        named = [text for _, text in self.tokens[ahead + 1 : ahead + 3]]
        colon = any(text[:1] in (":", "=") for _, text in self.tokens[index + 1 : ahead])
        follows = len(named) > 1 and (named[1].isdigit() or named[1][:1] in (":", "="))
        return not colon and not follows and PART_OF_WORD.get(named[0] if named else "") in _SPINS

    def _is_remaining(self, index: int) -> bool:
        """Return whether “left” is about the spins before it, and no seat before its own: “/ 0, left has 3 spins”."""
        _, before = self.tokens[index - 1] if index else ("", "")
        kind, following = self.tokens[index + 1] if index + 1 < len(self.tokens) else ("", "")
        return before in PART_OF_WORD or (before.isdigit() and kind != "number" and following not in ("has", "with"))

    def _all(self, index: int) -> int:
        """Read “all passed” or “both of them are earned”; return the index of its last token."""
        ahead = index + 1
        while ahead < len(self.tokens) and (self.tokens[ahead][0] == "among" or self.tokens[ahead][1] in FILLERS):
            ahead += 1
        word = self.tokens[index][1]
        part = PART_OF_WORD.get(self.tokens[ahead][1]) if ahead < len(self.tokens) else None
        spins = self.podium.number("spins")
        if ahead < len(self.tokens) and number_of(*self.tokens[ahead]) == spins:
            return ahead - 1  # “all 4 passed”
        if part not in ("earned", "passed") or (word == "both" and spins != 2):
            raise NotationError(f"{quoted(word)} is not understood. {HOW_TO_COUNT}")
        self._put(part, spins)
        self.podium.passed_are = AMONG
        self.end = ahead + 1
        return ahead

    def _assign_bare(self) -> None:
        """Take the numbers without a word for spins, passed spins and Whammies, in this order."""
        if not self.bare:
            return
        taken = {"earned" if part == "spins" else part for part in self.podium.values}
        free = [part for part in ("earned", "passed", "whammies") if part not in taken]
        stray = len(free) < 3 and any(number.value == 0 for number in self.bare)  # “8,0 3 spins”
        if len(self.bare) > len(free) or stray:
            raise NotationError(f"What are these numbers: {quoted(self.piece.strip())}? {HOW_TO_COUNT}")
        for part, number in zip(free, self.bare, strict=False):
            self._put(part, number.value)
            if number.value:
                self.podium.bare.append(replace(number, part=part))
            where = "in brackets" if number.marked and "+" not in self.piece else "after the score"
            self.guesses.append(f"the {number.value} {where} as {PARTS[part]}")


def _with_total(found: re.Match[str]) -> str:
    """Return text such as “passed 1 of 4” as “4 spins, 1 of them passed”."""
    return f"{found[3]} spins, {found[2]} of them {found[1] or ''}"


def _narrower(part: str | None, other: str | None) -> str | None:
    """Return the part that two words name together: “passed spins”."""
    named = [each for each in ("passed", "earned") if each in (part, other)]
    return named[0] if named else part or other


def _counted(words: Sequence[str]) -> tuple[list[str], str | None]:
    """Return the words after a number that name a part, and that part: “passed spins left” are passed spins."""
    about: list[str] = []
    part: str | None = None
    for word in words:
        named = PART_OF_WORD.get(word)
        if named and part and named != part and not {named, part} <= _SPINS:
            break
        if not named and word not in FILLERS and word != "left":
            break
        part = _narrower(part, named)
        about.append(word)
    return (about, part) if part else ([], None)
