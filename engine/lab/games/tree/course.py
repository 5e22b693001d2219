"""The course of games: wins and losses by move, and the moves and looks of a game, where points have few values.

As in ``walk``, all ways down are followed at once, row by row. There a win counts when it is seen; here it is followed
to the move that reaches it, with the looks on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...budget import Budget
from .counts import TooLong
from .ends import Ends
from .ratio import Doubles
from .rules import LOOKS, following, known_step, loses, step, structure
from .walk import Values

_ENOUGH = 1e-20  # the chance of games that go on further, which are left out
_NEVER_MIND = 1e-26  # smaller chances of places are dropped
_MOST_MOVES = 20_000
_MOST_POINTS = 1_000  # of a path on which a win is seen


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
    first = level = 0
    # The chances to be at each split point of a row: knowing nothing; knowing that what is in reach on the high path
    # splits, except for the last point; and by k, having seen a win at the (k+1)-th point of the high path.
    unknown, known, seen = np.ones(1), np.zeros(1), np.zeros((0, 1))
    while level != moves:
        towards = seen.sum(axis=0)
        here = unknown + known + towards
        if float(here.sum()) < _ENOUGH:
            break
        if level == _MOST_MOVES:
            raise TooLong
        budget.spend(here.size + seen.size, f"{level} moves")
        lows = np.arange(first, first + here.size, dtype=np.float64)
        at, below = values.sight(strategy, level, lows), structure(strategy, ends, level)
        free, bound = step(strategy, below, at), known_step(below, at)
        looks = ends.points(level, reach) if side else float(LOOKS[strategy] or 0)
        all_moves += float(here.sum())
        all_looks += looks * float((unknown + towards).sum()) + (reach or 0) * float(known.sum())
        now = unknown * free.now + known * bound.now
        after = np.zeros((0, here.size + 1))
        if side == "l" and reach != 1:
            now = now + towards * below.end * at.low
            if len(seen):
                now = now + seen[0] * (1 - at.low_path)
            after = _towards_wins(values, ends, level, lows, reach, unknown + towards, seen * (1 - at.low_path))
        elif side == "h" and reach != 1:
            for down, chance in _high_path(values, ends, level, lows, reach):
                if down > 1:
                    found = float((unknown * chance).sum() + ((known * bound.seen).sum() if down == reach else 0.0))
                    won[level + down - 1] = won.get(level + down - 1, 0.0) + found
                    all_moves += (down - 1) * found
                    all_looks += down * (down - 1) / 2 * found
        won[level] = won.get(level, 0.0) + float(np.sum(now))
        lost.append(float((unknown * loses(free) + known * loses(bound)).sum()))
        to_low = unknown * free.low + known * bound.low
        unknown, known, seen, level = (
            np.append(unknown * free.high, 0.0) + np.insert(to_low, 0, 0.0),
            np.append(unknown * free.known + known * bound.known, 0.0),
            after,
            level + 1,
        )
        kept = np.flatnonzero(unknown + known + seen.sum(axis=0) > _NEVER_MIND)
        if not len(kept):
            break
        start, stop = int(kept[0]), int(kept[-1]) + 1
        first, unknown, known, seen = first + start, unknown[start:stop], known[start:stop], seen[:, start:stop]
    count = max(won, default=-1) + 1 if moves is None else moves
    return Course(
        [won.get(move, 0.0) for move in range(count)],
        [*lost, *[0.0] * (count - len(lost))][:count],
        all_moves,
        all_looks,
    )


def _high_path(
    values: Values, ends: Ends, level: int, lows: Doubles, reach: int | None
) -> Iterator[tuple[int, Doubles]]:
    """Yield, for each point of the high path below split points, the chance of a win there, and of none above."""
    arrive, down = 1.0, 1
    while (reach is None or down <= reach) and arrive > _ENOUGH:
        end = ends.at(level + down)
        chance: Doubles = arrive * end * np.clip(values.split(level + down, lows), 0.0, 1.0)
        yield down, chance
        arrive, down = arrive * (1 - end), down + 1


def _towards_wins(
    values: Values, ends: Ends, level: int, lows: Doubles, reach: int | None, looking: Doubles, passing: Doubles
) -> Doubles:
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
