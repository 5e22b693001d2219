"""Solves a whole configuration and stores its tables: exact tables, and tables on a grid of scores for what-ifs.

On a grid sums are split between the two neighboring points so that their mean is kept (decision 0012), which is far
closer to the exact dollar than rounding the board's values. ``engine.tables`` exports only names for reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import calibration
from ..errors import Cancelled, InputError, Unaffordable, strip_traceback
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, ProgressListener, ignore_progress
from ..solvers.costs import dense_seconds, takes_words
from ..solvers.dense.options import DenseOptions
from ..solvers.dense.solver import DenseSolver, supports
from ..solvers.lanes import ALL_SEATS, counted_seats
from ..solvers.limits import Limits
from ..solvers.processors import count_threads
from ..solvers.score_cap import score_cap, winnings_bound
from .answer_table import SolvedTable, StoredTable, read
from .array_file import TableError
from .from_dense import table_from_dense
from .key import key_of
from .store import FOR_ESTIMATES, TABLE_GRIDS, Store, best_table, rules_for_what_ifs

MIN_SUM = 24_000  # a table for what-ifs covers at least this sum of two scores,
COVERED_ABOVE = 8_000  # ... and this much more than the position's own


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
    """Return the table of a position's configuration for every score, solved and stored unless it is stored already.

    With ``unit=auto`` the unit is the finest above $1 that fits the limits. With ``cap=auto`` the cap is
    sufficient for this position: the table then answers all positions whose two highest scores have no
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
    table_unit = rules.unit if limits.unit is None else limits.unit
    refusal = Unaffordable()
    for unit in TABLE_GRIDS if table_unit is None else (table_unit,):
        cap = rules.cap if rules.cap is not None else score_cap(position, board, rules, unit, cancel=cancel)
        play_rules = PlayRules(replace(rules, unit=table_unit), unit, cap)
        _check(position, board, play_rules)
        rounded_down = (min(c.score, cap) // unit * unit for c in position.contestants)
        stored_table = store.find(position.with_scores(*rounded_down), board, play_rules)
        cancel.check()
        if stored_table is not None:
            return stored_table
        try:
            options = DenseOptions(planning_seconds=limits.seconds)
            table = _solve(position, board, play_rules, options, limits, progress, cancel)
        except Unaffordable as refused:
            message = f"A table for this position is too big for {limits.seconds:g} seconds. {refused}"
            refusal = type(refused)(message)
            continue
        return read(store.keep(position, board, play_rules, table))
    raise refusal


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
    """Yield stored tables of a position's configuration for what-ifs, each on a finer grid than the last.

    With one or two holders of spins the first takes a fraction of a second. Stored tables are not built again. All cover
    the position's own scores; the limits are for all tables together.

    Raises:
        InputError: a position or board that cannot be solved, with the field at fault.
        Unaffordable: even the coarsest grid exceeds the limits; raised before the work starts.
        Cancelled: ``cancel`` was set.
        TableError: there are no tables for such a question, or one cannot be stored.
    """
    limits, cancel = limits or Limits(), cancel or CancelFlag()
    position.validate()
    board.check()
    exact = rules_for_what_ifs(position, rules, _cap(position, board, rules, cancel))
    _check(position, board, exact)
    stored_table = best_table(store, position, board, rules)
    if stored_table is not None:
        yield stored_table
    has_table = stored_table is not None
    has_few_spins = position.spins <= calibration.FEW_SPINS
    time_of_all = schedule.Schedule(limits.seconds)
    for grid in reversed(TABLE_GRIDS[:-1] if has_few_spins else TABLE_GRIDS):
        if grid < exact.unit or (stored_table is not None and grid >= (stored_table.grid or 0)):
            continue
        to_the_unit = grid == exact.unit
        # All scores are multiples of the grid, the cap included; an exact table has the cap of the rules.
        play_rules = exact if to_the_unit else replace(exact, cap=-(-exact.cap // grid) * grid)
        options = DenseOptions(
            planning_seconds=schedule.PLAN_TABLE_SHARE * limits.seconds,
            single=True,
            grid=None if to_the_unit else grid,
            counted=counted_seats(position)[0] if grid >= calibration.MERGED_FROM else ALL_SEATS,
        )
        try:
            with time_of_all.deadline(cancel, 1.0) as time_is_up:
                table = _solve(position, board, play_rules, options, limits, progress, time_is_up)
        except (Unaffordable, Cancelled) as refusal:
            cancel.check()
            if has_table:
                return
            too_big = f"A table for what-ifs is too big for {limits.seconds:g} seconds."
            if isinstance(refusal, Unaffordable):
                raise type(refusal)(f"{too_big} {refusal}") from None
            raise Unaffordable(too_big) from None
        is_exact = to_the_unit and rules.cap is not None
        yield read(store.keep(position, board, exact, table, None if is_exact else grid))
        has_table = True


def has_tables(position: Position, board: Board, rules: Rules) -> bool:
    """Return whether there can be tables for such a question, apart from limits."""
    try:
        _check(position, board, rules_for_what_ifs(position, rules, 0))
    except (TableError, InputError):
        return False
    return True


def _check(position: Position, board: Board, play_rules: PlayRules) -> None:
    """Raise TableError if there can be no tables for such a question."""
    key_of(position, board, play_rules)
    if not supports(board, play_rules):
        raise TableError("There are no tables for boards with sums that depend on the score.")


def _solve(
    position: Position,
    board: Board,
    play_rules: PlayRules,
    options: DenseOptions,
    limits: Limits,
    progress: ProgressListener | None,
    cancel: CancelFlag,
) -> SolvedTable:
    """Return the table of a configuration.

    Raises:
        Unaffordable: more memory or time than allowed; ShortOfMemory if the machine has less memory.
        Unsettled: the best choices in an endless cycle of spins depend on one another.
        Cancelled: ``cancel`` was set.
    """
    options = replace(options, memory=limits.memory_bytes, every_score=True, threads=count_threads())
    try:
        # Scores off the grid would only add cells.
        dense = DenseSolver(position.with_scores(0, 0, 0), board, play_rules, options, cancel=cancel)
        predicted = dense_seconds(dense.plan, dense.peak, count_threads())
        if predicted > limits.seconds:
            raise Unaffordable(takes_words(dense.states, predicted))
        dense.solve(progress or ignore_progress)
        return table_from_dense(dense)
    except MemoryError as error:
        raise strip_traceback(error) from None


def _cap(position: Position, board: Board, rules: Rules, cancel: CancelFlag) -> int:
    """Return a cap that hardly affects the scores of what-ifs. Raises Cancelled."""
    winnings = winnings_bound(board, rules, rules.unit or 1, position.spins, FOR_ESTIMATES, cancel) or 0
    top_two = sum(sorted(c.score for c in position.contestants)[1:])
    highest = max(c.score for c in position.contestants)
    return max((winnings + max(MIN_SUM, top_two + COVERED_ABOVE)) // 2, highest + COVERED_ABOVE)
