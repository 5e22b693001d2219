"""All games at once, move by move: chances to win and to lose, and the moves and looks of a game.

All ways down with the same number of moves and of low ones lead to points of one value (``values``). So the chances of
being at each in each state are one row per move, and rows are followed until the remainder is negligible.
``chance_to_win`` counts a win when it is seen, and its remainder is a proven bound on the error, as from a split point of
value v the chance to win is at most v in the independent form (the expected number of wins below is v), and at most 1 in
the drift form. ``course`` follows a win that was seen to the move that reaches it, with the looks on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Ints, Reals
from ...budget import Budget
from .rules import MOST_PLIES
from .states import Chance, State, fork_states
from .values import Drifting, Values

ENOUGH = 1e-13
_NEVER_MIND = 1e-22  # smaller chances are dropped and counted as error
_END = 1e-20  # the chance of games that go on further, which ``course`` leaves out
_NEVER_FOLLOWED = 1e-26  # smaller chances of places are dropped there
MOST_MOVES = 20_000
_STEPS = 32  # up and down, from which the moves are found at first


@dataclass(frozen=True, slots=True)
class Table:
    """The moves from the states at some places: arrays [state, place] of the numbers of ``State``.

    Attributes:
        keys: [way, 3], state, branch and next state, sorted by branch and next state.
        ways: [way, place], their chances.
    """

    won: Reals
    lost: Reals
    here: Reals
    looks: Reals
    low: Reals
    keys: Ints
    ways: Reals

    @classmethod
    def of(cls, states: Sequence[State], places: int) -> Table:
        """Return the table of states whose chances are numbers or arrays, [place]."""

        def spread(chances: list[Chance]) -> Reals:
            found = np.empty((len(chances), places))
            for row, chance in zip(found, chances, strict=True):
                row[:] = chance
            return found

        goes = {(state, *key): chance for state, each in enumerate(states) for key, chance in each.goes.items()}
        keys = sorted(goes, key=lambda key: key[1:])
        return cls(
            spread([each.won for each in states]),
            spread([each.lost for each in states]),
            spread([each.here for each in states]),
            spread([each.looks for each in states]),
            spread([each.low for each in states]),
            np.array(keys, np.int64).reshape(-1, 3),
            spread([goes[key] for key in keys]),
        )

    def at(self, places: Ints) -> Table:
        """Return the moves at some of the places."""
        won, lost, here, looks, low = (
            each[:, places] for each in (self.won, self.lost, self.here, self.looks, self.low)
        )
        return Table(won, lost, here, looks, low, self.keys, self.ways[:, places])

    def after(self, chances: Reals) -> Reals:
        """Return the next row, [state, place], from the chances of this one."""
        flows, targets = self.ways * chances[self.keys[:, 0]], self.keys[:, 1:]
        starts = np.flatnonzero(np.any(np.diff(targets, axis=0, prepend=-1), axis=1))
        size = chances.shape[1]
        found = np.zeros((int(targets[:, 1].max(initial=0)) + 1, size + 1))
        if len(starts):
            for (branch, state), total in zip(targets[starts], np.add.reduceat(flows, starts, axis=0), strict=True):
                found[state, branch : branch + size] += total
        return found


# Returns the moves on a level from the places with these numbers of low moves.
Tables = Callable[[int, Reals], Table]


def fork_tables(strategy: str, values: Values, *, ahead: bool) -> Tables:
    """Return the moves of a strategy that goes from fork to fork, without plies; see ``fork_states``."""

    def table(level: int, here: Reals) -> Table:
        return Table.of(fork_states(strategy, values.ends, level, values.around(level, here), ahead=ahead), len(here))

    return by_lows(values, len(values.ends.first), table)


def by_lows(values: Values, alike: int, table: Callable[[int, Reals], Table]) -> Tables:
    """Return the moves from places by their low moves, given those by their values; levels from ``alike`` on are alike."""
    if not isinstance(values, Drifting):
        return lambda level, lows: table(level, values.split(level, lows))
    # Rows have the same values again and again: a number of steps above the top, or below. Far up, where all end points
    # in sight are wins, places are alike, too.
    highest = int(np.ceil((1 - values.top) / values.step)) + MOST_PLIES if values.step else 0
    known: list[tuple[int, Table]] = []

    def found(level: int, lows: Reals) -> Table:
        if level < alike:
            return table(level, values.split(level, lows))
        steps = np.minimum(level - 2 * lows, highest).astype(np.int64)
        furthest = int(np.abs(steps).max())
        if not known or furthest > known[-1][0]:
            most = max(2 * furthest, _STEPS)
            heights = np.arange(-most, min(most, highest) + 1, dtype=np.float64)
            known.append((most, table(level, values.below(values.top, heights, 0))))
        most, whole = known[-1]
        return whole.at(steps + most)

    return found


class Row:
    """The split points after a number of moves, by the number of low moves.

    Attributes:
        level: the number of moves.
        chances: [state, place], to be there, without what a state knows of the points below (``State.here``).
    """

    def __init__(self, tables: Tables) -> None:
        self.tables, self.level, self.first = tables, 0, 0
        self._table: Table | None = tables(0, np.zeros(1))
        self.chances = np.zeros_like(self.table.won)
        self.chances[0] = 1.0

    @property
    def table(self) -> Table:
        """The moves from these points."""
        if self._table is None:
            self._table = self.tables(self.level, self.lows)
        return self._table

    @property
    def lows(self) -> Reals:
        """The number of low moves to each point."""
        return np.arange(self.first, self.first + self.chances.shape[1], dtype=np.float64)

    def sum(self, each: Reals) -> float:
        """Return the mean of a number that each place has, or each state there."""
        return float((self.chances * each).sum())

    def won(self) -> float:
        """Return the chance to win with the next move."""
        return self.sum(self.table.won)

    def lost(self) -> float:
        """Return the chance to lose with the next move."""
        return self.sum(self.table.lost)

    def move(self, least: float) -> int:
        """Go on to the next row, without the points at either end with chances up to ``least``; return their number."""
        after = self.table.after(self.chances)
        kept = np.flatnonzero(after.sum(axis=0) > least)
        start, stop = (int(kept[0]), int(kept[-1]) + 1) if len(kept) else (0, 0)
        self.level, self.first, self.chances, self._table = (
            self.level + 1,
            self.first + start,
            after[:, start:stop],
            None,
        )
        return int(after.shape[1]) - (stop - start)


def rows(tables: Tables, count: int) -> Iterator[Row]:
    """Yield the same row before each of the first moves, with all its points."""
    row = Row(tables)
    for _ in range(count):
        yield row
        row.move(-1.0)


def chance_to_win(strategy: str, values: Values, budget: Budget) -> tuple[float, float]:
    """Follow all paths until at most ``ENOUGH`` is left to win; return the chance won, and what is left.

    Args:
        strategy: any that goes from fork to fork, without plies; only two branches count.
        values: of the points.
        budget: charged one node per value and move; raises Exhausted or Cancelled.
    """
    row = Row(fork_tables(strategy, values, ahead=False))
    won = dropped = 0.0
    while True:
        here = values.split(row.level, row.lows)
        sure = values.surely(here)
        won += row.sum(sure)
        row.chances = row.chances * (1 - sure)
        left = row.sum(values.at_most(here)) + dropped
        if left <= ENOUGH or not len(here):
            return won, left
        budget.spend(len(here), f"{row.level} moves, a chance to win from {won:.9g} to {won + left:.9g}")
        won += row.won()
        dropped += _NEVER_MIND * row.move(_NEVER_MIND)


class TooLong(Exception):
    """Games are too long to be followed."""


@dataclass(frozen=True, slots=True)
class Course:
    """Chances to win and to lose on move 1, 2, ...; the expected numbers of moves and of looks."""

    won: list[float]
    lost: list[float]
    moves: float
    looks: float


def course(tables: Tables, budget: Budget, count: int | None = None, most: int = MOST_MOVES) -> Course:
    """Follow all games to their ends, or for a number of moves.

    Args:
        tables: the moves.
        budget: charged one node per state, place and move.
        count: the number of moves to follow; the numbers of moves and looks are then too small.
        most: the number of moves after which to give up.

    Raises:
        TooLong: games go on for longer than that.
        Exhausted, Cancelled: see ``Budget``.
    """
    row, won, lost = Row(tables), list[float](), list[float]()
    moves = looks = 0.0
    while row.level != count and row.chances.size:
        here = row.sum(row.table.here)
        if here < _END:
            break
        if row.level == most:
            raise TooLong
        budget.spend(row.chances.size, f"{row.level} moves")
        moves, looks = moves + here, looks + row.sum(row.table.looks)
        won.append(row.won())
        lost.append(row.lost())
        row.move(_NEVER_FOLLOWED)
    missing = [0.0] * (0 if count is None else count - len(won))
    return Course(won + missing, lost + missing, moves, looks)
