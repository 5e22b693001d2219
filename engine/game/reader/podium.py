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
    read_amount,
    read_count,
    split_tokens,
)

_NUMBER = rf"[0-9]{{1,9}}|{'|'.join(NUMBER_OF_WORD)}"
_THE = r"(?:(?:the|his|her|their|those|these|all)\s+)?"
# “1 of the 4 spins was passed”, “passed 1 of 4”
_ONE_OF = re.compile(
    rf"\b(?:(passed|earned)\s+)?({_NUMBER})\s+(?:out\s+)?of\s+{_THE}({_NUMBER})\b(?:\s+spins?\b)?"
    rf"(?(1)|(?=\s+(?:(?:are|is|was|were|being)\s+)?(?:passed|earned)\b))"
)
# “4 spins in total”, “4 total spins”, “a total of 4 spins”
_TOTAL_WORDS = re.compile(
    rf"(?<=spins)\s+(?:in\s+all|(?:in\s+)?total|altogether)\b|\btotal\s+(?=spins?\b)"
    rf"|\b(?:a\s+)?total\s+(?:of\s+)?(?=(?:{_NUMBER})\s+spins?\b)"
)
_SPINS = frozenset(["spins", "earned", "passed"])
ADDING = frozenset(["and", "plus", "&", "more"])
_TO_COME = frozenset(["left", "remaining", "more", "still", "go"])  # of Whammies still to come

BESIDE_COUNTS = frozenset(
    ["and", "with", "plus", "has", "have", "had", "holds", "left", "remaining", "more", "still", "now"]
)
HOW_TO_COUNT = "Write e2, p2 or w2 for spins and Whammies, and @2 at the end for the one up."
MAX_TOKENS_BETWEEN = 8  # tokens from a word to its number: “spins earned so far = (3)”

# Relation of passed spins to a number of spins in the same text.
BESIDE = "beside"  # “4 spins and 1 passed”
AMONG = "among"  # “4 spins, 1 of them passed”
UNCLEAR = "unclear"  # “1 passed, 4 spins”


@dataclass(frozen=True)
class BareNumber:
    """A number without a word for what it counts.

    Attributes:
        is_marked: whether it stands in brackets or after a plus sign.
        part: the part that it is read as.
    """

    value: int
    is_marked: bool
    part: str = ""


@dataclass
class PodiumReading(notation.PodiumFields):
    """The numbers read so far of one contestant, with “spins” for spins not said to be earned or passed.

    Attributes:
        is_up: whether it is the contestant's turn.
        bare: the numbers without a word that are read as spins and Whammies.
        passed_relation: BESIDE, AMONG or UNCLEAR if the text says so; "" if the numbers decide.
        text: the parts as written, for messages.
    """

    is_up: bool = False
    bare: list[BareNumber] = field(default_factory=list)
    passed_relation: str = ""
    text: str = ""

    def set_part(self, part: str, value: int, piece: str) -> None:
        """Set a part. Raises NotationError if the piece gave it another value before."""
        if self.values.get(part, value) != value:
            raise NotationError(f"There are two numbers for {PARTS[part]} in {quoted(piece)}.")
        self.values[part] = value

    def set_out(self, piece: str) -> None:
        self.set_part("whammies", WHAMMIES_OUT, piece)

    def contestant(self, seat: int) -> Contestant:
        if self.out:
            return Contestant(0, whammies=self.number("whammies"))
        return super().contestant(seat)


def check_bare(podiums: Sequence[PodiumReading]) -> None:
    """Raise NotationError if a number without a word may be something else than spins or Whammies.

    Raises:
        NotationError: other spins are counted in words, some stand in brackets and some do not, or the last number may
            be the seat of the one who is up.
    """
    bare = [number for podium in podiums for number in podium.bare]
    if not bare:
        return
    bare_parts_by_podium = [{number.part for number in podium.bare} for podium in podiums]
    has_worded_spins = any(
        value and part in _SPINS and part not in bare_parts
        for podium, bare_parts in zip(podiums, bare_parts_by_podium, strict=True)
        for part, value in podium.values.items()
    )
    has_whammy_count = [
        "whammies" not in bare_parts and "whammies" in podium.values and not podium.out
        for podium, bare_parts in zip(podiums, bare_parts_by_podium, strict=True)
    ]
    is_mixed = any(has_whammy_count) and any(
        "passed" in bare_parts and not has_count
        for bare_parts, has_count in zip(bare_parts_by_podium, has_whammy_count, strict=True)
    )  # “8000/3/0 whammies, 3000/0/1”
    if has_worded_spins or is_mixed or len({number.is_marked for number in bare}) > 1:
        raise NotationError(f"What does the {bare[-1].value} count? {HOW_TO_COUNT}")
    last_bare = podiums[-1].bare
    if len(last_bare) != 1 or last_bare[0].is_marked or all(podium.bare for podium in podiums):
        return
    seat = last_bare[0].value - 1
    if seat < len(podiums) - 1 and podiums[seat].bare:
        raise NotationError(f"Is the last {seat + 1} a number of spins, or the seat of the one up? {HOW_TO_COUNT}")


