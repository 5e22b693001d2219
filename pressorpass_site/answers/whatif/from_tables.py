"""The cells of a map, and of one contestant's scores, read from a stored table."""

from dataclasses import dataclass
from math import isnan

import numpy as np

from engine import NearestTable, Position, Rules
from engine.tables import Dollars, HeatMap, heat_map

from .cells import Cell, build_cell_from_chances
from .variations import VariedScore, choose_values

BEST = ("", "press", "pass")


@dataclass(frozen=True)
class MapCells:
    """The cells over two scores: `cells[row][column]`.

    `capped`: some scores are above the table's reliable range.
    """

    rows: list[int]
    columns: list[int]
    cells: list[list[Cell]]
    capped: bool = False


def read_map(
    near: NearestTable, position: Position, rules: Rules, row: VariedScore, column: VariedScore, cells: tuple[int, int]
) -> MapCells | None:
    """Return the map over two scores with at most `cells` rows and columns; None if the table lacks the third score."""
    axes = [
        choose_values(score, position, max_cells, set(map(int, near.dollars[score.seat])))
        for score, max_cells in zip((row, column), cells, strict=True)
    ]
    heat = heat_map(near, position, rules, row.seat, column.seat, *axes)
    if heat is None:
        return None
    return MapCells(
        heat.rows.tolist(), heat.columns.tolist(), _build_map_cells(heat, near, position), bool(heat.capped.any())
    )


def read_line(near: NearestTable, position: Position, rules: Rules, score: VariedScore) -> dict[int, Cell]:
    """Return the cells of one contestant's scores in the table's reliable range, all else being equal."""
    other = next(seat for seat in position.still_in if seat != score.seat)
    own = np.array([position.contestants[other].score])
    heat = heat_map(near, position, rules, other, score.seat, own, np.array(near.dollars[score.seat]))
    if heat is None:
        return {}
    (cells,) = _build_map_cells(heat, near, position)
    return {
        int(dollars): cell
        for dollars, cell, capped in zip(heat.columns, cells, heat.capped[0], strict=True)
        if not capped
    }


def _build_map_cells(heat_map: HeatMap, near: NearestTable, position: Position) -> list[list[Cell]]:
    """Return the cells of a map; cells between the table's scores are less certain."""
    scores: list[int | Dollars] = [contestant.score for contestant in position.contestants]
    scores[heat_map.row_seat], scores[heat_map.column_seat] = heat_map.rows[:, None], heat_map.columns
    errors, is_stored = near.error_at(*scores), near.stored.has(*scores)
    mover_seat = position.mover_seat
    grids = (
        heat_map.best,
        heat_map.press[:, :, mover_seat],
        heat_map.passing[:, :, mover_seat],
        errors,
        heat_map.too_close,
        is_stored,
    )
    # As lists at once: numpy is slow to give numbers one by one.
    rows = zip(*(grid.tolist() for grid in grids), strict=True)
    return [
        [
            _build_map_cell(
                mover_seat, best, press, passing, error, is_too_close=close, is_exact=near.exact and is_known
            )
            for best, press, passing, error, close, is_known in zip(*row, strict=True)
        ]
        for row in rows
    ]


def _build_map_cell(
    mover_seat: int, best: int, press: float, passing: float, error: float, *, is_too_close: bool, is_exact: bool
) -> Cell:
    """Return a cell; chances are NaN if the action is not allowed, or they are not known."""
    open_choice = not (isnan(press) or isnan(passing))
    return build_cell_from_chances(
        mover_seat,
        BEST[best],
        None if isnan(press) else press,
        None if isnan(passing) else passing,
        error=error,
        is_too_close=is_too_close or (open_choice and 0 < abs(press - passing) <= 2 * error),
        is_exact=is_exact,
    )
