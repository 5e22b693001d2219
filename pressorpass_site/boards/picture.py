"""A board as a small SVG picture: the ring, with a colored bar and an icon for each slide.

The picture is used on its own (in an <img>, saved, shared), so it contains its colors for light and dark mode and its
legend. The height of a bar is proportional to the slide's chance within its square.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass

from django.template.loader import render_to_string

from engine import Board as EngineBoard
from engine import Square
from pressorpass_site.core.assets import colors

from .ring import grid_cell, is_ring, tone, tone_counts

CELL = 40
GAP = 2  # between squares
INSET = 3.5  # of the slides in their square
BAR_GAP = 1.2
SIGN = 8  # the box that a sign is drawn in
COLUMNS = 6
LEGEND_LINE = 16
LEGEND_LEFT = 1.4 * CELL
LEGEND_RIGHT = 4.6 * CELL

WORDS = {
    "whammy": "Whammy",
    "spin": "extra spin",
    "cash": "money",
    "prize": "prize",
    "move": "move",
    "special": "special",
    "unknown": "not known",
}

TOKENS = "surface raised line control ink muted on-press press-fill whammy-fill spin-fill prize-fill cash-fill"


def _style() -> str:
    found = [(name, colors()[name]) for name in TOKENS.split()]
    light = ";".join(f"--{name}:{color.light}" for name, color in found)
    dark = ";".join(f"--{name}:{color.dark}" for name, color in found)
    fills = {"cash": "cash", "spin": "spin", "whammy": "whammy", "prize": "prize", "special": "press"}
    return "".join(
        [
            f"svg{{color-scheme:light dark;background:var(--surface);{light}}}",
            f"@media (prefers-color-scheme:dark){{svg{{{dark}}}}}",
            ".square{fill:var(--raised);stroke:var(--line)}",
            *(f".{name}{{fill:var(--{fill}-fill)}}" for name, fill in fills.items()),
            ".move,.unknown{fill:none;stroke:var(--control)}",
            ".unknown{stroke-dasharray:2 2}",
            ".sign{fill:none;stroke:var(--surface);stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}",
            ".sign-special{stroke:var(--on-press)}",
            ".sign-move,.sign-unknown{stroke:var(--muted)}",
            "text{font:500 10.5px system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans',Arial,sans-serif;fill:var(--ink)}",
            ".count{text-anchor:end;font-weight:700}",
        ]
    )


STYLE = _style()
# The site's policy forbids inline styles; this one is allowed by its hash.
POLICY = {"style-src": [f"'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'"]}


@dataclass(frozen=True)
class SlideBar:
    """A slide's rectangle in the picture, with the place of its icon."""

    tone: str
    x: float
    y: float
    width: float
    height: float

    @property
    def scale(self) -> float:
        """The factor by which the icon shrinks to fit."""
        return round(min(1.0, self.height / (SIGN - 1)), 2)

    @property
    def sign_x(self) -> float:
        return round(self.x + (self.width - SIGN * self.scale) / 2, 2)

    @property
    def sign_y(self) -> float:
        return round(self.y + (self.height - SIGN * self.scale) / 2, 2)

    @property
    def has_sign(self) -> bool:
        return self.tone != "cash"


@dataclass(frozen=True)
class SquareBox:
    """A square with its slides."""

    x: float
    y: float
    size: float
    bars: list[SlideBar]


@dataclass(frozen=True)
class LegendLine:
    """A line of the legend."""

    y: float
    bar: SlideBar
    word: str
    count: int


def svg(board: EngineBoard, title: str) -> str:
    """Return the picture, with the title as its name and the slide counts as its description."""
    counts = tone_counts(board)
    words = [(name, word, counts[name]) for name, word in WORDS.items() if counts[name]]
    on_ring = is_ring(board)
    squares = sorted(board.squares, key=lambda square: square.number)
    cells = [
        _cell(square, *(grid_cell(square.number) if on_ring else divmod(index, COLUMNS)))
        for index, square in enumerate(squares)
    ]
    rows = 5 if on_ring else -(-len(squares) // COLUMNS)
    legend = _legend(words, on_ring=on_ring, rows=rows)
    below = 0 if on_ring else len(legend) * LEGEND_LINE + 2 * GAP
    return render_to_string(
        "boards/ring.svg",
        {
            "title": title,
            "description": ", ".join(f"{word}: {count}" for _, word, count in words),
            "style": STYLE,
            "width": COLUMNS * CELL,
            "height": rows * CELL + below,
            "cells": cells,
            "legend": legend,
            "word_x": LEGEND_LEFT + 28,
            "count_x": LEGEND_RIGHT,
        },
    )


def _cell(square: Square, row: int, column: int) -> SquareBox:
    x, y = column * CELL + GAP / 2, row * CELL + GAP / 2
    size = CELL - GAP
    bars = []
    shown = square.shown()
    inner = size - 2 * INSET
    gap = min(BAR_GAP, inner / (3 * len(shown)))
    top = y + INSET
    for chance, slide in shown:
        height = float(chance) * (inner - gap * (len(shown) - 1))
        bars.append(SlideBar(tone(slide.kind, slide.spin), round(x + INSET, 2), round(top, 2), inner, round(height, 2)))
        top += height + gap
    return SquareBox(x, y, size, bars)


def _legend(words: list[tuple[str, str, int]], *, on_ring: bool, rows: int) -> list[LegendLine]:
    """Return the legend, in the middle of the ring or below squares that don't form one."""
    height = len(words) * LEGEND_LINE
    top = 2.5 * CELL - height / 2 if on_ring else rows * CELL + GAP
    return [
        LegendLine(
            round(top + index * LEGEND_LINE + 11.5, 2),
            SlideBar(name, LEGEND_LEFT, round(top + index * LEGEND_LINE + 3, 2), 22, 9.5),
            word,
            count,
        )
        for index, (name, word, count) in enumerate(words)
    ]
