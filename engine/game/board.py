"""A board: squares round a ring, each showing one of its slides when the light stops.

Squares are numbered clockwise from the top left: 1-6 along the top, 7-9 down the right side,
10-15 along the bottom from right to left, 16-18 up the left side (see docs/rules.md, "The board").
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import count
from pathlib import Path
from typing import Any

from ..errors import BoardError
from .board_format import WITH_AMOUNT, BoardProblem, find_board_problems, is_bonus_round, round_name

PRESETS = Path(__file__).with_name("presets")  # a file for each, named by its id
DEFAULT_BOARD = "pyl-1985-02-r2"
ROUNDS = (1, 2)
DEFAULT_BOARDS = {1: "pyl-1984-09-r1", 2: DEFAULT_BOARD}  # by round


@dataclass(frozen=True, slots=True)
class Slide:
    """One picture of a square.

    Attributes:
        kind: one of ``board_format.KINDS``.
        amount: dollars of the kinds in ``board_format.WITH_AMOUNT``; else None.
        value: dollars of a ``prize``; None if the board does not give it.
        to: the squares a ``move`` offers, in the board's order.
        spin: whether a slide of ``board_format.WITH_SPIN`` brings an extra spin.
        label: the words on the slide, if they are more than its money.
        name: a prize's name.
        weight: how often it shows, relative to the other slides of its square.
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
            value_text = "" if self.value is None else f" (${self.value:,})"
            return f"{title}{value_text}{' + one spin' if self.spin else ''}"
        if self.kind == "cash_or_lose_whammy":
            return f"${self.amount:,} or lose a Whammy"
        if self.kind == "cash_or_double":
            return f"${self.amount:,} or double your $$"
        if self.kind == "cash_or_spin":
            return f"${self.amount:,} or spin again"
        if self.kind == "jackpot":
            return f"Jackpot (${self.amount:,})"
        if self.kind == "double":
            return "Double your $$ + one spin" if self.spin else "Double your $$"
        if self.kind == "add_a_one":
            return "Add-a-one"
        if self.kind == "lead":
            by = "" if self.amount == 1 else f" by ${self.amount:,}"
            return f"Take the lead{by}{' + one spin' if self.spin else ''}"
        if self.kind == "move":
            return self.label or "Move to " + " or ".join(str(n) for n in self.to)
        return "not documented"

    def to_json(self) -> dict[str, Any]:
        slide_json: dict[str, Any] = {"kind": self.kind}
        if self.amount is not None:
            slide_json["amount"] = self.amount
        if self.kind == "prize":
            slide_json["name"] = self.name
            slide_json["value"] = self.value
        if self.to:
            slide_json["to"] = list(self.to)
        if self.spin:
            slide_json["spin"] = True
        if self.label is not None:
            slide_json["label"] = self.label
        if self.weight != 1:
            slide_json["weight"] = self.weight
        return slide_json


@dataclass(frozen=True, slots=True)
class Square:
    """A place on the ring with the slides it shows in turn.

    ``weight`` is how often the light stops here, relative to the other squares.
    """

    number: int
    slides: tuple[Slide, ...]
    weight: int = 1

    def slide_chances(self, *, even: bool = False) -> list[tuple[Fraction, Slide]]:
        """Return the slides, each with its chance to show; ``even`` ignores weights."""
        weights = [1 if even else slide.weight for slide in self.slides]
        total = sum(weights)
        return [(Fraction(weight, total), slide) for weight, slide in zip(weights, self.slides, strict=True) if weight]

    def to_json(self) -> dict[str, Any]:
        square_json: dict[str, Any] = {"number": self.number, "slides": [s.to_json() for s in self.slides]}
        if self.weight != 1:
            square_json["weight"] = self.weight
        return square_json


