"""The ring of an answer: a tile for each square, colored by what the square changes on average, with its slides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pressorpass_site.boards import ring as rings
from pressorpass_site.boards.models import BoardRevision

from .answers import Answer
from .trail import Link

LEVELS = 4  # shades of a color


@dataclass(frozen=True)
class TileSlide:
    """A slide with its effect, if known, and the links to what comes after it."""

    slide: rings.DrawnSlide
    change: str
    links: list[Link]


@dataclass(frozen=True)
class Tile:
    """A square of the ring.

    Attributes:
        change: the mean effect of its slides as text; empty where that of one is not known.
        shade: the CSS class of its color; empty without a change.
        best: whether it holds the best slide.
    """

    number: int
    slides: list[TileSlide]
    weight: int
    change: str = ""
    shade: str = ""
    best: bool = False


@dataclass(frozen=True)
class Tiles:
    """All squares; `is_ring` says whether they form the show's ring."""

    squares: list[Tile]
    is_ring: bool
    known: bool


def tiles(answer: Answer, revision: BoardRevision, walk: Mapping[Any, list[Link]] | None) -> Tiles:
    """Return the tiles of the next spin's board; `walk` has the links of slides by their keys."""
    board = revision.engine_board
    ring = rings.draw(board, rings.rarest_squares(board, answer.best_outcomes))
    changes = {outcome.key: outcome for outcome in answer.outcomes}
    squares, means = [], []
    for square in ring.squares:
        found = [(slide, changes.get(slide.key)) for slide in square.slides]
        slides = [
            TileSlide(slide, outcome.change_text if outcome else "", list((walk or {}).get(slide.key) or []))
            for slide, outcome in found
        ]
        weight = sum(slide.weight for slide in square.slides)
        mean = None
        if weight and all(outcome for _, outcome in found):
            mean = sum(slide.weight * outcome.change for slide, outcome in found if outcome) / weight
        squares.append(Tile(square.number, slides, square.weight, best=square.marked))
        means.append(mean)
    most = max((abs(mean) for mean in means if mean is not None), default=0.0) or 1.0
    drawn = [
        tile if mean is None else replace(tile, change=answer.change_text(mean), shade=_shade(mean / most))
        for tile, mean in zip(squares, means, strict=True)
    ]
    return Tiles(drawn, ring.is_ring, any(tile.change for tile in drawn))


def _shade(share: float) -> str:
    """Return the class for a change, as a share of the largest: “tile--up-4”, “tile--down-1”."""
    level = min(LEVELS, int(abs(share) * LEVELS) + 1)
    return f"tile--{'up' if share >= 0 else 'down'}-{level}"
