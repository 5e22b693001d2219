"""Strategies that see a number of plies: they look at all points so far down, and go to the best.

A win in sight is taken; it stays in sight, so it is never lost again. Otherwise play goes towards the highest value
among the points at the last ply that split, the high branch if two are equal, and is lost if there is none. With
one ply this is BSTRAT.

After a move everything but the last ply has been seen before, and only that is new. So a state is the shape of what is
known below a split point, with all its end points losses; the chances from each state are power series in the
point's value, as in ``series``.
"""

from __future__ import annotations

import numpy as np

from .ends import Ends
from .ratio import DEGREE, Doubles, SplitRatio

MOST_EXACT = 3  # with four plies there are 458,329 shapes
# What is known of a point: it is a loss, it splits and nothing else is known, or its two branches.
LOSS, SPLIT = "loss", "split"
Shape = str | tuple["Shape", "Shape"]
Outcomes = dict[Shape, Doubles]


def chances(depth: int, ends: Ends, ratio: SplitRatio) -> Doubles:
    """The coefficients of V(X): [DEGREE + 1].

    Args:
        depth: how many plies are seen, from 1 to ``MOST_EXACT``.
        ends: E, above 0 on the later levels.
        ratio: constant, of two branches.
    """
    states = list(_seen(SPLIT, depth - 1, (0, 0), ends, 0, ratio))
    late = max(len(ends.first) - depth + 1, 0)  # from this level on the new ply's E stays the same
    won, moves = _transitions(states, depth, ends, late, ratio)
    found = np.zeros((len(states), DEGREE + 1))
    for n in range(1, DEGREE + 1):
        own = np.eye(len(states))
        given = won[:, n].copy()
        for share, ways in moves:
            own -= ways[0] * share**n
            for d in range(1, min(n, len(ways) - 1) + 1):
                given += ways[d] @ found[:, n - d] * share ** (n - d)
        found[:, n] = np.linalg.solve(own, given)
    for level in reversed(range(1, late)):
        found = _back(*_transitions(states, depth, ends, level, ratio), found)
    top_won, top_moves = _transitions([SPLIT], depth, ends, 0, ratio, states)
    top: Doubles = _back(top_won, top_moves, found)[0]
    return top


def _back(won: Doubles, moves: list[tuple[float, Doubles]], after: Doubles) -> Doubles:
    """The series before a move, given those after it."""
    found = won.copy()
    for share, ways in moves:
        scaled = after * share ** np.arange(DEGREE + 1)
        for d, way in enumerate(ways):
            found[:, d:] += way @ scaled[:, : DEGREE + 1 - d]
    return found


def _transitions(
    states: list[Shape], depth: int, ends: Ends, level: int, ratio: SplitRatio, after: list[Shape] | None = None
) -> tuple[Doubles, list[tuple[float, Doubles]]]:
    """From each state: the chance to see a win, [state, n], and for each branch its share and [d, state, next state]."""
    after = states if after is None else after
    place = {shape: at for at, shape in enumerate(after)}
    shares = (ratio.mean, ratio.second)
    size = 2 ** (depth + 1) - 1  # so many end points at most, and the constant
    won = np.zeros((len(states), DEGREE + 1))
    ways = np.zeros((2, size, len(states), len(after)))
    for at, shape in enumerate(states):
        won[at, 0] = 1.0
        for seen, chance in _seen(shape, depth, (0, 0), ends, level, ratio).items():
            won[at, : len(chance)] -= chance
            values = [_best(branch, turn, shares) for branch, turn in zip(seen, ((1, 0), (0, 1)), strict=True)]
            side = int(values[1] > values[0])
            if values[side]:
                ways[side, : len(chance), at, place[seen[side]]] += chance
        won[at, 0] = 0.0  # a point without value has no win below
    return won, [(share, ways[side]) for side, share in enumerate(shares)]


def _seen(shape: Shape, depth: int, turns: tuple[int, int], ends: Ends, level: int, ratio: SplitRatio) -> Outcomes:
    """The chances, as polynomials in the top's value, of what is seen without a win, down to a depth.

    Args:
        shape: what is known of a split point.
        depth: how many plies below it are seen.
        turns: how often the way to it goes high and low.
        ends: of the tree.
        level: the split point's.
        ratio: of the tree.
    """
    if not depth:
        return {shape: np.ones(1)}
    known = shape if isinstance(shape, tuple) else (None, None)
    high, low = (
        _point(branch, depth - 1, (turns[0] + (not side), turns[1] + side), ends, level + 1, ratio)
        for side, branch in enumerate(known)
    )
    return {(a, b): np.convolve(first, second) for a, first in high.items() for b, second in low.items()}


def _point(
    known: Shape | None, depth: int, turns: tuple[int, int], ends: Ends, level: int, ratio: SplitRatio
) -> Outcomes:
    """The same for a point of which nothing may be known: None."""
    if known == LOSS:
        return {LOSS: np.ones(1)}
    if known is not None:
        return _seen(known, depth, turns, ends, level, ratio)
    end = ends.at(level)
    value = ratio.mean ** turns[0] * ratio.second ** turns[1]
    found: Outcomes = {LOSS: np.array([end, -end * value])}
    for shape, chance in _seen(SPLIT, depth, turns, ends, level, ratio).items():
        found[shape] = chance * (1 - end)
    return found


def _best(shape: Shape, turns: tuple[int, int], shares: tuple[float, float]) -> float:
    """The highest value among the last points that split, 0 if there is none."""
    if shape == LOSS:
        return 0.0
    if isinstance(shape, str):
        return shares[0] ** turns[0] * shares[1] ** turns[1]
    high, low = shape
    return max(
        _best(high, (turns[0] + 1, turns[1]), shares),
        _best(low, (turns[0], turns[1] + 1), shares),
    )
