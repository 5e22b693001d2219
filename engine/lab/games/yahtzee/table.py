"""Expected further points of cards under best play, level by level of open boxes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...arrays import Reals
from ...budget import Budget
from .rule_arrays import BOXES, boxes_of, has_jokers, places, sheet
from .rules import BONUS_FROM, YAHTZEE, Card, RuleSet

FULL = (1 << BOXES) - 1
TOTALS = BONUS_FROM + 1
ROWS_AT_ONCE = 64
# Roundings of one turn: three times five averages of seven operations, plus those of the box.
ROUNDINGS = 3 * 5 * 7 + 4

Rows = npt.NDArray[np.int32]
Work = Callable[[Rows, npt.NDArray[np.uint16]], int]


@dataclass(frozen=True, slots=True)
class ValueTable:
    """Values of cards.

    Attributes:
        rules: the rules.
        values: float64 [1 or 2, 8192, 64], by whether the Yahtzee box holds 50, open boxes as bits and
            upper total; in points. Rows that were not asked for are undefined.
    """

    rules: RuleSet
    values: Reals

    def value(self, card: Card) -> float:
        """Return the expected further points of a card, with bonuses."""
        return float(self.values[int(card.fifty), card.mask, card.upper])


def error_of(card: Card, value: float) -> float:
    """Return a proven bound on the rounding error: all terms are positive, so relative errors just add up."""
    return ROUNDINGS * len(card.open) * 2.0**-53 * value


def shape(rules: RuleSet) -> tuple[int, int, int]:
    """Return the shape of a table's values."""
    return (2 if has_jokers(rules) else 1, FULL + 1, TOTALS)


def rows_below(rules: RuleSet, card: Card) -> Rows:
    """Return the rows that a card leads to and its own, fewest boxes first: int32 [count, 2], (holds 50, open boxes).

    Rows without an open box are left out: their value is 0.
    """
    masks = [0]
    for box in card.open:
        masks += [mask | 1 << box for mask in masks]
    rows = [(int(card.fifty), mask) for mask in masks if mask]
    if has_jokers(rules) and YAHTZEE in card.open:
        rows += [(1, mask) for mask in masks if mask and not mask >> YAHTZEE & 1]
    rows.sort(key=lambda row: (row[1].bit_count(), row))
    return np.array(rows, dtype=np.int32).reshape(-1, 2)


def solve(rules: RuleSet, card: Card, budget: Budget, threads: int = 2) -> ValueTable:
    """Return the values of a card and of all cards it leads to, for every upper total.

    Every row follows from rows with one open box less, so the rows of a level are distributed among
    threads; the numbers do not depend on which thread computes a row.

    Raises:
        Exhausted: the budget was spent.
        Cancelled: the question was cancelled.
    """
    kernel = sheet(has_jokers(rules))
    values = np.zeros(shape(rules))

    def work(rows: Rows, further: npt.NDArray[np.uint16]) -> int:
        return kernel.solve(values, rows, further, budget.flag.memory)

    sweep(rules, card, budget, threads, work)
    return ValueTable(rules, values)


def sweep(rules: RuleSet, card: Card, budget: Budget, threads: int, work: Work, stage: str = "Cards") -> None:
    """Process a card's row and the rows below it, level by level.

    ``work`` takes rows and the places of further Yahtzees in them, and returns the number of rows it processed;
    ``stage`` names the work, for the progress.

    Raises:
        Exhausted: the budget was spent.
        Cancelled: the question was cancelled.
    """
    rows = rows_below(rules, card)
    sizes = np.array([int(mask).bit_count() for mask in rows[:, 1]], dtype=np.int64)
    jokers = places(has_jokers(rules), rows[:, 1])
    done = 0
    with ThreadPoolExecutor(threads) as workers:
        for size in range(1, len(card.open) + 1):
            level = np.flatnonzero(sizes == size)
            for start in range(0, len(level), threads * ROWS_AT_ONCE):
                some = level[start : start + threads * ROWS_AT_ONCE]
                reached = f"{done:,} of {len(rows):,} sets of open boxes"
                budget.spend(len(some) * TOTALS, reached)
                parts = np.array_split(some, threads)
                if sum(workers.map(work, [rows[part] for part in parts], [jokers[part] for part in parts])) < len(some):
                    budget.stop(reached)
                done += len(some)
                budget.progress(f"{stage} with {size} open boxes", done / len(rows))


def reachable(rules: RuleSet) -> int:
    """Return the number of cards reachable between turns, including the empty and the full one."""
    totals: list[set[int]] = [set() for _ in range(1 << 6)]
    totals[0] = {0}
    for mask in range(1, 1 << 6):
        for box in boxes_of(mask):
            for before in totals[mask ^ 1 << box]:
                totals[mask].update(min(BONUS_FROM, before + count * (box + 1)) for count in range(6))
    lower = 1 << (BOXES - 6 - 1)
    return sum(map(len, totals)) * lower * (3 if has_jokers(rules) else 2)
