"""The payoffs of both actions for every triple of scores of one configuration: in memory, in a file, interpolated."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import calibration
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import Press, legal_actions
from ..solvers.ply import Triple
from . import array_file

MAX_ROUNDING = 1e-5  # chances this far outside 0 to 1 are rounding

Dollars = npt.NDArray[np.int64]
Payoffs = npt.NDArray[np.float32]
Scores = int | Dollars  # of one seat; the scores of three seats are broadcast together
Actions = tuple[Triple | None, Triple | None]  # the payoffs of pressing and of passing, in seat order


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
        """Return the payoffs of pressing and of passing, [..., seat], at scores of seats 1, 2 and 3 in the table.

        NaN where the scores do not allow the action, or where there is no answer.
        """

    def cap_suffices(self, *scores: Dollars) -> npt.NDArray[np.bool_]:
        """Return whether the cap changes no answer at these scores of the contestants still in by more than 1e-9."""
        return np.ones(np.broadcast_shapes(*(np.shape(score) for score in scores)), np.bool_)

    def has(self, *scores: Scores) -> npt.NDArray[np.bool_]:
        """Return whether scores of the three seats are in the table."""
        a, b, c = (np.isin(score, axis) for score, axis in zip(scores, self.dollars, strict=True))
        return a & b & c

    def covers(self, position: Position) -> bool:
        return bool(self.has(*(c.score for c in position.contestants)))

    def spans(self, position: Position) -> bool:
        """Return whether no score of a position is above the table's highest."""
        return all(podium.score <= axis[-1] for podium, axis in zip(position.contestants, self.dollars, strict=True))

    def grid_neighbors(self, seat: int, score: int) -> tuple[int, ...]:
        """Return the table's scores that give the answer at a seat's score: the score itself, or its two neighbors."""
        return (score,)

    def answer(self, position: Position, rules: Rules) -> Actions | None:
        """Return the payoffs of pressing and of passing at a position's scores, None for an action that is not allowed.

        The position has the table's configuration, and the rules are the table's. None if the table does not have the
        scores, or if an allowed action has no answer, as the best choices never converge.
        """
        if not self.covers(position):
            return None
        press, passing = map(_triple, self.read(*(c.score for c in position.contestants)))
        legal = legal_actions(position, rules)
        may_press, may_pass = Press() in legal, any(action != Press() for action in legal)
        return (press, passing) if (press is not None, passing is not None) == (may_press, may_pass) else None


@dataclass(frozen=True)
class SolvedTable(AnswerTable):
    """A table as arrays: in memory, or mapped from a file.

    Attributes:
        press, passing: [len(dollars[0]), len(dollars[1]), len(dollars[2]), 3], payoffs in seat order, NaN as in
            ``AnswerTable.read``; None for an action that no score allows.
    """

    dollars: tuple[Dollars, Dollars, Dollars]
    press: Payoffs | None
    passing: Payoffs | None
    rounding: float
    states: int

    @property
    def shape(self) -> tuple[int, int, int]:
        a, b, c = (len(axis) for axis in self.dollars)
        return a, b, c

    def read(self, *scores: Scores) -> tuple[Payoffs, Payoffs]:
        cells = tuple(np.searchsorted(axis, score) for axis, score in zip(self.dollars, scores, strict=True))
        no_payoffs = np.full((*np.broadcast_shapes(*(np.shape(cell) for cell in cells)), 3), np.nan, np.float32)
        press, passing = (no_payoffs if payoffs is None else payoffs[cells] for payoffs in (self.press, self.passing))
        return press, passing

    @property
    def by_action(self) -> dict[str, Payoffs]:
        """The payoffs of the actions that some score allows."""
        payoffs_by_name = {"press": self.press, "pass": self.passing}
        return {name: payoffs for name, payoffs in payoffs_by_name.items() if payoffs is not None}

    def up_to(self, score: int) -> SolvedTable:
        """Return the part of the table without higher scores ($0 always stays)."""
        a, b, c = (slice(max(1, int(np.searchsorted(axis, score, side="right")))) for axis in self.dollars)
        one, two, three = self.dollars
        press, passing = (None if payoffs is None else payoffs[a, b, c] for payoffs in (self.press, self.passing))
        return SolvedTable((one[a], two[b], three[c]), press, passing, self.rounding, self.states)


