"""A board: squares round a ring, each showing one of its slides when the light stops.

Squares are numbered clockwise from the top left: 1-6 along the top, 7-9 down the right side,
10-15 along the bottom from right to left, 16-18 up the left side (see docs/rules.md, "The board").
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import resources
from typing import Any

from ..errors import BoardError

KINDS = (
    "cash",  # amount
    "cash_spin",  # amount and one extra spin
    "whammy",
    "prize",  # value, or null where it is not part of the board
    "move",  # to one of the listed squares
    "cash_or_lose_whammy",  # amount, or one Whammy off the count
    "double",  # doubles the score; with "spin": true also an extra spin
    "add_a_one",  # a 1 before the score as displayed
    "unknown",  # not documented; the board is incomplete
)

MAX_SQUARES = 64
MAX_SLIDES = 1000
MAX_MONEY = 1_000_000
MAX_TEXT = 2000
MAX_WEIGHT = 1000


@dataclass(frozen=True, slots=True)
class Slide:
    """One picture of a square.

    Attributes:
        kind: one of ``KINDS``.
        amount: dollars of ``cash``, ``cash_spin``, ``cash_or_lose_whammy``; else None.
        value: dollars of a ``prize``, None where the board does not say.
        to: the squares a ``move`` offers, in the board's order.
        spin: whether a ``double`` brings an extra spin.
        label: the words on the slide, where they are not simply its money.
        name: a prize's name.
        weight: how often it shows, beside the other slides of its square.
    """

    kind: str
    amount: int | None = None
    value: int | None = None
    to: tuple[int, ...] = ()
    spin: bool = False
    label: str | None = None
    name: str | None = None
    weight: int = 1

    @property
    def gives_spin(self) -> bool:
        return self.kind == "cash_spin" or self.spin

    @property
    def text(self) -> str:
        """The slide in the words a viewer would use."""
        if self.kind == "cash":
            return f"${self.amount:,}"
        if self.kind == "cash_spin":
            return f"${self.amount:,} + one spin"
        if self.kind == "whammy":
            return "Whammy"
        if self.kind == "prize":
            title = self.name or "Prize"
            return title if self.value is None else f"{title} (${self.value:,})"
        if self.kind == "cash_or_lose_whammy":
            return f"${self.amount:,} or lose a Whammy"
        if self.kind == "double":
            return "Double your $$ + one spin" if self.spin else "Double your $$"
        if self.kind == "add_a_one":
            return "Add-a-one"
        if self.kind == "move":
            return self.label or "Move to " + " or ".join(str(n) for n in self.to)
        return "not documented"

    def to_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {"kind": self.kind}
        if self.amount is not None:
            out["amount"] = self.amount
        if self.kind == "prize":
            out["name"] = self.name
            out["value"] = self.value
        if self.to:
            out["to"] = list(self.to)
        if self.spin:
            out["spin"] = True
        if self.label is not None:
            out["label"] = self.label
        if self.weight != 1:
            out["weight"] = self.weight
        return out


@dataclass(frozen=True, slots=True)
class Square:
    """A place on the ring with the slides that it shows in turn.

    ``weight`` is how often the light stops here, beside the other squares.
    """

    number: int
    slides: tuple[Slide, ...]
    weight: int = 1

    def shown(self, *, even: bool = False) -> list[tuple[Fraction, Slide]]:
        """Its slides with the chance that each shows; ``even``: weights do not count."""
        weights = [1 if even else slide.weight for slide in self.slides]
        total = sum(weights)
        return [(Fraction(weight, total), slide) for weight, slide in zip(weights, self.slides, strict=True) if weight]

    def to_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {"number": self.number, "slides": [s.to_json() for s in self.slides]}
        if self.weight != 1:
            out["weight"] = self.weight
        return out


@dataclass(frozen=True)
class Board:
    """An immutable, validated board.

    Unless it has weights, every square is equally likely to stop the light, and every slide of it to
    show (docs/rules.md: "every slide 1 in 54 is a fair model"). Weights stand for a contestant who has
    learned the patterns of the light.
    """

    id: str
    squares: tuple[Square, ...]
    name: str = ""
    round: str = "2"
    show: str = ""
    valid_from: str | None = None
    valid_to: str | None = None
    source: tuple[str, ...] = ()
    confidence: str = ""
    notes: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def complete(self) -> bool:
        """Whether every slide is documented: only then can a position be solved on it."""
        return all(s.kind != "unknown" for square in self.squares for s in square.slides)

    @property
    def digest(self) -> str:
        """Identity of what matters to an answer: the round and the slides, not names or notes."""
        what = [
            self.round,
            [[q.number, [_essence(s) for s in q.slides], *_unusual(q.weight)] for q in self.squares],
        ]
        return hashlib.sha256(json.dumps(what, separators=(",", ":")).encode()).hexdigest()[:16]

    def square(self, number: int) -> Square:
        for square in self.squares:
            if square.number == number:
                return square
        raise BoardError(f"This board has no square {number}.", field=f"square{number}")

    @property
    def weighted(self) -> bool:
        """Whether some squares or slides come up more often than others."""
        return any(q.weight != 1 or any(s.weight != 1 for s in q.slides) for q in self.squares)

    def slides(self, *, even: bool = False) -> list[tuple[Fraction, Square, Slide]]:
        """Every slide that may come up, with the chance that the light stops on it.

        ``even``: weights do not count.
        """
        weights = [1 if even else square.weight for square in self.squares]
        total = sum(weights)
        return [
            (Fraction(weight, total) * chance, square, slide)
            for weight, square in zip(weights, self.squares, strict=True)
            if weight
            for chance, slide in square.shown(even=even)
        ]

    @classmethod
    def from_json(cls, data: Any) -> Board:
        """Reads the JSON form of ``engine/game/presets``.

        Raises:
            BoardError: with a sentence that names the square and slide which are wrong.
        """
        if not isinstance(data, Mapping):
            raise BoardError("A board must be a JSON object with an id and squares.")
        board_id = _text(data, "id", required=True)
        squares_json = data.get("squares")
        if not isinstance(squares_json, list) or not squares_json:
            raise BoardError("A board needs a list of squares.", field="squares")
        if len(squares_json) > MAX_SQUARES:
            raise BoardError(f"A board may have {MAX_SQUARES} squares at most.", field="squares")
        squares = tuple(_square(item, index) for index, item in enumerate(squares_json, 1))
        numbers = [square.number for square in squares]
        if len(set(numbers)) != len(numbers):
            raise BoardError("Two squares have the same number.", field="squares")
        if sum(len(square.slides) for square in squares) > MAX_SLIDES:
            raise BoardError(f"A board may have {MAX_SLIDES:,} slides at most.", field="squares")
        for square in squares:
            for place, slide in enumerate(square.slides, 1):
                for target in slide.to:
                    where = f"square{square.number}.slide{place}"
                    if target not in numbers:
                        raise BoardError(f"{where} moves to square {target}, which does not exist.", field=where)
                    if target == square.number:
                        raise BoardError(f"{where} moves to its own square.", field=where)
        if not any(square.weight for square in squares):
            raise BoardError("One square at least needs a weight above 0.", field="squares")
        source = data.get("source")
        if source is None:
            source = []
        if isinstance(source, str):
            source = [source]
        if not isinstance(source, list) or not all(isinstance(s, str) for s in source):
            raise BoardError("The sources of a board must be a list of texts.", field="source")
        known = {"id", "squares", "name", "round", "show", "valid_from", "valid_to", "source"}
        known |= {"confidence", "notes", "complete"}
        return cls(
            id=board_id,
            squares=squares,
            name=_text(data, "name") or board_id,
            round=_round(data.get("round", 2)),
            show=_text(data, "show"),
            valid_from=_text(data, "valid_from") or None,
            valid_to=_text(data, "valid_to") or None,
            source=tuple(source),
            confidence=_text(data, "confidence"),
            notes=_text(data, "notes"),
            extra={key: data[key] for key in data if key not in known},
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": self.name,
            "show": self.show,
            "round": int(self.round) if self.round.isascii() and self.round.isdigit() else self.round,
            "valid_from": self.valid_from,
            "valid_to": self.valid_to,
            "source": list(self.source),
            "confidence": self.confidence,
            "complete": self.complete,
            "notes": self.notes,
            "squares": [square.to_json() for square in self.squares],
            **self.extra,
        }


def preset_boards() -> dict[str, Board]:
    """The boards that come with the engine, by id, the best known one first."""
    folder = resources.files(__package__) / "presets"
    boards = [
        Board.from_json(json.loads(entry.read_text(encoding="utf-8")))
        for entry in folder.iterdir()
        if entry.name.endswith(".json")
    ]
    boards.sort(key=lambda board: (board.id != DEFAULT_BOARD, board.id))
    return {board.id: board for board in boards}


DEFAULT_BOARD = "pyl-1985-02-r2"


def _essence(slide: Slide) -> list[Any]:
    return [slide.kind, slide.amount, slide.value, list(slide.to), slide.spin, *_unusual(slide.weight)]


def _unusual(weight: int) -> list[int]:
    """A weight that matters to a board's identity: boards without weights keep the one they had before."""
    return [] if weight == 1 else [weight]


