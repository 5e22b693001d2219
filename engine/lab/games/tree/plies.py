"""Strategies that see a number of plies: they look at all points down to a depth, and go to the best.

A win in sight is taken; it stays in sight, so it is never lost again. Otherwise play goes toward the highest value
among the points at the last ply that split, and is lost if there is none. With equal branches it goes to the first,
that is high. With one ply this is BSTRAT.

After a move everything but the last ply has been seen before, and only that is new. So a state is the shape of what is
known below a split point, and as in ``states`` its chances may be power series of the point's value (``ply_series``) or
arrays, one number for each of many places (``ply_tables``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Protocol

import numpy as np

from ...arrays import Reals
from .series import Level, Series, Way, constant
from .states import State
from .trees import DEGREE, Ends, SplitRatio
from .values import Values, won
from .walk import Table, Tables, by_lows

# The knowledge of a point: it is a win or a loss, it splits and nothing else is known, or all its branches.
WIN, LOSS, SPLIT = "win", "loss", "split"
Shape = str | tuple["Shape", ...]
Turns = tuple[int, ...]  # the number of times a way down takes each branch
Outcomes = dict[Shape, Reals]
# The rank of the last points among each other: the higher, the better.
Order = Callable[[Turns], float]
MOST_MOVES = 2_000  # of games that are followed
_MOST_VIEWS = 30_000
_EQUAL = 1e-12  # values that differ by a smaller part are equal


class Chances(Protocol):
    """The arithmetic of chances in one kind of trees."""

    @property
    def ends(self) -> Ends:
        """E by level."""

    @property
    def one(self) -> Reals:
        """Certainty."""

    def times(self, one: Reals, other: Reals) -> Reals:
        """Return the product of two chances."""

    def new(self, turns: Turns, level: int) -> Outcomes:
        """Return the chances that a point so far below is a win, a loss, or splits."""


@dataclass(frozen=True, slots=True)
class _Places:
    """Chances as arrays, [place], for the split points of these values."""

    values: Values
    here: Reals

    @property
    def ends(self) -> Ends:
        return self.values.ends

    @property
    def one(self) -> Reals:
        return np.ones_like(self.here)

    def times(self, one: Reals, other: Reals) -> Reals:
        return one * other

    def new(self, turns: Turns, level: int) -> Outcomes:
        end = self.ends.at(level)
        wins = end * won(self.values.below(self.here, *turns))
        return {WIN: wins, LOSS: end - wins, SPLIT: self.one * (1 - end)}


@dataclass(frozen=True, slots=True)
class _Powers:
    """Chances as polynomials in the value of the split point: their coefficients."""

    ends: Ends
    shares: tuple[float, ...]

    @property
    def one(self) -> Reals:
        return np.ones(1)

    def times(self, one: Reals, other: Reals) -> Reals:
        return np.convolve(one, other)

    def new(self, turns: Turns, level: int) -> Outcomes:
        end, value = self.ends.at(level), self.value(turns)
        return {
            WIN: np.array([0.0, end * value]),
            LOSS: np.array([end, -end * value]),
            SPLIT: np.array([1 - end]),
        }

    def value(self, turns: Turns) -> float:
        """Return the value of a point this far below, as a share of the split point's."""
        return prod(share**count for share, count in zip(self.shares, turns, strict=True))


def few_views(depth: int, branches: int) -> bool:
    """Return whether there are few enough different views of these plies to go through all of them."""
    point = 3
    for _ in range(depth - 1):
        point = 2 + point**branches
    return bool(point**branches <= _MOST_VIEWS)


def shapes(depth: int, branches: int) -> list[Shape]:
    """Return the possible knowledge below a split point: none, and after a move everything except the last ply."""

    def points(plies: int) -> Iterator[Shape]:
        yield from (WIN, LOSS)
        if plies:
            yield from product(list(points(plies - 1)), repeat=branches)
        else:
            yield SPLIT

    return [SPLIT, *product(list(points(depth - 2)), repeat=branches)]


def wins_in_sight(state: Shape) -> bool:
    """Return whether there is a win among the points that are known."""
    return state == WIN if isinstance(state, str) else any(map(wins_in_sight, state))


def looks(state: Shape) -> int:
    """Return the points in sight from a split point: those that are known, and the branches of those that split."""
    if isinstance(state, str):
        return 0
    size = len(state)
    return sum(1 + (size if each == SPLIT else looks(each)) for each in state)


def first_looks(depth: int, branches: int, ends: Ends) -> float:
    """Return the expected looks at the top."""
    return sum(float(branches**ply) * ends.run(0, ply - 1) for ply in range(1, depth + 1))


def ply_series(depth: int, ends: Ends, ratio: SplitRatio) -> Series:
    """Return the series of a strategy that sees at least 2 plies, for constant shares."""
    chances, branches = _Powers(ends, ratio.shares), len(ratio.shares)

    def level(number: int) -> Level:
        states = _states(depth, branches, number, chances, chances.value)
        degree = max((len(chance) for state in states for chance in state.goes.values()), default=1)
        ways = np.zeros((branches, degree, len(states), len(states)))
        for place, state in enumerate(states):
            for (branch, to), chance in state.goes.items():
                ways[branch, : len(chance), place, to] = chance
        return Level(
            np.array([_padded(state.won) for state in states]),
            np.array([_padded(state.lost) for state in states]),
            constant([1.0] * len(states)),
            constant([state.looks for state in states]),
            [
                Way(each, power, powers)
                for powers, by_degree in zip(ratio.powers, ways, strict=True)
                for power, each in enumerate(by_degree)
                if each.any()
            ],
        )

    # From the last of these levels on the new ply's E stays the same.
    return Series([level(number) for number in range(max(len(ends.first) - depth + 1, 1) + 1)])


