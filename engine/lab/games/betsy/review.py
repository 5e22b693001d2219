"""The review of a played game of Betsy: each move beside the best one, by minimax of material.

A record has the moves in order, ``e4,e5,Nf3`` or ``e2e4,e7e5,g1f3``. Nothing is luck in Betsy, and the final worth of a
move is not known; its cost is exact only for the material after `depth` plies.
"""

from __future__ import annotations

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...review import Judged, refuse, turns_of
from .exact import open_search, reaching
from .notation import read_move, written
from .piece_values import by_material
from .rules import Move, Position, after, moves

ENTRIES = 1 << 16  # of the transposition table of each position


def read_record(position: Position, text: str) -> list[Move]:
    """Return the moves of a record, which are all possible. Raises InputError (``field``: record)."""
    found = []
    for number, typed in enumerate(turns_of(text), 1):
        if not moves(position):
            raise refuse(number, "the game is already over")
        try:
            found.append(read_move(position, typed))
        except InputError as error:
            raise refuse(number, error.message) from None
        position = after(position, found[-1])
    return found


def review(position: Position, record: list[Move], sides: str, depth: int, budget: Budget) -> Answer:
    """Return the costs of ``sides``' (w, b or both) moves: mover's material minus the other's after ``depth`` plies.

    Raises Exhausted, Cancelled.
    """
    choices: list[Judged] = []
    for number, move in enumerate(record, 1):
        if sides in (position.side, "both"):
            choices.append(_judged(number, position, move, depth, budget, f"{number - 1} of {len(record)} moves"))
        position = after(position, move)
        budget.progress("moves", number / len(record))
    details = {"moves": [str(move) for move in record], "choices": [each.to_json() for each in choices]}
    return Answer(sum(each.cost for each in choices), details=details)


def _judged(number: int, position: Position, move: Move, depth: int, budget: Budget, reached: str) -> Judged:
    search = open_search(position, budget, by_material(), ENTRIES)
    value = 0
    for plies in range(1, depth + 1):
        value = search.settle(plies)
        if search.stopped:
            budget.stop(reached)
    best = reaching(search, position, depth, value, budget, reached)
    played = value if move in best else search.settle(depth, move=move)
    if search.stopped:
        budget.stop(reached)
    where = {"side": position.side, "notation": written(position, move)}
    return Judged(number, where, str(move), tuple(map(str, best)), played, value)