@dataclass(frozen=True)
class StoredTable(SolvedTable):
    """A table in a file.

    Attributes:
        key: the identity of the table (``key_of``). cap: the cap of the solve.
        relevant_sum: see ``key.relevant_sum``; None if no distance from the cap is enough.
        path: the file of the description.
    """

    key: dict[str, Any]
    cap: int
    relevant_sum: int | None
    path: Path

    @property
    def grid(self) -> int | None:
        """Dollars between the scores of an estimate; None if the table is exact."""
        return self.key.get("grid")

    def cap_suffices(self, *scores: Dollars) -> npt.NDArray[np.bool_]:
        sufficient = np.full(np.broadcast_shapes(*(np.shape(score) for score in scores)), self.relevant_sum is not None)
        for one, other in combinations(scores, 2):  # what two scores together lack of the cap
            sufficient &= np.maximum(self.cap - one, 0) + np.maximum(self.cap - other, 0) >= (self.relevant_sum or 0)
        return sufficient


def write(path: Path, key: dict[str, Any], cap: int, relevant_sum: int | None, table: SolvedTable) -> None:
    """Write a table as an array [action, scores of seat 1, of seat 2, of seat 3, seat].

    Raises:
        OSError: the disk is full, or a file cannot be written.
        ValueError: its payoffs are not chances.
    """
    actions = table.by_action
    payoffs = np.array(list(actions.values()), "<f4")
    unknown = np.isnan(payoffs)
    if np.fmin.reduce(payoffs, None) < -MAX_ROUNDING or np.fmax.reduce(payoffs, None) > 1 + MAX_ROUNDING:
        raise ValueError("Payoffs must be chances from 0 to 1.")
    if (unknown.any(axis=-1) != unknown.all(axis=-1)).any():
        raise ValueError("A payoff is missing for some of the three contestants only.")
    description = {
        "parts": key,
        "cap": cap,
        "matter": relevant_sum,
        "dollars": [axis.tolist() for axis in table.dollars],
        "actions": list(actions),
        "rounding": table.rounding,
        "states": table.states,
    }
    array_file.write(path, description, payoffs.clip(0, 1, out=payoffs))


def read(path: Path, *, check: bool = True) -> StoredTable:
    """Return the table of a file. Takes and raises what ``array_file.read`` does."""
    data, payoffs = array_file.read(path, check=check)
    try:
        by_action = dict(zip(data["actions"], payoffs, strict=True))
        a, b, c = (np.array(axis, np.int64) for axis in data["dollars"])
        press, passing = by_action.get("press"), by_action.get("pass")
        rounding, states, key, cap, relevant_sum = (
            data[name] for name in ("rounding", "states", "parts", "cap", "matter")
        )
        return StoredTable((a, b, c), press, passing, rounding, states, key, cap, relevant_sum, path)
    except array_file.DAMAGED:  # of another version
        raise array_file.damaged(path) from None


def _triple(payoffs: Payoffs) -> Triple | None:
    a, b, c = payoffs.tolist()
    return None if a != a else (a, b, c)  # NaN is not equal to itself


# -- between the scores of a table ----------------------------------------------------------------