def share_spins(podiums: Sequence[PodiumReading], guesses: list[str]) -> None:
    """Replace each podium's spins by earned spins: “4 spins, 1 passed” are 3 earned spins.

    Raises:
        NotationError: it is not clear which spins are earned.
    """
    unclear_podiums = [podium for podium in podiums if not podium.passed_relation and "earned" not in podium.values]
    all_are_totals = all(
        podium.number("passed") <= podium.number("spins") for podium in unclear_podiums if "spins" in podium.values
    )
    for podium in podiums:
        spins, passed = podium.values.pop("spins", None), podium.number("passed")
        if spins is None:
            continue
        if "earned" in podium.values:
            if spins not in (podium.number("earned"), podium.number("earned") + passed):
                raise NotationError(f"There are two numbers for earned spins in {quoted(podium.text.strip())}.")
        elif not passed or podium.passed_relation == BESIDE:
            podium.values["earned"] = spins
        elif podium.passed_relation == UNCLEAR or (podium.passed_relation == AMONG and passed > spins):
            raise NotationError(
                f"There are two numbers of spins in {quoted(podium.text.strip())}. Write them like “3 earned, 1 passed”."
            )
        elif podium.passed_relation == AMONG or all_are_totals:
            podium.values["earned"] = spins - passed
            guesses.append(f"{passed} of the {spins} spins as passed")
        else:
            podium.values["earned"] = spins
            guesses.append(f"the {spins} spins as earned, beside the {passed} passed")


def read_podium(piece: str, guesses: list[str]) -> PodiumReading:
    """Return the podium that a piece of text describes; assumptions are added to ``guesses``.

    Raises:
        NotationError: a word or number is not understood.
    """
    return _PieceReader(piece, guesses).podium


