"""Strategies that see a number of plies, in the drift form with branches C + D and C - D: all ways down, move by move.

It follows games as ``walk.course`` does, but with the states of ``plies``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Ints, Reals
from ...budget import Budget
from .plies import SPLIT, Places, Shape, Turns, first_looks, looks, moves, states
from .trees import Ends
from .walk import Course, TooLong

_ENOUGH = 1e-20  # the chance of games that go on further, which are left out
_MOST_MOVES = 2_000
_BLOCK = 64  # places whose moves are found together


@dataclass(frozen=True, slots=True)
class _Table:
    """The moves from the states at some places.

    Attributes:
        won, lost: [state, place], to win or lose with the move.
        keys: [move, 3], state, branch and next state, sorted by branch and next state.
        ways: [move, place], their chances.
    """

    won: Reals
    lost: Reals
    keys: Ints
    ways: Reals


def ply_course(depth: int, ends: Ends, top: float, step: float, budget: Budget, *, count: int | None = None) -> Course:
    """Follow all games of a strategy that sees a number of plies to their ends, or for a number of moves.

    Args:
        depth: the number of plies seen, at least 2.
        ends: E, above 0 on the later levels.
        top: T.
        step: D.
        budget: charged one node per state, place and move.
        count: the number of moves to follow; the numbers of moves and looks are then too small.

    Raises:
        TooLong: games go on for more than 2,000 moves.
        Exhausted, Cancelled: see ``Budget``.
    """
    known = states(depth, 2)
    seen = np.array([looks(state) for state in known], np.float64)
    blocks: dict[int, _Table] = {}

    def table(level: int, lows: Ints) -> _Table:
        """Return the moves from all places of a row."""
        heights = level - 2 * lows  # of the places above the top, in steps
        if level + depth <= len(ends.first):  # the last ply's E is still another one
            return _table(known, known, depth, level, ends, top + heights.astype(np.float64) * step, step)
        numbers = heights // _BLOCK
        for number in set(numbers.tolist()) - set(blocks):
            values = top + np.arange(number * _BLOCK, (number + 1) * _BLOCK, dtype=np.float64) * step
            blocks[number] = _table(known, known, depth, level, ends, values, step)
            budget.spend(_BLOCK * len(known), f"{level} moves")
        parts = [(blocks[number], (heights % _BLOCK)[numbers == number]) for number in dict.fromkeys(numbers.tolist())]
        return _Table(
            np.hstack([each.won[:, places] for each, places in parts]),
            np.hstack([each.lost[:, places] for each, places in parts]),
            parts[0][0].keys,
            np.hstack([each.ways[:, places] for each, places in parts]),
        )

    at_top = _table([SPLIT], known, depth, 0, ends, np.array([top]), step)
    won, lost = [float(at_top.won.sum())], [float(at_top.lost.sum())]
    all_moves, all_looks = 1.0, first_looks(depth, 2, ends)
    here, first, level = _moved(at_top, np.ones((1, 1)), len(known)), 0, 1
    while level != count:
        mass = float(here.sum())
        if mass < _ENOUGH:
            break
        if level == _MOST_MOVES:
            raise TooLong
        budget.spend(here.size, f"{level} moves")
        all_moves += mass
        all_looks += float((seen @ here).sum())
        found = table(level, np.arange(first, first + here.shape[1]))
        won.append(float((here * found.won).sum()))
        lost.append(float((here * found.lost).sum()))
        here, level = _moved(found, here, len(known)), level + 1
        kept = np.flatnonzero(here.sum(axis=0) > _ENOUGH / _MOST_MOVES)
        if not len(kept):
            break
        first, here = first + int(kept[0]), here[:, kept[0] : kept[-1] + 1]
    length = len(won) if count is None else count
    won, lost = ([*each, *[0.0] * (length - len(each))][:length] for each in (won, lost))
    return Course(won, lost, all_moves, all_looks)


def _table(
    known: list[Shape], after: list[Shape], depth: int, level: int, ends: Ends, values: Reals, step: float
) -> _Table:
    def height(turns: Turns) -> float:
        return (turns[0] - turns[1]) * step

    chances = Places(ends, lambda turns: values + height(turns), np.ones(len(values)))
    found = moves(known, after, depth, level, chances, height)
    won, lost = np.zeros((2, len(known), len(values)))
    for total, each in ((won, found.won), (lost, found.lost)):
        for (state, _), chance in each.items():
            total[state] += chance
    keys = sorted(found.ways, key=lambda each: each[1:])
    return _Table(won, lost, np.array(keys), np.array([found.ways[key] for key in keys]))


def _moved(table: _Table, here: Reals, size: int) -> Reals:
    """Return the next row, [state, place], from the chances of this one."""
    flows = table.ways * here[table.keys[:, 0]]
    ends_of_runs = np.flatnonzero(np.any(np.diff(table.keys[:, 1:], axis=0, prepend=-1), axis=1))
    after = np.zeros((size, here.shape[1] + 1))
    for start, total in zip(ends_of_runs, np.add.reduceat(flows, ends_of_runs, axis=0), strict=True):
        _, branch, state = table.keys[start]
        after[state, branch : branch + here.shape[1]] += total
    return after
