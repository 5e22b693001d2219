"""Expected further points of cards under best play, level by level of open boxes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ....solvers.cancel_flag import Team
from ...arrays import Reals, Shorts
from ...budget import Budget
from . import _turn, dice
from .rules import BONUS, BONUS_FROM, CATEGORIES, FURTHER, UPPER, YAHTZEE, YAHTZEE_BONUS, Card, RuleSet, list_totals

BOXES = len(CATEGORIES)
TOTALS = BONUS_FROM + 1
MAX_ROWS_AT_ONCE = 64
# Roundings of one turn: three times five averages of seven operations, plus four of the box.
ROUNDINGS = 3 * 5 * 7 + 4

Rows = npt.NDArray[np.int32]
Work = Callable[[Rows, bytearray], int]


@dataclass(frozen=True, slots=True)
class ValueTable:
    """Values of cards.

    Attributes:
        values: float64 [1 or 2, 8192, 64], points by whether the Yahtzee box holds 50, open boxes as bits, and upper
            total. Rows that were not solved are undefined.
    """

    rules: RuleSet
    values: Reals

    def value(self, card: Card) -> float:
        """Return the expected further points of a card, with bonuses."""
        return float(self.values[int(card.fifty), card.mask, card.upper])

    def after(self, card: Card, points: int) -> float:
        """Return the points of a turn plus the expected further points of the card after it."""
        return points + self.value(card)


def bound_error(card: Card, value: float) -> float:
    """Return a proven bound on the rounding error: all terms are positive, so relative errors add up."""
    return ROUNDINGS * len(card.open) * 2.0**-53 * value


def get_table_shape(rules: RuleSet) -> tuple[int, int, int]:
    return (2 if rules in FURTHER else 1, 1 << BOXES, TOTALS)


def solve_card(rules: RuleSet, card: Card, budget: Budget, threads: int = 2) -> ValueTable:
    """Return the values of a card and of all later cards, for every upper total. Raises Exhausted, Cancelled.

    Every row needs only rows with one open box less, so the rows of a level are distributed among
    threads; the values do not depend on which thread computes a row.
    """
    values = np.zeros(get_table_shape(rules))
    sweep_rows(rules, card, budget, partial(build_rules_sheet(rules).solve, values, False), threads=threads)
    return ValueTable(rules, values)


def sweep_rows(rules: RuleSet, card: Card, budget: Budget, work: Work, stage: str = "Cards", threads: int = 2) -> None:
    """Process a card's row and the rows below it, level by level. Raises Exhausted, Cancelled.

    ``work`` takes rows and the flag that stops it, and returns the number of rows it processed; ``stage`` names the
    work, for the progress.
    """
    levels = list_rows_below(rules, card)
    done_count, count = 0, sum(map(len, levels))
    with Team(threads, budget.flag) as team:
        for size, level in enumerate(levels, 1):
            for start in range(0, len(level), threads * MAX_ROWS_AT_ONCE):
                rows = level[start : start + threads * MAX_ROWS_AT_ONCE]
                progress = f"{done_count:,} of {count:,} sets of open boxes"
                budget.spend(len(rows) * TOTALS, progress)
                parts = [partial(work, part, team.stop.memory) for part in np.array_split(rows, threads)]
                if sum(team.results(parts)) < len(rows):
                    budget.stop(progress)
                done_count += len(rows)
                budget.report_progress(f"{stage} with {size} open boxes", done_count / count)


def list_rows_below(rules: RuleSet, card: Card) -> list[Rows]:
    """Return the card's row and the rows that it leads to, by their numbers of open boxes from 1 on.

    Each level is int32 [count, 2], (holds 50, open boxes). Rows without an open box are left out: their value is 0.
    """
    masks = [0]
    for box in card.open:
        masks += [mask | 1 << box for mask in masks]
    rows = [(int(card.fifty), mask) for mask in masks]
    if rules in FURTHER and YAHTZEE in card.open:
        rows += [(1, mask) for mask in masks if not mask >> YAHTZEE & 1]
    sizes = range(1, len(card.open) + 1)
    return [
        np.array([table_row for table_row in rows if table_row[1].bit_count() == size], dtype=np.int32)
        for size in sizes
    ]


@cache
def build_rules_sheet(rules: RuleSet) -> _turn.Sheet:
    """Return the rules as arrays for the kernel."""
    jokers = dice.roll_scores(joker=True) if rules in FURTHER else None
    return build_sheet(dice.roll_scores(), BONUS, jokers, YAHTZEE_BONUS, rules == "free-joker")


def build_sheet(
    scores: Shorts, bonus: int, jokers: Shorts | None = None, yahtzee_bonus: int = 0, free: bool = False
) -> _turn.Sheet:
    """Return the boxes of a game as arrays for the kernel.

    Args:
        scores: int16 [boxes, 252], the points of each roll; the upper section is the first six boxes.
        bonus: the points for an upper total of 63.
        jokers: the points of each roll as a further Yahtzee, int16 [boxes, 252]; None without rules for further Yahtzees.
        yahtzee_bonus: points for a further Yahtzee.
        free: whether a further Yahtzee may go to any box.
    """
    tables = [table.tolist() for table in (scores, scores if jokers is None else jokers)]
    # An entry is a box with a possible score, which is an outcome of a turn.
    entries = sorted({(box, score) for table in tables for box, score_row in enumerate(table) for score in score_row})
    number = {entry: index for index, entry in enumerate(entries)}
    entry, joker = (
        np.array([[number[box, score] for score in score_row] for box, score_row in enumerate(table)], np.int16)
        for table in tables
    )
    boxes, points = np.array(entries, np.int16).T.copy()
    face = np.full(len(dice.ROLLS), -1, dtype=np.int16)
    face[dice.five_of_a_kind_rolls()] = np.arange(6)
    further = jokers is not None, free, float(bonus), float(yahtzee_bonus)
    return _turn.Sheet(dice.keeps_plus_face(), dice.keeps_minus_die(), entry, joker, boxes, points, face, *further)


def count_reachable(rules: RuleSet) -> int:
    """Return the number of cards reachable between turns, including the empty and the full one."""
    upper = [boxes for count in range(len(UPPER) + 1) for boxes in combinations(UPPER, count)]
    totals = sum(len({min(BONUS_FROM, total) for total in list_totals(boxes)}) for boxes in upper)
    lower = 1 << (BOXES - len(UPPER) - 1)
    return totals * lower * (3 if rules in FURTHER else 2)
