"""Moves in the notation of chess, whose letters fit the birds: ``e4``, ``Nf3``, ``Rad1``, ``exd5``, ``a8=Q``."""

import re

from ....errors import InputError
from ...review import split_turns, turn_error
from .rules import COLUMNS, EMPTY, NAMES, BirdPosition, Move, list_moves, make_move, square_name

_MOVE = re.compile(r"([PRNBQK])?([a-h])?([1-8])?[x:-]?([a-h][1-8])(=?[Qq])?[+#!?]*")


def read_move(position: BirdPosition, text: str) -> Move:
    """Return the move that a text names, in chess notation or from square to square: ``e2e4``.

    A bird's letter is a capital; without a letter and a first square, a parakeet moves.
    Raises InputError: the text is no move, or no move or several moves of this position fit it.
    """
    stripped = text.strip()
    match = _MOVE.fullmatch(stripped)
    if not match:
        raise InputError(f"“{stripped[:20]}” is not a move: type it like e4, Nf3, exd5 or e2e4")
    bird, column, row, end, _ = match.groups()
    if bird is None and not (column and row):
        bird = "P"
    fitting = [
        move
        for move in list_moves(position)
        if square_name(move.end) == end
        and bird in (None, position.board[move.start].upper())
        and column in (None, square_name(move.start)[0])
        and row in (None, square_name(move.start)[1])
    ]
    if not fitting:
        who = f"no {NAMES[bird]}" if bird else "no bird"
        where = f" from {column or ''}{row or ''}" if column or row else ""
        raise InputError(f"{who} can move{where} to {end}")
    if len(fitting) > 1:
        raise InputError(f"“{stripped}” could be {' or '.join(map(str, fitting))}")
    return fitting[0]


def read_record(position: BirdPosition, text: str) -> list[Move]:
    """Return the moves of a record, ``e4,e5,Nf3``. Raises InputError (``field``: record) if one is not possible."""
    record_moves = []
    for number, move_text in enumerate(split_turns(text), 1):
        if not list_moves(position):
            raise turn_error(number, "the game is already over")
        try:
            record_moves.append(read_move(position, move_text))
        except InputError as error:
            raise turn_error(number, error.message) from None
        position = make_move(position, record_moves[-1])
    return record_moves


def write_move(position: BirdPosition, move: Move) -> str:
    """Return a move in chess notation, with as much of its first square as needed."""
    bird, start, end = position.board[move.start].upper(), square_name(move.start), square_name(move.end)
    capture = "x" if position.board[move.end] != EMPTY else ""
    if bird == "P":
        return (start[0] + capture if capture else "") + end + ("=Q" if end[1] in "18" else "")
    others = [
        square_name(other.start)
        for other in list_moves(position)
        if other.end == move.end and other.start != move.start and position.board[other.start].upper() == bird
    ]
    if not others:
        which = ""
    elif all(other[0] != start[0] for other in others):
        which = start[0]
    else:
        which = start[1] if all(other[1] != start[1] for other in others) else start
    return bird + which + capture + end


def draw_board(board: str, below: str) -> list[str]:
    """Return the board as lines of text with the names of rows and columns; ``below`` is the side at the bottom."""
    rows, columns = (range(7, -1, -1), range(8)) if below == "w" else (range(8), range(7, -1, -1))
    lines = [" ".join([str(row + 1), *(board[8 * row + column] for column in columns)]) for row in rows]
    return [*lines, " ".join([" ", *(COLUMNS[column] for column in columns)])]