def _padded(coefficients: Reals) -> Reals:
    return np.pad(coefficients, (0, DEGREE + 1 - len(coefficients)))


def ply_tables(depth: int, values: Values, *, ahead: bool = True) -> Tables:
    """Return the moves of a strategy that sees at least 2 plies, in trees of two branches.

    Args:
        depth: the number of plies.
        values: of the points.
        ahead: whether games go on to a win that was seen; else it counts at once.
    """

    def order(turns: Turns) -> float:
        return float(values.below(values.top, *turns))

    def table(level: int, here: Reals) -> Table:
        return Table.of(_states(depth, 2, level, _Places(values, here), order, ahead=ahead), len(here))

    # From this level on only the new ply's E is unknown, which stays the same.
    return by_lows(values, max(len(values.ends.first) - depth + 1, 1), table)


def _states(
    depth: int, branches: int, level: int, chances: Chances, order: Order, *, ahead: bool = True
) -> list[State]:
    """Return the states on a level, by their place in ``shapes``; those that play cannot be in are empty."""
    known = shapes(depth, branches)
    place = {shape: at for at, shape in enumerate(known)}
    top, none = (0,) * branches, 0 * chances.one
    ranks: dict[tuple[int, Shape], float] = {}

    def rank(branch: int, shape: Shape) -> float:
        if (branch, shape) not in ranks:
            ranks[branch, shape] = _rank(shape, _turned(top, branch), order)
        return ranks[branch, shape]

    found = []
    for shape in known:
        state = State(none, none, chances.one, 0.0, none)
        found.append(state)
        if (shape == SPLIT) != (level == 0):
            continue
        state.looks = looks(shape) if level else first_looks(depth, branches, chances.ends)
        for view, chance in _together(_below(shape, depth, top, level, chances), chances):
            to = _choice([rank(branch, each) for branch, each in enumerate(view)])
            after = view[to]
            if to:
                state.low = _plus(state.low, chance)
            if after == WIN or (not ahead and wins_in_sight(after)):
                state.won = _plus(state.won, chance)
            elif after == LOSS:
                state.lost = _plus(state.lost, chance)
            else:
                key = to, place[after]
                state.goes[key] = _plus(state.goes.get(key, none), chance)
    return found


def _choice(ranks: list[float]) -> int:
    """Return the branch to which play goes: the first of the best."""
    best = 0
    for branch, rank in enumerate(ranks):
        if _better(rank, ranks[best]):
            best = branch
    return best


def _better(one: float, other: float) -> bool:
    """Return whether one is more than the other, not by rounding alone."""
    return one > other and (one == np.inf or one - other > _EQUAL * abs(one))


def _rank(shape: Shape, turns: Turns, order: Order) -> float:
    """Return the rank of a point: ±infinite for a win or a loss, else the best of the last points."""
    if isinstance(shape, str):
        return {WIN: np.inf, LOSS: -np.inf}.get(shape, order(turns))
    return max(_rank(each, _turned(turns, branch), order) for branch, each in enumerate(shape))


def _below(state: Shape, depth: int, turns: Turns, level: int, chances: Chances) -> list[Outcomes]:
    """Return the view of each branch of a split point, down to this ply."""
    known = (None,) * len(turns) if isinstance(state, str) else state
    return [_point(each, depth - 1, _turned(turns, branch), level + 1, chances) for branch, each in enumerate(known)]


def _point(known: Shape | None, depth: int, turns: Turns, level: int, chances: Chances) -> Outcomes:
    """Return the view of a point down to this ply; ``known`` is None for an unknown point."""
    if known in (WIN, LOSS):
        return {known: chances.one}
    if known is not None:
        return _split(known, depth, turns, level, chances)
    new = chances.new(turns, level)
    if not depth:
        return new
    splits = new.pop(SPLIT)
    return new | {
        shape: chances.times(splits, chance) for shape, chance in _split(SPLIT, depth, turns, level, chances).items()
    }


def _split(state: Shape, depth: int, turns: Turns, level: int, chances: Chances) -> Outcomes:
    """Return the view of a point that splits, at least one ply down."""
    return dict(_together(_below(state, depth, turns, level, chances), chances))


def _together(seen: list[Outcomes], chances: Chances) -> Iterator[tuple[tuple[Shape, ...], Reals]]:
    """Yield all combinations of the branches' views."""
    if not seen:
        yield (), chances.one
        return
    for rest, other in _together(seen[:-1], chances):
        for shape, chance in seen[-1].items():
            yield (*rest, shape), chances.times(other, chance)


def _turned(turns: Turns, branch: int) -> Turns:
    return (*turns[:branch], turns[branch] + 1, *turns[branch + 1 :])


def _plus(one: Reals, other: Reals) -> Reals:
    """Return the sum of two chances; polynomials may differ in length."""
    if len(one) < len(other):
        one, other = other, one
    total = one.copy()
    total[: len(other)] += other
    return total
