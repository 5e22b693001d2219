"""Evaluation diagrams: a strategy's possible places after each move, with values and chances (chapter 3, Appendix A).

In the dependent form every loss that is seen raises the values of all other points, so places differ by the losses seen
on the way. In the other forms a place is given by the number of moves and of low ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from . import walk
from .exact import tables_of, values_of
from .trees import Trees

DEPENDENT = ("strat", "hstrat", "lstrat")  # whose diagrams can be drawn in the dependent form


# The row, counted from the top in moves, and the number in the row from the high side; the chance that the place is a
# win if it is an end point, and the chance to move there.
Place = tuple[int, int, float, float]
# A row and two numbers: a move from a split point to a place of the next row, and its chance.
Line = tuple[int, int, int, float]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A diagram, and the chance to win on each move."""

    places: list[Place]
    lines: list[Line]
    wins: list[float]


def dependent(strategy: str, end: float, ratio: float, rows: int) -> Diagram:
    """Return the diagram of a strategy of ``DEPENDENT`` in the dependent form (figures 3.1 and 3.2)."""
    places, lines, wins = [(0, 0, 1.0, 1.0)], [], []
    here = [(0, 1.0, 1.0)]  # number, value and chance of the points that split
    for row in range(1, rows + 1):
        after, won, count = [], 0.0, 0
        for number, value, chance in here:
            for to_value, taken, wins_there, splits in _moves(strategy, end, ratio, value):
                places.append((row, count, to_value, chance * taken))
                lines.append((row - 1, number, count, taken))
                won += chance * wins_there
                if splits:
                    after.append((count, to_value, chance * splits))
                count += 1
        wins.append(won)
        here = after
    return Diagram(places, lines, wins)


def _moves(strategy: str, end: float, ratio: float, value: float) -> list[tuple[float, float, float, float]]:
    """Return the moves from a split point: the value there, and the chances of the move, of a win and of a split."""
    split, high, low = 1 - end, value * ratio, value * (1 - ratio)
    if strategy == "strat":
        return [(high, 1.0, end * high, split)]
    if strategy == "hstrat":
        lost = end * (1 - high)
        beyond = low / (1 - high) if high < 1 else 0.0
        return [(high, 1 - lost, end * high, split), (beyond, lost, lost * end * beyond, lost * split)]
    lost = end * (1 - low)
    beyond = high / (1 - low)
    return [
        (high, split, split * end * high, split * split),
        (beyond, lost, lost * end * beyond, lost * split),
        (low, end * low, end * low, 0.0),
    ]


def lattice(strategy: str, trees: Trees, rows: int) -> Diagram:
    """Return the diagram of a strategy in the independent or drift form; a win further down counts where it is seen.

    Args:
        strategy: any that goes from fork to fork; of those that see plies, up to 3.
        trees: with a constant ratio of two branches, or the drift form with fixed branches; E above 0.
        rows: the number of moves.
    """
    values = values_of(strategy, trees)
    places, lines, wins = [(0, 0, trees.top, 1.0)], list[Line](), []
    for row in walk.rows(tables_of(strategy, trees, ahead=False), rows):
        here, to_low = row.chances.sum(axis=0), (row.chances * row.table.low).sum(axis=0)
        low = np.divide(to_low, here, out=np.zeros_like(here), where=here > 0)
        below, size = row.level + 1, len(here)
        shown = np.clip(values.split(below, np.arange(size + 1.0)), 0.0, 1.0)
        reached = np.append(here * (1 - low), 0.0) + np.insert(here * low, 0, 0.0)
        places += [(below, each, float(shown[each]), float(reached[each])) for each in range(size + 1)]
        for each in range(size):
            lines.append((row.level, each, each, float(1 - low[each])))
            lines.append((row.level, each, each + 1, float(low[each])))
        wins.append(row.won())
    return Diagram(places, lines, wins)
