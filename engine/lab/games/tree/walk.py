"""All games at once, move by move: chances to win and to lose, and the moves and looks of a game.

A *layer* is all split points that are reached after a number of moves, each in the states that a strategy may be in
(``states``). The outcomes in a state are functions of the point's value, and a layer is the weights of these functions:

- ``PowerLayer``: the mean powers of the value, for functions that are power series, with any distribution of split
  ratios. Once all further levels are alike, the sum of their layers solves one linear equation for each power.
- ``PlaceLayer``: the chance of each value, if the value depends only on the number of moves and of low branches: in the
  drift form, whose chances are clipped, and for strategies that weigh values.

Power series may be cut off: along any path the values of the branches seen but not taken add up to at most X, and each
branch enters as a factor 1 - cv with 0 <= c <= 1. So the coefficients fall at least as fast as in exp(2X), and
beyond ``DEGREE`` they vanish in double precision. In the dependent form only the first power counts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from ...arrays import Ints, Reals
from ...budget import Budget
from .rules import MAX_PLIES
from .states import Belief, Chance
from .trees import DEGREE, Trees
from .values import Drifting, Shrinking, Values

MAX_CHANCE_LEFT = 1e-13
_MIN_CHANCE_OF_WIN = 1e-22  # smaller chances are dropped and counted as error
_MIN_CHANCE_OF_LAYER = 1e-20  # ``follow_games`` stops at a smaller chance that a game goes on
_MIN_CHANCE_OF_PLACE = 1e-26  # ``follow_games`` drops places with smaller chances
_STEPS = 32  # up and down, that the first table of moves covers
_ROOTS = 16  # more than the highest power of the value in the chances of one move: the points that a strategy sees
_ROUNDING = 1e-15

WON, LOST, HERE, LOOKS = range(4)  # the numbers of a state

# The states at split points of these values on a level.
States = Callable[[Values, int, Reals], list[Belief]]


class TooLong(Exception):
    """Games are too long to follow."""


@dataclass(frozen=True, slots=True)
class MoveTable:
    """The moves from the states of a layer.

    Attributes:
        numbers: [``WON``, ``LOST``, ``HERE`` and ``LOOKS``, state, place], the numbers of ``Belief``.
        keys: [way, 3], state, branch and next state of each transition, sorted by branch and next state.
        ways: [way, …], the chances of the transitions.
    """

    numbers: Reals
    keys: Ints
    ways: Reals

    @classmethod
    def from_states(cls, states: Sequence[Belief], places: Reals) -> MoveTable:
        def spread(chances: list[Chance]) -> Reals:
            table = np.empty((len(chances), len(places)), places.dtype)
            for table_row, chance in zip(table, chances, strict=True):
                table_row[:] = chance
            return table

        transitions = {
            (state, *key): chance
            for state, state_item in enumerate(states)
            for key, chance in state_item.transitions.items()
        }
        keys = sorted(transitions, key=lambda key: key[1:])
        names = ("won", "lost", "here", "looks")
        numbers = np.stack([spread([getattr(state_item, name) for state_item in states]) for name in names])
        return cls(numbers, np.array(keys, np.int64).reshape(-1, 3), spread([transitions[key] for key in keys]))

    def select_places(self, places: Ints) -> MoveTable:
        return MoveTable(self.numbers[..., places], self.keys, self.ways[:, places])


class Layer(ABC):
    """A layer, at first the top.

    Attributes:
        weights: [state, …], the weights of the functions, without the chance of the state (``Belief.here``).
    """

    level: int
    table: MoveTable
    weights: Reals

    @property
    def nodes(self) -> int:
        """The budget's nodes for this layer: the number of places in all states, 0 for a ``PowerLayer``."""
        return 0

    def sum(self, number: int) -> float:
        """Return the mean of one of the table's ``numbers`` over all states and values."""
        return self.mean(self.table.numbers[number])

    def mean(self, values: Reals) -> float:
        return float((self.weights * values).sum())

    def add_all_later(self, budget: Budget) -> bool:
        """Add all later layers to this one, and return True, if possible. Raises TooLong, Exhausted, Cancelled."""
        return False

    @abstractmethod
    def move(self, min_chance: float) -> int:
        """Go on to the next layer, drop places with chances up to ``min_chance``, and return their number."""


