"""The ring of a board, drawn once for pages, pictures and print: eighteen squares with three slides each.

Templates draw it with `ring_art` (`stage/_stage.html`), pages with the screen in its middle with `ring_stage`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from engine import Board as EngineBoard

RING_SQUARES = 18
COLUMNS, ROWS = 6, 5

# Parts of a square's width and height: the space around its chips, the rows of three chips, and the row of its mark.
GAP = 0.045  # of a column or row, between squares
SIDE, TOP, ROW, BETWEEN, MARK = 0.05, 0.045, 0.215, 0.025, 0.87
MAX_TEXTS = 4  # chips that are high enough for text
LEVELS = 4  # shades of a square's color

# The CSS class of each kind of slide, so that a color means the same everywhere.
_TONES = {
    "cash": "cash",
    "cash_spin": "spin",
    "whammy": "whammy",
    "prize": "prize",
    "move": "move",
    "cash_or_lose_whammy": "special",
    "cash_or_double": "special",
    "cash_or_spin": "special",
    "jackpot": "special",
    "lead": "special",
    "double": "special",
    "add_a_one": "special",
    "unknown": "unknown",
}


@dataclass(frozen=True)
class DrawnSlide:
    """A slide with two labels: `brief` for its chip, `text` in full.

    `key`, its text and amount, identifies its outcome.
    """

    tone: str
    brief: str
    text: str
    amount: int | None
    kind: str
    key: tuple[str, int | None]
    weight: int = 1


@dataclass(frozen=True)
class SquareMark:
    """The text at the foot of a square, and its color.

    `shade` is from -1 (the worst square) to 1 (the best); 0 leaves the square uncolored. `words` are for screen readers.
    """

    text: str
    shade: float = 0.0
    best: bool = False
    words: str = ""

    @property
    def tone(self) -> str:
        """The CSS class of the color, such as “sq--up-4”; "" without a shade."""
        if not self.shade:
            return ""
        level = min(LEVELS, int(abs(self.shade) * LEVELS) + 1)
        return f"sq--up-{level}" if self.shade > 0 else f"sq--down-{level}"


@dataclass(frozen=True)
class DrawnSquare:
    number: int
    slides: tuple[DrawnSlide, ...]
    weight: int = 1
    mark: SquareMark | None = None

    @property
    def text(self) -> str:
        """The square for screen readers: its slides in full, and its mark."""
        weight = f", weight {self.weight}" if self.weight != 1 else ""
        slides = ", ".join(slide.text for slide in self.slides)
        mark = f"; {self.mark.words}" if self.mark and self.mark.words else ""
        best = ", the best square" if self.mark and self.mark.best else ""
        return f"Square {self.number}{weight}{best}: {slides}{mark}"

    @property
    def foot(self) -> str:
        """The text in the square's last row: its mark, or else its number."""
        return self.mark.text if self.mark else f"{self.number}{format_weight(self.weight)}"


@dataclass(frozen=True)
class Chip:
    """A slide as drawn; `place` and `text_place` are attributes of SVG elements."""

    tone: str
    text: str
    place: Markup
    text_place: Markup


@dataclass(frozen=True)
class SquareBox:
    square: DrawnSquare
    place: Markup
    foot_place: Markup
    chips: list[Chip]


