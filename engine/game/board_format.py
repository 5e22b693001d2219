"""The JSON form of a board: its kinds of slides, its limits, and its possible faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from .plain_text import HALF, HAS_HALF

KINDS = (
    "cash",  # amount
    "cash_spin",  # amount and one extra spin
    "whammy",
    "prize",  # value, or null if the board does not give it; with "spin": true also an extra spin
    "move",  # to one of the listed squares
    "cash_or_lose_whammy",  # amount, or one Whammy off the count
    "cash_or_double",  # amount, or doubles the score
    "cash_or_spin",  # amount, or an extra spin
    "jackpot",  # amount: what is in it now
    "lead",  # amount more than the best opponent, unless the mover leads; with "spin": true also an extra spin
    "double",  # doubles the score; with "spin": true also an extra spin
    "add_a_one",  # a 1 before the score as displayed
    "unknown",  # not documented; the board is incomplete
)
EITHER = ("cash_or_lose_whammy", "cash_or_double", "cash_or_spin")  # the contestant takes the amount or the alternative
MONEY_KINDS = ("cash", "cash_spin", *EITHER, "jackpot")  # bring their amount
WITH_AMOUNT = (*MONEY_KINDS, "lead")
WITH_SPIN = ("double", "lead", "prize")  # take "spin"

MAX_SQUARES = 64
MAX_SLIDES = 1000
MAX_MONEY = 1_000_000
MAX_TEXT = 2000
MAX_LABEL = 200
MAX_WEIGHT = 1000

_TEXTS = ("name", "show", "valid_from", "valid_to", "confidence", "notes")


@dataclass(frozen=True, slots=True)
class BoardProblem:
    """Something wrong with a board in JSON.

    Attributes:
        message: what is wrong, to be read after ``where``: “Moves to its own square.”
        square: the square's place in the list, from 0; None if the problem is not about one square.
        slide: the slide's place in that square, from 0; None if it is not about one slide.
        part: the key that is wrong, such as "amount" or "name"; "" for the whole.
        number: the square's number; its place in the list, from 1, if it has no valid number.
    """

    message: str
    square: int | None = None
    slide: int | None = None
    part: str = ""
    number: int | None = None

    @property
    def where(self) -> str:
        """The place in words: “Square 5, slide 2”."""
        if self.square is None:
            return "The board"
        return f"Square {self.number}" + ("" if self.slide is None else f", slide {self.slide + 1}")

    @property
    def field(self) -> str | None:
        """The place as ``InputError.field`` names it: "square5.slide2", or a board's own key."""
        if self.square is None:
            return self.part or None
        return f"square{self.number}" + ("" if self.slide is None else f".slide{self.slide + 1}")

    @property
    def sentence(self) -> str:
        """Place and message in one: “Square 5, slide 2: moves to its own square.”."""
        if self.square is None:
            return self.message
        return f"{self.where}: {self.message[0].lower()}{self.message[1:]}"


def find_board_problems(board_json: Any) -> list[BoardProblem]:
    """Return everything wrong with a board in JSON; nothing if ``Board.from_json`` takes it."""
    if not isinstance(board_json, Mapping):
        return [BoardProblem("A board must be a JSON object with an id and squares.")]
    return [*_find_header_problems(board_json), *_find_squares_problems(board_json)]


def round_name(value: Any) -> str | None:
    """Return the round as text: a number from 1 to 99, or a name such as "bonus1"; None if it is neither."""
    text: Any = value.strip() if isinstance(value, str) else value
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= 2:
        text = int(text)
    if _is_int(text) and 1 <= text <= 99:
        return str(text)
    if isinstance(text, str) and 0 < len(text) <= 20 and not text.isdigit():
        return text
    return None


def is_bonus_round(round_: str) -> bool:
    """Return whether a round, as ``round_name`` writes it, is one of the bonus game: "bonus1", "Bonus"."""
    return "bonus" in round_.casefold()


def _find_header_problems(board_json: Mapping[str, Any]) -> Iterator[BoardProblem]:
    board_id = board_json.get("id")
    if not isinstance(board_id, str) or not board_id.strip():
        yield BoardProblem("The id of the board must be a text.", part="id")
    for key in ("id", *_TEXTS):
        text = board_json.get(key)
        if isinstance(text, str):
            if len(text) > MAX_TEXT:
                yield build_length_problem(key, len(text), MAX_TEXT)
            elif HALF.search(text):
                yield BoardProblem(f"The {key} of the board {HAS_HALF}", part=key)
        elif text is not None and key != "id":
            yield BoardProblem(f"The {key} of the board must be a text.", part=key)
    if round_name(board_json.get("round", 2)) is None:
        yield BoardProblem(
            "The round of the board must be a number from 1 to 99 or a short name such as bonus1.", part="round"
        )
    source = board_json.get("source")
    sources = [source] if isinstance(source, str) else source if isinstance(source, list) else []
    if any(isinstance(line, str) and HALF.search(line) for line in sources):
        yield BoardProblem(f"The sources of the board have {HAS_HALF.removeprefix('has ')}", part="source")
    is_list_of_texts = isinstance(source, list) and all(isinstance(line, str) for line in source)
    if source is not None and not isinstance(source, str) and not is_list_of_texts:
        yield BoardProblem("The sources of the board must be a list of texts.", part="source")


def build_length_problem(part: str, length: int, limit: int) -> BoardProblem:
    """Return the problem of a text about the board that is too long."""
    return BoardProblem(f"The {part} of the board may have at most {limit:,} characters, not {length:,}.", part=part)


