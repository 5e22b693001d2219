"""Deal dilemmas to days: an easy, a medium and a hard one each, such that no habit solves the hard ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from engine import Position

from . import habits
from .search import SolvedDilemma

MAX_HARD_MARGIN = 0.15
PLAIN = ("choice", "whammy-off", "third")  # kinds in which one choice is mostly right; none is hard
MAX_HABIT_SHARE = habits.MAX_RIGHT_SHARE - 0.02
ROUNDS, SWAPS = 400, 60  # of the search for hard dilemmas
MAX_LIKE_DIFFERENCE = 0.01  # of the chances of two dilemmas that feel the same
MIN_DAYS_APART = 14  # between like dilemmas if possible, and always between choices of the same two things
DAYS_PER_PAIR = 20  # days for each choice of the same two things, so that they can be dealt apart


class DealtDilemma(Protocol):
    """A dilemma to deal: a new one, or one of the deck."""

    @property
    def kind(self) -> str: ...
    @property
    def board(self) -> str: ...
    @property
    def position(self) -> Position: ...
    @property
    def square(self) -> int: ...
    @property
    def choices(self) -> Mapping[str, Sequence[float]]: ...


Dealt = TypeVar("Dealt", bound=DealtDilemma)


class TooFew(ValueError):
    """There are not enough dilemmas, or a habit solves every selection of hard ones."""


def deal(dilemmas: Sequence[SolvedDilemma], days: int, seed: int) -> list[SolvedDilemma]:
    """Return three dilemmas for each day, in the order in which they are dealt.

    Raises:
        TooFew: the search must find more.
    """
    rng = random.Random(seed)  # noqa: S311  # nothing secret
    dilemmas = _limit_pairs(dilemmas, days)
    hard = _choose_hard(dilemmas, days, rng)
    other_dilemmas = sorted(
        (dilemma for dilemma in dilemmas if dilemma not in hard), key=lambda dilemma: dilemma.margin
    )
    if len(other_dilemmas) < 2 * days:
        raise TooFew(f"{len(dilemmas)} dilemmas are too few for {days} days.")
    while len(other_dilemmas) > 2 * days:  # drop the largest margin among those with the more frequent right choice
        rights = Counter(dilemma.best for dilemma in other_dilemmas)
        other_dilemmas.remove(max(other_dilemmas, key=lambda dilemma: (rights[dilemma.best], dilemma.margin)))
    medium, easy = other_dilemmas[:days], other_dilemmas[days:]
    for group in (easy, medium, hard):
        rng.shuffle(group)
    days_dealt = []
    for one in hard:
        two = _take_other_kind(medium, {one.kind})
        three = _take_other_kind(easy, {one.kind, two.kind})
        days_dealt.append((three, two, one))
    return [dilemma for day in spread_days(days_dealt) for dilemma in day]


def _limit_pairs(dilemmas: Sequence[SolvedDilemma], days: int) -> list[SolvedDilemma]:
    """Return the dilemmas with at most one choice between the same two things per `DAYS_PER_PAIR` days."""
    counts: Counter[frozenset[str]] = Counter()
    chosen_dilemmas = []
    for dilemma in dilemmas:
        if dilemma.square:
            counts[get_pair(dilemma)] += 1
            if counts[get_pair(dilemma)] > days // DAYS_PER_PAIR:
                continue
        chosen_dilemmas.append(dilemma)
    return chosen_dilemmas


def get_pair(one: DealtDilemma) -> frozenset[str]:
    """Return the two choices."""
    return frozenset(one.choices)


def spread_days(dealt: Sequence[tuple[Dealt, ...]]) -> list[tuple[Dealt, ...]]:
    """Return the days in an order in which like dilemmas are `MIN_DAYS_APART` days apart, or as far as possible.

    Choices between the same two things are always that far apart. Raises TooFew: the days have too many of them.
    """
    remaining_days = list(dealt)
    days: list[tuple[Dealt, ...]] = []
    while remaining_days:
        free = [
            day
            for day in remaining_days
            if not any(_list_pairs(day) & _list_pairs(earlier) for earlier in days[1 - MIN_DAYS_APART :])
        ]
        if not free:
            raise TooFew("Choices between the same two things come too often.")
        days.append(
            max(
                free,
                key=lambda day: (
                    min(_count_days_since(day, days), MIN_DAYS_APART),
                    _count_rivals(day, remaining_days),
                    -remaining_days.index(day),
                ),
            )
        )
        remaining_days.remove(days[-1])
    return days


def _count_rivals(day: tuple[Dealt, ...], remaining_days: Sequence[tuple[Dealt, ...]]) -> int:
    """Return the number of remaining days that must be apart from this day."""
    return sum(bool(_list_pairs(day) & _list_pairs(other)) or _are_like(day, other) for other in remaining_days)


def _are_like(day: tuple[Dealt, ...], other: tuple[Dealt, ...]) -> bool:
    return any(are_alike(one, other_dilemma) for one in day for other_dilemma in other)


def _list_pairs(day: tuple[Dealt, ...]) -> set[frozenset[str]]:
    return {get_pair(one) for one in day if one.square}


def _count_days_since(day: tuple[Dealt, ...], days: Sequence[tuple[Dealt, ...]]) -> int:
    """Return the number of days since a dilemma like one of this day's was dealt, at most `MIN_DAYS_APART`."""
    for ago, earlier in enumerate(reversed(days[-MIN_DAYS_APART:]), start=1):
        if _are_like(day, earlier):
            return ago
    return MIN_DAYS_APART


