"""Strategies that see a number of plies, in the dependent and the independent form: power series in the top's value.

See ``series`` for the method, and ``plies`` for the states: each has a series of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from ...arrays import Reals
from .plies import LOSS, SPLIT, WIN, Outcomes, Shape, Turns, first_looks, looks, moves, states
from .series import Level, Series, Way, constant
from .trees import DEGREE, Ends, SplitRatio


@dataclass(frozen=True, slots=True)
class _Polynomials:
    """Chances as polynomials in the value of the split point."""

    ends: Ends
    shares: tuple[float, ...]
    one: Reals

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


def ply_series(depth: int, ends: Ends, ratio: SplitRatio) -> Series:
    """Return the series of a strategy that sees a number of plies, at least 2.

    Args:
        depth: the number of plies.
        ends: E, above 0 on the later levels.
        ratio: constant.
    """
    branches = len(ratio.shares)
    chances = _Polynomials(ends, ratio.shares, np.ones(1))
    later = states(depth, branches)

    def level(number: int) -> Level:
        known: list[Shape] = later if number else [SPLIT]
        found = moves(known, later, depth, number, chances, chances.value)
        won, lost = _total(found.won, len(known)), _total(found.lost, len(known))
        one = constant([1.0] * len(known))
        seen = [float(looks(state)) for state in known] if number else [first_looks(depth, branches, ends)]
        degree = max((len(each) for each in found.ways.values()), default=1)
        ways = np.zeros((branches, degree, len(known), len(later)))
        for (state, branch, after), chance in found.ways.items():
            ways[branch, : len(chance), state, after] = chance
        return Level(
            won,
            lost,
            one,
            constant(seen),
            [
                Way(each, power, powers)
                for powers, by_degree in zip(ratio.powers, ways, strict=True)
                for power, each in enumerate(by_degree)
                if each.any()
            ],
        )

    # From the last of these levels on the new ply's E stays the same.
    return Series([level(number) for number in range(max(len(ends.first) - depth + 1, 1) + 1)])


def _total(chances: Mapping[Any, Reals], size: int) -> Reals:
    """Return the sum over branches, by state."""
    found = np.zeros((size, DEGREE + 1))
    for (state, _), chance in chances.items():
        found[state, : len(chance)] += chance
    return found
