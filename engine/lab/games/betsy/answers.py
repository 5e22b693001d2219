"""Answers about evaluations, games and matches, which need more of the game than ``play``."""

from __future__ import annotations

import numpy as np

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...question import Parameters
from .evaluation import changes, evaluate, parts
from .match import elo, play_game, play_match
from .notation import drawing, written
from .piece_values import UNIT
from .players import HUMAN, Player, own_players, player
from .policies import ROUNDING, Values
from .rules import NAMES, Move, Position, material


def value(position: Position, parameters: Parameters, budget: Budget) -> Answer:
    """The average between given policies."""
    depth = parameters["depth"]
    values = Values(parameters["white"], parameters["black"], budget)
    if parameters["method"] == "simulate":
        estimate = values.simulate(position, depth, parameters["games"], parameters["seed"])
        return Answer(estimate.mean, "estimated", estimate.error)
    return Answer(
        float(values.value(position, depth)), error=depth * ROUNDING, details={"positions": len(values.known)}
    )


def evaluation(position: Position) -> Answer:
    """h(b), part by part, and what each move changes."""
    birds = parts(position.board)
    kinds = {
        name: {
            "material": sum(part.material for part in birds if part.bird.upper() == kind),
            "squares": sum(part.bonus for part in birds if part.bird.upper() == kind) / UNIT,
        }
        for kind, name in NAMES.items()
    }
    details = {
        "material": material(position.board),
        "squares": sum(part.bonus for part in birds) / UNIT,
        "kinds": kinds,
        "birds": [
            {"bird": part.bird, "square": part.square, "material": part.material, "bonus": part.bonus / UNIT}
            for part in birds
        ],
        "changes": {move: change / UNIT for move, change in changes(position).items()},
    }
    return Answer(evaluate(position.board) / UNIT, details=details)


def _players(parameters: Parameters, names: tuple[str, str]) -> tuple[Player, Player]:
    """The players of two options."""
    own = {} if parameters["file"] is None else own_players(parameters["file"])
    found = []
    for name in names:
        try:
            found.append(player(parameters[name], own))
        except InputError as error:
            raise InputError(error.message, field=name) from None
    return found[0], found[1]


def match(parameters: Parameters, budget: Budget) -> Answer:
    """A match between two players."""
    for name in ("a", "b"):
        if parameters[name] == HUMAN:
            raise InputError("must not be human in a match; the question game has humans", field=name)
    a, b = _players(parameters, ("a", "b"))
    played = play_match(
        a,
        b,
        parameters["games"],
        parameters["seed"],
        budget,
        kingfisher=parameters["kingfisher"],
        opening=parameters["opening"],
        longest=parameters["longest"],
    )
    details = {
        "won": played.won,
        "drawn": played.drawn,
        "lost": played.lost,
        "cut": played.cut,
        "interval": list(played.interval),
        "elo": elo(played.score),
        "elo_interval": [elo(bound) for bound in played.interval],
    }
    return Answer(played.score, "estimated", played.error, details)


def game(position: Position, parameters: Parameters, budget: Budget) -> Answer:
    """One game, with a human if there is one to ask."""
    names = (parameters["a"], parameters["b"])
    for option, name in zip(("a", "b"), names, strict=True):
        if name == HUMAN and budget.hear is None:
            raise InputError("must not be human here: a human plays on the command line", field=option)
    sides = _players(parameters, ("a", "b"))
    notation: list[str] = []

    def heard(here: Position, move: Move) -> None:
        notation.append(written(here, move))
        budget.say(f"{len(notation)}. {'White' if here.side == 'w' else 'Black'}: {notation[-1]} ({move})")

    source = np.random.default_rng(parameters["seed"])
    played = play_game(position, sides, source, parameters["longest"], budget, heard=heard)
    if HUMAN in names:
        for line in drawing(played.last.board, "w" if names[0] == HUMAN else "b"):
            budget.say(line)
    result = {1: "white", 0: "unfinished" if played.ended == "left" else "draw", -1: "black"}[played.won]
    details = {
        "ended": played.ended,
        "plies": len(played.moves),
        "moves": [str(move) for move in played.moves],
        "notation": notation,
        "board": played.last.board,
    }
    return Answer(result, details=details)
