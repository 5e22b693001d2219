"""The solving of a whole configuration, and the storing of its table.

The package does not export it: its names are about reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ..errors import Unaffordable
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solvers.boxes.solver import cubes_apply
from ..solvers.cancel_flag import CancelFlag, ProgressListener, ignore
from ..solvers.limits import Limits
from ..solvers.score_cap import score_cap
from ..solvers.ways import Plan, Way, choose
from .answer_table import TableError
from .from_cubes import plan_table, solve_table
from .key import key_of
from .store import Store
from .table_file import StoredTable, read

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
    limits, cancel = limits or Limits(), cancel or CancelFlag()
    position.validate()
    board.check()
    wanted = rules.unit if limits.unit is None else limits.unit

    def ways(unit: int) -> Iterator[Way[[], StoredTable]]:
        """Yield the ways to a table at a unit: a sound one that is there, or a new one."""
        cap = rules.cap if rules.cap is not None else score_cap(position, board, rules, unit, cancel=cancel)
        play_rules = PlayRules(replace(rules, unit=wanted), unit, cap)
        key_of(position, board, play_rules)  # refuses what is never stored
        if not cubes_apply(board, play_rules):
            raise TableError("There are no tables for boards with sums that depend on the score.")
        stored = partial(_find, store, position, board, play_rules, cancel)
        yield Way(lambda plan: plan.work, stored)
        plan = partial(
            plan_table,
            position,
            board,
            play_rules,
            memory=limits.memory_bytes,
            cancel=cancel,
            patience=limits.seconds,
        )

        def solve_and_keep(plan: Plan) -> StoredTable:
            table = solve_table(plan, progress or ignore)
            return read(store.keep(position, board, play_rules, table, cancel=cancel))

        yield Way(solve_and_keep, plan)

    try:
        units = UNITS if wanted is None else (wanted,)
        return choose((way for unit in units for way in ways(unit)), lambda: limits.seconds)
    except Unaffordable as refusal:
        raise type(refusal)(f"A table for this position is too big for {limits.seconds:g} seconds. {refusal}") from None


def _find(store: Store, position: Position, board: Board, play_rules: PlayRules, cancel: CancelFlag) -> Plan:
    """Return the table that is stored, as a plan without work. Raises Unaffordable if there is none, Cancelled."""
    # Every score rounded down to one of the table.
    unit, cap = play_rules.unit, play_rules.cap
    scores = (min(c.score, cap) // unit * unit for c in position.contestants)
    table = store.find(position.with_scores(*scores), board, play_rules)
    cancel.check()
    if table is None:
        raise Unaffordable("No table is stored.")
    return Plan(table)
