"""Habits: rules of thumb, none of which may solve the hard dilemmas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine import Position
from engine.formatting import format_money, spell_count

MAX_RIGHT_SHARE = 0.7  # of the hard dilemmas
SCORES = range(500, 20_001, 250)
SPINS = range(1, 6)

Case = tuple[Position, str]  # a position, and its right choice: “press” or “pass”


@dataclass(frozen=True)
class Habit:
    """A rule of thumb: whether to press in a position."""

    name: str
    presses: Callable[[Position], bool]

    def compute_share_right(self, cases: Sequence[Case]) -> float:
        """Return the share of cases in which the habit makes the right choice."""
        return sum(self.presses(position) == (best == "press") for position, best in cases) / len(cases)


def _leads(position: Position) -> bool:
    others = [contestant.score for seat, contestant in enumerate(position.contestants) if seat != position.mover_seat]
    return position.mover.score > max(others)


def _make_score_habit(dollars: int) -> Habit:
    return Habit(f"press under {format_money(dollars)}", lambda position: position.mover.score < dollars)


def _make_spins_habit(spins: int) -> Habit:
    return Habit(f"press with {spell_count(spins, 'spin')} at most", lambda position: position.mover.spins <= spins)


# The rows of the table, each with the habits of which the best counts.
SINGLE: dict[str, Sequence[Habit]] = {
    "always press": [Habit("always press", lambda position: True)],
    "the leader passes": [Habit("the leader passes", lambda position: not _leads(position))],
    "press under $N": [_make_score_habit(dollars) for dollars in SCORES],
    "press with k spins at most": [_make_spins_habit(spins) for spins in SPINS],
}


def _combine_habits(one: Habit, other: Habit) -> list[Habit]:
    return [
        Habit(f"{one.name} and {other.name}", lambda position: one.presses(position) and other.presses(position)),
        Habit(f"{one.name} or {other.name}", lambda position: one.presses(position) or other.presses(position)),
    ]


def list_families() -> dict[str, list[Habit]]:
    """Return the habits by row: single habits, and pairs joined by “and” and by “or”."""
    pairs = {
        f"{one} + {other}": [habit for a in SINGLE[one] for b in SINGLE[other] for habit in _combine_habits(a, b)]
        for one, other in combinations(SINGLE, 2)
    }
    return {name: list(family_habit) for name, family_habit in SINGLE.items()} | pairs


def rank_habits(cases: Iterable[Case]) -> list[tuple[str, float]]:
    """Return the best habit of each row, and its share of right choices."""
    case_list = list(cases)
    rows = []
    for habits in list_families().values():
        best = max(habits, key=lambda habit: habit.compute_share_right(case_list))
        rows.append((best.name, best.compute_share_right(case_list)))
    return rows
