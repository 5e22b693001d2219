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

_COUNT = r"[0-9]+\s*(?:earned|own|passed)(?:\s+spins?)?"
_SUM = re.compile(rf"\b([0-9]+)(?:\s+spins?)(?:\s+in\s+all)?\s*[(:,=]+\s*({_COUNT})\s*(?:,|\+|&|and)\s*({_COUNT})")
_NUMBER = rf"[0-9]{{1,9}}|{'|'.join(NUMBER_OF_WORD)}"
# “5 spins (3 passed)”, “5 spins, 3 of them passed”, “5 spins, of which 3 are passed”.
_PART_OF = re.compile(
    rf"\b({_NUMBER})\s+spins?(?:\s*[,(]?\s*(?:including|incl\.?|of\s+which)\s+|\s*\(\s*|\s*,?\s*(?=(?:{_NUMBER})\s+of\s))"
    rf"({_NUMBER})(?:\s+of\s+(?:them|those|these|which))?(?:\s+(?:are|is|were|was))?(?:\s+passed|\s*p)\b"
    rf"(?!\s*(?:,|\+|&|and)\s*(?:{_NUMBER})\s*(?:earned|own))"
)
_TO_COME = frozenset(["left", "remaining", "more", "still", "go"])  # Whammies that have not come

BESIDE_COUNTS = frozenset(
    ["and", "with", "plus", "has", "have", "had", "holds", "left", "remaining", "more", "still", "now"]
)
HOW_TO_COUNT = "Write e2, p2 or w2 for spins and Whammies, and @2 at the end for the one up."
MOST_BETWEEN = 8  # tokens from a word to its number: “spins earned so far = (3)”


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
    """The parts read so far of one contestant; ``bare`` has the numbers among them that are taken for spins and Whammies."""

    up: bool = False
    bare: list[BareNumber] = field(default_factory=list)

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
        value and part in ("earned", "passed") and part not in guessed
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
        self.podium, self.guesses = Podium(), guesses
        self.tokens = tokens_of(_PART_OF.sub(self._without_part, _SUM.sub(_without_sum, piece)))
        self.bare: list[BareNumber] = []
        self._read_tokens()
        self._assign_bare()

    def _without_part(self, found: re.Match[str]) -> str:
        """Return text such as “5 spins (3 passed” as “2 earned (3 passed”. Raises NotationError if 3 are no part of them."""
        total, passed = (int(text) if text.isdecimal() else NUMBER_OF_WORD[text] for text in found.groups())
        if not 0 < passed <= total:
            raise NotationError(f"There are two numbers of spins in {quoted(found[0])}.")
        self.guesses.append(f"{passed} of the {total} spins as passed")
        return f"{total - passed} earned {'(' if '(' in found[0] else ','}{passed} passed"

    def _read_tokens(self) -> None:
        index, depth, plus = 0, 0, False
        while index < len(self.tokens):
            kind, word = self.tokens[index]
            if kind == "plus":
                plus = True
                index += 1
                continue
            if kind == "open":
                depth += 1
            elif kind == "close":
                depth -= 1
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
                index = self._number(index, value, bracketed=depth > 0 or plus)
            elif kind == "word":
                index = self._word(index)
            plus = False
            index += 1

    def _put(self, part: str, value: int) -> None:
        self.podium.put(part, value, self.piece)

    def _number(self, index: int, value: int, *, bracketed: bool) -> int:
        """Read a number and the words after it; return the index of the last of them."""
        after: list[str] = []
        for place, (kind, word) in enumerate(self.tokens[index + 1 : index + 4], index + 2):
            if (
                word in ("e", "p", "w")
                and after
                and self.tokens[place : place + 1]
                and self.tokens[place][0] == "number"
            ):
                break  # “1 earned p2”
            if kind != "word" or word in (UP, TURN, "out", "and", "with", "has") or word in NUMBER_OF_WORD:
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
            self._check_alone(index, value)
            self.bare.append(BareNumber(value, bracketed))
            return index
        self._put(part, value)
        return index + len(after)

    def _check_alone(self, index: int, value: int) -> None:
        """Raise NotationError if the words beside a number give it a meaning: “player 2”, “2 plays”, “→ 2”."""
        word = self.tokens[index][1]
        beside = [self.tokens[index - 1], *self.tokens[index + 1 : index + 2]]
        for place, (kind, text) in enumerate(beside):
            odd = kind == "word" and text not in BESIDE_COUNTS and text not in NUMBER_OF_WORD and text not in OUT
            if value and (odd or (kind == "up" and not place)):
                words = f"{text} {word}" if not place else f"{word} {text}"
                raise NotationError(f"What does {quoted(words)} mean? {HOW_TO_COUNT}")

    def _belongs_ahead(self, index: int, words: list[str]) -> bool:
        """Return whether the words after a number belong to the next one: “8000 spins: 3”, “8000 e 3”, “3000 w”."""
        ahead = index + 1 + len(words)
        kind, text = self.tokens[ahead] if ahead < len(self.tokens) else ("", "")
        return kind == "number" or text[:1] in (":", "=") or words[0] in ("e", "p", "w")

    def _word(self, index: int) -> int:
        """Read a word before its number (“spins: 3”, e3) or on its own; return the index of its last token."""
        word = self.tokens[index][1]
        part = PART_OF_WORD.get(word)
        if part is None:
            if word in FILLERS or word == "left":
                return index
            raise NotationError(f"{quoted(word)} is not understood. Write it like “8000 3 spins 1 Whammy”.")
        ahead = index + 1
        while ahead < min(len(self.tokens), index + MOST_BETWEEN):
            kind, following = self.tokens[ahead]
            more = PART_OF_WORD.get(following)
            if kind not in ("mark", "open") and more not in ("earned", "passed"):
                break
            part = "passed" if "passed" in (part, more) else part
            ahead += 1
        if ahead < len(self.tokens):
            kind, following = self.tokens[ahead]
            if (value := number_of(kind, following)) is not None:
                self._put(part, value)
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

    def _assign_bare(self) -> None:
        """Take the numbers without a word for spins, passed spins and Whammies, in this order."""
        if not self.bare:
            return
        free = [part for part in ("earned", "passed", "whammies") if part not in self.podium.values]
        stray = len(free) < 3 and any(number.value == 0 for number in self.bare)  # “8,0 3 spins”
        if len(self.bare) > len(free) or stray:
            raise NotationError(f"What are these numbers: {quoted(self.piece.strip())}? {HOW_TO_COUNT}")
        for part, number in zip(free, self.bare, strict=False):
            self._put(part, number.value)
            if number.value:
                self.podium.bare.append(replace(number, part=part))
            where = "in brackets" if number.marked and "+" not in self.piece else "after the score"
            self.guesses.append(f"the {number.value} {where} as {PARTS[part]}")


def _without_sum(found: re.Match[str]) -> str:
    """Return text such as “4 spins (3 earned, 1 passed” without the 4; unchanged where that is not their sum."""
    total, *parts = (int(re.match(r"[0-9]+", text).group()) for text in found.groups())  # type: ignore[union-attr]
    return f"({found[2]}, {found[3]}" if total == sum(parts) else found.group()


def _counted(words: Sequence[str]) -> tuple[list[str], str | None]:
    """Return the words after a number that name a part, and that part: “passed spins left” are passed spins."""
    about: list[str] = []
    part: str | None = None
    for word in words:
        named = PART_OF_WORD.get(word)
        if named and part and named != part and {named, part} != {"earned", "passed"}:
            break
        if not named and word not in FILLERS and word != "left":
            break
        part = "passed" if "passed" in (part, named) else named or part
        about.append(word)
    return (about, part) if part else ([], None)
