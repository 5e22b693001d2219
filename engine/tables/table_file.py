"""A table in a file: payoffs in single precision, [action, scores of seat 1, of seat 2, of seat 3, seat], NaN for no answer."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..solvers.cancel_flag import CancelFlag
from . import array_file
from .answer_table import Dollars, Payoffs, SolvedTable, TableError
from .array_file import DAMAGED
from .key import Key

NOISE = 1e-5  # chances this far outside 0 to 1 are arithmetic


@dataclass(frozen=True)
class StoredTable(SolvedTable):
    """A table in a file.

    Attributes:
        key: the question it answers; its cap is the one used for solving.
        matter: the sum that matters in the rest of the game (``key.relevant_sum``); None if no distance from the cap is
            enough.
        path, array_path: its description and its array. bytes: of both.
    """

    key: Key
    matter: int | None
    path: Path
    array_path: Path
    bytes: int

    @property
    def cap(self) -> int:
        return self.key.cap

    @property
    def grid(self) -> int | None:
        """Dollars between the scores of an estimate; None for an exact table."""
        return self.key.parts.get("grid")

    def high_enough(self, *scores: Dollars) -> npt.NDArray[np.bool_]:
        sufficient = np.full(np.broadcast_shapes(*(np.shape(score) for score in scores)), self.matter is not None)
        for one, other in combinations(scores, 2):  # the distance that two have below the cap together
            sufficient &= np.maximum(self.cap - one, 0) + np.maximum(self.cap - other, 0) >= (self.matter or 0)
        return sufficient


def write(path: Path, key: Key, matter: int | None, table: SolvedTable, cancel: CancelFlag | None = None) -> None:
    """Write a table. Raises as ``array_file.write``, and ValueError if its payoffs are not chances."""
    actions = _actions(table)
    description = {
        "parts": key.parts,
        "cap": key.cap,
        "matter": matter,
        "dollars": [axis.tolist() for axis in table.dollars],
        "actions": list(actions),
        "rounding": table.rounding,
        "states": table.states,
    }
    layers = (_chances(layer) for payoffs in actions.values() for layer in payoffs)
    array_file.write(path, description, (len(actions), *table.shape, 3), layers, cancel)


def read(path: Path, *, check: bool = True) -> StoredTable:
    """Return the table of a file. Takes and raises what ``array_file.read`` does."""
    data, payoffs, array_path, size = array_file.read(path, check=check)
    try:
        a, b, c = (np.array(axis, np.int64) for axis in data["dollars"])
        by_action = dict(zip(data["actions"], payoffs, strict=True))
        return StoredTable(
            (a, b, c),
            by_action.get("press"),
            by_action.get("pass"),
            float(data["rounding"]),
            int(data["states"]),
            Key(dict(data["parts"]), int(data["cap"])),
            None if data["matter"] is None else int(data["matter"]),
            path,
            array_path,
            size,
        )
    except DAMAGED:
        raise TableError(f"{path.name} is damaged, so its answers cannot be trusted.") from None


def size_of(table: SolvedTable) -> int:
    return sum(payoffs.nbytes for payoffs in _actions(table).values())


def _actions(table: SolvedTable) -> dict[str, Payoffs]:
    by_action = {"press": table.press, "pass": table.passing}
    return {name: payoffs for name, payoffs in by_action.items() if payoffs is not None}


def _chances(payoffs: Payoffs) -> Payoffs:
    """Return payoffs as chances. Raises ValueError if they are none."""
    missing = np.isnan(payoffs).sum(axis=-1)
    if ((missing != 0) & (missing != payoffs.shape[-1])).any():
        raise ValueError("A payoff is missing for some of the three contestants only.")
    chances = np.clip(payoffs, 0, 1).astype("<f4")
    if (np.abs(chances - payoffs) > NOISE).any():
        raise ValueError("Payoffs must be chances from 0 to 1.")
    return chances
