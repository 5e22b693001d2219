"""Strategies that see a number of plies: they look at all points down to a depth, and go toward the best.

A win in sight is taken; it stays in sight until it is reached. Otherwise play goes toward the highest value
among the split points at the last ply, and is lost if there are none. Between equal branches it goes to the first,
which is high. With one ply this is BSTRAT.

After a move only the last ply is new. So a state is the shape of the knowledge below a split point.
"""

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

from ...arrays import Reals
from .states import Belief, Chance
from .trees import Ends
from .values import Turns, Values

# The knowledge of a point: it is a win or a loss, it splits and nothing else is known, or all its branches.
WIN, LOSS, SPLIT = "win", "loss", "split"
Shape = str | tuple["Shape", ...]
Outcomes = dict[Shape, Chance]
NewOutcomes = Callable[[Turns, int], Outcomes]  # of a point below, by the turns that lead there and its level
_MAX_VIEWS = 30_000
_EQUAL = 1e-12  # values with a smaller relative difference are equal


def has_few_views(depth: int, branches: int) -> bool:
    """Return whether there are few enough views of these plies to list them all."""
    point = 3
    for _ in range(depth - 1):
        point = 2 + point**branches
    return bool(point**branches <= _MAX_VIEWS)


def list_shapes(depth: int, branches: int) -> list[Shape]:
    """Return the possible knowledge below a split point: none at the top, after a move all except the last ply."""

    def list_points(plies: int) -> Iterator[Shape]:
        yield from (WIN, LOSS)
        if plies:
            yield from product(list(list_points(plies - 1)), repeat=branches)
        else:
            yield SPLIT

    return [SPLIT, *product(list(list_points(depth - 2)), repeat=branches)]


def count_looks(state: Shape) -> int:
    """Return the number of points in sight from a split point: known points, and the branches of split points."""
    if isinstance(state, str):
        return 0
    size = len(state)
    return sum(1 + (size if branch_shape == SPLIT else count_looks(branch_shape)) for branch_shape in state)


def expect_first_looks(depth: int, branches: int, ends: Ends) -> float:
    return sum(float(branches**ply) * ends.split_chance(0, ply - 1) for ply in range(1, depth + 1))


def build_ply_states(depth: int, values: Values, level: int, here: Reals) -> list[Belief]:
    """Return the states at the split points of these values on a level, in the order of ``list_shapes``.

    Unreachable states are empty. The strategy sees ``depth`` plies, at least 2; all forks have the same shares.
    """
    branches = len(values.branches(here))
    shapes = list_shapes(depth, branches)
    place = {shape: number for number, shape in enumerate(shapes)}
    top = (0,) * branches
    ranks: dict[tuple[int, Shape], float] = {}

    def list_outcomes(turns: Turns, ply: int) -> Outcomes:
        """Return the chances that the point at the end of these turns is a win, a loss, or splits."""
        end = values.ends.chance_at(ply)
        wins = end * values.wins(values.below(here, turns))
        return {WIN: wins, LOSS: end - wins, SPLIT: 1 - end}

    def order(turns: Turns) -> float:
        """Return the rank of a point of the last ply; the highest is best."""
        return float(np.ravel(values.below(np.ones(1), turns))[0])

    def rank(branch: int, shape: Shape) -> float:
        if (branch, shape) not in ranks:
            ranks[branch, shape] = _rank_point(shape, _add_turn(top, branch), order)
        return ranks[branch, shape]

    states = []
    for shape in shapes:
        state = Belief()
        states.append(state)
        if (shape == SPLIT) != (level == 0):
            continue
        state.looks = count_looks(shape) if level else expect_first_looks(depth, branches, values.ends)
        for view, chance in _combine(_view_branches(shape, depth, top, level, list_outcomes)):
            to = _choose_branch([rank(branch, shape_seen) for branch, shape_seen in enumerate(view)])
            after = view[to]
            if after == WIN:
                state.won = state.won + chance
            elif after == LOSS:
                state.lost = state.lost + chance
            else:
                key = to, place[after]
                state.transitions[key] = state.transitions.get(key, 0) + chance
    return states


def _choose_branch(ranks: list[float]) -> int:
    """Return the first of the best branches."""
    best = 0
    for branch, rank in enumerate(ranks):
        if _is_better(rank, ranks[best]):
            best = branch
    return best


def _is_better(one: float, other: float) -> bool:
    """Return whether ``one`` exceeds ``other`` by more than rounding."""
    return one > other and (one == np.inf or one - other > _EQUAL * abs(one))


def _rank_point(shape: Shape, turns: Turns, order: Callable[[Turns], float]) -> float:
    """Return the rank of a point: ±infinity for a win or a loss, else the best rank of the last ply below."""
    if isinstance(shape, str):
        return {WIN: np.inf, LOSS: -np.inf}.get(shape, order(turns))
    return max(_rank_point(branch_shape, _add_turn(turns, branch), order) for branch, branch_shape in enumerate(shape))


def _view_branches(state: Shape, depth: int, turns: Turns, level: int, new: NewOutcomes) -> list[Outcomes]:
    """Return the view of each branch of a split point, down to this ply."""
    branch_shapes = (None,) * len(turns) if isinstance(state, str) else state
    return [
        _view_point(shape, depth - 1, _add_turn(turns, branch), level + 1, new)
        for branch, shape in enumerate(branch_shapes)
    ]


def _view_point(shape_known: Shape | None, depth: int, turns: Turns, level: int, new: NewOutcomes) -> Outcomes:
    """Return the view of a point down to this ply; ``shape_known`` is None for an unknown point."""
    if shape_known in (WIN, LOSS):
        return {shape_known: 1}
    if shape_known is not None:
        return _view_split_point(shape_known, depth, turns, level, new)
    outcomes = new(turns, level)
    if not depth:
        return outcomes
    splits = outcomes.pop(SPLIT)
    return outcomes | {
        shape: splits * chance for shape, chance in _view_split_point(SPLIT, depth, turns, level, new).items()
    }


def _view_split_point(state: Shape, depth: int, turns: Turns, level: int, new: NewOutcomes) -> Outcomes:
    """Return the view of a point that splits, at least one ply down."""
    return dict(_combine(_view_branches(state, depth, turns, level, new)))


def _combine(branch_views: list[Outcomes]) -> Iterator[tuple[tuple[Shape, ...], Chance]]:
    if not branch_views:
        yield (), 1
        return
    for rest, other in _combine(branch_views[:-1]):
        for shape, chance in branch_views[-1].items():
            yield (*rest, shape), other * chance


def _add_turn(turns: Turns, branch: int) -> Turns:
    return (*turns[:branch], turns[branch] + 1, *turns[branch + 1 :])
