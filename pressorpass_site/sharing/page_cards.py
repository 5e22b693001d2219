"""The preview pictures of links to a game and to a board: 1200 by 630 pixels, always in light colors.

That of a game tells nothing of how it goes.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from engine import Board as EngineBoard
from pressorpass_site.boards import ring

from .card import EDGE, GAP, HEIGHT, INNER, PODIUM, PODIUM_HEIGHT, PODIUM_TOP, WIDTH, podium_box
from .drawing import FILLS, INKS, LINE, MUTED, PAGE, RAISED, TONES, Drawing
from .subjects import NAME

if TYPE_CHECKING:
    from pressorpass_site.games.models import StoredGame

COLUMNS, ROWS = 6, 5  # of the show's ring
RING_LEFT, RING_TOP, RING_WIDTH, RING_HEIGHT = 372, 48, WIDTH - EDGE - 372, 534
LABEL = 17  # the size of a slide's label
BETWEEN = 6  # squares


def game_svg(row: StoredGame, site: str) -> str:
    """Return who plays a game, and nothing of how it goes; `site` is the host shown on it."""
    drawing = Drawing(WIDTH, HEIGHT, f"{row.title}: {row.players}", PAGE)
    drawing.box(0, 0, WIDTH / 2, 12, fill=FILLS["press"])
    drawing.box(WIDTH / 2, 0, WIDTH / 2, 12, fill=FILLS["pass"])
    drawing.text(EDGE, 72, row.title, 28, room=INNER, min_size=18, fill=MUTED)
    drawing.text(EDGE, 168, "Press or pass?", 80, room=INNER, bold=True)
    drawing.text(EDGE, 226, f"Make each call before {row.players} do.", 30, room=INNER, min_size=20)
    for seat, name in enumerate(row.names):
        x = EDGE + seat * (PODIUM + GAP)
        podium_box(drawing, x, name, up=False)
        drawing.text(x + PODIUM / 2, PODIUM_TOP + PODIUM_HEIGHT / 2 + 30, "?", 70, room=PODIUM, anchor="middle")
    _foot(drawing, site)
    return drawing.svg()


def board_svg(board: EngineBoard, label: str, site: str) -> str:
    """Return a board's squares and their contents."""
    drawing = Drawing(WIDTH, HEIGHT, label, PAGE)
    drawing.paragraph(EDGE, 90, label, 40, room=RING_LEFT - 2 * EDGE, max_lines=3)
    y: float = 270
    for word, count in ring.slide_counts(board):
        wide = drawing.text(EDGE, y, f"{count}", 28, room=60, bold=True)
        drawing.text(EDGE + max(wide, 40) + 12, y, word, 24, room=RING_LEFT - EDGE - 80, fill=MUTED)
        y += 40
    drawn = ring.draw(board)
    rows = ROWS if drawn.is_ring else ceil(len(drawn.squares) / COLUMNS)
    wide, high = RING_WIDTH / COLUMNS, RING_HEIGHT / rows
    for place, square in enumerate(drawn.squares):
        row, column = ring.grid_cell(square.number) if drawn.is_ring else divmod(place, COLUMNS)
        x, top = RING_LEFT + column * wide, RING_TOP + row * high
        drawing.box(x, top, wide - BETWEEN, high - BETWEEN, fill=RAISED, stroke=LINE, radius=8)
        lines = int((high - BETWEEN) / (LABEL + BETWEEN))
        for line, slide in enumerate(square.slides[:lines], 1):
            middle = x + (wide - BETWEEN) / 2
            bottom = top + line * (high - BETWEEN) / (min(len(square.slides), lines) + 1) + LABEL / 3
            fill = TONES.get(slide.tone, MUTED)
            drawing.text(middle, bottom, slide.brief, LABEL, room=wide - 20, bold=True, fill=fill, anchor="middle")
    _foot(drawing, site)
    return drawing.svg()


def _foot(drawing: Drawing, site: str) -> None:
    drawing.text(EDGE, 606, NAME, 21, room=INNER / 2, bold=True, fill=INKS["press"])
    drawing.text(WIDTH - EDGE, 606, site, 21, room=INNER / 2, min_size=15, fill=MUTED, anchor="end")
