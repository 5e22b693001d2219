"""The payoffs of both actions for every triple of scores of one configuration."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from ..game.options import Rules
from ..game.position import SEATS, Position
from ..game.rules import Press, legal_actions
from ..solvers.ply import Triple

Dollars = npt.NDArray[np.int64]
Payoffs = npt.NDArray[np.float32]
Box = tuple[slice, slice, slice]  # a range of cells for each seat, with start and stop
Actions = tuple[Triple | None, Triple | None]  # the payoffs of pressing and of passing, in seat order


class TableError(Exception):
    """A table that cannot be stored or read; the message is a sentence that says why."""


class AnswerTable(ABC):
    """Answers of one configuration, in memory or in a file.

    Attributes:
        dollars: the scores of seats 1, 2 and 3 in the table, ascending; (0,) for a seat that is out.
        rounding: the largest error of a payoff against its exact value at this unit and cap, in probability.
        states: positions computed for it.
    """

    dollars: tuple[Dollars, Dollars, Dollars]
    rounding: float
    states: int

    @abstractmethod
    def read(self, box: Box) -> tuple[Payoffs | None, Payoffs | None]:
        """Return the payoffs of pressing and of passing, each [scores of seat 1, of seat 2, of seat 3, seat].

        None for an action that no score allows; NaN where these scores do not allow it, or where there is no answer.

        Raises:
            TableError: the file is damaged where it is read.
        """

    def high_enough(self, *scores: Dollars) -> npt.NDArray[np.bool_]:
        """Return whether the cap is known to change no answer at these scores by more than 1e-9.

        Args:
            scores: of the contestants still in, broadcast together.
        """
        return np.ones(np.broadcast_shapes(*(np.shape(score) for score in scores)), np.bool_)

    def reaches(self, position: Position, *, any_cap: bool) -> bool:
        """Return whether the table has scores this high, and its cap is ``high_enough`` or ``any_cap`` will do."""
        if any(position.contestants[seat].score > self.dollars[seat][-1] for seat in position.still_in):
            return False
        scores = [np.array(position.contestants[seat].score) for seat in position.still_in]
        return any_cap or bool(self.high_enough(*scores))

    @property
    def shape(self) -> tuple[int, int, int]:
        a, b, c = (len(axis) for axis in self.dollars)
        return a, b, c

    def place(self, seat: int, score: int) -> int | None:
        """Return the place of a score on a seat's axis; None if the table does not have it."""
        axis = self.dollars[seat]
        index = int(np.searchsorted(axis, score))
        return index if index < len(axis) and axis[index] == score else None

    def around(self, seat: int, score: int) -> tuple[int, ...]:
        """Return the scores that the answer at a seat's score is made from: itself, or its two neighbors."""
        return (score,)

    def cell(self, position: Position) -> tuple[int, int, int] | None:
        """Return the cell of a position's scores; None if the table does not have one of them."""
        a, b, c = (self.place(seat, position.contestants[seat].score) for seat in SEATS)
        return None if a is None or b is None or c is None else (a, b, c)

    def answer(self, position: Position, rules: Rules) -> Actions | None:
        """Return ``actions``; None as well if an allowed one has no answer, as the best choices never converge.

        Args:
            position: of this configuration.
            rules: those the table was made with.
        """
        found = self.actions(position)
        if found is None:
            return None
        press, passing = found
        allowed = legal_actions(position, rules)
        may_press, may_pass = Press() in allowed, any(action != Press() for action in allowed)
        return found if (press is not None, passing is not None) == (may_press, may_pass) else None

    def actions(self, position: Position) -> Actions | None:
        """Return the payoffs of pressing and of passing at a position's scores, in seat order.

        The position must be of this configuration. None if the table does not have its scores; None
        for an action without an answer.

        Raises:
            TableError: the file is damaged where it is read.
        """
        cell = self.cell(position)
        if cell is None:
            return None
        a, b, c = (slice(index, index + 1) for index in cell)
        press, passing = self.read((a, b, c))
        return payoffs_of_cell(press), payoffs_of_cell(passing)


@dataclass(frozen=True)
class SolvedTable(AnswerTable):
    """A table in memory, as a solver made it.

    Attributes:
        press, passing: [len(dollars[0]), len(dollars[1]), len(dollars[2]), 3], payoffs in seat
            order; see ``AnswerTable.read`` for None and NaN.

    Raises:
        ValueError: the shapes of the arrays do not match.
    """

    dollars: tuple[Dollars, Dollars, Dollars]
    press: Payoffs | None
    passing: Payoffs | None
    rounding: float
    states: int = 0

    def __post_init__(self) -> None:
        if not all(len(axis) and axis[0] >= 0 and np.all(np.diff(axis) > 0) for axis in self.dollars):
            raise ValueError("The scores of each seat must ascend from $0 or more.")
        if self.press is None and self.passing is None:
            raise ValueError("A table needs at least one action.")
        for payoffs in (self.press, self.passing):
            if payoffs is not None and payoffs.shape != (*self.shape, 3):
                raise ValueError(f"Payoffs of shape {payoffs.shape} do not fit scores of shape {self.shape}.")

    def read(self, box: Box) -> tuple[Payoffs | None, Payoffs | None]:
        return (
            None if self.press is None else self.press[box],
            None if self.passing is None else self.passing[box],
        )

    def up_to(self, score: int) -> SolvedTable:
        """Return the part with no score above this one ($0 always stays)."""
        box = tuple(slice(0, max(1, int(np.searchsorted(axis, score, side="right")))) for axis in self.dollars)
        a, b, c = (axis[part] for axis, part in zip(self.dollars, box, strict=True))
        press, passing = self.read((box[0], box[1], box[2]))
        return SolvedTable((a, b, c), press, passing, self.rounding, self.states)


def dollars_of(scores: Sequence[Any]) -> Dollars:
    """Return scores as an array."""
    return np.array(scores, np.int64)


def enough(cap: int, matter: int | None, scores: Sequence[Dollars]) -> npt.NDArray[np.bool_]:
    """Return whether any two of these scores, broadcast together, are so far below a cap that it does not matter.

    Args:
        cap: where scores stop.
        matter: the distance that two must have below it together; None if no distance is enough.
        scores: of the contestants still in.
    """
    found = np.full(np.broadcast_shapes(*(np.shape(score) for score in scores)), matter is not None)
    for one, other in combinations(scores, 2):
        found &= np.maximum(cap - one, 0) + np.maximum(cap - other, 0) >= (matter or 0)
    return found


def payoffs_of_cell(payoffs: Payoffs | None) -> Triple | None:
    """Return the payoffs of a single cell in seat order; None if there is no answer."""
    if payoffs is None:
        return None
    a, b, c = (float(x) for x in payoffs.reshape(3))
    return None if a != a else (a, b, c)  # NaN is not equal to itself
