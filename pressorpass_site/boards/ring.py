"""The ring of a board, drawn once for pages, pictures and print: eighteen squares with three slides each.

Pages render it with `stage/_ring.html`, pictures with `stage/ring.svg` alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine import Board as EngineBoard

RING_SQUARES = 18
COLUMNS, ROWS = 6, 5

# Parts of a square's width and height: the space around its chips, the rows of three chips, and the row of its mark.
GAP = 0.045  # of a column or row, between squares
SIDE, TOP, ROW, BETWEEN, MARK = 0.05, 0.045, 0.215, 0.025, 0.87
MOST_TEXTS = 4  # chips that are high enough for text
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

    `key` is its text and amount, by which outcomes are told apart.
    """

    tone: str
    brief: str
    text: str
    amount: int | None
    kind: str
    key: tuple[str, int | None]
    weight: int = 1


@dataclass(frozen=True)
class Mark:
    """The text at the foot of a square, and its color.

    `shade` is from -1 (the worst square) to 1 (the best); 0 leaves the square as it is. `words` say it to those who
    don't see it.
    """

    text: str
    shade: float = 0.0
    best: bool = False
    words: str = ""

    @property
    def tone(self) -> str:
        """The CSS class of its color, such as “sq--up-4”; "" without a shade."""
        if not self.shade:
            return ""
        level = min(LEVELS, int(abs(self.shade) * LEVELS) + 1)
        return f"sq--up-{level}" if self.shade > 0 else f"sq--down-{level}"


@dataclass(frozen=True)
class DrawnSquare:
    """A square with its place on the ring."""

    number: int
    slides: list[DrawnSlide]
    weight: int = 1
    mark: Mark | None = None

    @property
    def text(self) -> str:
        """The square for those who don't see it: its slides in full, and its mark."""
        weight = f", weight {self.weight}" if self.weight != 1 else ""
        slides = ", ".join(slide.text for slide in self.slides)
        mark = f"; {self.mark.words}" if self.mark and self.mark.words else ""
        best = ", the best square" if self.mark and self.mark.best else ""
        return f"Square {self.number}{weight}{best}: {slides}{mark}"

    @property
    def foot(self) -> str:
        """The text in its last row: what it changes, or else its number."""
        return self.mark.text if self.mark else f"{self.number}{weight_label(self.weight)}"


@dataclass(frozen=True)
class Chip:
    """A slide as drawn: its rectangle, and its text with the middle of it."""

    tone: str
    x: str
    y: str
    width: str
    height: str
    text: str
    text_x: str
    text_y: str


@dataclass(frozen=True)
class SquareBox:
    """A square as drawn."""

    square: DrawnSquare
    x: str
    y: str
    width: str
    height: str
    chips: list[Chip]
    foot_x: str
    foot_y: str


@dataclass(frozen=True)
class Ring:
    """A board for drawing.

    Attributes:
        is_ring: whether the squares form the show's ring.
        legend: the signs of the brief labels, with what they mean.
        lit: the square on which the light stopped; None without one.
        lit_tone: what it shows, for the color of the light.
        size: width and height in units; None for a page, which gives the ring its size.
    """

    squares: list[DrawnSquare]
    is_ring: bool
    legend: list[tuple[str, str]]
    lit: int | None = None
    lit_tone: str = ""
    size: tuple[float, float] | None = None

    def sized(self, width: float, height: float) -> Ring:
        """Return the ring for a picture of this size."""
        return replace(self, size=(width, height))

    @property
    def rows(self) -> int:
        """The number of rows: the show's five, or as many as the squares fill."""
        return ROWS if self.is_ring else -(-len(self.squares) // COLUMNS)

    @property
    def boxes(self) -> list[SquareBox]:
        """The squares as drawn, with lengths in percent of the ring, or in units if it has a size."""
        return [
            self._box(square, *(grid_cell(square.number) if self.is_ring else divmod(index, COLUMNS)))
            for index, square in enumerate(self.squares)
        ]

    def _box(self, square: DrawnSquare, row: int, column: int) -> SquareBox:
        left, top, width, height = column + GAP / 2, row + GAP / 2, 1 - GAP, 1 - GAP
        chips = []
        shown = [slide for slide in square.slides if slide.weight]
        room = 3 * ROW + 2 * BETWEEN
        step = min(ROW + BETWEEN, (room + BETWEEN) / max(len(shown), 1))
        for index, slide in enumerate(shown):
            x, y = left + SIDE * width, top + (TOP + index * step) * height
            chip_width, chip_height = (1 - 2 * SIDE) * width, step * ROW / (ROW + BETWEEN) * height
            chips.append(
                Chip(
                    slide.tone,
                    self._across(x),
                    self._down(y),
                    self._across(chip_width),
                    self._down(chip_height),
                    slide.brief if len(shown) <= MOST_TEXTS else "",
                    self._across(left + width / 2),
                    self._down(y + chip_height / 2),
                )
            )
        return SquareBox(
            square,
            self._across(left),
            self._down(top),
            self._across(width),
            self._down(height),
            chips,
            self._across(left + width / 2),
            self._down(top + MARK * height),
        )

    def _across(self, columns: float) -> str:
        return f"{columns * self.size[0] / COLUMNS:.1f}" if self.size else f"{100 * columns / COLUMNS:.2f}%"

    def _down(self, rows: float) -> str:
        return f"{rows * self.size[1] / self.rows:.1f}" if self.size else f"{100 * rows / self.rows:.2f}%"


def draw(
    board: EngineBoard, *, marks: Mapping[int, Mark] | None = None, lit: int | None = None, lit_tone: str = ""
) -> Ring:
    """Return the board as the show had it.

    `marks` are the texts of squares by their numbers, in place of the numbers; `lit` is the square on which the light
    stopped, `lit_tone` what it shows.
    """
    squares = [
        DrawnSquare(
            number=square.number,
            slides=[
                DrawnSlide(
                    tone=tone(slide.kind, slide.spin),
                    brief=_brief(slide) + weight_label(slide.weight),
                    text=slide.text + (f", weight {slide.weight}" if slide.weight != 1 else ""),
                    amount=slide.amount,
                    kind=slide.kind,
                    key=(slide.text, slide.amount if slide.amount is not None else slide.value),
                    weight=slide.weight,
                )
                for slide in square.slides
            ],
            weight=square.weight,
            mark=marks.get(square.number, Mark("")) if marks is not None else None,
        )
        for square in sorted(board.squares, key=lambda s: s.number)
    ]
    signs = (_sign(slide) for square in board.squares for slide in square.slides)
    return Ring(
        squares,
        is_ring=is_ring(board),
        legend=list(dict.fromkeys(sign for sign in signs if sign)),
        lit=lit,
        lit_tone=lit_tone,
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


def _brief(slide: Any) -> str:
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
            return _brief(slide), "prize and one spin"
        case "move":
            return ("→", "move to that square") if len(slide.to) < 3 else ("PICK", "choose a square")
        case "cash_or_lose_whammy":
            return _brief(slide), f"${slide.amount:,} or lose a Whammy"
        case "cash_or_double" | "cash_or_spin" | "jackpot" | "lead":
            return _brief(slide), slide.text
        case "double":
            return _brief(slide), "double the score and one spin" if slide.spin else "double the score"
        case "add_a_one":
            return _brief(slide), "put a 1 before the score"
        case "unknown":
            return "?", "not documented"
        case _:
            return None
