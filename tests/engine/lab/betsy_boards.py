"""Boards for Betsy's tests, the rules in plain Python in the order of the text, and slow answers straight from them."""

from functools import cache

from hypothesis import strategies as st

from engine.lab.games.betsy.rules import (
    EMPTY,
    BirdPosition,
    Move,
    captures_kingfisher,
    get_side,
    is_over,
    make_move,
    sum_material,
)

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))  # columns, rows
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
SLIDES = {"R": STRAIGHT, "B": DIAGONAL, "Q": STRAIGHT + DIAGONAL}


def moves(position: BirdPosition) -> list[Move]:
    """All moves, by squares; none when the game is over."""
    if is_over(position.board):
        return []
    all_moves = []
    for start, bird in enumerate(position.board):
        if get_side(bird) == position.side:
            all_moves += [Move(start, end) for end in _ends(position, start, bird.upper())]
    return sorted(all_moves)


def _ends(position: BirdPosition, start: int, kind: str) -> list[int]:
    """Return the squares a bird may move to."""
    if kind == "P":
        return _parakeet(position, start)
    if kind == "N":
        return _steps(position, start, JUMPS, 1)
    if kind == "K":
        return _steps(position, start, STRAIGHT + DIAGONAL if position.kingfisher == 8 else STRAIGHT, 1)
    return _steps(position, start, SLIDES[kind], 7)


def _steps(position: BirdPosition, start: int, ways: tuple[tuple[int, int], ...], most: int) -> list[int]:
    """Return the squares up to ``most`` steps in each direction, to the first bird; an opponent's is captured."""
    ends = []
    for across, up in ways:
        for end in _line(start, across, up, most):
            if get_side(position.board[end]) == position.side:
                break
            ends.append(end)
            if position.board[end] != EMPTY:
                break
    return ends


def _parakeet(position: BirdPosition, start: int) -> list[int]:
    """Return the squares forward, two from its own second row, and captures diagonally; none on the far row."""
    board, up, ends = position.board, position.sign, []
    for end in _line(start, 0, up, 2 if start // 8 == (1 if up == 1 else 6) else 1):
        if board[end] != EMPTY:
            break
        ends.append(end)
    for across in (-1, 1):
        ends += [end for end in _line(start, across, up, 1) if get_side(board[end]) == position.other]
    return ends


@cache
def _line(start: int, across: int, up: int, most: int) -> list[int]:
    """Return up to ``most`` squares in a direction, to the edge of the board."""
    squares: list[int] = []
    column, row = start % 8 + across, start // 8 + up
    while len(squares) < most and 0 <= column < 8 and 0 <= row < 8:
        squares.append(row * 8 + column)
        column, row = column + across, row + up
    return squares


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
    return BirdPosition("".join(board), draw(st.sampled_from("wb")), draw(st.sampled_from([8, 4])))


def slow_perft(position: BirdPosition, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(slow_perft(make_move(position, move), depth - 1) for move in moves(position))


def slow_minimax(position: BirdPosition, depth: int) -> float:
    """The material after a number of plies, or at the end, if White wants it high and Black low."""
    choices = moves(position) if depth else []
    if not choices:
        return sum_material(position.board)
    best = max if position.side == "w" else min
    return best(slow_minimax(make_move(position, move), depth - 1) for move in choices)


def slow_forces(position: BirdPosition, move: Move, plies: int) -> bool:
    """Whether a move forces the capture: at once, or whatever the other side, which has a move, does."""
    if captures_kingfisher(position, move):
        return True
    child = make_move(position, move)
    replies = moves(child)
    return plies > 1 and bool(replies) and all(slow_wins(make_move(child, reply), plies - 2) for reply in replies)


@cache
def slow_wins(position: BirdPosition, plies: int) -> bool:
    return not is_over(position.board) and any(slow_forces(position, move, plies) for move in moves(position))
