"""A map for display: a table of colored links with the frontier and the current position."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine import Position
from engine.calls import OPEN, TOSS_UP
from engine.formatting import format_money

from .cells import Cell
from .variations import VariedScore

FIT_A_PHONE = 9  # columns
NARROW = 3  # characters that fit over each column; if a value is longer, every other value is shown

Address = Callable[[Position], str]


@dataclass(frozen=True)
class Head:
    value: int
    short: str
    full: str
    own: bool


@dataclass(frozen=True)
class GridCell:
    cell: Cell
    href: str
    style: str
    title: str
    own: bool
    label: tuple[str, str] | None = None  # the calls on both sides of the frontier at its edge, if it is labeled here


@dataclass(frozen=True)
class GridRow:
    head: Head
    squares: list[GridCell]


@dataclass(frozen=True)
class MapGrid:
    row: VariedScore
    column: VariedScore
    heads: list[Head]
    rows: list[GridRow]

    @property
    def wide(self) -> bool:
        return len(self.heads) > FIT_A_PHONE

    @property
    def close(self) -> bool:
        """Whether some cell is a toss-up."""
        return any(square.cell.call == TOSS_UP for row in self.rows for square in row.squares)

    @property
    def open(self) -> bool:
        """Whether the better choice is not known in some cell."""
        return any(square.cell.call == OPEN for row in self.rows for square in row.squares)


def draw(
    position: Position,
    row: VariedScore,
    column: VariedScore,
    rows: list[int],
    columns: list[int],
    cells: list[list[Cell]],
    address: Address,
) -> MapGrid:
    """Return the map over these values; `address` gives the page of a position's answer."""
    grid_rows = []
    labeled = _place_label(cells, rows.index(row.get_value(position)) if row.get_value(position) in rows else 0)
    for i, down in enumerate(rows):
        beside = row.with_value(position, down)
        squares = []
        for j, along in enumerate(columns):
            cell = cells[i][j]
            own = down == row.get_value(position) and along == column.get_value(position)
            squares.append(
                GridCell(
                    cell,
                    address(column.with_value(beside, along)),
                    _build_cell_classes(cells, i, j, own),
                    f"{row.label} {format_money(down)}, {column.label} {format_money(along)}: {cell.sentence}",
                    own,
                    _find_calls_beside(cells, i, j) if (i, j) == labeled else None,
                )
            )
        grid_rows.append(GridRow(_build_head(row, down, position), squares))
    return MapGrid(row, column, _thin_heads([_build_head(column, along, position) for along in columns]), grid_rows)


def _thin_heads(heads: list[Head]) -> list[Head]:
    """Return the heads of columns; if they are long, only every other one has a visible text, the position's among them."""
    if max(len(head.short) for head in heads) <= NARROW:
        return heads
    own = next((index for index, head in enumerate(heads) if head.own), 0)
    return [replace(head, short=head.short if (index - own) % 2 == 0 else "") for index, head in enumerate(heads)]


def _place_label(cells: list[list[Cell]], own: int) -> tuple[int, int] | None:
    """Return the cell beside the frontier that gets its label: far from the position's own row, and not at the edge."""
    last = len(cells[0]) - 2
    edges = [
        (
            _are_apart(cell, line[j + 1]) if down == 0 else i + 1 < len(cells) and _are_apart(cell, cells[i + 1][j]),
            i,
            j,
            down,
        )
        for i, line in enumerate(cells)
        for j, cell in enumerate(line[:-1])
        for down in (0, 1)
    ]
    places = [(bool(down), not 0 < j < last, -abs(i - own), i, j) for is_apart, i, j, down in edges if is_apart]
    return min(places)[3:] if places else None


def _find_calls_beside(cells: list[list[Cell]], i: int, j: int) -> tuple[str, str]:
    """Return the calls left and right of the frontier at a cell, or above and below it."""
    beside = cells[i][j + 1]
    return cells[i][j].side, (beside if _are_apart(cells[i][j], beside) else cells[i + 1][j]).side


def _build_head(score: VariedScore, value: int, position: Position) -> Head:
    return Head(value, _shorten_dollars(value), format_money(value), score.get_value(position) == value)


def _shorten_dollars(dollars: int) -> str:
    """Return text such as 8k, 12.5k, 8,250: short enough for a narrow column, and exact."""
    if dollars < 1000 or dollars % 100:
        return f"{dollars:,}"
    return f"{dollars / 1000:.1f}".removesuffix(".0") + "k"


def _build_cell_classes(cells: list[list[Cell]], i: int, j: int, is_own: bool) -> str:
    """Return the CSS classes of a cell: verdict, margin, uncertainty, and the frontier at its right and bottom edges."""
    cell = cells[i][j]
    if not cell.best:
        classes = ["cell--unknown"]
    elif cell.call == OPEN:
        classes = ["cell--open"]
    elif cell.call == TOSS_UP:
        classes = [f"cell--{cell.best}", "cell--1", "cell--close"]
    else:
        classes = [f"cell--{cell.best}", f"cell--{cell.level}"]
    if is_own:
        classes.append("cell--own")
    if j + 1 < len(cells[i]) and _are_apart(cell, cells[i][j + 1]):
        classes.append("cell--right")
    if i + 1 < len(cells) and _are_apart(cell, cells[i + 1][j]):
        classes.append("cell--foot")
    return " ".join(classes)


def _are_apart(one: Cell, other: Cell) -> bool:
    return one.is_decided and other.is_decided and one.side != other.side
