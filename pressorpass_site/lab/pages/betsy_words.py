"""The evaluations of Betsy's engine in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.lab.games.betsy.rules import EMPTY, PIECE_VALUES, Move, Position

from ..controls.control import SEPARATOR
from .betsy_board import line_words, move_words, read_move


@dataclass(frozen=True)
class Thinking:
    """An answer to the question play.

    Attributes:
        words: the move.
        judged: its evaluation of the position for its own side.
        line: the expected continuation, beginning with its own move.
        searched: depth and speed of the search.
        proven: whether it is a forced capture rather than a judgement.
    """

    move: Move
    words: str
    judged: str
    line: list[str]
    searched: str
    proven: bool


def thinking(position: Position, result: dict[str, Any]) -> Thinking:
    """Return the answer to the question play in this position, in words."""
    details = result["details"]
    move = read_move(details["move"])
    return Thinking(
        move=move,
        words=move_words(position, move),
        judged=judged(details),
        line=line_words(position, map(read_move, details["line"] or [details["move"]])),
        searched=f"{_plies(details['depth'])} deep, {details['nodes']:,} positions, "
        f"{details['nodes_per_second']:,} a second",
        proven=(details["ends_in"] or 0) > 0,
    )


def judged(details: dict[str, Any]) -> str:
    """Return the mover's evaluation."""
    ends_in, score = details["ends_in"], details["score"]
    if ends_in is not None:
        if ends_in == 1:
            return "it captures the kingfisher"
        who = "it forces the capture of the kingfisher" if ends_in > 0 else "it sees its own kingfisher captured"
        return f"{who} within {_plies(abs(ends_in))}"
    if score is None:
        return "the first move at hand: there was no time to think"
    if not score:
        return "both sides are worth the same"
    return f"its side is worth {abs(score):.2f} parakeets {'more' if score > 0 else 'less'} than the other"


def outcome(value: int) -> str:
    """Return the difference in material at the end of a line of play, in words."""
    if abs(value) >= PIECE_VALUES["K"] / 2:
        return f"{'Black' if value > 0 else 'White'}’s kingfisher is captured"
    return ahead(value)


def ahead(value: float) -> str:
    """Return the side whose birds are worth more, and by how much; in averages a kingfisher counts its value."""
    if not value:
        return "both sides’ birds are worth the same"
    amount = f"{abs(value):,.10g}"
    parakeets = "parakeet" if amount == "1" else "parakeets"
    return f"{'White' if value > 0 else 'Black'} has birds worth {amount} {parakeets} more"


def material_words(board: str) -> str:
    """Return the difference in material on the board without kingfishers, in words."""
    balance = sum(
        PIECE_VALUES[bird.upper()] * (1 if bird.isupper() else -1)
        for bird in board
        if bird != EMPTY and bird.upper() != "K"
    )
    return ahead(balance)


def player_words(player: str) -> str:
    """Return a player of a match in words: “the engine, 4 plies ahead”."""
    kind, _, number = player.partition(SEPARATOR)
    if kind == "random":
        return "moves at random"
    if kind == "seconds":
        return f"the engine, {float(number):g} s a move"
    return f"{'counts birds' if kind == 'material' else 'the engine'}, {_plies(int(number))} ahead"


def _plies(count: int) -> str:
    return f"{count} {'ply' if count == 1 else 'plies'}"
