"""Players of Betsy by name: random, searching, a human in the terminal, or a function of the user's file."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from ....errors import InputError
from ...budget import Budget
from ...controls import SEPARATOR, NumberControl, PlayerControl
from ...user_code import load_functions
from .exact import find_best_moves
from .notation import draw_board, read_move, write_move
from .rules import SIDES, BirdPosition, Move, list_moves
from .think import think

if TYPE_CHECKING:
    from numpy.random import Generator

EarlyEnd = Literal["resigned", "left"]
# Returns its move, or the reason for which it ends the game early.
Player = Callable[[BirdPosition, "Generator", Budget], Move | EarlyEnd]

HUMAN = "human"
ENGINES = PlayerControl(
    {
        "random": ("Moves at random", ()),
        "material": ("Counts birds, looking ahead", ("plies",)),
        "depth": ("The engine, to a fixed depth", ("plies",)),
        "seconds": ("The engine, with a time for each move", ("seconds",)),
    },
    {"plies": NumberControl("Plies", 1, 30, "2"), "seconds": NumberControl("Seconds", 0.001, 60, "0.5", whole=False)},
)
MAX_MATERIAL_PLIES = 5
ENTRIES = 1 << 16  # a small table, as each move allocates one


def parse_player(name: str) -> Player | None:
    """Return a player by name; None for a word that can only be a function of the user's file.

    ``material`` plays a random optimal move by exact minimax; ``depth`` and ``seconds`` search with
    ``think``, with shuffled moves. Raises InputError.
    """
    if name == HUMAN:
        return _ask_human
    if name.isidentifier() and name not in ENGINES.kinds:
        return None
    kind, _, number = name.partition(SEPARATOR)
    if ENGINES.find_error(name) or (kind == "material" and int(number) > MAX_MATERIAL_PLIES):
        raise InputError(_build_player_error(name))

    def choose(position: BirdPosition, source: Generator, budget: Budget) -> Move:
        if kind == "random":
            return draw_move(list_moves(position), source)
        if kind == "material":
            return draw_move(find_best_moves(position, int(number), budget)[0], source)
        seed = int(source.integers(1, 1 << 62))
        if kind == "depth":
            return think(position, budget, max_plies=int(number), entries=ENTRIES, seed=seed).move
        return think(position, budget, time.monotonic() + float(number), seed=seed).move

    return choose


def find_player(name: str, own: dict[str, Player]) -> Player:
    """Return a player by name; ``own`` has the players of a file. Raises InputError."""
    function = own[name] if name in own else parse_player(name)
    if function is None:
        raise InputError(_build_player_error(name))
    return function


def load_players(path: str) -> dict[str, Player]:
    """Return the players that a Python file defines: its public functions f(board, side, moves) -> move.

    ``board`` is the text of 64 characters, ``side`` is ``w`` or ``b``, and ``moves`` is the list of moves like
    ``e2e4``, one of which the function returns. The file is *executed*, so it must be the user's own.
    Raises InputError.
    """
    return {name: _wrap_function(name, function) for name, function in load_functions(path).items()}


def draw_move(choices: list[Move], source: Generator) -> Move:
    return choices[int(source.integers(len(choices)))]


def _wrap_function(name: str, function: Callable[..., Any]) -> Player:
    def choose(position: BirdPosition, source: Generator, budget: Budget) -> Move:
        choices = {str(move): move for move in list_moves(position)}
        try:
            move_text = function(position.board, position.side, sorted(choices))
        except Exception as error:
            raise InputError(f"cannot be used: the player “{name}” raised {error!r}", field="file") from error
        if not isinstance(move_text, str) or move_text not in choices:
            raise InputError(
                f"does not fit the rules: the player “{name}” must return one of the moves it is given, like"
                f" “{min(choices)}”, but returned {move_text!r}",
                field="file",
            )
        return choices[move_text]

    return choose


def _ask_human(position: BirdPosition, source: Generator, budget: Budget) -> Move | EarlyEnd:
    """Ask until the user types a move, resigns, or leaves."""
    assert budget.read_line is not None
    for line in draw_board(position.board, position.side):
        budget.write_line(line)
    while True:
        text = budget.read_line(f"{SIDES[position.side]} to move: ")
        if text is None:
            return "left"
        if text.strip() == "resign":
            return "resigned"
        if text.strip() in ("", "help", "moves"):
            names = ", ".join(sorted(write_move(position, move) for move in list_moves(position)))
            budget.write_line(f"Moves: {names}. Or type “resign”.")
            continue
        try:
            return read_move(position, text)
        except InputError as error:
            budget.write_line(error.message[:1].upper() + error.message[1:] + ".")


def _build_player_error(name: str) -> str:
    return (
        f"must be random, material:1 to material:{MAX_MATERIAL_PLIES}, depth:1 to depth:30, seconds:0.001 to"
        f" seconds:60, or a function of --file, not “{name[:40]}”"
    )
