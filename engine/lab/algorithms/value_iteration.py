"""Value iteration: every state is recomputed from the others in repeated sweeps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Reals
from ..budget import Budget
from .process import Process


@dataclass(frozen=True, slots=True)
class Sweeps:
    """Values after the last sweep, float64 [states], and the largest change of each sweep.

    A small last change does not prove a small error: the remaining changes may add up. ``watched`` has the value of one
    state at first and after each sweep.
    """

    values: Reals
    changes: tuple[float, ...]
    watched: tuple[float, ...] = ()


def value_iteration(
    process: Process, tolerance: float, budget: Budget, start: Reals | None = None, watch: int = 0
) -> Sweeps:
    """Sweep until no value changes by more than ``tolerance``.

    Values that start too small (from 0 if no reward is negative) rise toward the true ones in a maximizer's process;
    values that start too large fall. With two opposing players this finds the values of best play on both sides.
    ``watch`` is the number of a state whose values are returned.

    Raises:
        Exhausted: the budget was spent; a sweep costs one node per state.
    """
    values = np.zeros(process.states) if start is None else start
    changes: list[float] = []
    watched = [float(values[watch])]
    while not changes or changes[-1] > tolerance:
        reached = f"sweep {len(changes)}, largest change {changes[-1]:.3g}" if changes else "nothing"
        budget.spend(process.states, reached)
        after = process.best(process.action_values(values))
        changes.append(float(np.abs(after - values).max(initial=0.0)))
        values = after
        watched.append(float(values[watch]))
    return Sweeps(values, tuple(changes), tuple(watched))
