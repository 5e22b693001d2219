"""Players of Betsy, and matches between them.

The game has no repetition rule, so a match game that lasts too long counts as a draw. Players with a depth
are deterministic; the first moves of each game are random to make the games differ.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ....errors import InputError
from ...budget import Budget
from .exact import best_moves
from .rules import START, WHITE, Move, Position, after, moves
from .think import think

Player = Callable[[Position, np.random.Generator, Budget], Move]

DEEPEST_MATERIAL = 5
ENTRIES = 1 << 16  # a small table, as each move allocates one


@dataclass(frozen=True, slots=True)
class Match:
    """Results of the first player, and its average: a win 1, a draw ½, a loss 0."""

    won: int
    drawn: int
    lost: int
    cut: int
    score: float
    error: float


def player(name: str) -> Player:
    """A player by name: ``random``, ``material:DEPTH``, ``depth:DEPTH`` or ``seconds:SECONDS``.

    ``material`` plays a random optimal move by exact minimax; the others search with ``think``.
    Raises InputError.
    """
    kind, _, text = name.partition(":")
    if kind == "random" and not text:
        return lambda position, source, budget: _any(moves(position), source)
    if kind == "material" and text.isascii() and text.isdigit() and 1 <= int(text) <= DEEPEST_MATERIAL:
        plies = int(text)
        return lambda position, source, budget: _any(best_moves(position, plies, budget)[1], source)
    if kind == "depth" and text.isascii() and text.isdigit() and 1 <= int(text) <= 30:
        depth = int(text)
        return lambda position, source, budget: think(position, budget, deepest=depth, entries=ENTRIES).move
    try:
        seconds = float(text) if kind == "seconds" else math.nan
    except ValueError:
        seconds = math.nan
    if not 0.001 <= seconds <= 60:
        raise InputError(
            f"must be random, material:1 to material:{DEEPEST_MATERIAL}, depth:1 to depth:30, or seconds:0.001 to"
            f" seconds:60, not “{name}”"
        )
    return lambda position, source, budget: think(position, budget, time.monotonic() + seconds).move


def play_match(
    white_first: Player,
    black_first: Player,
    games: int,
    seed: int,
    budget: Budget,
    *,
    kingfisher: int = 8,
    opening: int = 4,
    longest: int = 200,
) -> Match:
    """Plays a match from the starting board with alternating colours.

    Args:
        white_first: the player with White in the first game, whose results are returned.
        black_first: its opponent.
        games: 2 or more. Each pair of games begins with the same random moves.
        seed: of the openings and of random players.
        budget: charged one node per move.
        kingfisher: directions of its step.
        opening: random plies before the players begin.
        longest: plies after which a game counts as a draw.

    Raises:
        Exhausted, Cancelled: with the games played.
    """
    results = []
    cut = 0
    for game in range(games):
        budget.spend(0, f"{game} of {games} games")
        source = np.random.default_rng([seed, game])
        sides = (white_first, black_first) if game % 2 == 0 else (black_first, white_first)
        position = _opened(Position(START, WHITE, kingfisher), opening, np.random.default_rng([seed, game // 2]))
        plies = opening
        while plies < longest and moves(position):
            move = sides[position.side != WHITE](position, source, budget)
            position = after(position, move)
            plies += 1
            budget.spend(1, f"{game} of {games} games")
        won = ("k" not in position.board) - ("K" not in position.board)
        cut += plies >= longest and won == 0
        results.append(0.5 + 0.5 * (won if game % 2 == 0 else -won))
        budget.progress("games played", (game + 1) / games)
    error = float(np.std(results, ddof=1)) / math.sqrt(games)
    won, lost = results.count(1.0), results.count(0.0)
    return Match(won, games - won - lost, lost, cut, float(np.mean(results)), error)


def _opened(position: Position, plies: int, source: np.random.Generator) -> Position:
    """The position after random moves, none of which captures or exposes a kingfisher."""
    for _ in range(plies):
        quiet = [move for move in moves(position) if not _hangs(after(position, move))]
        position = after(position, _any(quiet or moves(position), source))
    return position


def _hangs(position: Position) -> bool:
    return any(position.board[move.end] in "Kk" for move in moves(position))


def _any(choices: list[Move], source: np.random.Generator) -> Move:
    return choices[int(source.integers(len(choices)))]