@dataclass(frozen=True)
class Ring:
    """A board for drawing; `lit` is where the light stopped; `size` is None for a page, which sizes the ring itself."""

    squares: list[DrawnSquare]
    is_ring: bool
    legend: list[tuple[str, str]]
    lit: int | None = None
    lit_tone: str = ""
    size: tuple[float, float] | None = None

    def with_size(self, width: float, height: float) -> Ring:
        return replace(self, size=(width, height))

    @property
    def rows(self) -> int:
        """The number of rows: the show's five, or as many as the squares fill."""
        return ROWS if self.is_ring else -(-len(self.squares) // COLUMNS)

    @property
    def boxes(self) -> list[SquareBox]:
        """The squares as drawn, with lengths in percent of the ring, or in units if it has a size."""
        return [
            SquareBox(
                square,
                *_place_slides(
                    square.slides,
                    *(find_grid_cell(square.number) if self.is_ring else divmod(index, COLUMNS)),
                    self.rows,
                    self.size,
                ),
            )
            for index, square in enumerate(self.squares)
        ]


@lru_cache(maxsize=1024)
def _place_slides(
    slides: tuple[DrawnSlide, ...], row: int, column: int, rows: int, size: tuple[float, float] | None
) -> tuple[Markup, Markup, list[Chip]]:
    """Return the contents of a square's box. Cached, as they are the same on all pages with the board."""
    left, top, width, height = column + GAP / 2, row + GAP / 2, 1 - GAP, 1 - GAP

    def across(columns: float) -> str:
        return f"{columns * size[0] / COLUMNS:.1f}" if size else f"{100 * columns / COLUMNS:.2f}%"

    def down(part: float) -> str:
        return f"{part * size[1] / rows:.1f}" if size else f"{100 * part / rows:.2f}%"

    def write_point(x: float, y: float) -> Markup:
        return format_attributes(x=across(x), y=down(y))

    def write_area(x: float, y: float, wide: float, high: float) -> Markup:
        return format_attributes(x=across(x), y=down(y), width=across(wide), height=down(high))

    chips = []
    middle = left + width / 2
    visible_slides = [slide for slide in slides if slide.weight]
    room = 3 * ROW + 2 * BETWEEN
    step = min(ROW + BETWEEN, (room + BETWEEN) / max(len(visible_slides), 1))
    for index, slide in enumerate(visible_slides):
        y = top + (TOP + index * step) * height
        chip_height = step * ROW / (ROW + BETWEEN) * height
        chips.append(
            Chip(
                slide.tone,
                slide.brief if len(visible_slides) <= MAX_TEXTS else "",
                write_area(left + SIDE * width, y, (1 - 2 * SIDE) * width, chip_height),
                write_point(middle, y + chip_height / 2),
            )
        )
    return write_area(left, top, width, height), write_point(middle, top + MARK * height), chips


def format_attributes(**values: str) -> Markup:
    """Return lengths as attributes of an SVG element."""
    return Markup(" ").join(Markup('{}="{}"').format(name, value) for name, value in values.items())


def draw(
    board: EngineBoard, *, marks: Mapping[int, SquareMark] | None = None, lit: int | None = None, lit_tone: str = ""
) -> Ring:
    """Return the board as the show had it.

    `marks` are the texts of squares by their numbers, in place of the numbers; `lit` is the square on which the light
    stopped, `lit_tone` what it shows.
    """
    squares = [
        DrawnSquare(
            square.number,
            _draw_slides(square.slides),
            square.weight,
            marks.get(square.number, SquareMark("")) if marks is not None else None,
        )
        for square in sorted(board.squares, key=lambda s: s.number)
    ]
    return Ring(squares, is_ring=is_ring(board), legend=list(_build_legend(board)), lit=lit, lit_tone=lit_tone)


@lru_cache(maxsize=1024)
def _draw_slides(slides: tuple[Any, ...]) -> tuple[DrawnSlide, ...]:
    return tuple(
        DrawnSlide(
            tone=choose_slide_tone(slide.kind, slide.spin),
            brief=_abbreviate_slide(slide) + format_weight(slide.weight),
            text=slide.text + (f", weight {slide.weight}" if slide.weight != 1 else ""),
            amount=slide.amount,
            kind=slide.kind,
            key=(slide.text, slide.amount if slide.amount is not None else slide.value),
            weight=slide.weight,
        )
        for slide in slides
    )


@lru_cache(maxsize=64)
def _build_legend(board: EngineBoard) -> tuple[tuple[str, str], ...]:
    signs = (_sign(slide) for square in board.squares for slide in square.slides)
    return tuple(dict.fromkeys(sign for sign in signs if sign))


def is_ring(board: EngineBoard) -> bool:
    return sorted(square.number for square in board.squares) == list(range(1, RING_SQUARES + 1))


def find_grid_cell(number: int) -> tuple[int, int]:
    """Return the row and column (from 0) of a square in the show's frame of 5 by 6, clockwise from the top left."""
    if number <= 6:
        return 0, number - 1
    if number <= 9:
        return number - 6, 5
    if number <= 15:
        return 4, 15 - number
    return 19 - number, 0


def format_weight(weight: int) -> str:
    """Return text such as “ ×2” for a square or slide of weight 2; "" for the usual weight."""
    return "" if weight == 1 else f" ×{weight}"


def choose_slide_tone(kind: str, has_spin: bool = False) -> str:
    return "spin" if has_spin else _TONES.get(kind, "special")


def count_tones(board: EngineBoard) -> Counter[str]:
    return Counter(choose_slide_tone(slide.kind, slide.spin) for square in board.squares for slide in square.slides)


def count_slides(board: EngineBoard) -> list[tuple[str, int]]:
    counts = count_tones(board)
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


def _abbreviate_slide(slide: Any) -> str:
    """Return three to seven characters, which fit a chip on a phone."""
    kind = slide.kind
    amount = slide.amount
    match kind:
        case "cash":
            return f"{amount:,}"
        case "cash_spin":
            return f"{amount:,}+"
        case "whammy":
            return "WHAM"
        case "prize":
            return "PRIZE+" if slide.spin else "PRIZE"
        case "move":
            return f"→{','.join(map(str, slide.to))}" if len(slide.to) < 3 else "PICK"
        case "cash_or_lose_whammy":
            return f"{amount / 1000:g}k/−W"
        case "cash_or_double":
            return f"{amount / 1000:g}k/×2"
        case "cash_or_spin":
            return f"{amount / 1000:g}k/+"
        case "jackpot":
            return f"J{amount / 1000:g}k"
        case "lead":
            return "LEAD+" if slide.spin else "LEAD"
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
        case "prize" if slide.spin:
            return _abbreviate_slide(slide), "prize and one spin"
        case "move":
            return ("→", "move to that square") if len(slide.to) < 3 else ("PICK", "choose a square")
        case "cash_or_lose_whammy":
            return _abbreviate_slide(slide), f"${slide.amount:,} or lose a Whammy"
        case "cash_or_double" | "cash_or_spin" | "jackpot" | "lead":
            return _abbreviate_slide(slide), slide.text
        case "double":
            return _abbreviate_slide(slide), "double the score and one spin" if slide.spin else "double the score"
        case "add_a_one":
            return _abbreviate_slide(slide), "put a 1 before the score"
        case "unknown":
            return "?", "not documented"
        case _:
            return None