class NearestTable(AnswerTable):
    """A stored table that is interpolated at the scores of a position of its configuration.

    Scores that rank the contestants differently are never mixed. ``rounding`` is the whole error of a chance: for an
    estimate, two standard errors.

    Attributes:
        stored: the table.
        error: the standard error of a chance at the table's scores; 0 if it is exact.
    """

    def __init__(self, stored: StoredTable, position: Position, error: float):
        self.stored, self.error, self.states = stored, error, stored.states
        self.rounding = stored.rounding + 2 * error
        self._still_in = position.still_in
        a, b, c = map(np.union1d, stored.dollars, (podium.score for podium in position.contestants))
        self.dollars = (a, b, c)

    @property
    def exact(self) -> bool:
        """Whether the table is exact at its own scores."""
        return self.stored.grid is None

    @property
    def grid(self) -> int:
        """Dollars between the table's scores."""
        return self.stored.grid or int(self.stored.key["unit"])

    def error_at(self, *scores: Scores) -> npt.NDArray[np.float64]:
        """Return the error of a chance at scores of the three seats: rounding and two standard errors."""
        return self.rounding - 2 * self.error + 2 * self.standard_error_at(*scores)

    def standard_error_at(self, *scores: Scores) -> npt.NDArray[np.float64]:
        """Return the standard error of an answer, which grows with the spread of the interpolated chances."""
        weight, left_out, *actions = self._corners(scores)
        spread = np.zeros(weight.shape[1:])
        for payoffs in actions:
            is_known = (weight > 0)[..., None] & ~np.isnan(payoffs)
            highest, lowest = (
                np.where(is_known, sign * payoffs.astype(np.float64), -np.inf).max(axis=0) for sign in (1, -1)
            )
            spread = np.maximum(spread, (highest + lowest).max(axis=-1))
        interpolation = np.hypot(calibration.SHARE_OF_DISTANCE * spread, calibration.LEFT_OUT * left_out)
        return np.asarray(np.hypot(self.error, interpolation))

    def read(self, *scores: Scores) -> tuple[Payoffs, Payoffs]:
        """Return the weighted mean at the neighboring scores with the same order, or at all if none has it."""
        weight, _, *actions = self._corners(scores)
        press, passing = (_mean(payoffs, weight) for payoffs in actions)
        return press, passing

    def cap_suffices(self, *scores: Dollars) -> npt.NDArray[np.bool_]:
        return self.stored.cap_suffices(*scores)

    def grid_neighbors(self, seat: int, score: int) -> tuple[int, ...]:
        below, above, _ = _neighbors(self.stored.dollars[seat], score)
        return tuple(sorted({int(below), int(above)}))

    def _corners(
        self, scores: tuple[Scores, ...]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_], Payoffs, Payoffs]:
        """Return the weights [corner, ...] of the neighboring scores, whether some are left out, and both payoffs."""
        points = np.stack(np.broadcast_arrays(*scores))
        neighbors = [_neighbors(axis, score) for axis, score in zip(self.stored.dollars, points, strict=True)]
        below, above, share = (np.stack(column) for column in zip(*neighbors, strict=True))  # [seat, ...]
        upper = np.reshape(list(product((False, True), repeat=3)), (8, 3, *[1] * (points.ndim - 1)))
        corners = np.where(upper, above, below)  # [corner, seat, ...]
        all_weights = np.where(upper, share, 1 - share).prod(axis=1)
        same_order = all_weights > 0
        for one, other in combinations(self._still_in, 2):
            same_order &= np.sign(corners[:, one] - corners[:, other]) == np.sign(points[one] - points[other])
        weight = np.where(same_order.any(axis=0), all_weights * same_order, all_weights)
        left_out = ((all_weights > 0) & (weight == 0)).any(axis=0)
        return weight, left_out, *self.stored.read(*np.moveaxis(corners, 1, 0))


def _neighbors(axis: Dollars, scores: Scores) -> tuple[Dollars, Dollars, npt.NDArray[np.float64]]:
    """Return the neighbors below and above some scores on an axis (equal if a score is on it), and the upper weight."""
    indices = np.searchsorted(axis, scores)
    above = axis[indices]
    below = np.where(above == scores, above, axis[indices - 1])
    return below, above, (scores - below) / np.maximum(above - below, 1)


def _mean(payoffs: Payoffs, weight: npt.NDArray[np.float64]) -> Payoffs:
    """Return the weighted mean of payoffs [corner, ..., seat], without NaN; NaN if there are no others."""
    known_weight = np.where(np.isnan(payoffs[..., 0]), 0.0, weight)[..., None]
    total = known_weight.sum(axis=0)
    mean: npt.NDArray[np.float64] = (known_weight * np.nan_to_num(payoffs)).sum(axis=0) / np.where(total, total, np.nan)
    return mean.astype(np.float32)