def are_alike(one: DealtDilemma, other: DealtDilemma) -> bool:
    """Return whether two dilemmas of a kind and board have nearly the same chances, whatever their scores."""
    return (one.kind, one.board) == (other.kind, other.board) and all(
        abs(chance - other_chance) < MAX_LIKE_DIFFERENCE
        for chance, other_chance in zip(_list_chances(one), _list_chances(other), strict=True)
    )


def _list_chances(one: DealtDilemma) -> list[float]:
    return [chances[one.position.mover_seat] for chances in one.choices.values()]


def _take_other_kind(remaining_dilemmas: list[SolvedDilemma], kinds: set[str]) -> SolvedDilemma:
    """Remove and return the first dilemma of another kind; the first of all if there is none."""
    return remaining_dilemmas.pop(
        next((place for place, dilemma in enumerate(remaining_dilemmas) if dilemma.kind not in kinds), 0)
    )


def _choose_hard(dilemmas: Sequence[SolvedDilemma], days: int, rng: random.Random) -> list[SolvedDilemma]:
    """Return a hard dilemma for each day, such that no habit is right in more than `MAX_HABIT_SHARE` of them."""
    pool = sorted(
        (dilemma for dilemma in dilemmas if dilemma.margin <= MAX_HARD_MARGIN and dilemma.kind not in PLAIN),
        key=lambda dilemma: dilemma.margin,
    )
    if len(pool) < days:
        raise TooFew(f"{len(pool)} dilemmas are hard enough, for {days} days.")
    calls = _build_mask(place for place, dilemma in enumerate(pool) if dilemma.is_a_call)
    rights = [
        _build_mask(place for place, dilemma in enumerate(pool) if dilemma.is_a_call and _is_right(habit, dilemma))
        for family in habits.list_families().values()
        for habit in family
    ]
    mask = (1 << days) - 1
    worst = _find_best_habit(mask, calls, rights)
    for _ in range(ROUNDS):
        if worst[0] <= MAX_HABIT_SHARE:
            return [dilemma for place, dilemma in enumerate(pool) if mask >> place & 1]
        away, new = _list_places(mask & worst[1]), _list_places(~mask & ~worst[1] & ((1 << len(pool)) - 1))
        swaps = {mask & ~(1 << rng.choice(away)) | 1 << rng.choice(new) for _ in range(SWAPS if new else 0)}
        if not swaps:
            break
        mask = min(sorted(swaps), key=lambda pair_of_places: _find_best_habit(pair_of_places, calls, rights)[0])
        worst = _find_best_habit(mask, calls, rights)
    raise TooFew(f"A habit has {worst[0]:.0%} of the hard ones right.")


def _is_right(habit: habits.Habit, dilemma: SolvedDilemma) -> bool:
    return habit.presses(dilemma.position) == (dilemma.best == "press")


def _find_best_habit(mask: int, calls: int, rights: Sequence[int]) -> tuple[float, int]:
    """Return the best habit's share of right choices among the calls of the mask, and the mask of its right choices."""
    best = max(rights, key=lambda right: (right & mask).bit_count())
    return (best & mask).bit_count() / max((mask & calls).bit_count(), 1), best


def _build_mask(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _list_places(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
