"""How a board is drawn: eighteen squares round a ring, three slides each, in words and signs.

Shared by the board's own page and the answer page; both hand the result to `boards/_ring.html`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import Board as EngineBoard

RING_SQUARES = 18

# One word per kind of slide: it names the CSS class, so a colour means one thing everywhere.
_TONES = {
    "cash": "cash",
    "cash_spin": "spin",
    "whammy": "whammy",
    "prize": "prize",
    "move": "move",
    "cash_or_lose_whammy": "special",
    "double": "special",
    "add_a_one": "special",
    "unknown": "unknown",
}


@dataclass(frozen=True)
class DrawnSlide:
    """A slide as it is drawn: `brief` fits a phone's ring, `short` a wide one, `text` says all."""

    tone: str
    brief: str
    short: str
    text: str
    amount: int | None
    kind: str


@dataclass(frozen=True)
class DrawnSquare:
    """A square with its place on the ring."""

    number: int
    slides: list[DrawnSlide]
    marked: bool = False
    weight: int = 1


@dataclass(frozen=True)
class Ring:
    """A board ready to be drawn. `is_ring` is false where the squares do not make the show's ring."""

    squares: list[DrawnSquare]
    is_ring: bool


def draw(board: EngineBoard, marked: frozenset[int] = frozenset()) -> Ring:
    """The board as the show had it; `marked` squares are pointed out."""
    squares = [
        DrawnSquare(
            number=square.number,
            slides=[
                DrawnSlide(
                    tone=tone(slide.kind, slide.spin),
                    brief=_brief(slide) + times(slide.weight),
                    short=_short(slide) + times(slide.weight),
                    text=slide.text + (f", weight {slide.weight}" if slide.weight != 1 else ""),
                    amount=slide.amount,
                    kind=slide.kind,
                )
                for slide in square.slides
            ],
            marked=square.number in marked,
            weight=square.weight,
        )
        for square in sorted(board.squares, key=lambda s: s.number)
    ]
    return Ring(squares, is_ring=[s.number for s in squares] == list(range(1, RING_SQUARES + 1)))


def place(number: int) -> tuple[int, int]:
    """Row and column (from 0) of a square on the show's frame of 5 by 6: clockwise from the top left."""
    if number <= 6:
        return 0, number - 1
    if number <= 9:
        return number - 6, 5
    if number <= 15:
        return 4, 15 - number
    return 19 - number, 0


def times(weight: int) -> str:
    """A weight as it is drawn beside what comes up more or less often than usual."""
    return "" if weight == 1 else f" ×{weight}"


def rarest(board: EngineBoard, slides: Sequence[str]) -> frozenset[int]:
    """The squares to aim for: of slides that are worth the same, those of the one in fewest places."""
    places = [
        frozenset(square.number for square in board.squares if any(slide.text == text for slide in square.slides))
        for text in slides
    ]
    return min(filter(None, places), key=len, default=frozenset())


def tone(kind: str, spin: bool = False) -> str:
    """The word that colours a kind of slide or outcome."""
    return "spin" if spin else _TONES.get(kind, "special")


def figures(board: EngineBoard) -> list[tuple[str, int]]:
    """How many slides of each sort, in words, those that occur."""
    counts = Counter(tone(slide.kind, slide.spin) for square in board.squares for slide in square.slides)
    words = {
        "whammy": "Whammy",
        "spin": "money + one spin",
        "cash": "money",
        "prize": "prize",
        "move": "move",
        "special": "special",
        "unknown": "not documented",
    }
    return [(word, counts[name]) for name, word in words.items() if counts[name]]


def _short(slide: Any) -> str:
    """The slide in the few words that a square has room for."""
    match slide.kind:
        case "cash_spin":
            return f"${slide.amount:,} +1"
        case "cash_or_lose_whammy":
            return f"${slide.amount:,} or −1 Whammy"
        case _:
            return str(slide.text)


def _brief(slide: Any) -> str:
    """Three to seven characters for a narrow screen; never colour alone."""
    kind = slide.kind
    amount = slide.amount
    match kind:
        case "cash":
            return f"{amount:,}"
        case "cash_spin":
            return f"{amount:,}+"
        case "whammy":
            return "Wham"
        case "prize":
            return "Prize"
        case "move":
            return f"→{','.join(map(str, slide.to))}" if len(slide.to) < 3 else "Pick"
        case "cash_or_lose_whammy":
            return f"{amount / 1000:g}k/−W"
        case "double":
            return "×2+" if slide.spin else "×2"
        case "add_a_one":
            return "1…"
        case _:
            return "?"
