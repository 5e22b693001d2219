"""Boards of Betsy as pictures with arrows, or as tables of squares to tap."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine.lab.exhibits import Board
from engine.lab.games.betsy.rules import COLUMNS, EMPTY, WHITE, square_name
from engine.lab.games.betsy.words import describe_bird

TIP, TAIL = 0.3, 0.25  # distances of an arrow's ends from the middles of its squares
HEAD, THICK = 0.34, 0.07  # the length of an arrow's head, and half the width of its shaft


@dataclass(frozen=True)
class MoveLink:
    address: str
    words: str
    mark: str


@dataclass(frozen=True)
class BirdSquare:
    """A square to tap; `bird` is a letter, "" for none."""

    name: str
    bird: str
    marks: str
    words: str
    address: str = ""

    @property
    def kind(self) -> str:
        return describe_bird(self.bird) if self.bird else "empty"

    @property
    def side(self) -> str:
        return "w" if self.bird.isupper() else "b"


Rows = list[tuple[int, list[BirdSquare]]]


def build_board_rows(
    board: str, below: str = WHITE, links: Mapping[int, MoveLink] | None = None, last: Collection[int] = ()
) -> Rows:
    """Return the rows of a board, with the home row of `below` at the bottom; `last` are the squares of the last move."""

    def build_square(place: int) -> BirdSquare:
        bird, name = board[place].replace(EMPTY, ""), square_name(place)
        link = (links or {}).get(place)
        marks = ["dark" if (place + place // 8) % 2 == 0 else "light"]
        marks += ["last"] if place in last else []
        marks += [link.mark] if link else []
        words = link.words if link else f"{describe_bird(bird)} on {name}" if bird else ""
        classes = " ".join(f"square--{mark}" for mark in marks)
        return BirdSquare(name, bird, classes, words, link.address if link else "")

    columns, rows = range(8), range(7, -1, -1)
    if below != WHITE:
        columns, rows = rows, columns
    return [(row + 1, [build_square(8 * row + column) for column in columns]) for row in rows]


@dataclass(frozen=True)
class PlacedText:
    x: float
    y: float
    words: str

    @property
    def side(self) -> str:
        return "w" if self.words.isupper() else "b"


@dataclass(frozen=True)
class BoardPicture:
    """A board as a drawing of 8 by 8 units; `arrows` are SVG paths."""

    words: str
    birds: list[PlacedText]
    names: list[PlacedText]
    dots: list[PlacedText]
    arrows: list[str]


def draw_board(board: Board, below: str = "") -> BoardPicture:
    """Draw a position with the home row of `below`, by default of the mover, at the bottom."""
    below = below or board.mover

    def find_corner(place: int) -> tuple[int, int]:
        column, row = place % 8, place // 8
        return (column, 7 - row) if below == WHITE else (7 - column, row)

    birds = [PlacedText(*find_corner(place), bird) for place, bird in enumerate(board.squares) if bird != EMPTY]
    names = [PlacedText(find_corner(column)[0] + 0.5, 8.36, COLUMNS[column]) for column in range(8)]
    names += [PlacedText(-0.25, find_corner(8 * row)[1] + 0.62, str(row + 1)) for row in range(8)]
    middles = [PlacedText(x + 0.5, y + 0.5, "") for x, y in map(find_corner, board.dots)]
    arrows = [_draw_arrow(find_corner(start), find_corner(end)) for start, end in board.arrows]
    return BoardPicture(board.words, birds, names, middles, arrows)


def _draw_arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    length = math.dist(start, end)
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = length - TIP

    def format_point(along: float, aside: float) -> str:
        x = start[0] + 0.5 + along * across - aside * down
        y = start[1] + 0.5 + along * down + aside * across
        return f"{x:.2f} {y:.2f}"

    outline = [
        (TAIL, THICK),
        (tip - HEAD, THICK),
        (tip - HEAD, HEAD / 2),
        (tip, 0.0),
        (tip - HEAD, -HEAD / 2),
        (tip - HEAD, -THICK),
        (TAIL, -THICK),
    ]
    return "M" + "L".join(format_point(along, aside) for along, aside in outline) + "z"
