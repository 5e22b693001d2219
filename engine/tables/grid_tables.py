"""Tables for what-ifs: all scores of a configuration on a grid, solved in a second or two.

Sums are split between the two neighboring points of the grid so that their mean is kept (decision 0012), which is far
closer to the exact dollar than rounding the board's values. ``engine.answers.nearest_table`` has the errors.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from ..errors import Cancelled, Unaffordable
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solvers import schedule
from ..solvers.boxes.solver import cubes_apply
from ..solvers.cancel_flag import CancelFlag, ProgressListener, deadline, ignore
from ..solvers.lanes import ALL_SEATS, counted_seats
from ..solvers.limits import Limits
from ..solvers.processor_time import ProcessorClock
from ..solvers.processors import threads
from ..solvers.score_cap import sums_that_matter
from ..solvers.ways import Plan, Way, choose
from .answer_table import TableError
from .from_cubes import plan_table, solve_table
from .key import key_of
from .store import FOR_ESTIMATES, Store
from .table_file import StoredTable, read

GRIDS = (250, 500, 1000, 2000)
FEW_SPINS = 3  # held by all contestants together: tables for this few are quick, and tell nothing on coarser grids
MIN_SUM = 24_000  # a table covers at least this sum of two scores,
COVERED_ABOVE = 8_000  # ... and this much more than the position's own
# From this grid on tables count the Whammies of few contestants only. That changes a chance by 0.1 to 0.8 points (root
# mean square), where 3 to 9 are stated, and takes a fifth to a thirteenth of the time.
MERGED = 1000


class BestTable(NamedTuple):
    """A table for what-ifs; ``grid`` is None for the exact one."""

    table: StoredTable
    grid: int | None


def best_table(store: Store, position: Position, board: Board, rules: Rules) -> BestTable | None:
    """Return the best stored table that covers a position's scores with a sufficient cap."""
    for grid in (None, *GRIDS):
        for table in store.of(position, board, _play_rules(position, rules, 0), grid):
            if _reaches(table, position, any_cap=rules.cap is not None):
                return BestTable(table, grid)
    return None


def _reaches(table: StoredTable, position: Position, *, any_cap: bool) -> bool:
    """Return whether a table has scores as high as a position's, and its cap is high enough or ``any_cap`` will do."""
    scores = [np.array(position.contestants[seat].score) for seat in position.still_in]
    highest = [table.dollars[seat][-1] for seat in position.still_in]
    return bool(np.all(np.less_equal(scores, highest)) and (any_cap or table.high_enough(*scores)))


def build_grid_tables(
    store: Store,
    position: Position,
    board: Board,
    rules: Rules,
    limits: Limits | None = None,
    *,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> Iterator[StoredTable]:
    """Yield tables of a position's configuration for what-ifs, each stored and on a finer grid than the last.

    With one or two contestants holding spins the first takes a fraction of a second. Tables that are stored already are
    not built again. All together take no more processor time than the limits allow to all threads, and those after the
    first no more than ``TABLES_STRETCH`` times the seconds by the clock.

    Args:
        store: the place for the tables.
        position: the configuration, and scores that the tables must cover.
        board: its board.
        rules: its rules.
        limits: the time and memory of all tables together.
        progress: called now and then.
        cancel: stops the work once it is set.

    Raises:
        InputError: a position or board that cannot be solved, with the field at fault.
        Unaffordable: even the coarsest grid exceeds the limits; raised before the work starts.
        Cancelled: ``cancel`` was set.
        TableError: there are no tables for such a question, or one cannot be stored.
    """
    limits, cancel, listener = limits or Limits(), cancel or CancelFlag(), progress or ignore
    position.validate()
    board.check()
    play_rules = _play_rules(position, rules, _cap(position, board, rules, cancel))
    key_of(position, board, play_rules)  # refuses what is never stored
    if not cubes_apply(board, play_rules):
        raise TableError("There are no tables for boards with sums that depend on the score.")
    stored = best_table(store, position, board, rules)
    if stored is not None:
        yield stored.table
    has_table = stored is not None
    began, used = time.monotonic(), ProcessorClock()
    for grid in reversed(GRIDS[:-1] if position.spins <= FEW_SPINS else GRIDS):
        if grid < play_rules.unit or (stored is not None and grid >= (stored.grid or 0)):
            continue
        processor = threads() * limits.seconds - used.look()
        clock = schedule.TABLES_STRETCH * limits.seconds - (time.monotonic() - began) if has_table else math.inf
        try:
            with deadline(cancel, clock, processor) as time_is_up:
                plan = partial(_plan, position, board, play_rules, grid, limits, time_is_up)
                table = choose((Way(partial(solve_table, listener=listener), plan),), lambda: limits.seconds)
        except (Unaffordable, Cancelled) as refusal:
            cancel.check()
            if has_table:
                return
            too_big = f"A table for what-ifs is too big for {limits.seconds:g} seconds."
            if isinstance(refusal, Unaffordable):
                raise type(refusal)(f"{too_big} {refusal}") from None
            raise Unaffordable(too_big) from None
        exact = grid == play_rules.unit and rules.cap is not None
        yield read(store.keep(position, board, play_rules, table, None if exact else grid, cancel))
        has_table = True


def _play_rules(position: Position, rules: Rules, cap: int) -> PlayRules:
    """Return the rules for what-ifs: to the dollar unless they name a unit."""
    return PlayRules(rules.seated(position.mover_seat), rules.unit or 1, rules.cap if rules.cap is not None else cap)


def _plan(
    position: Position, board: Board, play_rules: PlayRules, grid: int, limits: Limits, cancel: CancelFlag
) -> Plan:
    """Return the plan of a table on a grid. Raises Unaffordable."""
    # On a grid all scores are multiples of it, the cap included; an exact table has the cap of the rules.
    exact = grid == play_rules.unit
    cap = play_rules.cap if exact else -(-play_rules.cap // grid) * grid
    return plan_table(
        position,
        board,
        PlayRules(play_rules.rules, play_rules.unit, cap),
        memory=limits.memory_bytes,
        cancel=cancel,
        patience=schedule.PLAN_TABLE * limits.seconds,
        single=True,
        grid=None if exact else grid,
        counted=counted_seats(position)[0] if grid >= MERGED else ALL_SEATS,
    )


def _cap(position: Position, board: Board, rules: Rules, cancel: CancelFlag) -> int:
    """Return a cap that hardly affects any score worth a what-if. Raises Cancelled."""
    matters = sums_that_matter(board, rules, rules.unit or 1, position.spins, FOR_ESTIMATES, cancel) or 0
    two = sum(sorted(c.score for c in position.contestants)[1:])
    highest = max(c.score for c in position.contestants)
    return max((matters + max(MIN_SUM, two + COVERED_ABOVE)) // 2, highest + COVERED_ABOVE)
