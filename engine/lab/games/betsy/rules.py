"""Boards, positions and moves of Betsy; the kernel knows how each bird moves.

A board is a text of 64 characters, White's home row first, ``.`` for an empty square, capitals for
White. Squares are numbered 0 (a1) to 63 (h8). White moves toward higher rows.
"""

from __future__ import annotations

from typing import NamedTuple

from ....errors import InputError
from . import _search

START = "RNBQKBNR" + "P" * 8 + "." * 32 + "p" * 8 + "rnbqkbnr"
WHITE, BLACK = "w", "b"
SIDES = {WHITE: "White", BLACK: "Black"}
EMPTY = "."
PIECE_VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 1000}
COLUMNS = "abcdefgh"
NAMES = {"P": "parakeet", "R": "robin", "N": "nighthawk", "B": "bluejay", "Q": "quetzal", "K": "kingfisher"}


class BirdPosition(NamedTuple):
    """A board, the side to move (``w`` or ``b``), and the number of directions in which a kingfisher steps (8 or 4)."""

    board: str = START
    side: str = WHITE
    kingfisher: int = 8

    @property
    def other(self) -> str:
        return BLACK if self.side == WHITE else WHITE

    @property
    def sign(self) -> int:
        """1 if White is to move, else -1: it turns a value for the mover into one for White, and back."""
        return 1 if self.side == WHITE else -1


class Move(NamedTuple):
    """A move from a square to a square; a parakeet that reaches the far row becomes a quetzal."""

    start: int
    end: int

    @classmethod
    def from_text(cls, text: str) -> Move:
        start, end = (COLUMNS.index(text[index]) + 8 * (int(text[index + 1]) - 1) for index in (0, 2))
        return cls(start, end)

    def __str__(self) -> str:
        return square_name(self.start) + square_name(self.end)


def square_name(square: int) -> str:
    """Return the name of a square: ``e2`` for 12."""
    return COLUMNS[square % 8] + str(square // 8 + 1)


def get_side(bird: str) -> str | None:
    """Return the side of a bird: ``w`` or ``b``, or None on an empty square."""
    if bird == EMPTY:
        return None
    return WHITE if bird.isupper() else BLACK


def read_board(text: str) -> str:
    """Return a board as typed. Raises InputError with a message that continues the option's name."""
    if len(text) != 64:
        raise InputError(f"must be 64 characters, White's home row first; there are {len(text)}")
    for place, bird in enumerate(text):
        if bird != EMPTY and bird.upper() not in PIECE_VALUES:
            raise InputError(f"must hold only . and PRNBQKprnbqk, not “{bird}” (on {square_name(place)})")
    for kingfisher, whose in (("K", "White"), ("k", "Black")):
        if text.count(kingfisher) > 1:
            raise InputError(f"must have at most one kingfisher of {whose}'s; there are {text.count(kingfisher)}")
    return text


def is_over(board: str) -> bool:
    """Return whether the game is over: a kingfisher is missing."""
    return "K" not in board or "k" not in board


def sum_material(board: str) -> int:
    return sum(PIECE_VALUES[bird.upper()] * (1 if bird.isupper() else -1) for bird in board if bird != EMPTY)


def list_moves(position: BirdPosition) -> list[Move]:
    """Return all moves, by squares; none when the game is over."""
    mover = 0 if position.side == WHITE else 1
    return [Move(*pair) for pair in sorted(_search.moves(position.board.encode(), mover, position.kingfisher))]


def make_move(position: BirdPosition, move: Move) -> BirdPosition:
    board = list(position.board)
    bird = board[move.start]
    board[move.start] = EMPTY
    if bird == "P" and move.end // 8 == 7:
        bird = "Q"
    elif bird == "p" and move.end // 8 == 0:
        bird = "q"
    board[move.end] = bird
    return BirdPosition("".join(board), position.other, position.kingfisher)


def captures_kingfisher(position: BirdPosition, move: Move) -> bool:
    return position.board[move.end].upper() == "K"
