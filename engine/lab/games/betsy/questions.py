"""Betsy's questions to the lab."""

from __future__ import annotations

import time
from typing import Any

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...options import SEED, Option, choice, number, whole, word
from ...question import Game, Parameters, Question
from .exact import best_moves, forcing_moves, minimax, perft
from .rules import START, Position, after, moves, over, read_board
from .think import Thought, think

# Modules that ``play`` does not need are imported within functions, so that it starts at once.

PLAYERS = "random, material:DEPTH, depth:DEPTH, seconds:SECONDS, or a function of --file"
POLICIES = ("best", "random")
# The parts of the time limit reserved for printing and exiting; on a busy machine exiting is as slow as starting,
# so that includes a share of the starting time.
KEPT_SECONDS, KEPT_PART, KEPT_OF_BEGINNING = 0.1, 0.03, 0.3


def _directions(text: str) -> int:
    return int(str(word("8", "4")(text)))


def _odd(text: str) -> int:
    plies = int(str(whole(1, 39)(text)))
    if plies % 2 == 0:
        raise InputError(f"must be odd: one's own moves at both ends; not “{plies}”")
    return plies


BOARD = Option("board", "64 characters, White's home row first, . for an empty square", read_board, START)
SIDE = Option("side", "who moves: w, White, or b, Black", word("w", "b"), "w", choices=("w", "b"))
KINGFISHER = Option("kingfisher", "directions of a kingfisher's step", _directions, "8", choices=("8", "4"))
PLACE = (BOARD, SIDE, KINGFISHER)
SHUFFLE = Option(
    "seed", "shuffles the moves before the search, so that equal moves vary; 0 for no shuffling", SEED.read, "0"
)
FILE = Option(
    "file", "a Python file that defines players f(board, side, moves), which return one of the moves", str, local=True
)
CONDITIONS = (
    FILE,
    Option("games", "how many games two players play, with alternating colors", whole(2, 10_000), "10"),
    Option("opening", "random plies before the players begin", whole(0, 20), "4"),
    Option("longest", "plies after which a game is a draw", whole(20, 2000), "200"),
    KINGFISHER,
    SEED,
)


def _position(parameters: Parameters) -> Position:
    return Position(parameters["board"], parameters["side"], parameters["kingfisher"])


def _perft(parameters: Parameters, budget: Budget) -> Answer:
    found = perft(_position(parameters), parameters["depth"], budget)
    return Answer(found.value, details={"nodes": found.nodes})


def _moves(parameters: Parameters, budget: Budget) -> Answer:
    from .notation import written

    position = _position(parameters)
    choices = moves(position)
    found = {str(move): written(position, move) for move in choices}
    boards = {str(move): after(position, move).board for move in choices}
    return Answer(sorted(found), details={"over": over(position.board), "notation": found, "boards": boards})


def _solve(parameters: Parameters, budget: Budget) -> Answer:
    found, nodes = forcing_moves(_position(parameters), parameters["plies"], budget)
    within = {str(move): plies for move, plies in found.items()}
    return Answer(sorted(within), details={"plies": within, "nodes": nodes})


def _minimax(parameters: Parameters, budget: Budget) -> Answer:
    found = minimax(_position(parameters), parameters["depth"], budget)
    return Answer(found.value, details={"nodes": found.nodes})


def _best(parameters: Parameters, budget: Budget) -> Answer:
    found, best = best_moves(_position(parameters), parameters["depth"], budget)
    return Answer(sorted(map(str, best)), details={"value": found.value, "nodes": found.nodes})


def _value(parameters: Parameters, budget: Budget) -> Answer:
    from .answers import value

    return value(_position(parameters), parameters, budget)


def _evaluate(parameters: Parameters, budget: Budget) -> Answer:
    from .answers import evaluation

    return evaluation(_position(parameters))


def _play(parameters: Parameters, budget: Budget) -> Answer:
    position, seconds = _position(parameters), parameters["seconds"]
    if not moves(position):
        why = "a kingfisher is missing, the game is over" if over(position.board) else "that side is stuck, a draw"
        raise InputError(f"must leave the side to move a move: {why}", field="board")
    beginning = time.monotonic() - budget.began
    deadline = budget.began + seconds - KEPT_SECONDS - KEPT_PART * seconds - KEPT_OF_BEGINNING * beginning
    shown: list[str] = []

    def heard(thought: Thought) -> None:
        board = after(position, thought.move).board
        if shown[-1:] != [board]:
            shown.append(board)
            budget.say(board)

    thought = think(position, budget, deadline, heard=heard, seed=parameters["seed"])
    return Answer(after(position, thought.move).board, "estimated", None, _told(thought))


def _player(text: str) -> str:
    from .players import known_player

    known_player(text.strip())
    return text.strip()


def _match(parameters: Parameters, budget: Budget) -> Answer:
    from .answers import match

    return match(parameters, budget)


