"""Boards for Betsy's tests, and slow answers straight from the readable rules."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from engine.lab.games.betsy.rules import Move, Position, after, captures_kingfisher, material, moves, over
from tests.engine.lab.plain_algorithms import minimax


@st.composite
def positions(draw, most=20, birds="PPPRNBQQpppnrbqq", kings=None):
    """Any position, odd ones too: parakeets on first and last rows, many quetzals, no kingfisher."""
    squares = draw(st.lists(st.integers(0, 63), unique=True, max_size=most, min_size=2))
    placed = draw(st.sampled_from(["Kk", "Kk", "Kk", "Kk", "Kk", "K", "k", ""] if kings is None else [kings]))
    board = ["."] * 64
    for square in squares[len(placed) :]:
        board[square] = draw(st.sampled_from(birds))
    for square, bird in zip(squares, placed, strict=False):
        board[square] = bird
    return Position("".join(board), draw(st.sampled_from("wb")), draw(st.sampled_from([8, 4])))


class Material:
    """Betsy as the generic algorithms see it: White wants the material high."""

    def actions(self, position: Position) -> list[Move]:
        return moves(position)

    def after(self, position: Position, move: Move) -> Position:
        return after(position, move)

    def payoff(self, position: Position) -> float:
        return material(position.board)

    def is_high(self, position: Position) -> bool:
        return position.side == "w"


def slow_perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(slow_perft(after(position, move), depth - 1) for move in moves(position))


def slow_minimax(position: Position, depth: int) -> float:
    return minimax(Material(), position, depth)


def slow_forces(position: Position, move: Move, plies: int) -> bool:
    """Whether a move forces the capture: at once, or whatever the other side, which has a move, does."""
    if captures_kingfisher(position, move):
        return True
    child = after(position, move)
    replies = moves(child)
    return plies > 1 and bool(replies) and all(slow_wins(after(child, reply), plies - 2) for reply in replies)


@cache
def slow_wins(position: Position, plies: int) -> bool:
    return not over(position.board) and any(slow_forces(position, move, plies) for move in moves(position))
