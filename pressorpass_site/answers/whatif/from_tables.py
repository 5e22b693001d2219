"""Cells of maps and lines, read from a stored table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine import NearestTable, Position, Rules
from engine.tables import Dollars, HeatMap, heat_map

from .cells import Cell, of_chances
from .numbers import Number, values

BEST = ("", "press", "pass")


@dataclass(frozen=True)
class MapCells:
    """The cells over two numbers: `cells[row][column]`.

    `capped`: some scores are above the table's reliable range.
    """

    rows: list[int]
    columns: list[int]
    cells: list[list[Cell]]
    capped: bool = False


def map_cells(
    near: NearestTable, position: Position, rules: Rules, row: Number, column: Number, cells: tuple[int, int]
) -> MapCells | None:
    """Return the map over two scores with at most `cells` rows and columns; None if the table lacks the third score."""
    wanted = [
        values(number, position, most, _scores(near, number)) for number, most in zip((row, column), cells, strict=True)
    ]
    found = heat_map(near.answers, position, rules, row.seat, column.seat, *wanted)
    if found is None:
        return None
    return MapCells(
        found.rows.tolist(), found.columns.tolist(), _cells(found, near, position), bool(found.capped.any())
    )


def line_cells(
    near: NearestTable, position: Position, rules: Rules, number: Number, wanted: list[int] | None = None
) -> dict[int, Cell]:
    """Return the cells of one contestant's scores, all else being equal: the `wanted` ones, or all in the table's
    reliable range.
    """
    other = next(seat for seat in position.still_in if seat != number.seat)
    own = np.array([position.contestants[other].score])
    every = np.array(wanted if wanted is not None else near.answers.dollars[number.seat])
    found = heat_map(near.answers, position, rules, other, number.seat, own, every)
    if found is None:
        return {}
    (cells,) = _cells(found, near, position)
    return {
        int(score): cell
        for score, cell, capped in zip(found.columns, cells, found.capped[0], strict=True)
        if wanted is not None or not capped
    }


def _scores(near: NearestTable, number: Number) -> set[int]:
    return {int(score) for score in near.answers.dollars[number.seat]}


def _cells(found: HeatMap, near: NearestTable, position: Position) -> list[list[Cell]]:
    """Return the cells of a map; those between the table's scores are less certain."""
    scores: list[int | Dollars] = [contestant.score for contestant in position.contestants]
    scores[found.row_seat], scores[found.column_seat] = found.rows[:, None], found.columns
    errors, stored = near.error_at(*scores), near.answers.stored.has(*scores)
    return [
        [
            _cell(found, position.mover_seat, i, j, float(errors[i, j]), exact=near.exact and bool(stored[i, j]))
            for j in range(len(found.columns))
        ]
        for i in range(len(found.rows))
    ]


def _cell(found: HeatMap, up: int, i: int, j: int, error: float, *, exact: bool) -> Cell:
    press, passing = (_chance(payoffs[i, j, up]) for payoffs in (found.press, found.passing))
    margin = 0.0 if press is None or passing is None else abs(press - passing)
    return of_chances(
        up,
        BEST[found.best[i, j]],
        press,
        passing,
        error=error,
        too_close=bool(found.too_close[i, j]) or 0 < margin <= 2 * error,
        exact=exact,
    )


def _chance(value: np.float32) -> float | None:
    return None if np.isnan(value) else float(value)