def _contest(parameters: Parameters, budget: Budget) -> Answer:
    from .answers import contest

    return contest(parameters, budget)


def _game(parameters: Parameters, budget: Budget) -> Answer:
    from .answers import game

    return game(_position(parameters), parameters, budget)


def _review(parameters: Parameters, budget: Budget) -> Answer:
    from .review import read_record, review

    position = _position(parameters)
    record = read_record(position, parameters["record"])
    return review(position, record, parameters["reviewed"], parameters["depth"], budget)


def _told(thought: Thought) -> dict[str, Any]:
    return {
        "move": str(thought.move),
        "depth": thought.depth,
        "score": thought.score,
        "ends_in": thought.ends_in,
        "line": [str(move) for move in thought.line],
        "nodes": thought.nodes,
        "nodes_per_second": round(thought.nodes / max(thought.seconds, 1e-6)),
        "seconds": round(thought.seconds, 4),
    }


GAME = Game(
    "betsy",
    "Betsy",
    "chess with birds: capture the kingfisher",
    (
        Question("moves", "all moves", PLACE, _moves),
        Question(
            "solve",
            "all moves that force the capture of the kingfisher",
            (
                *PLACE,
                Option(
                    "plies", "within how many plies, including one's own move and the capture; odd", _odd, required=True
                ),
            ),
            _solve,
            example={
                "plies": "3",
                "side": "b",
                "board": "RNBQKBNRPPPPP..P.....P........P.............p...pppp.ppprnbqkbnr",
            },
        ),
        Question(
            "minimax",
            "White's material minus Black's after optimal play to a depth, or at the end",
            (*PLACE, Option("depth", "plies", whole(0, 30), required=True)),
            _minimax,
            "parakeets",
            example={"depth": "4"},
        ),
        Question(
            "best",
            "all optimal moves by minimax",
            (*PLACE, Option("depth", "plies", whole(1, 30), required=True)),
            _best,
            example={"depth": "4"},
        ),
        Question(
            "value",
            "White's average material minus Black's between given policies, at a depth",
            (
                *PLACE,
                Option("depth", "plies", whole(0, 6), required=True),
                choice("white", "White's moves: the best responses to Black's, or random", *POLICIES, default="best"),
                choice("black", "Black's moves", *POLICIES, default="random"),
                choice("method", "exactly, or by playing", "exact", "simulate", default="exact"),
                Option("games", "how many games are simulated", whole(2, 1_000_000), "1000"),
                SEED,
            ),
            _value,
            "parakeets",
            example={"depth": "2"},
        ),
        Question(
            "evaluate",
            "h(b): White's material and square bonuses minus Black's, bird by bird",
            PLACE,
            _evaluate,
            "parakeets",
        ),
        Question(
            "play",
            "the board after a good move, found within a time limit; the last line is the move",
            (SIDE, BOARD, Option("seconds", "time limit", number(0.01, 3600), "1"), KINGFISHER, SHUFFLE),
            _play,
            positional=("side", "board", "seconds"),
            bare=True,
        ),
        Question(
            "match",
            "a match between two players: A's average score, a win 1, a draw ½",
            (
                Option("a", f"A: {PLAYERS}", _player, "depth:4"),
                Option("b", f"B: {PLAYERS}", _player, "material:2"),
                *CONDITIONS,
            ),
            _match,
            "points a game",
        ),
        Question(
            "contest",
            "points a game in a round robin: a match between every two players",
            (
                Option(
                    "policies", f"players, separated by commas: {PLAYERS}", str, "random,material:1,depth:1,depth:3"
                ),
                *CONDITIONS,
            ),
            _contest,
            "points a game",
        ),
        Question(
            "game",
            "one game, every move; who wins: white, black or draw",
            (
                Option("a", f"A, who plays White: human, {PLAYERS}", _player, "depth:4"),
                Option("b", f"B, who plays Black: human, {PLAYERS}", _player, "depth:4"),
                FILE,
                *PLACE,
                Option("longest", "plies after which the game is a draw", whole(1, 2000), "200"),
                SEED,
            ),
            _game,
        ),
        Question(
            "review",
            "what moves of a played game cost in all, in material some plies later",
            (
                Option("record", "the moves, separated by commas: e4,e5,Nf3 or e2e4,e7e5,g1f3", str, required=True),
                choice("reviewed", "whose moves are reviewed", "w", "b", "both", default="both"),
                Option("depth", "plies, the reviewed move included", whole(1, 8), "4"),
                *PLACE,
            ),
            _review,
            "parakeets",
            example={"record": "f3,e5,g4,Qh4,a3,Qxe1"},
        ),
        Question(
            "perft",
            "how many move sequences there are",
            (*PLACE, Option("depth", "plies", whole(0, 30), required=True)),
            _perft,
            "sequences",
            example={"depth": "4"},
        ),
    ),
)
