"""A map for display: a table of colored links with the frontier and the current position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine import Position
from engine.calls import CLOSE, OPEN

from .cells import Cell
from .numbers import Number

FIT_A_PHONE = 9  # columns

Address = Callable[[Position], str]


@dataclass(frozen=True)
class Head:
    """A value on an axis, in a short and a full form."""

    value: int
    short: str
    full: str
    own: bool


@dataclass(frozen=True)
class GridCell:
    """A cell for display."""

    cell: Cell
    href: str
    style: str
    title: str
    own: bool


@dataclass(frozen=True)
class GridRow:
    """A row with its value."""

    head: Head
    squares: list[GridCell]


@dataclass(frozen=True)
class Grid:
    """The whole map."""

    row: Number
    column: Number
    heads: list[Head]
    rows: list[GridRow]

    @property
    def wide(self) -> bool:
        """Whether it is too wide for a phone."""
        return len(self.heads) > FIT_A_PHONE

    @property
    def close(self) -> bool:
        """Whether any cell is too close to call."""
        return any(square.cell.call == CLOSE for row in self.rows for square in row.squares)

    @property
    def open(self) -> bool:
        """Whether the better choice is not known in some cell."""
        return any(square.cell.call == OPEN for row in self.rows for square in row.squares)


def draw(
    position: Position,
    row: Number,
    column: Number,
    rows: list[int],
    columns: list[int],
    cells: list[list[Cell]],
    address: Address,
) -> Grid:
    """Return the map over these values; `address` gives the page of a position's answer."""
    drawn = []
    for i, down in enumerate(rows):
        moved = row.with_value(position, down)
        squares = []
        for j, along in enumerate(columns):
            cell = cells[i][j]
            other = column.with_value(moved, along) if moved else None
            own = down == row.of(position) and along == column.of(position)
            sentence = cell.sentence or ("No such position can arise." if other is None else "Solving…")
            squares.append(
                GridCell(
                    cell,
                    address(other) if other else "",
                    _style(cells, i, j, own),
                    f"{row.label} {row.brief(down)}, {column.label} {column.brief(along)}: {sentence}",
                    own,
                )
            )
        drawn.append(GridRow(_head(row, down, position), squares))
    return Grid(row, column, [_head(column, along, position) for along in columns], drawn)


def _head(number: Number, value: int, position: Position) -> Head:
    own = number.of(position) == value
    return Head(value, _short(value) if number.is_score else str(value), number.in_words(value), own)


def _short(dollars: int) -> str:
    """Return text such as 8k, 12.5k, 8,250: short enough for a narrow column, and exact."""
    if dollars < 1000 or dollars % 100:
        return f"{dollars:,}"
    return f"{dollars / 1000:.1f}".removesuffix(".0") + "k"


def _style(cells: list[list[Cell]], i: int, j: int, own: bool) -> str:
    """Return the CSS classes of a cell: verdict, margin, uncertainty, and the frontier at its right and bottom edges."""
    cell = cells[i][j]
    if not cell.best:
        found = ["cell--impossible" if cell.impossible else "cell--unknown"]
    elif cell.call == OPEN:
        found = ["cell--open"]
    elif cell.call == CLOSE:
        found = [f"cell--{cell.best}", "cell--1", "cell--close"]
    else:
        found = [f"cell--{cell.best}", f"cell--{cell.level}"]
    if own:
        found.append("cell--own")
    if j + 1 < len(cells[i]) and _apart(cell, cells[i][j + 1]):
        found.append("cell--right")
    if i + 1 < len(cells) and _apart(cell, cells[i + 1][j]):
        found.append("cell--foot")
    return " ".join(found)


def _apart(one: Cell, other: Cell) -> bool:
    """Return whether the verdict is known to change between two cells."""
    return one.settled and other.settled and one.call != other.call
