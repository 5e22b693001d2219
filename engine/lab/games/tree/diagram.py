"""Evaluation diagrams: a strategy's possible places after each move, with values and chances (chapter 3, Appendix A).

In the dependent form every loss that is seen raises the values of all other points, so places differ by the losses seen
on the way. In the other forms a place is given by the number of moves and of low ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Reals
from . import walk
from .exact import values_of
from .plies import SPLIT, Places, Turns, moves, states, wins_in_sight
from .rules import Chance, following, plies
from .trees import Trees
from .walk import Row

DEPENDENT = ("strat", "hstrat", "lstrat")  # whose diagrams can be drawn in the dependent form


@dataclass(frozen=True, slots=True)
class Place:
    """A place: the row, counted from the top in moves, and its number in the row from the high side.

    Attributes:
        row, number: the place in the drawing.
        value: the chance that it is a win if it is an end point.
        reached: the chance to move there.
    """

    row: int
    number: int
    value: float
    reached: float


@dataclass(frozen=True, slots=True)
class Line:
    """A move from a place of a row, if it is a split point, to one of the next row, and its chance."""

    row: int
    number: int
    to: int
    chance: float


@dataclass(frozen=True, slots=True)
class Diagram:
    """A diagram, and the chance to win on each move."""

    places: list[Place]
    lines: list[Line]
    wins: list[float]


def dependent(strategy: str, end: float, ratio: float, rows: int) -> Diagram:
    """Return the diagram of a strategy of ``DEPENDENT`` in the dependent form (figures 3.1 and 3.2).

    Args:
        strategy: the strategy.
        end: E.
        ratio: A.
        rows: the number of moves.
    """
    places, lines, wins = [Place(0, 0, 1.0, 1.0)], [], []
    here = [(0, 1.0, 1.0)]  # number, value and chance of the points that split
    for row in range(1, rows + 1):
        after, won, count = [], 0.0, 0
        for number, value, chance in here:
            for to_value, taken, wins_there, splits in _moves(strategy, end, ratio, value):
                places.append(Place(row, count, to_value, chance * taken))
                lines.append(Line(row - 1, number, count, taken))
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
    depth = plies(strategy)
    if depth is not None:
        return _seeing_plies(depth, trees, rows)
    values, ends = values_of(strategy, trees), trees.ends
    places = [Place(0, 0, trees.top, 1.0)]
    lines: list[Line] = []
    wins = []
    for level, row in enumerate(walk.rows(strategy, ends, values, rows)):
        low_free, low_bound = _goes_low(strategy, row)
        here, to_low = row.here, row.unknown * low_free + row.known * low_bound
        low = np.divide(to_low, here, out=np.zeros(level + 1), where=here > 0)
        _draw(places, lines, level, values.split(level + 1, np.arange(level + 2, dtype=np.float64)), here, low)
        wins.append(row.seen())
    return Diagram(places, lines, wins)


def _draw(places: list[Place], lines: list[Line], row: int, below: Reals, here: Reals, low: Reals) -> None:
    """Add the moves from a row and the places of the next one, of which ``below`` has the values."""
    shown = np.clip(below, 0.0, 1.0)
    reached = np.append(here * (1 - low), 0.0) + np.insert(here * low, 0, 0.0)
    places += [Place(row + 1, each, float(shown[each]), float(reached[each])) for each in range(row + 2)]
    for each in range(row + 1):
        lines.append(Line(row, each, each, float(1 - low[each])))
        lines.append(Line(row, each, each + 1, float(low[each])))


def _seeing_plies(depth: int, trees: Trees, rows: int) -> Diagram:
    """Return the diagram of a strategy that sees plies."""
    values, ratio, drifts = values_of(f"{depth}ply", trees), trees.ratio, trees.form == "drift"
    known = states(depth, 2)
    wins_ahead = np.array([wins_in_sight(state) for state in known])
    places, wins = [Place(0, 0, trees.top, 1.0)], []
    lines: list[Line] = []
    here = np.ones((1, 1))  # [state, place]; at the top nothing is known

    def part(turns: Turns) -> float:
        high, low = turns
        return (high - low) * trees.step if drifts else ratio.mean**high * ratio.shares[1] ** low

    for row in range(rows):
        value = values.split(row, np.arange(row + 1, dtype=np.float64))

        def below(turns: Turns, value: Reals = value) -> Reals:
            return value + part(turns) if drifts else value * part(turns)

        chances = Places(trees.ends, below, np.ones(row + 1))
        found = moves(known if row else [SPLIT], known, depth, row, chances, part)
        to_low, won, after = np.zeros(row + 1), np.zeros(row + 1), np.zeros((len(known), row + 2))
        for (state, branch), chance in (*found.won.items(), *found.lost.items()):
            to_low += branch * here[state] * chance
        for (state, _), chance in found.won.items():
            won += here[state] * chance
        for (state, branch, to), chance in found.ways.items():
            to_low += branch * here[state] * chance
            if wins_ahead[to]:
                won += here[state] * chance
            else:
                after[to, branch : branch + row + 1] += here[state] * chance
        total = here.sum(axis=0)
        low = np.divide(to_low, total, out=np.zeros(row + 1), where=total > 0)
        _draw(places, lines, row, values.split(row + 1, np.arange(row + 2, dtype=np.float64)), total, low)
        wins.append(float(won.sum()))
        here = after
    return Diagram(places, lines, wins)


def _goes_low(strategy: str, row: Row) -> tuple[Chance, Chance]:
    """Return the chance to go low: without knowledge, and knowing that the high branch and points below it split."""
    at, below = row.at, row.below
    followed, end = following(strategy), below.end
    nothing: Reals = np.zeros_like(at.high)
    if strategy == "nostrat":
        return nothing + 0.5, nothing
    if strategy in ("bstrat", "bprime"):  # to the only win, or to a branch that splits; high if both are losses
        return end * at.low * (1 - end * at.high) + row.free.low, nothing
    if strategy == "hprime":
        return end * (1 - at.high) + (1 - end) * (1 - at.prefers_high) + nothing, nothing
    if followed is None:
        return nothing, nothing
    if followed[0] == "l":
        return nothing + at.low_path, nothing
    return below.stops - at.high_path + nothing, below.last * (1 - at.high_last) + nothing
