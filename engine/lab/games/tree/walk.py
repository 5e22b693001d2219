"""All games at once, move by move: chances to win and to lose, and the moves and looks of a game.

After m moves, j of them low, the point reached has one value: A^(m-j) B^j X with a constant split
ratio, T + (m-2j) D in the drift form. So the chances of being at each are one row per move, and rows
are followed until the remainder is negligible: ``chance_to_win`` counts a win when it is seen, and its remainder is a
proven bound on the error, as from a split point of value v the chance to win is at most v in the independent form (the
expected number of wins below is v), and at most 1 in the drift form. ``course`` follows a win that was seen to the move
that reaches it, with the looks on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ...arrays import Reals
from ...budget import Budget
from .depreciation import compared, prefers_high
from .rules import LOOKS, WEIGHING, Sight, Step, Structure, following, known_step, loses, reach_of, step, structure
from .trees import Ends, SplitRatio

ENOUGH = 1e-13
_NEVER_MIND = 1e-22  # smaller chances are dropped and counted as error
_END = 1e-20  # the chance of games that go on further, which ``course`` leaves out
_NEVER_FOLLOWED = 1e-26  # smaller chances of places are dropped there
_MOST_MOVES = 20_000
_MOST_POINTS = 1_000  # of a path on which a win is seen


class Values(Protocol):
    """The values of points, and the chances at and below them."""

    def split(self, move: int, lows: Reals) -> Reals:
        """Return values of the split points after a number of moves, ``lows`` of them low."""

    def sight(self, strategy: str, move: int, lows: Reals) -> Sight:
        """Return the chances around those points."""

    def at_most(self, value: Reals) -> Reals:
        """Return bounds on the chance to win from split points of these values."""

    def surely(self, value: Reals) -> Reals:
        """Return 1 if play is certain to win from split points of these values, else 0."""


@dataclass(frozen=True, slots=True)
class Shrinking:
    """The independent form with constant shares.

    Attributes:
        ends: E, above 0 on the later levels.
        ratio: of every fork, constant.
        top: X, the value of the split point where play begins.
    """

    ends: Ends
    ratio: SplitRatio
    top: float

    def split(self, move: int, lows: Reals) -> Reals:
        values: Reals = self.top * self.ratio.mean ** (move - lows) * self.ratio.shares[1] ** lows
        return values

    def sight(self, strategy: str, move: int, lows: Reals) -> Sight:
        value, mean = self.split(move, lows), self.ratio.mean
        high, low = mean * value, self.ratio.shares[1] * value
        reach = reach_of(strategy)
        path = self.ends.path_sum(move, reach, mean)
        prefers = 1
        if strategy in WEIGHING:
            prefers = prefers_high(strategy, *compared(strategy, self.ends.later, mean, high, low, (mean, mean))) * 1
        last = 0 if reach is None else high * mean ** (reach - 1)
        return Sight(high, low, high * path, low * path, last, prefers)

    def at_most(self, value: Reals) -> Reals:
        return value

    def surely(self, value: Reals) -> Reals:
        return np.zeros_like(value)


@dataclass(frozen=True, slots=True)
class Drifting:
    """The drift form with branches C + D and C - D.

    Attributes:
        ends: E, above 0 on the later levels.
        top: T, the value of the point where play begins.
        step: D, above 0.
        climbs: whether the strategy always wins or goes high if the high branch splits; then it always
            wins from 1 - D on.
    """

    ends: Ends
    top: float
    step: float
    climbs: bool

    def split(self, move: int, lows: Reals) -> Reals:
        values: Reals = self.top + (move - 2 * lows) * self.step
        return values

    def sight(self, strategy: str, move: int, lows: Reals) -> Sight:
        value = self.split(move, lows)
        high, low, reach = value + self.step, value - self.step, reach_of(strategy)
        if following(strategy) is None:
            return Sight(_won(high), _won(low), 0, 0)
        last = 0 if reach is None else _won(high + (reach - 1) * self.step)
        return Sight(_won(high), _won(low), self._path(high, move, reach), self._path(low, move, reach), last)

    def at_most(self, value: Reals) -> Reals:
        return np.ones_like(value)

    def surely(self, value: Reals) -> Reals:
        # Rounding may misplace a point here: the chance to lose there is itself a rounding error.
        sure: Reals = np.where(value >= 1 - self.step * (1 + 1e-12), float(self.climbs), 0.0)
        return sure

    def _path(self, value: Reals, level: int, reach: int | None) -> Reals:
        """Return the chance that the first end point on the high branches, if looked at, is a win."""
        total: Reals = np.zeros_like(value)
        arrive, down = 1.0, 1
        while arrive > 1e-18 and (reach is None or down <= reach):
            if (value >= 1).all():  # all that end from here on are wins
                left = None if reach is None else reach - down + 1
                return total + arrive * self.ends.path_sum(level + down - 1, left, 1.0)
            end = self.ends.at(level + down)
            total += arrive * end * _won(value)
            value, arrive, down = value + self.step, arrive * (1 - end), down + 1
        return total


class Row:
    """The split points after a number of moves, by the number of low moves, with the chances to be there.

    Args:
        strategy: any that goes from fork to fork, without plies; only two branches count.
        ends: E, above 0 on the later levels.
        values: of the points.

    Attributes:
        level: the number of moves.
        unknown, known: the chances to be at each point knowing nothing, and knowing that all but the last of the points
            in reach on its high path split: only XHSTRAT does.
        at, below: the chances around the points, once ``look`` was called; ``free`` and ``bound`` are the steps from
            there without and with that knowledge.
    """

    at: Sight
    below: Structure
    free: Step
    bound: Step

    def __init__(self, strategy: str, ends: Ends, values: Values) -> None:
        self.strategy, self.ends, self.values = strategy, ends, values
        self.level = self.first = 0
        self.unknown, self.known = np.ones(1), np.zeros(1)

    @property
    def lows(self) -> Reals:
        """The number of low moves to each point."""
        return np.arange(self.first, self.first + len(self.unknown), dtype=np.float64)

    @property
    def here(self) -> Reals:
        """The chance to be at each point."""
        return self.unknown + self.known

    def look(self) -> None:
        """Find the chances around the points, and of the steps from there."""
        self.at = self.values.sight(self.strategy, self.level, self.lows)
        self.below = structure(self.strategy, self.ends, self.level)
        self.free, self.bound = step(self.strategy, self.below, self.at), known_step(self.below, self.at)

    def seen(self) -> float:
        """Return the chance to win or to see a win now."""
        free, bound = self.free, self.bound
        return float((self.unknown * (free.now + free.seen) + self.known * (bound.now + bound.seen)).sum())

    def lost(self) -> float:
        """Return the chance to lose with the next move."""
        return float((self.unknown * loses(self.free) + self.known * loses(self.bound)).sum())

    def move(self) -> None:
        """Go on to the points of the next row."""
        free, bound = self.free, self.bound
        to_low = self.unknown * free.low + self.known * bound.low
        self.unknown, self.known, self.level = (
            np.append(self.unknown * free.high, 0.0) + np.insert(to_low, 0, 0.0),
            np.append(self.unknown * free.known + self.known * bound.known, 0.0),
            self.level + 1,
        )

    def keep(self, chances: Reals, least: float) -> slice:
        """Drop the points at either end with chances up to ``least``; return the places that are kept."""
        kept = np.flatnonzero(chances > least)
        some = slice(int(kept[0]), int(kept[-1]) + 1) if len(kept) else slice(0, 0)
        self.first, self.unknown, self.known = self.first + some.start, self.unknown[some], self.known[some]
        return some


def rows(strategy: str, ends: Ends, values: Values, count: int) -> Iterator[Row]:
    """Yield the same row before each of the first moves, with the chances around its points."""
    row = Row(strategy, ends, values)
    for _ in range(count):
        row.look()
        yield row
        row.move()


def chance_to_win(strategy: str, ends: Ends, values: Values, budget: Budget) -> tuple[float, float]:
    """Follow all paths until at most ``ENOUGH`` is left to win; return the chance won, and what is left.

    Args:
        strategy: any that goes from fork to fork, without plies; only two branches count.
        ends: E, above 0 on the later levels.
        values: of the points.
        budget: charged one node per value and move.

    Raises:
        Exhausted, Cancelled: see ``Budget``.
    """
    row = Row(strategy, ends, values)
    won = dropped = 0.0
    while True:
        here = values.split(row.level, row.lows)
        sure = values.surely(here)
        won += float((row.here * sure).sum())
        row.unknown, row.known = row.unknown * (1 - sure), row.known * (1 - sure)
        left = float((row.here * values.at_most(here)).sum()) + dropped
        if left <= ENOUGH or not len(here):
            return won, left
        budget.spend(len(here), f"{row.level} moves, a chance to win from {won:.9g} to {won + left:.9g}")
        row.look()
        won += row.seen()
        row.move()
        size = len(row.unknown)
        row.keep(row.here, _NEVER_MIND)
        dropped += _NEVER_MIND * (size - len(row.unknown))


class TooLong(Exception):
    """Games or paths are too long to be followed."""


@dataclass(frozen=True, slots=True)
class Course:
    """Chances to win and to lose on move 1, 2, ...; the expected numbers of moves and of looks."""

    won: list[float]
    lost: list[float]
    moves: float
    looks: float


def course(strategy: str, ends: Ends, values: Values, budget: Budget, *, moves: int | None = None) -> Course:
    """Follow all games to their ends, or for a number of moves.

    Args:
        strategy: any that goes from fork to fork, without plies; only two branches count.
        ends: E, above 0 on the later levels.
        values: of the points.
        budget: charged one node per place and move.
        moves: the number of moves to follow; the numbers of moves and looks are then too small.

    Raises:
        TooLong: games go on for more than 20,000 moves, or XLSTRAT sees further than 1,000 points.
        Exhausted, Cancelled: see ``Budget``.
    """
    side, reach = following(strategy) or ("", 1)
    won: dict[int, float] = {}
    lost: list[float] = []
    all_moves = all_looks = 0.0
    row = Row(strategy, ends, values)
    seen = np.zeros((0, 1))  # by k: the chances to be there having seen a win at the (k+1)-th point of the high path
    while row.level != moves and len(row.unknown):
        towards, level = seen.sum(axis=0), row.level
        here = row.here + towards
        if float(here.sum()) < _END:
            break
        if level == _MOST_MOVES:
            raise TooLong
        budget.spend(here.size + seen.size, f"{level} moves")
        row.look()
        unknown, known, at, below, bound = row.unknown, row.known, row.at, row.below, row.bound
        looks = ends.points(level, reach) if side else float(LOOKS[strategy] or 0)
        all_moves += float(here.sum())
        all_looks += looks * float((unknown + towards).sum()) + (reach or 0) * float(known.sum())
        now = unknown * row.free.now + known * bound.now
        after = np.zeros((0, here.size + 1))
        if side == "l" and reach != 1:
            now = now + towards * below.end * at.low
            if len(seen):
                now = now + seen[0] * (1 - at.low_path)
            after = _towards_wins(values, ends, level, row.lows, reach, unknown + towards, seen * (1 - at.low_path))
        elif side == "h" and reach != 1:
            for down, chance in _high_path(values, ends, level, row.lows, reach):
                if down > 1:
                    found = float((unknown * chance).sum() + ((known * bound.seen).sum() if down == reach else 0.0))
                    won[level + down - 1] = won.get(level + down - 1, 0.0) + found
                    all_moves += (down - 1) * found
                    all_looks += down * (down - 1) / 2 * found
        won[level] = won.get(level, 0.0) + float(np.sum(now))
        lost.append(row.lost())
        row.move()
        seen = after[:, row.keep(row.here + after.sum(axis=0), _NEVER_FOLLOWED)]
    count = max(won, default=-1) + 1 if moves is None else moves
    return Course(
        [won.get(move, 0.0) for move in range(count)],
        [*lost, *[0.0] * (count - len(lost))][:count],
        all_moves,
        all_looks,
    )


def _high_path(values: Values, ends: Ends, level: int, lows: Reals, reach: int | None) -> Iterator[tuple[int, Reals]]:
    """Yield, for each point of the high path below split points, the chance of a win there, and of none above."""
    arrive, down = 1.0, 1
    while (reach is None or down <= reach) and arrive > _END:
        end = ends.at(level + down)
        chance: Reals = arrive * end * np.clip(values.split(level + down, lows), 0.0, 1.0)
        yield down, chance
        arrive, down = arrive * (1 - end), down + 1


def _towards_wins(
    values: Values, ends: Ends, level: int, lows: Reals, reach: int | None, looking: Reals, passing: Reals
) -> Reals:
    """Return the next row of games of XLSTRAT that go towards a win in sight: [k, place].

    Args:
        values: of the points.
        ends: E by level.
        level: of the split points, that is the row.
        lows: the numbers of low moves that lead to them.
        reach: the points that the strategy looks at.
        looking: the chances to be at each of them.
        passing: [k, place], of those that have seen a win on the high path, and none low.
    """
    paths = [looking * chance for down, chance in _high_path(values, ends, level, lows + 1, reach) if down > 1]
    if len(paths) > _MOST_POINTS:
        raise TooLong
    after = np.zeros((max(len(paths), len(passing) - 1), lows.size + 1))
    if paths:
        after[: len(paths), 1:] += np.array(paths)
    if len(passing) > 1:
        after[: len(passing) - 1, :-1] += passing[1:]
    return after


def _won(value: Reals) -> Reals:
    """Return the chance that an end point of that value is a win."""
    return np.clip(value, 0.0, 1.0)
