"""The solving of a whole configuration, and the storing of its table.

The package does not export it: its names are about reading.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from ..errors import Unaffordable
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solve.boxes.cubes import Cubes, cubes_apply
from ..solve.cancel_flag import CancelFlag, ProgressListener, ignore
from ..solve.costs import cube_seconds
from ..solve.limits import Limits
from ..solve.processors import threads
from ..solve.score_cap import score_cap
from .answer_table import TableError
from .from_cubes import table_from_cubes
from .key import key_of
from .packed import StoredTable
from .store import Store

UNITS = (250, 500, 1000, 2000)  # tried with unit=auto


def build_table(
    store: Store,
    position: Position,
    board: Board,
    rules: Rules | None = None,
    limits: Limits | None = None,
    *,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> StoredTable:
    """Solve a position's configuration for every score and store the table, unless a sound one is there.

    With ``unit=auto`` the unit is the finest above $1 that fits the limits. With ``cap=auto`` the cap is the
    one this position needs: the table then answers for all positions whose two highest scores have no
    larger sum.

    Raises:
        InputError: a position or board that cannot be solved, with the field at fault.
        Unaffordable: too big for the limits; raised before the work starts.
        Unsettled: the best choices in an endless cycle of spins depend on one another.
        Cancelled: ``cancel`` was set.
        TableError: there are no tables for such a question, or it cannot be stored.
    """
    rules = (rules or Rules()).seated(position.mover_seat)
    limits = limits or Limits()
    position.validate()
    board.check()
    wanted = rules.unit if limits.unit is None else limits.unit
    refusal: Unaffordable | None = None
    for unit in UNITS if wanted is None else (wanted,):
        cap = rules.cap if rules.cap is not None else score_cap(position, board, rules, unit)
        play_rules = PlayRules(replace(rules, unit=wanted), unit, cap)
        key_of(position, board, play_rules)  # refuses what is never stored
        if not cubes_apply(board, play_rules):
            raise TableError("There are no tables for boards with sums that depend on the score.")
        with suppress(TableError):
            table = store.find(_on_grid(position, play_rules), board, play_rules)
            if table is not None:
                table.verify()
                return table
        try:
            return _build(store, position, board, play_rules, limits, progress or ignore, cancel or CancelFlag())
        except Unaffordable as too_big:
            refusal = too_big
    raise Unaffordable(f"A table for this position is too big for {limits.seconds:g} seconds. {refusal}")


def _on_grid(position: Position, play_rules: PlayRules) -> Position:
    """Return the position with every score rounded down to one of the table."""
    return position.with_scores(
        *(min(c.score, play_rules.cap) // play_rules.unit * play_rules.unit for c in position.contestants)
    )


def _build(
    store: Store,
    position: Position,
    board: Board,
    play_rules: PlayRules,
    limits: Limits,
    listener: ProgressListener,
    cancel: CancelFlag,
) -> StoredTable:
    # All scores start at $0: others off the grid would only add cells.
    cubes = Cubes(
        position.with_scores(0, 0, 0),
        board,
        play_rules,
        memory=limits.memory_bytes,
        cancel=cancel,
        every_score=True,
        threads=threads(),
        patience=limits.seconds,
    )
    seconds = cube_seconds(cubes.plan, cubes.peak, threads())
    if seconds > limits.seconds:
        raise Unaffordable(
            f"It has about {cubes.states / 1e6:,.0f} million positions, which take about {seconds:,.0f} seconds."
        )
    try:
        cubes.solve(listener)
    except MemoryError:
        raise Unaffordable("The machine has too little memory left for a table at the moment.") from None
    return StoredTable(store.keep(position, board, play_rules, table_from_cubes(cubes)))