class PowerLayer(Layer):
    """The mean powers of the value: weights [state, power].

    For each split ratio the chances of a move are polynomials in the value of the split point, computed from their
    values at roots of unity. ``MoveTable.ways`` is [way, power of the value, power of the next value].
    """

    def __init__(self, states: States, trees: Trees, alike: int, prefers: float) -> None:
        """Begin at the top, in the dependent or the independent form; levels from ``alike`` on are alike.

        ``prefers`` is whether a weighing strategy always (1) or never (0) goes high if both branches split.
        """
        self._shares, self._chances = trees.ratio.nodes
        self._powers = np.arange(2 if trees.form == "tsd" else DEGREE + 1)
        here = np.tile(np.exp(2j * np.pi * np.arange(_ROOTS) / _ROOTS), len(self._chances))
        values = Shrinking(trees.ends, trees.ratio, list(np.repeat(self._shares, _ROOTS, axis=1)), prefers)
        self._tables = [
            self._average_splits(MoveTable.from_states(states(values, level, here), here)) for level in range(alike + 1)
        ]
        self.begin(trees.top)

    def begin(self, top: float) -> None:
        self.level, self.table = 0, self._tables[0]
        self.weights = np.zeros_like(self.table.numbers[WON])
        self.weights[0] = top**self._powers

    def move(self, min_chance: float) -> int:
        state, _, to = self.table.keys.T
        next_weights = np.zeros_like(self.weights)
        for power in range(self.table.ways.shape[1]):
            power_count = len(self._powers) - power
            np.add.at(
                next_weights[:, :power_count], to, self.table.ways[:, power, :power_count] * self.weights[state, power:]
            )
        self.level, self.weights = self.level + 1, next_weights
        self.table = self._tables[min(self.level, len(self._tables) - 1)]
        return 0

    def add_all_later(self, budget: Budget) -> bool:
        if self.level < len(self._tables) - 1:
            return False
        (state, _, to), ways = self.table.keys.T, self.table.ways
        sums = np.zeros_like(self.weights)
        for power in reversed(self._powers):
            budget.spend(0, f"{self.level} moves")
            known_weights = self.weights[:, power].copy()
            own = np.zeros((len(known_weights), len(known_weights)))
            np.add.at(own, (to, state), ways[:, 0, power])
            higher = sums[state, power + 1 : power + ways.shape[1]]
            np.add.at(known_weights, to, (ways[:, 1 : 1 + higher.shape[1], power] * higher).sum(axis=1))
            try:
                sums[:, power] = np.linalg.solve(np.eye(len(known_weights)) - own, known_weights)
            except np.linalg.LinAlgError:  # no end in double precision
                raise TooLong from None
        self.weights = sums
        return True

    def _average_splits(self, table: MoveTable) -> MoveTable:
        """Return the mean over split ratios of a table whose places are the roots of unity at each ratio."""

        def fit_coefficients(array: Reals) -> Reals:
            transform = np.fft.fft(array.reshape(len(array), len(self._chances), _ROOTS)).real / _ROOTS
            sizes = np.abs(transform)
            transform[sizes < _ROUNDING * sizes.max(axis=(1, 2), keepdims=True)] = 0.0
            return transform[..., : len(self._powers)]

        def average_ratios(array: Reals) -> Reals:
            padded = np.zeros((len(array), len(self._powers)))
            means = np.einsum("srp,r->sp", fit_coefficients(array), self._chances)
            padded[:, : means.shape[1]] = means
            return padded

        numbers = np.stack([average_ratios(array) for array in table.numbers])
        ways = fit_coefficients(table.ways)
        ways = ways[..., : 1 + int(np.flatnonzero(ways.any(axis=(0, 1))).max(initial=0))]
        below = self._shares[table.keys[:, 1]][..., None] ** self._powers
        ways = np.einsum("wrp,r,wrn->wpn", ways, self._chances, below)
        return MoveTable(numbers, table.keys, ways)


