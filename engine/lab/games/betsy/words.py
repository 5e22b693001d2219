"""Betsy's moves, boards and players in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ....formatting import MINUS
from ...controls import SEPARATOR
from .rules import EMPTY, NAMES, PIECE_VALUES, SIDES, BirdPosition, Move, get_side, make_move, square_name, sum_material


def describe_bird(bird: str) -> str:
    return f"{'white' if bird.isupper() else 'black'} {NAMES[bird.upper()]}"


def describe_bird_at(board: str, square: int) -> str:
    """Return text such as “parakeet e4”."""
    return f"{NAMES[board[square].upper()]} {square_name(square)}"


def describe_move(position: BirdPosition, move: Move) -> str:
    """Return text such as “parakeet e4 captures parakeet d5”."""
    board, end = position.board, square_name(move.end)
    goal = f"to {end}" if board[move.end] == EMPTY else f"captures {describe_bird_at(board, move.end)}"
    became = make_move(position, move).board[move.end]
    promotion = "" if became == board[move.start] else f" and becomes a {NAMES[became.upper()]}"
    return f"{describe_bird_at(board, move.start)} {goal}{promotion}"


def describe_position(position: BirdPosition) -> str:
    """Return a position in words: the side to move and the places of all birds."""
    board, parts = position.board, []
    for side, name in SIDES.items():
        birds = [describe_bird_at(board, square) for square in range(64) if get_side(board[square]) == side]
        parts.append(f"{name}: {', '.join(birds) or 'nothing'}.")
    return f"{SIDES[position.side]} to move. {' '.join(parts)}"


@dataclass(frozen=True)
class EngineMove:
    """An answer to the question ``play``.

    Attributes:
        words: the move.
        judgment: the engine's evaluation for the side that moves.
        line: the expected continuation, beginning with the move.
        search_words: depth and speed of the search.
        is_proven: whether it is a forced capture rather than a judgment.
    """

    move: Move
    words: str
    judgment: str
    line: list[str]
    search_words: str
    is_proven: bool


def build_engine_move(position: BirdPosition, details: Mapping[str, Any]) -> EngineMove:
    move = Move.from_text(details["move"])
    line, here = [], position
    for next_move in map(Move.from_text, details["line"] or [details["move"]]):
        line.append(f"{SIDES[here.side]}: {describe_move(here, next_move)}")
        here = make_move(here, next_move)
    speed = f"{details['nodes']:,} positions, {details['nodes_per_second']:,} a second"
    search_words = f"{_count_plies(details['depth'])} deep, {speed}"
    return EngineMove(
        move,
        describe_move(position, move),
        describe_judgment(details),
        line,
        search_words,
        (details["ends_in"] or 0) > 0,
    )


def describe_judgment(details: Mapping[str, Any]) -> str:
    ends_in, score = details["ends_in"], details["score"]
    if ends_in is not None:
        if ends_in == 1:
            return "it captures the kingfisher"
        who = "it forces the capture of the kingfisher" if ends_in > 0 else "it sees its own kingfisher captured"
        return f"{who} within {_count_plies(abs(ends_in))}"
    if score is None:
        return "the first move at hand: there was no time to think"
    if not score:
        return "both sides are worth the same"
    return f"its side is worth {abs(score):.2f} parakeets {'more' if score > 0 else 'less'} than the other"


def describe_outcome(value: int) -> str:
    if abs(value) >= PIECE_VALUES["K"] / 2:
        return f"{'Black' if value > 0 else 'White'}’s kingfisher is captured"
    return describe_material_lead(value)


def describe_material_lead(value: float) -> str:
    """Return the side whose birds are worth more, and by how much; in averages a kingfisher counts its value."""
    if not value:
        return "both sides’ birds are worth the same"
    amount = f"{abs(value):,.10g}"
    parakeets = "parakeet" if amount == "1" else "parakeets"
    return f"{'White' if value > 0 else 'Black'} has birds worth {amount} {parakeets} more"


def describe_material(board: str) -> str:
    return describe_material_lead(sum_material(board.replace("K", EMPTY).replace("k", EMPTY)))


def describe_player(player: str) -> str:
    """Return a player of a match in words: “the engine, 4 plies ahead”."""
    kind, _, number = player.partition(SEPARATOR)
    if kind == "random":
        return "moves at random"
    if kind == "seconds":
        return f"the engine, {float(number):g} s a move"
    return f"{'counts birds' if kind == 'material' else 'the engine'}, {_count_plies(int(number))} ahead"


def format_signed(value: float) -> str:
    """Return text such as “+0.40”, “−1,000”, “0”: parakeets with the hundredths that squares have."""
    if not value:
        return "0"
    size = f"{abs(value):,.2f}".removesuffix(".00")
    return f"{'+' if value > 0 else MINUS}{size}"


def _count_plies(count: int) -> str:
    return f"{count} {'ply' if count == 1 else 'plies'}"