def _text(data: Mapping[str, Any], key: str, *, required: bool = False) -> str:
    value = data.get(key)
    if value is None and not required:
        return ""
    if not isinstance(value, str) or (required and not value.strip()):
        raise BoardError(f"The {key} of a board must be a text.", field=key)
    if len(value) > MAX_TEXT:
        raise BoardError(f"The {key} of a board is too long.", field=key)
    return value


def _round(value: Any) -> str:
    """The round as text: a number, or a name such as "bonus1"."""
    text: Any = value.strip() if isinstance(value, str) else value
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= 2:
        text = int(text)
    if _is_int(text) and 1 <= text <= 99:
        return str(text)
    if isinstance(text, str) and 0 < len(text) <= 20 and not text.isdigit():
        return text
    raise BoardError("The round of a board must be a number from 1 to 99 or a short text.", field="round")


def _square(data: Any, index: int) -> Square:
    where = f"square{index}"
    if not isinstance(data, Mapping):
        raise BoardError(f"Square {index} must be a JSON object.", field=where)
    number = data.get("number", index)
    if not _is_int(number) or not 1 <= number <= MAX_SQUARES:
        raise BoardError(f"Square {index} needs a number from 1 to {MAX_SQUARES}.", field=where)
    slides = data.get("slides")
    if not isinstance(slides, list) or not slides:
        raise BoardError(f"Square {number} needs at least one slide.", field=where)
    if len(slides) > MAX_SLIDES:
        raise BoardError(f"A board may have {MAX_SLIDES:,} slides at most.", field=where)
    read = tuple(_slide(s, f"square{number}.slide{i}") for i, s in enumerate(slides, 1))
    if not any(slide.weight for slide in read):
        raise BoardError(f"One slide of square {number} at least needs a weight above 0.", field=where)
    return Square(number, read, _weight(data, f"square{number}", f"Square {number}"))