class _PieceReader:
    """A reader of the tokens of one piece, from left to right."""

    def __init__(self, piece: str, guesses: list[str]) -> None:
        self.piece = piece
        self.podium, self.guesses = PodiumReading(text=piece), guesses
        self.tokens = split_tokens(_TOTAL_WORDS.sub(" ", _ONE_OF.sub(_move_total_first, piece)))
        self.bare: list[BareNumber] = []
        self.depth, self.end = 0, 0  # open brackets; the first token after the last part
        self.spins_at: tuple[int, int] | None = None  # the end and the depth of the number of spins
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
                self.podium.is_up = True
            elif kind == "run":
                self._set_part("whammies", len(word))
            elif word in OUT:
                self.podium.set_out(self.piece)
            elif kind in ("amount", "thousands"):
                if "score" in self.podium.values or (kind == "amount" and plus):
                    raise NotationError(f"There are two amounts of money in {quoted(self.piece.strip())}.")
                self._set_part("score", read_amount(word))
            elif (value := read_count(kind, word)) is not None:
                index = self._read_number(index, value, is_bracketed=self.depth > 0 or plus)
            elif kind == "word":
                index = self._read_word(index)
            plus = False
            index += 1

    def _set_part(self, part: str, value: int) -> None:
        self.podium.set_part(part, value, self.piece)

    def _set_counted_part(self, part: str, value: int, start: int, end: int) -> None:
        """Set a part from the tokens between start and end, and the relation of passed spins to the spins."""
        self._set_part(part, value)
        if part == "spins":
            self.spins_at = end, self.depth
            if self.podium.number("passed"):
                self.podium.passed_relation = BESIDE if self._has_addition(self.end, start) else UNCLEAR
        elif part == "passed" and value and self.spins_at:
            spins_end, depth = self.spins_at
            if any(kind == "among" for kind, _ in self.tokens[self.end : end]):
                self.podium.passed_relation = AMONG
            elif self._has_addition(self.end, end):
                self.podium.passed_relation = BESIDE if spins_end == self.end else UNCLEAR
            elif self.depth > depth:
                self.podium.passed_relation = AMONG
        self.end = end

    def _has_addition(self, start: int, end: int) -> bool:
        """Return whether one of these tokens says that something is added."""
        return any(kind == "plus" or text in ADDING for kind, text in self.tokens[start:end])

    def _read_number(self, index: int, value: int, *, is_bracketed: bool) -> int:
        """Read a number and the words after it; return the index of the last of them."""
        words: list[str] = []
        is_among = self.tokens[index + 1 : index + 2] and self.tokens[index + 1][0] == "among"
        start, index = index, index + 1 if is_among else index
        for place, (kind, word) in enumerate(self.tokens[index + 1 : index + 4], index + 2):
            if (
                word in ("e", "p", "w")
                and words
                and self.tokens[place : place + 1]
                and self.tokens[place][0] == "number"
            ):
                break  # “1 earned p2”
            if kind != "word" or word in (UP, TURN, "out", "and", "plus", "with", "has") or word in NUMBER_OF_WORD:
                break
            words.append(word)
        words, part = _split_counted_words(words)
        is_score_place = "score" not in self.podium.values and not self.bare and not is_bracketed
        if (
            part not in (None, "score")
            and is_score_place
            and (value > MAX_SPINS or self._belongs_to_next_number(index, words))
        ):
            part = None
        if part == "score" or (part is None and is_score_place):
            self._set_part("score", value)
            return index + (len(words) if part else 0)
        if part == "whammies" and not _TO_COME.isdisjoint(words):
            raise NotationError(f"What does {quoted(' '.join([self.tokens[index][1], *words]))} mean? {HOW_TO_COUNT}")
        if part is None:
            self._check_alone(start, value)
            self.bare.append(BareNumber(value, is_bracketed))
            return index
        self._set_counted_part(part, value, start, index + len(words) + 1)
        return index + len(words)

    def _check_alone(self, index: int, value: int) -> None:
        """Raise NotationError if the words beside a number give it a meaning: “player 2”, “2 plays”, “→ 2”."""
        word = self.tokens[index][1]
        neighbors = [self.tokens[index - 1], *self.tokens[index + 1 : index + 2]]
        for place, (kind, text) in enumerate(neighbors):
            is_odd = (
                kind in ("word", "among")
                and text not in BESIDE_COUNTS
                and text not in NUMBER_OF_WORD
                and text not in OUT
            )
            if value and (is_odd or (kind == "up" and not place)):
                words = f"{text} {word}" if not place else f"{word} {text}"
                raise NotationError(f"What does {quoted(words)} mean? {HOW_TO_COUNT}")

    def _belongs_to_next_number(self, index: int, words: list[str]) -> bool:
        """Return whether the words after a number belong to the next one: “8000 spins: 3”, “8000 e 3”, “3000 w”."""
        next_index = index + 1 + len(words)
        kind, text = self.tokens[next_index] if next_index < len(self.tokens) else ("", "")
        _, next_word = self.tokens[next_index + 1] if next_index + 1 < len(self.tokens) else ("", "")
        is_count = text in NUMBER_OF_WORD and not (text in ("a", "an", "no", "single") and next_word in PART_OF_WORD)
        return kind == "number" or is_count or text[:1] in (":", "=") or words[0] in ("e", "p", "w")

    def _read_word(self, index: int) -> int:
        """Read a word before its number (“spins: 3”, e3) or on its own; return the index of its last token."""
        word = self.tokens[index][1]
        part = PART_OF_WORD.get(word)
        if word in ("all", "both") and "spins" in self.podium.values:
            return self._read_all_of_them(index)
        if part is None:
            if word in FILLERS or (word == "left" and self._is_remaining(index)):
                return index
            raise NotationError(f"{quoted(word)} is not understood. Write it like “8000 3 spins 1 Whammy”.")
        number_index = index + 1
        while number_index < min(len(self.tokens), index + MAX_TOKENS_BETWEEN):
            kind, next_word = self.tokens[number_index]
            next_part = PART_OF_WORD.get(next_word)
            if kind not in ("mark", "open") and (next_part not in _SPINS or part == "whammies"):
                break
            part = _combine_part_words(part, next_part) or part
            number_index += 1
        if number_index < len(self.tokens) and not (
            word in ("w", "whammy") and self._is_count_of_spins(index, number_index)
        ):
            kind, next_word = self.tokens[number_index]
            if (value := read_count(kind, next_word)) is not None:
                self._set_counted_part(part, value, index, number_index + 1)
                if word == "passed" and value and number_index == index + 1:  # not spins that this contestant passed on
                    self.guesses.append(f"{quoted(f'passed {next_word}')} as passed spins to be played")
                return number_index
            if part == "score" and kind in ("amount", "thousands"):
                self._set_part(part, read_amount(next_word))
                return number_index
            if kind == "run":
                return index
        if word in ("w", "whammy"):
            self._set_part("whammies", 1)
            return index
        if word in FILLERS or part == "score":
            return index
        raise NotationError(f"How many? There is no number with {quoted(word)} in {quoted(self.piece.strip())}.")

    def _is_count_of_spins(self, index: int, number_index: int) -> bool:
        """Return whether the number after a word is one of spins: “W, 3 spins”; not “w: 3, spins: 2” or “w 3 e 2”."""
        next_words = [text for _, text in self.tokens[number_index + 1 : number_index + 3]]
        has_colon = any(text[:1] in (":", "=") for _, text in self.tokens[index + 1 : number_index])
        has_own_number = len(next_words) > 1 and (next_words[1].isdigit() or next_words[1][:1] in (":", "="))
        return not has_colon and not has_own_number and PART_OF_WORD.get(next_words[0] if next_words else "") in _SPINS

    def _is_remaining(self, index: int) -> bool:
        """Return whether “left” is about the spins before it, and no seat before its own: “/ 0, left has 3 spins”."""
        _, previous_word = self.tokens[index - 1] if index else ("", "")
        kind, next_word = self.tokens[index + 1] if index + 1 < len(self.tokens) else ("", "")
        return previous_word in PART_OF_WORD or (
            previous_word.isdigit() and kind != "number" and next_word not in ("has", "with")
        )

    def _read_all_of_them(self, index: int) -> int:
        """Read “all passed” or “both of them are earned”; return the index of its last token."""
        part_index = index + 1
        while part_index < len(self.tokens) and (
            self.tokens[part_index][0] == "among" or self.tokens[part_index][1] in FILLERS
        ):
            part_index += 1
        word = self.tokens[index][1]
        part = PART_OF_WORD.get(self.tokens[part_index][1]) if part_index < len(self.tokens) else None
        spins = self.podium.number("spins")
        if part_index < len(self.tokens) and read_count(*self.tokens[part_index]) == spins:
            return part_index - 1  # “all 4 passed”
        if part not in ("earned", "passed") or (word == "both" and spins != 2):
            raise NotationError(f"{quoted(word)} is not understood. {HOW_TO_COUNT}")
        self._set_part(part, spins)
        self.podium.passed_relation = AMONG
        self.end = part_index + 1
        return part_index

    def _assign_bare(self) -> None:
        """Take the numbers without a word for spins, passed spins and Whammies, in this order."""
        if not self.bare:
            return
        given_parts = {"earned" if part == "spins" else part for part in self.podium.values}
        free_parts = [part for part in ("earned", "passed", "whammies") if part not in given_parts]
        has_stray_zero = len(free_parts) < 3 and any(number.value == 0 for number in self.bare)  # “8,0 3 spins”
        if len(self.bare) > len(free_parts) or has_stray_zero:
            raise NotationError(f"What are these numbers: {quoted(self.piece.strip())}? {HOW_TO_COUNT}")
        for part, number in zip(free_parts, self.bare, strict=False):
            self._set_part(part, number.value)
            if number.value:
                self.podium.bare.append(replace(number, part=part))
            where = "in brackets" if number.is_marked and "+" not in self.piece else "after the score"
            self.guesses.append(f"the {number.value} {where} as {PARTS[part]}")


def _move_total_first(match: re.Match[str]) -> str:
    """Return text such as “passed 1 of 4” as “4 spins, 1 of them passed”."""
    return f"{match[3]} spins, {match[2]} of them {match[1] or ''}"


def _combine_part_words(part: str | None, other: str | None) -> str | None:
    """Return the part that two words name together: “passed spins”."""
    names = [name for name in ("passed", "earned") if name in (part, other)]
    return names[0] if names else part or other


def _split_counted_words(words: Sequence[str]) -> tuple[list[str], str | None]:
    """Return the words after a number that name its part, and the part: “passed spins left” are passed spins."""
    part_words: list[str] = []
    part: str | None = None
    for word in words:
        word_part = PART_OF_WORD.get(word)
        if word_part and part and word_part != part and not {word_part, part} <= _SPINS:
            break
        if not word_part and word not in FILLERS and word != "left":
            break
        part = _combine_part_words(part, word_part)
        part_words.append(word)
    return (part_words, part) if part else ([], None)
