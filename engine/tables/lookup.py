"""One position's answer from a kept table."""

from __future__ import annotations

import logging
from typing import NamedTuple

from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules, Press, legal_actions
from ..solve.result import Triple
from .cube import TableError
from .packed import KeptCube
from .store import Store

log = logging.getLogger(__name__)


class TableAnswer(NamedTuple):
    """Both actions' payoffs at a position.

    Attributes:
        press, passing: chances to win in seat order; None where the action is not allowed.
        rounding: how far any of them may be from the truth of this unit and cap.
        cap: where scores stop in the table.
        states: positions that were computed for the table.
    """

    press: Triple | None
    passing: Triple | None
    rounding: float
    cap: int
    states: int


def open_table(store: Store, position: Position, board: Board, rules: Rules, unit: int) -> KeptCube | None:
    """The table of a position at a unit, for maps and break-evens; None if none is kept.

    Args:
        store: where to look.
        position: the configuration, and scores that the table must have.
        board: its board.
        rules: its rules; their unit is not looked at.
        unit: dollars that sums were rounded to, as an answer (``SolveResult.unit``) has it.
    """
    return store.find(position, board, PlayRules(rules.seated(position.mover_seat), unit, rules.cap or 0))


def look_up(store: Store, position: Position, board: Board, play_rules: PlayRules) -> TableAnswer | None:
    """What a kept table says of a position, or None if none has it.

    With ``cap=auto`` ``play_rules.cap`` does not matter: the answer says which cap it has, one that is
    high enough for these scores.
    """
    cube = store.find(position, board, play_rules)
    if cube is None:
        return None
    try:
        found = cube.actions(position)
    except TableError as error:
        log.warning("A table in %s is ignored: %s", cube.path.parent, error)
        return None
    if found is None:
        return None
    if not is_whole(found, position, play_rules.rules):
        return None
    return TableAnswer(*found, cube.rounding, cube.cap, cube.states)


def is_whole(found: tuple[Triple | None, Triple | None], position: Position, rules: Rules) -> bool:
    """Whether every action that is allowed has an answer; one without has choices that never settle."""
    press, passing = found
    actions = legal_actions(position, rules)
    if (press is not None) != (Press() in actions):
        return False
    return (passing is not None) == any(action != Press() for action in actions)
