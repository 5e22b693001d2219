"""Strategies that see a number of plies: they look at all points down to a depth, and go to the best.

A win in sight is taken; it stays in sight, so it is never lost again. Otherwise play goes towards the highest value
among the points at the last ply that split, and is lost if there is none. With equal branches it goes to the first,
that is high. With one ply this is BSTRAT.

After a move everything but the last ply has been seen before, and only that is new. So a state is the shape of what is
known below a split point. This module lists the states and the moves between them; the chances may be power series of
the point's value (``ply_series``) or arrays, one number for each of many values (``ply_course``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Protocol, TypeVar

import numpy as np

from ...arrays import Reals
from .trees import Ends

Key = TypeVar("Key")
# The knowledge of a point: it is a win or a loss, it splits and nothing else is known, or all its branches.
WIN, LOSS, SPLIT = "win", "loss", "split"
Shape = str | tuple["Shape", ...]
Turns = tuple[int, ...]  # the number of times a way down takes each branch
Outcomes = dict[Shape, Reals]
_MOST_VIEWS = 30_000
_EQUAL = 1e-12  # values that differ by a smaller part are equal


class Chances(Protocol):
    """The arithmetic of chances in one kind of trees."""

    @property
    def one(self) -> Reals:
        """Certainty."""

    def times(self, one: Reals, other: Reals) -> Reals:
        """Return the product of two chances."""

    def new(self, turns: Turns, level: int) -> Outcomes:
        """Return the chances that a point so far below is a win, a loss, or splits."""


# The rank of the last points among each other: the higher, the better.
Order = Callable[[Turns], float]


@dataclass(frozen=True, slots=True)
class Places:
    """Chances as arrays, one number for each of some split points.

    Attributes:
        ends: E by level.
        values: of the points so far below them.
        one: certainty.
    """

    ends: Ends
    values: Callable[[Turns], Reals]
    one: Reals

    def times(self, one: Reals, other: Reals) -> Reals:
        """Return the product of two chances."""
        product: Reals = one * other
        return product

    def new(self, turns: Turns, level: int) -> Outcomes:
        """Return the chances that a point so far below is a win, a loss, or splits."""
        end = self.ends.at(level)
        won = end * np.clip(self.values(turns), 0.0, 1.0)
        return {WIN: won, LOSS: end - won, SPLIT: self.one * (1 - end)}


@dataclass(slots=True)
class Moves:
    """The chances of moves from each state.

    Attributes:
        ways: of a move by state, branch and next state.
        won, lost: to win or lose with the move, by state and branch.
    """

    ways: dict[tuple[int, int, int], Reals] = field(default_factory=dict)
    won: dict[tuple[int, int], Reals] = field(default_factory=dict)
    lost: dict[tuple[int, int], Reals] = field(default_factory=dict)


def few_views(depth: int, branches: int) -> bool:
    """Return whether there are few enough different views of these plies to go through all of them."""
    point = 3
    for _ in range(depth - 1):
        point = 2 + point**branches
    return bool(point**branches <= _MOST_VIEWS)


def states(depth: int, branches: int) -> list[Shape]:
    """Return the possible knowledge below a split point after a move: everything except the last ply."""

    def points(plies: int) -> Iterator[Shape]:
        yield from (WIN, LOSS)
        if plies:
            yield from product(list(points(plies - 1)), repeat=branches)
        else:
            yield SPLIT

    return list(product(list(points(depth - 2)), repeat=branches))


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


def moves(known: list[Shape], after: list[Shape], depth: int, level: int, chances: Chances, order: Order) -> Moves:
    """Return all moves from some states.

    Args:
        known: the states; ``SPLIT`` if nothing is known.
        after: the states after a move.
        depth: the number of plies seen, at least 2.
        level: of the split points where the states are.
        chances: of the trees.
        order: of the last points.
    """
    branches = len(after[0])
    place = {shape: at for at, shape in enumerate(after)}
    ranks: dict[tuple[int, Shape], float | None] = {}
    found = Moves()

    def rank(branch: int, shape: Shape) -> float | None:
        if (branch, shape) not in ranks:
            ranks[branch, shape] = _rank(shape, _turned((0,) * branches, branch), order)
        return ranks[branch, shape]

    for at, state in enumerate(known):
        seen = _below(state, depth, (0,) * branches, level, chances)
        for view, chance in _together(seen, chances):
            to = _choice([rank(branch, shape) for branch, shape in enumerate(view)])
            if view[to] == WIN:
                _add(found.won, (at, to), chance)
            elif view[to] == LOSS:
                _add(found.lost, (at, to), chance)
            else:
                _add(found.ways, (at, to, place[view[to]]), chance)
    return found


def _choice(ranks: list[float | None]) -> int:
    """Return the branch to which play goes: the first of the best, None being the worst."""
    best = 0
    for branch, rank in enumerate(ranks):
        most = ranks[best]
        if rank is not None and (most is None or _better(rank, most)):
            best = branch
    return best


def _better(one: float, other: float) -> bool:
    """Return whether one is more than the other, not by rounding alone."""
    return one > other and (one == np.inf or one - other > _EQUAL * abs(one))


def _rank(shape: Shape, turns: Turns, order: Order) -> float | None:
    """Return the rank of a point: infinite for a win, None if it is lost, else the best of the last points."""
    if isinstance(shape, str):
        return {WIN: np.inf, LOSS: None}.get(shape, order(turns))
    found = [_rank(each, _turned(turns, branch), order) for branch, each in enumerate(shape)]
    return max((each for each in found if each is not None), default=None)


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


def _add(total: dict[Key, Reals], key: Key, chance: Reals) -> None:
    """Add a chance; series may differ in length."""
    if key not in total:
        total[key] = chance.copy()
        return
    longer, shorter = sorted((total[key], chance), key=len, reverse=True)
    total[key] = longer.copy()
    total[key][: len(shorter)] += shorter