class PlaceLayer(Layer):
    """The chances of values that depend on the numbers of moves and of low branches: weights [state, place]."""

    def __init__(self, states: States, values: Values, top: float, alike: int) -> None:
        self._states, self.values, self._top, self._alike = states, values, np.array([top]), alike
        # In the drift form all layers have the same values: a number of steps above or below the top. Far up, where all
        # end points in sight are wins, places are alike. So one table of moves serves many layers.
        self._highest, self._known = 0, list[tuple[int, MoveTable]]()
        if isinstance(values, Drifting) and values.step:
            self._highest = ceil((1 - top) / values.step) + MAX_PLIES
        self.level, self._first, self.table = 0, 0, MoveTable.from_states(states(values, 0, self._top), self._top)
        self.weights = np.zeros_like(self.table.numbers[WON])
        self.weights[0] = 1.0

    @property
    def nodes(self) -> int:
        return int(self.weights.size)

    @property
    def here(self) -> Reals:
        lows = self._lows
        return self.values.below(self._top, (self.level - lows, lows))

    @property
    def _lows(self) -> Reals:
        return np.arange(self._first, self._first + self.weights.shape[1], dtype=np.float64)

    def move(self, min_chance: float) -> int:
        flows, targets = self.table.ways * self.weights[self.table.keys[:, 0]], self.table.keys[:, 1:]
        starts = np.flatnonzero(np.any(np.diff(targets, axis=0, prepend=-1), axis=1))
        size = self.weights.shape[1]
        after = np.zeros((len(self.weights), size + 1))
        if len(starts):
            for (branch, state), total in zip(targets[starts], np.add.reduceat(flows, starts, axis=0), strict=True):
                after[state, branch : branch + size] += total
        places_reached = np.flatnonzero(after.sum(axis=0) > min_chance)
        start, stop = (int(places_reached[0]), int(places_reached[-1]) + 1) if len(places_reached) else (0, 0)
        self.level, self._first, self.weights = self.level + 1, self._first + start, after[:, start:stop]
        self.table = self._find_table()
        return int(size) + 1 - (stop - start)

    def _find_table(self) -> MoveTable:
        if self.level < self._alike or isinstance(self.values, Shrinking):
            return MoveTable.from_states(self._states(self.values, self.level, self.here), self.here)
        steps = np.minimum(self.level - 2 * self._lows, self._highest).astype(np.int64)
        max_steps = int(np.abs(steps).max(initial=0))
        if not self._known or max_steps > self._known[-1][0]:
            table_steps = max(2 * max_steps, _STEPS)
            heights = np.arange(-table_steps, min(table_steps, self._highest) + 1, dtype=np.float64)
            values = self.values.below(self._top, (heights, 0))
            self._known.append(
                (table_steps, MoveTable.from_states(self._states(self.values, self.level, values), values))
            )
        table_steps, whole = self._known[-1]
        return whole.select_places(steps + table_steps)


def follow_wins(layer: PlaceLayer, budget: Budget) -> tuple[float, float]:
    """Follow all games until at most ``MAX_CHANCE_LEFT`` is left to win; return the chance won and the chance left.

    The chance left is a proven bound on the error, as the chance to win from a split point of value v is at most v in
    the independent form (the expected number of wins below is v), and at most 1 in the drift form.

    ``layer`` is at the top. The budget is charged one node per value and move; raises Exhausted or Cancelled.
    """
    win_chance = dropped = 0.0
    while True:
        sure = layer.values.sure_wins(layer.here)
        win_chance += layer.mean(sure * layer.table.numbers[HERE])
        layer.weights = layer.weights * (1 - sure)
        chance_left = layer.mean(np.minimum(layer.values.win_bound(layer.here), layer.table.numbers[HERE])) + dropped
        if chance_left <= MAX_CHANCE_LEFT or not layer.weights.size:
            return win_chance, chance_left
        budget.spend(
            layer.weights.shape[1],
            f"{layer.level} moves, a chance to win from {win_chance:.9g} to {win_chance + chance_left:.9g}",
        )
        win_chance += layer.sum(WON)
        dropped += _MIN_CHANCE_OF_WIN * layer.move(_MIN_CHANCE_OF_WIN)


@dataclass(frozen=True, slots=True)
class Course:
    """Chances to win and to lose on move 1, 2, ...; the expected numbers of moves and of looks.

    If ``Layer.add_all_later`` ended the course, the last chances are of that move and all later moves together.
    """

    won: list[float]
    lost: list[float]
    moves: float
    looks: float


def follow_games(layer: Layer, budget: Budget, count: int | None, max_moves: int) -> Course:
    """Follow all games to their ends, or for ``count`` moves, after which the numbers of moves and looks are partial.

    Raises TooLong if games last for more than ``max_moves`` moves; Exhausted or Cancelled: the budget is charged each
    layer's nodes.
    """
    won, lost, last = list[float](), list[float](), False
    moves = looks = 0.0
    while layer.level != count and not last and layer.weights.size:
        last = count is None and layer.add_all_later(budget)
        here = layer.sum(HERE)
        if here < _MIN_CHANCE_OF_LAYER:
            break
        if layer.level == max_moves:
            raise TooLong
        budget.spend(layer.nodes, f"{layer.level} moves")
        moves, looks = moves + here, looks + layer.sum(LOOKS)
        won.append(layer.sum(WON))
        lost.append(layer.sum(LOST))
        layer.move(_MIN_CHANCE_OF_PLACE)
    missing = [0.0] * (0 if count is None else count - len(won))
    return Course(won + missing, lost + missing, moves, looks)
