"""The ring of a board for display: eighteen squares with three slides each, as text and CSS classes.

The board's page and the answer page render it with `boards/_ring.html`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from engine import Board as EngineBoard

RING_SQUARES = 18

# The CSS class of each kind of slide, so that a color means the same everywhere.
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
    """A slide with three labels: `brief` for a phone's ring, `short` for a wide one, `text` in full.

    `key` is its text and amount, by which outcomes are told apart.
    """

    tone: str
    brief: str
    short: str
    text: str
    amount: int | None
    kind: str
    key: tuple[str, int | None]
    weight: int = 1


@dataclass(frozen=True)
class DrawnSquare:
    """A square with its place on the ring."""

    number: int
    slides: list[DrawnSlide]
    weight: int = 1


@dataclass(frozen=True)
class Ring:
    """A board for drawing.

    Attributes:
        is_ring: whether the squares form the show's ring.
        legend: the signs of the brief labels, with what they mean.
    """

    squares: list[DrawnSquare]
    is_ring: bool
    legend: list[tuple[str, str]]


def draw(board: EngineBoard) -> Ring:
    """Return the board as the show had it."""
    squares = [
        DrawnSquare(
            number=square.number,
            slides=[
                DrawnSlide(
                    tone=tone(slide.kind, slide.spin),
                    brief=_brief(slide) + weight_label(slide.weight),
                    short=_short(slide) + weight_label(slide.weight),
                    text=slide.text + (f", weight {slide.weight}" if slide.weight != 1 else ""),
                    amount=slide.amount,
                    kind=slide.kind,
                    key=(slide.text, slide.amount if slide.amount is not None else slide.value),
                    weight=slide.weight,
                )
                for slide in square.slides
            ],
            weight=square.weight,
        )
        for square in sorted(board.squares, key=lambda s: s.number)
    ]
    signs = (_sign(slide) for square in board.squares for slide in square.slides)
    return Ring(
        squares,
        is_ring=is_ring(board),
        legend=list(dict.fromkeys(sign for sign in signs if sign)),
    )


def is_ring(board: EngineBoard) -> bool:
    """Return whether the squares form the show's ring."""
    return sorted(square.number for square in board.squares) == list(range(1, RING_SQUARES + 1))


def grid_cell(number: int) -> tuple[int, int]:
    """Return the row and column (from 0) of a square in the show's frame of 5 by 6, clockwise from the top left."""
    if number <= 6:
        return 0, number - 1
    if number <= 9:
        return number - 6, 5
    if number <= 15:
        return 4, 15 - number
    return 19 - number, 0


def weight_label(weight: int) -> str:
    """Return text such as “ ×2” for a square or slide of weight 2; "" for the usual weight."""
    return "" if weight == 1 else f" ×{weight}"


def tone(kind: str, spin: bool = False) -> str:
    """Return the CSS class of a kind of slide or outcome."""
    return "spin" if spin else _TONES.get(kind, "special")


def tone_counts(board: EngineBoard) -> Counter[str]:
    """Return the number of slides of each color."""
    return Counter(tone(slide.kind, slide.spin) for square in board.squares for slide in square.slides)


def slide_counts(board: EngineBoard) -> list[tuple[str, int]]:
    """Return the number of slides of each kind that occurs, with its name."""
    counts = tone_counts(board)
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
    """Return the slide's label in a wide ring."""
    match slide.kind:
        case "cash_spin":
            return f"${slide.amount:,} +1"
        case "cash_or_lose_whammy":
            return f"${slide.amount:,} or −1 Whammy"
        case _:
            return str(slide.text)


def _brief(slide: Any) -> str:
    """Return three to seven characters for a narrow screen, so that a slide is never shown by color alone."""
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


def _sign(slide: Any) -> tuple[str, str] | None:
    """Return a sign in a slide's brief label that needs explaining, and its meaning."""
    match slide.kind:
        case "cash_spin":
            return "+", "and one spin"
        case "move":
            return ("→", "move to that square") if len(slide.to) < 3 else ("Pick", "choose a square")
        case "cash_or_lose_whammy":
            return _brief(slide), f"${slide.amount:,} or lose a Whammy"
        case "double":
            return _brief(slide), "double the score and one spin" if slide.spin else "double the score"
        case "add_a_one":
            return _brief(slide), "put a 1 before the score"
        case "unknown":
            return "?", "not documented"
        case _:
            return None