@dataclass(frozen=True)
class Board:
    """An immutable, validated board.

    Without weights, the light stops equally often on every square, and every slide of a square shows equally often
    (docs/rules.md: "every slide 1 in 54 is a fair model"). Weights model a contestant who has learned
    the patterns of the light.
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

    def __hash__(self) -> int:
        return hash(self.id)  # not of every slide: caches hash boards often, and few boards share an id

    @property
    def complete(self) -> bool:
        """Whether every slide is documented, which solving requires."""
        return all(s.kind != "unknown" for square in self.squares for s in square.slides)

    @property
    def bonus(self) -> bool:
        """Whether the board is of the bonus game, in which one contestant plays alone by other rules."""
        return is_bonus_round(self.round)

    @property
    def refusal(self) -> str:
        """Why no position of three contestants can be solved on this board; "" if it can."""
        if not self.complete:
            return f"The board {self.id} is not complete: some of its slides are not documented."
        if self.bonus:
            return (
                f"The board {self.id} is of the bonus game, which one contestant plays alone by other rules, so no "
                "position of three contestants is played on it."
            )
        return ""

    def check(self, field: str = "board") -> None:
        """Raise BoardError with ``refusal``, if there is one; ``field`` is the field at fault."""
        if self.refusal:
            raise BoardError(self.refusal, field=field)

    @cached_property
    def digest(self) -> str:
        """The identity of everything that affects an answer: the round and the slides, not names or notes."""
        import hashlib  # few answers need it, and it loads OpenSSL

        content = [
            self.round,
            [[q.number, [_identify_slide(s) for s in q.slides], *_identify_weight(q.weight)] for q in self.squares],
        ]
        return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()[:16]

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
        """Return every slide that may come up, with the chance that the light stops on it; ``even`` ignores weights."""
        weights = [1 if even else square.weight for square in self.squares]
        total = sum(weights)
        return [
            (Fraction(weight, total) * chance, square, slide)
            for weight, square in zip(weights, self.squares, strict=True)
            if weight
            for chance, slide in square.slide_chances(even=even)
        ]

    @staticmethod
    def problems(board_json: Any) -> list[BoardProblem]:
        """Return everything wrong with a board in JSON; nothing if ``from_json`` takes it."""
        return find_board_problems(board_json)

    @classmethod
    def from_json(cls, board_json: Any) -> Board:
        """Read the JSON form of ``engine/game/presets``.

        Raises:
            BoardError: the first of its ``problems``.
        """
        if problems := find_board_problems(board_json):
            raise BoardError(problems[0].sentence, field=problems[0].field)
        source = board_json.get("source")
        known_keys = {"id", "squares", "name", "round", "show", "valid_from", "valid_to", "source"}
        known_keys |= {"confidence", "notes", "complete"}
        return cls(
            id=board_json["id"],
            squares=tuple(map(_read_square, board_json["squares"], count(1))),
            name=board_json.get("name") or board_json["id"],
            round=round_name(board_json.get("round", 2)) or "",
            show=board_json.get("show") or "",
            valid_from=board_json.get("valid_from") or None,
            valid_to=board_json.get("valid_to") or None,
            source=(source,) if isinstance(source, str) else tuple(source or ()),
            confidence=board_json.get("confidence") or "",
            notes=board_json.get("notes") or "",
            extra={key: board_json[key] for key in board_json if key not in known_keys},
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
    """Return the boards that come with the engine, by id, the best known one first."""
    return {board_id: preset_board(board_id) for board_id in preset_ids()}


def preset_ids() -> list[str]:
    """Return the ids of the boards that come with the engine, the best known one first."""
    ids = (path.stem for path in PRESETS.glob("*.json"))
    return sorted(ids, key=lambda board_id: (board_id != DEFAULT_BOARD, board_id))


@cache
def preset_board(board_id: str) -> Board:
    """Return one of ``preset_ids``."""
    return Board.from_json(json.loads((PRESETS / f"{board_id}.json").read_text(encoding="utf-8")))


def _identify_slide(slide: Slide) -> list[Any]:
    return [slide.kind, slide.amount, slide.value, list(slide.to), slide.spin, *_identify_weight(slide.weight)]


def _identify_weight(weight: int) -> list[int]:
    """Return a weight as part of a board's digest; boards without weights keep the digest of older versions."""
    return [] if weight == 1 else [weight]


def _read_square(square_json: Mapping[str, Any], place: int) -> Square:
    return Square(
        square_json.get("number", place), tuple(map(_read_slide, square_json["slides"])), square_json.get("weight", 1)
    )


def _read_slide(slide_json: Mapping[str, Any]) -> Slide:
    kind = slide_json["kind"]
    return Slide(
        kind,
        amount=slide_json.get("amount") if kind in WITH_AMOUNT else None,
        value=slide_json.get("value") if kind == "prize" else None,
        to=tuple(dict.fromkeys(slide_json["to"])) if kind == "move" else (),
        spin=slide_json.get("spin", False),
        label=slide_json.get("label"),
        name=slide_json.get("name"),
        weight=slide_json.get("weight", 1),
    )
