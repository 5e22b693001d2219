"""One position's answer from a stored table."""

from __future__ import annotations

import logging
from typing import NamedTuple

from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules, Press, legal_actions
from ..solve.ply import Triple
from .answer_table import TableError
from .packed import StoredTable
from .store import Store

log = logging.getLogger(__name__)


class TableAnswer(NamedTuple):
    """The payoffs of both actions at a position.

    Attributes:
        press, passing: chances to win in seat order; None where the action is not allowed.
        rounding: the largest error of any of them against its exact value at this unit and cap.
        cap: where scores stop in the table.
        states: positions computed for the table.
    """

    press: Triple | None
    passing: Triple | None
    rounding: float
    cap: int
    states: int


def open_table(store: Store, position: Position, board: Board, rules: Rules, unit: int) -> StoredTable | None:
    """Return the table for a position at a unit, for maps and break-evens; None if none is stored.

    Args:
        store: the tables to search.
        position: the configuration, and scores the table must have.
        board: its board.
        rules: its rules; their unit is ignored.
        unit: dollars that sums were rounded to, as in ``SolveResult.unit``.
    """
    return store.find(position, board, PlayRules(rules.seated(position.mover_seat), unit, rules.cap or 0))


def look_up(store: Store, position: Position, board: Board, play_rules: PlayRules) -> TableAnswer | None:
    """Return a stored table's answer to a position, or None if none has it.

    With ``cap=auto``, ``play_rules.cap`` does not matter: the answer names its cap, which is high enough
    for these scores.
    """
    table = store.find(position, board, play_rules)
    if table is None:
        return None
    try:
        found = table.actions(position)
    except TableError as error:
        log.warning("A table in %s is ignored: %s", table.path.parent, error)
        return None
    if found is None:
        return None
    if not is_whole(found, position, play_rules.rules):
        return None
    return TableAnswer(*found, table.rounding, table.cap, table.states)


def is_whole(found: tuple[Triple | None, Triple | None], position: Position, rules: Rules) -> bool:
    """Return whether every allowed action has an answer; there is none where the best choices never converge."""
    press, passing = found
    actions = legal_actions(position, rules)
    if (press is not None) != (Press() in actions):
        return False
    return (passing is not None) == any(action != Press() for action in actions)
