"""Boards of Betsy as pictures with arrows or as tables of squares with links, and moves in words."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from engine import InputError
from engine.lab.games.betsy.rules import (
    EMPTY,
    NAMES,
    WHITE,
    Move,
    Position,
    after,
    captures_kingfisher,
    owner,
    square_name,
)

COLUMNS = "abcdefgh"
SIDES = {"w": "White", "b": "Black"}
TIP, TAIL = 0.3, 0.25  # distances of an arrow's ends from the middles of its squares
HEAD, THICK = 0.34, 0.07  # the length of its head, and half the width of its shaft
MOVE = re.compile(r"([a-h])([1-8])([a-h])([1-8])")


def bird_words(bird: str) -> str:
    """Return text such as “white parakeet”, “black quetzal”."""
    return f"{'white' if bird.isupper() else 'black'} {NAMES[bird.upper()]}"


def move_words(position: Position, move: Move) -> str:
    """Return text such as “parakeet e4 captures parakeet d5”."""
    bird, prey = position.board[move.start].upper(), position.board[move.end]
    words = f"{NAMES[bird]} {square_name(move.start)} "
    words += (
        f"captures {NAMES[prey.upper()]} {square_name(move.end)}" if prey != EMPTY else f"to {square_name(move.end)}"
    )
    became = after(position, move).board[move.end].upper()
    return words if became == bird else f"{words} and becomes a {NAMES[became]}"


def line_words(position: Position, line: Iterable[Move]) -> list[str]:
    """Return consecutive moves in words, each with its side."""
    words = []
    for move in line:
        words.append(f"{SIDES[position.side]}: {move_words(position, move)}")
        if captures_kingfisher(position, move):
            break
        position = after(position, move)
    return words


def read_move(text: str) -> Move:
    """Return a move in the lab's notation. Raises InputError with a message to show."""
    found = MOVE.fullmatch(text)
    if not found:
        raise InputError(f"“{text[:20]}” is not a move: type two squares, as in e2e4.", field="moves")
    start, up, end, top = found.groups()
    return Move(COLUMNS.index(start) + 8 * (int(up) - 1), COLUMNS.index(end) + 8 * (int(top) - 1))


@dataclass(frozen=True)
class Link:
    """The link of a square and its description."""

    address: str
    words: str
    mark: str = ""


@dataclass(frozen=True)
class BoardSquare:
    """A square of a playable board; `bird` is a letter, "" for none."""

    bird: str
    words: str
    marks: str
    link: Link | None

    @property
    def side(self) -> str:
        return "w" if self.bird.isupper() else "b"


@dataclass(frozen=True)
class BoardTable:
    """A table of squares in reading order."""

    columns: list[str]
    rows: list[tuple[int, list[BoardSquare]]]


def table(board: str, links: Mapping[int, Link], marked: Collection[int], below: str) -> BoardTable:
    """Return a playable board with the home row of `below` at the bottom; `marked` squares are the last move's."""

    def square(place: int) -> BoardSquare:
        bird, name = board[place], square_name(place)
        link = links.get(place)
        marks = ["dark" if (place + place // 8) % 2 == 0 else "light"]
        if place in marked:
            marks.append("last")
        if link and link.mark:
            marks.append(link.mark)
        letter = "" if bird == EMPTY else bird
        words = link.words if link else f"{bird_words(bird)} on {name}" if letter else ""
        return BoardSquare(letter, words, " ".join(f"square--{mark}" for mark in marks), link)

    columns = range(8) if below == WHITE else range(7, -1, -1)
    rows = range(7, -1, -1) if below == WHITE else range(8)
    return BoardTable(
        [COLUMNS[column] for column in columns],
        [(row + 1, [square(8 * row + column) for column in columns]) for row in rows],
    )


@dataclass(frozen=True)
class PlacedText:
    """A bird, a label or a mark in a picture."""

    x: float
    y: float
    words: str

    @property
    def side(self) -> str:
        return "w" if self.words.isupper() else "b"


@dataclass(frozen=True)
class BoardPicture:
    """A board as a drawing of 8 by 8 units.

    Attributes:
        words: the description for screen readers.
        birds: letters and their corners.
        names: of columns and rows.
        dots: middles of marked squares.
        arrows: SVG paths.
    """

    words: str
    birds: list[PlacedText]
    names: list[PlacedText]
    dots: list[PlacedText]
    arrows: list[str]


def picture(
    position: Position, below: str, arrows: Iterable[Move] = (), dots: Iterable[int] = (), words: str = ""
) -> BoardPicture:
    """Return a position as a drawing with the home row of `below` at the bottom."""

    def corner(place: int) -> tuple[int, int]:
        column, row = place % 8, place // 8
        return (column, 7 - row) if below == WHITE else (7 - column, row)

    birds = [PlacedText(*corner(place), bird) for place, bird in enumerate(position.board) if bird != EMPTY]
    names = [PlacedText(corner(column)[0] + 0.5, 8.36, COLUMNS[column]) for column in range(8)]
    names += [PlacedText(-0.25, corner(8 * row)[1] + 0.62, str(row + 1)) for row in range(8)]
    middles = [PlacedText(x + 0.5, y + 0.5, "") for x, y in map(corner, dots)]
    drawn = [_arrow(corner(move.start), corner(move.end)) for move in arrows]
    return BoardPicture(words or position_words(position), birds, names, middles, drawn)


def position_words(position: Position) -> str:
    """Return a position in words: the side to move and the places of all birds."""
    parts = []
    for side, name in SIDES.items():
        birds = [
            f"{NAMES[bird.upper()]} {square_name(place)}"
            for place, bird in enumerate(position.board)
            if owner(bird) == side
        ]
        parts.append(f"{name}: {', '.join(birds) or 'nothing'}.")
    return f"{SIDES[position.side]} to move. {' '.join(parts)}"


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    """Return an arrow between the middles of two squares as one outline."""
    length = math.dist(start, end)
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = length - TIP

    def point(along: float, aside: float) -> str:
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
    return "M" + "L".join(point(along, aside) for along, aside in outline) + "z"