def _find_squares_problems(board_json: Mapping[str, Any]) -> Iterator[BoardProblem]:
    squares = board_json.get("squares")
    if not isinstance(squares, list):
        yield BoardProblem("A board needs a list of squares.", part="squares")
        return
    if not squares:
        yield BoardProblem("A board needs at least one square.", part="squares")
        return
    if len(squares) > MAX_SQUARES:
        yield BoardProblem(f"A board may have at most {MAX_SQUARES} squares.", part="squares")
        return
    if sum(len(_list_square_slides(square)) for square in squares) > MAX_SLIDES:
        yield BoardProblem(f"A board may have at most {MAX_SLIDES:,} slides.", part="squares")
    if all(_has_zero_weight(square) for square in squares):
        yield BoardProblem(
            "At least one square needs a weight above 0: the light has to stop somewhere.", part="squares"
        )
    numbers = [_get_square_number(square, index) for index, square in enumerate(squares)]
    problems = [
        problem
        for index, square in enumerate(squares)
        for problem in _SquareCheck(square, index, numbers).find_problems()
    ]
    # A move to a square whose number is wrong is only a consequence, so it comes after that square.
    yield from sorted(problems, key=lambda problem: problem.part == "to")


class _SquareCheck:
    """The faults of one square and its slides."""

    def __init__(self, square: Any, index: int, numbers: list[int | None]) -> None:
        self.square, self.index, self.numbers = square, index, numbers
        self.name = numbers[index] or index + 1

    def _build_problem(self, message: str, part: str = "", slide: int | None = None) -> BoardProblem:
        return BoardProblem(message, self.index, slide, part, self.name)

    def find_problems(self) -> Iterator[BoardProblem]:
        square, number = self.square, self.numbers[self.index]
        if not isinstance(square, Mapping):
            yield self._build_problem("Must be a JSON object.")
            return
        if number is None:
            yield self._build_problem(f"Needs a number from 1 to {MAX_SQUARES}.", "number")
        elif self.numbers.index(number) == self.index and (times := Counter(self.numbers)[number]) > 1:
            yield self._build_problem(f"{'Two' if times == 2 else times} squares have the number {number}.", "number")
        if not _is_weight(square.get("weight", 1)):
            yield self._build_problem(_WEIGHT_MESSAGE, "weight")
        slides = square.get("slides")
        if not isinstance(slides, list) or not slides:
            yield self._build_problem("Needs at least one slide.")
        elif len(slides) > MAX_SLIDES:
            yield self._build_problem(f"A board may have at most {MAX_SLIDES:,} slides.")
        else:
            if all(_has_zero_weight(slide) for slide in slides):
                yield self._build_problem("At least one slide needs a weight above 0: one of them has to show.")
            for place, slide in enumerate(slides):
                for part, message in self._find_slide_problems(slide):
                    yield self._build_problem(message, part, place)

    def _find_slide_problems(self, slide: Any) -> Iterator[tuple[str, str]]:
        """Yield the faults of a slide: the part and the message."""
        if not isinstance(slide, Mapping):
            yield "", "Must be a JSON object."
            return
        kind = slide.get("kind")
        if kind not in KINDS:
            yield "kind", f"The kind must be one of {', '.join(KINDS)}."
            return
        if kind in WITH_AMOUNT and not _is_money(slide.get("amount")):
            yield "amount", f"Needs an amount in whole dollars from 0 to {MAX_MONEY:,}."
        if kind == "prize" and slide.get("value") is not None and not _is_money(slide["value"]):
            yield "value", f"Needs a prize value in whole dollars from 0 to {MAX_MONEY:,}."
        if kind == "move":
            yield from (("to", message) for message in self._find_target_problems(slide.get("to")))
        spin = slide.get("spin", False)
        if not isinstance(spin, bool):
            yield "spin", "The spin must be true or false."
        elif spin and kind not in WITH_SPIN:
            yield "spin", "Only double, lead and prize take spin; use cash_spin."
        for key in ("label", "name"):
            text = slide.get(key)
            if text is not None and (not isinstance(text, str) or len(text) > MAX_LABEL):
                yield key, f"The {key} must be a text of at most {MAX_LABEL} characters."
            elif text and HALF.search(text):
                yield key, f"The {key} {HAS_HALF}"
        if not _is_weight(slide.get("weight", 1)):
            yield "weight", _WEIGHT_MESSAGE

    def _find_target_problems(self, to: Any) -> Iterator[str]:
        if not isinstance(to, list) or not to or not all(_is_int(n) for n in to) or len(to) > MAX_SQUARES:
            yield "Needs the list of squares it moves to."
            return
        for target in dict.fromkeys(to):
            if target == self.numbers[self.index]:
                yield "Moves to its own square."
            elif target not in self.numbers:
                yield f"Moves to square {target}, which does not exist."


_WEIGHT_MESSAGE = f"The weight must be a whole number from 0 to {MAX_WEIGHT:,}."


def _get_square_number(square: Any, index: int) -> int | None:
    """Return the number of a square, by default its place; None if it is not valid."""
    number = square.get("number", index + 1) if isinstance(square, Mapping) else index + 1
    return number if _is_int(number) and 1 <= number <= MAX_SQUARES else None


def _list_square_slides(square: Any) -> list[Any]:
    slides = square.get("slides") if isinstance(square, Mapping) else None
    return slides if isinstance(slides, list) and len(slides) <= MAX_SLIDES else []


def _has_zero_weight(item: Any) -> bool:
    return isinstance(item, Mapping) and _is_int(weight := item.get("weight", 1)) and weight == 0


def _is_weight(value: Any) -> bool:
    return _is_int(value) and 0 <= value <= MAX_WEIGHT


def _is_money(value: Any) -> bool:
    return _is_int(value) and 0 <= value <= MAX_MONEY


def _is_int(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
