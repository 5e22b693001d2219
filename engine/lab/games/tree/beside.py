"""Figures of the memo beside the correct values."""

from __future__ import annotations

from dataclasses import dataclass

from ...answer import Value
from ...budget import Budget
from .exact import chance_to_win, values_of
from .memo import DRIFT, Figure
from .play import Estimate, Trees, simulate
from .ratio import SplitRatio
from .rules import WEIGHING
from .series import by_move, value_at
from .walk import walk


@dataclass(frozen=True, slots=True)
class Row:
    """A figure, its correct value, and the error of that value."""

    figure: Figure
    value: float
    error: float

    def cells(self) -> list[Value]:
        """Strategy, E, A, move, the memo's figure, the value, their difference, remark."""
        figure = self.figure
        name = (
            figure.strategy
            if figure.over is None
            else f"{figure.strategy} over {figure.over}".replace("over move", "over the move before")
        )
        memo = figure.memo
        return [
            name,
            figure.end,
            figure.ratio,
            figure.move,
            memo,
            self.value,
            None if memo is None else memo - self.value,
            figure.remark if memo is not None else "unreadable",
        ]


def row(figure: Figure, games: int, seed: int, budget: Budget, *, drift: bool = False) -> Row:
    """The correct value of a figure.

    Args:
        figure: of a table.
        games: how many to simulate if there is no exact method.
        seed: of those games.
        budget: see ``Budget``.
        drift: whether the figure is from chapter 6.

    Raises:
        Exhausted, Cancelled: see ``Budget``.
    """
    trees = Trees("tsi", figure.end, SplitRatio(figure.ratio))
    if drift:
        trees = Trees("drift", figure.end, SplitRatio(0.5), *DRIFT)
    if figure.strategy in WEIGHING:
        played = simulate(trees, figure.strategy, games, seed, budget, figure.over)
        found: Estimate = played.chance if figure.over is None else played.gain
        return Row(figure, found.mean, found.error)
    if figure.move is None:
        exact = chance_to_win(figure.strategy, trees, budget)
        return Row(figure, exact.chance, exact.error)
    chances = _by_move(figure.strategy, trees, figure.move, budget)
    value = chances[-1] / chances[-2] if figure.over == "move" else chances[-1]
    return Row(figure, value, 1e-12)


def _by_move(strategy: str, trees: Trees, moves: int, budget: Budget) -> list[float]:
    if trees.form == "drift":
        return walk(strategy, trees.end, values_of(strategy, trees), budget, moves=moves).by_move
    return [value_at(each, 1.0, "tsi") for each in by_move(strategy, trees.end, trees.ratio, moves)]
