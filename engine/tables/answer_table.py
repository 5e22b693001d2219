"""The payoffs of both actions for every triple of scores of one configuration."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..game.options import Rules
from ..game.position import Position
from ..game.rules import Press, legal_actions
from ..solvers.ply import Triple

Dollars = npt.NDArray[np.int64]
Payoffs = npt.NDArray[np.float32]
Scores = int | Dollars  # of one seat; those of three seats are broadcast together
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
    def read(self, *scores: Scores) -> tuple[Payoffs, Payoffs]:
        """Return the payoffs of pressing and of passing at scores of seats 1, 2 and 3, all in the table: [..., seat].

        NaN where these scores do not allow the action, or where there is no answer.
        """

    def high_enough(self, *scores: Dollars) -> npt.NDArray[np.bool_]:
        """Return whether the cap is known to change no answer at these scores by more than 1e-9.

        The scores are those of the contestants still in, broadcast together.
        """
        return np.ones(np.broadcast_shapes(*(np.shape(score) for score in scores)), np.bool_)

    def has(self, *scores: Scores) -> npt.NDArray[np.bool_]:
        """Return whether scores of the three seats are in the table."""
        a, b, c = (np.isin(score, axis) for score, axis in zip(scores, self.dollars, strict=True))
        return a & b & c

    def covers(self, position: Position) -> bool:
        return bool(self.has(*(c.score for c in position.contestants)))

    def around(self, seat: int, score: int) -> tuple[int, ...]:
        """Return the scores that the answer at a seat's score is made from: itself, or its two neighbors."""
        return (score,)

    def answer(self, position: Position, rules: Rules) -> Actions | None:
        """Return ``actions``; None as well if an allowed one has no answer, as the best choices never converge.

        The position is of this configuration, the rules those the table was made with.
        """
        actions = self.actions(position)
        if actions is None:
            return None
        press, passing = actions
        allowed = legal_actions(position, rules)
        may_press, may_pass = Press() in allowed, any(action != Press() for action in allowed)
        return actions if (press is not None, passing is not None) == (may_press, may_pass) else None

    def actions(self, position: Position) -> Actions | None:
        """Return the payoffs of pressing and of passing at a position's scores, in seat order.

        The position must be of this configuration. None if the table does not have its scores; None
        for an action without an answer.
        """
        if not self.covers(position):
            return None
        press, passing = self.read(*(c.score for c in position.contestants))
        return _triple(press), _triple(passing)


@dataclass(frozen=True)
class SolvedTable(AnswerTable):
    """A table as arrays: in memory, as a solver made it, or mapped from a file.

    Attributes:
        press, passing: [len(dollars[0]), len(dollars[1]), len(dollars[2]), 3], payoffs in seat order, NaN as in
            ``AnswerTable.read``; None for an action that no score allows.

    Raises:
        ValueError: the shapes of the arrays do not match.
    """

    dollars: tuple[Dollars, Dollars, Dollars]
    press: Payoffs | None
    passing: Payoffs | None
    rounding: float
    states: int

    def __post_init__(self) -> None:
        if not all(len(axis) and axis[0] >= 0 and np.all(np.diff(axis) > 0) for axis in self.dollars):
            raise ValueError("The scores of each seat must ascend from $0 or more.")
        if self.press is None and self.passing is None:
            raise ValueError("A table needs at least one action.")
        for payoffs in (self.press, self.passing):
            if payoffs is not None and payoffs.shape != (*self.shape, 3):
                raise ValueError(f"Payoffs of shape {payoffs.shape} do not fit scores of shape {self.shape}.")

    @property
    def shape(self) -> tuple[int, int, int]:
        a, b, c = (len(axis) for axis in self.dollars)
        return a, b, c

    def read(self, *scores: Scores) -> tuple[Payoffs, Payoffs]:
        cells = tuple(np.searchsorted(axis, score) for axis, score in zip(self.dollars, scores, strict=True))
        nothing = np.full((*np.broadcast_shapes(*(np.shape(cell) for cell in cells)), 3), np.nan, np.float32)
        press, passing = (nothing if payoffs is None else payoffs[cells] for payoffs in (self.press, self.passing))
        return press, passing

    def up_to(self, score: int) -> SolvedTable:
        """Return the part with no score above this one ($0 always stays)."""
        a, b, c = (slice(max(1, int(np.searchsorted(axis, score, side="right")))) for axis in self.dollars)
        one, two, three = self.dollars
        press, passing = (None if payoffs is None else payoffs[a, b, c] for payoffs in (self.press, self.passing))
        return SolvedTable((one[a], two[b], three[c]), press, passing, self.rounding, self.states)


def _triple(payoffs: Payoffs) -> Triple | None:
    a, b, c = payoffs.tolist()
    return None if a != a else (a, b, c)  # NaN is not equal to itself
