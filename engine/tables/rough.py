"""Tables for what-ifs: all scores of a configuration on a grid, solved in a second or two.

Sums are split between the two points of the grid beside them so that their mean is kept (decision 0012),
which is far nearer to the exact dollar than rounding the board's values would be. ``engine.answers.near``
says how near.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..errors import BoardError, Unaffordable
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solve.ceiling import sums_that_matter
from ..solve.costs import THREADS, cube_seconds
from ..solve.cubes import Cubes, suits
from ..solve.flag import CancelFlag, ProgressListener, ignore
from ..solve.limits import Limits
from .cube import TableError
from .cube_answers import answer_cube
from .key import key_of
from .packed import KeptCube
from .store import FOR_ESTIMATES, Store

GRIDS = (250, 500, 1000, 2000)
SCORES = 24_000  # what two contestants may have together in a table, at least,
MORE = 8_000  # ... and how much more than in the position asked about
PLANNING = 0.3  # the share of the time that planning may take


class Best(NamedTuple):
    """A table for what-ifs: on a grid, or where ``grid`` is None the exact one."""

    kept: KeptCube
    grid: int | None


def best(store: Store, position: Position, board: Board, rules: Rules) -> Best | None:
    """The best kept table that reaches a position's scores with a cap high enough for them."""
    for grid in (None, *GRIDS):
        for kept in store.of(position, board, _play_rules(position, rules, 0), grid):
            if kept.reaches(position, any_cap=rules.cap is not None):
                return Best(kept, grid)
    return None


def build_rough(
    store: Store,
    position: Position,
    board: Board,
    rules: Rules,
    limits: Limits | None = None,
    *,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> Iterator[KeptCube]:
    """Tables of a position's configuration for what-ifs, each on a finer grid than the last; all are kept.

    The first is there in a fraction of a second for one or two contestants who hold spins. What is kept
    already is not made again.

    Raises:
        InputError: a position or board that cannot be solved, with the field at fault.
        Unaffordable: even the coarsest grid takes more than the limits allow; said before the work starts.
        Cancelled: ``cancel`` was set.
        TableError: there are no tables of such a question, or one cannot be kept; in a sentence.
    """
    limits, cancel, listener = limits or Limits(), cancel or CancelFlag(), progress or ignore
    position.validate()
    if not board.complete:
        raise BoardError(f"The board {board.id} is not complete: some of its slides are not documented.", field="board")
    play_rules = _play_rules(position, rules, _cap(position, board, rules))
    key_of(position, board, play_rules)  # refuses what is never kept
    if not suits(board, play_rules):
        raise TableError("There are no tables of boards with sums that depend on the score.")
    there = best(store, position, board, rules)
    if there is not None:
        yield there.kept
    known = there is not None
    for grid in reversed(GRIDS):
        if grid < play_rules.unit or (there is not None and grid >= (there.grid or 0)):
            continue
        try:
            cubes = _cubes(position, board, play_rules, grid, limits, cancel)
        except Unaffordable as too_big:
            if known:
                return
            raise Unaffordable(f"A table for what-ifs is too big for {limits.seconds:g} seconds. {too_big}") from None
        cubes.solve(listener)
        exact = grid == play_rules.unit and rules.cap is not None
        yield KeptCube(store.keep(position, board, play_rules, answer_cube(cubes), None if exact else grid))
        known = True


def _play_rules(position: Position, rules: Rules, cap: int) -> PlayRules:
    """The rules as they count in what-ifs: to the dollar, unless they say otherwise."""
    return PlayRules(rules.seated(position.mover_seat), rules.unit or 1, rules.cap if rules.cap is not None else cap)


def _cubes(
    position: Position, board: Board, play_rules: PlayRules, grid: int, limits: Limits, cancel: CancelFlag
) -> Cubes:
    """Cubes of every score on a grid. Raises Unaffordable."""
    # On a grid scores lie on it, the cap too; an exact table has the cap of the rules.
    cap = play_rules.cap if grid == play_rules.unit else -(-play_rules.cap // grid) * grid
    cubes = Cubes(
        position.with_scores(0, 0, 0),
        board,
        PlayRules(play_rules.rules, play_rules.unit, cap),
        memory=limits.memory_bytes,
        cancel=cancel,
        single=True,
        every_score=True,
        grid=None if grid == play_rules.unit else grid,
        threads=THREADS,
        patience=PLANNING * limits.seconds,
    )
    seconds = cube_seconds(cubes.plan, cubes.peak, THREADS)
    if seconds > limits.seconds:
        raise Unaffordable(
            f"It has about {cubes.states / 1e6:,.0f} million positions, which take about {seconds:,.0f} seconds."
        )
    return cubes


def _cap(position: Position, board: Board, rules: Rules) -> int:
    """Where scores stop, so that it hardly matters for all scores up to those worth a what-if."""
    matters = sums_that_matter(board, rules, rules.unit or 1, position.spins, FOR_ESTIMATES) or 0
    two = sum(sorted(c.score for c in position.contestants)[1:])
    highest = max(c.score for c in position.contestants)
    return max((matters + max(SCORES, two + MORE)) // 2, highest + MORE)
