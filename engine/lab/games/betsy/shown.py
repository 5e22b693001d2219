"""What several of Betsy's questions show: boards with arrows, moves in words, the values of squares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....formatting import MINUS
from ...exhibits import (
    HEAT_COLORS,
    Beside,
    Board,
    Code,
    Exhibit,
    Heat,
    Legend,
    Link,
    Links,
    Panel,
    Rows,
    Show,
    Text,
)
from ...found import Found, sentence
from ...reviewed import Words
from .piece_values import SQUARES
from .rules import NAMES, START, Move, Position, over
from .words import (
    COLUMNS,
    SIDES,
    move_words,
    position_words,
    read_move,
)

WARMEST = 50  # hundredths of a parakeet at either end of the color scale


def words_of(found: Found) -> Words:
    """Return the wording of a review's moves."""
    asked, made = found.asked, "-".join(found.details["moves"])
    place = {"board": asked["board"], "first": asked["side"], "kingfisher": asked["kingfisher"]}
    usual = {"board": START, "first": "w", "kingfisher": 8}
    start = {name: each for name, each in place.items() if each != usual[name]}

    def link(_: int, each: Mapping[str, Any]) -> Link:
        return Link("", options={"you": "both", **start, "moves": made, "step": each["turn"] - 1})

    def heading(found: Found) -> str:
        choices = found.details["choices"]
        lost = sum(1 for each in choices if each["cost"])
        return f"{lost} of {len(choices)} moves cost something within {found.asked['depth']} plies"

    return Words(
        lambda each: f"{each['notation']}, {SIDES[each['side']]}", str, link, "parakeets", heading, notation=True
    )


def position_of(asked: Mapping[str, Any]) -> Position:
    """Return the position that a question is about."""
    return Position(asked["board"], asked["side"], asked["kingfisher"])


def at_table(position: Position) -> dict[str, Any]:
    """Return the options of the game's table for this position."""
    place = {"board": position.board, "kingfisher": position.kingfisher}
    return {**place, "first": position.side, "you": position.side}


def to_the_table(position: Position) -> Show:
    """Yield the way to the game's table, unless the game is over."""
    if not over(position.board):
        yield Panel("", (Links((Link("Continue playing from this board", options=at_table(position)),)),))


def chosen(found: Found, position: Position, *parts: Exhibit) -> Panel:
    """Return the answer in words: the moves, or their number if there are more than two."""
    made = [move_words(position, read_move(text)) for text in found.answer]
    headline = f"{len(made)} moves" if len(made) > 2 else " or ".join(made) or "none"
    return found.panel(sentence(headline), "", *parts)


def arrows(found: Found, position: Position) -> Board:
    """Return the board with an arrow for each move of the answer."""
    made = [read_move(text) for text in found.answer]
    words = f"Arrows: {'; '.join(move_words(position, move) for move in made)}."
    return Board(position.board, position.side, [(move.start, move.end) for move in made], words=words)


def board(position: Position, made: Iterable[Move]) -> Board:
    """Return the board after the other side's moves."""
    before = {"w": "b", "b": "w"}[position.side]
    return Board(position.board, before, [(move.start, move.end) for move in made], words=position_words(position))


def move_table(position: Position, made: Iterable[str], head: str, told: Any) -> Rows:
    """Return moves in words and in notation, each with what ``told`` says of it under ``head``."""
    rows = [(sentence(move_words(position, read_move(move))), Code(move), told(move)) for move in made]
    return Rows(("Move", "Notation", head), rows, "The moves")


def squares() -> Panel:
    """Return what the squares add to a bird's value."""
    values = {kind: _square_values(kind) for kind in SQUARES}
    legend = _legend(sorted({value for rows in values.values() for row in rows for value in row}))
    intro = (
        "How much a square adds to a bird’s value when the engine plays, for White (mirrored for Black), in hundredths of "
        "a parakeet. Parakeets aim for the far rows, nighthawks for the middle; the kingfisher stays at home. These are "
        "rules of thumb from chess: a judgment, not a solution."
    )
    heats, tables = [], []
    for place, (kind, rows) in enumerate(values.items()):
        name, colors = NAMES[kind].capitalize(), [list(map(_color, row)) for row in rows]
        names = (COLUMNS, "87654321")
        heats.append(Heat(name, "", "column", "row", colors, () if place else legend, names=names))
        numbers = [(str(8 - row), *map(str, each)) for row, each in enumerate(rows)]
        tables.append(Rows(("", *COLUMNS), numbers, name, f"{name} as a table"))
    return Panel("Where Betsy likes her birds", (Text(intro), Beside(heats), *tables), wide=True, anchor="squares")


def _square_values(kind: str) -> list[list[int]]:
    """Return the values of squares as White sees the board, far row first."""
    numbers = [int(text) for text in SQUARES[kind].split()]
    return [numbers[first : first + 8] for first in range(0, 64, 8)]


def _color(value: int) -> int:
    share = (value + WARMEST) / (2 * WARMEST)
    return min(HEAT_COLORS - 1, max(0, int(share * HEAT_COLORS)))


def _legend(values: Iterable[int]) -> list[Legend]:
    by_color: dict[int, list[int]] = {}
    for each in values:
        by_color.setdefault(_color(each), []).append(each)
    legend = []
    for color, meant in sorted(by_color.items()):
        words = f"{meant[0]:+d}" if len(meant) == 1 else f"{meant[0]:+d} to {meant[-1]:+d}"
        legend.append(Legend(color, words.replace("-", MINUS).replace("+0", "0")))
    return legend