def _slide(data: Any, where: str) -> Slide:
    if not isinstance(data, Mapping):
        raise BoardError(f"{where} must be a JSON object.", field=where)
    kind = data.get("kind")
    if kind not in KINDS:
        raise BoardError(f"{where} has an unknown kind; it must be one of {', '.join(KINDS)}.", field=where)
    amount = value = None
    if kind in ("cash", "cash_spin", "cash_or_lose_whammy"):
        amount = _money(data.get("amount"), f"{where} needs an amount", where)
    if kind == "prize" and data.get("value") is not None:
        value = _money(data["value"], f"{where} needs a prize value", where)
    targets: tuple[int, ...] = ()
    if kind == "move":
        to = data.get("to")
        if not isinstance(to, list) or not to or not all(_is_int(n) for n in to) or len(to) > MAX_SQUARES:
            raise BoardError(f"{where} needs the list of squares it moves to.", field=where)
        targets = tuple(dict.fromkeys(to))
    spin = data.get("spin", False)
    if not isinstance(spin, bool):
        raise BoardError(f"The spin of {where} must be true or false.", field=where)
    if spin and kind != "double":
        raise BoardError(f"{where}: only a double takes spin; use cash_spin.", field=where)
    for key in ("label", "name"):
        if data.get(key) is not None and (not isinstance(data[key], str) or len(data[key]) > 200):
            raise BoardError(f"The {key} of {where} must be a short text.", field=where)
    weight = _weight(data, where, where)
    return Slide(kind, amount, value, targets, spin, data.get("label"), data.get("name"), weight)


def _weight(data: Mapping[str, Any], where: str, words: str) -> int:
    weight = data.get("weight", 1)
    if not _is_int(weight) or not 0 <= weight <= MAX_WEIGHT:
        raise BoardError(f"The weight of {words} must be a whole number from 0 to {MAX_WEIGHT:,}.", field=where)
    return int(weight)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _money(value: Any, sentence: str, where: str) -> int:
    if not _is_int(value) or not 0 <= value <= MAX_MONEY:
        raise BoardError(f"{sentence} in whole dollars from 0 to {MAX_MONEY:,}.", field=where)
    return int(value)
