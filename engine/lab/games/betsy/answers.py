"""Answers about evaluations, games and matches, which need more of the game than ``play``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...question import Parameters
from ...round_robin import Sampled, all_pairs, check_number, listed
from .evaluation import changes, evaluate, parts
from .match import elo, play_game, play_match
from .notation import drawing, written
from .piece_values import UNIT
from .players import HUMAN, Player, own_players, player
from .policies import ROUNDING, Values
from .rules import NAMES, Move, Position, material

MOST_POLICIES = 20
CONDITIONS = ("kingfisher", "opening", "longest")  # of a match


def value(position: Position, parameters: Parameters, budget: Budget) -> Answer:
    """Return the average between given policies."""
    depth = parameters["depth"]
    values = Values(parameters["white"], parameters["black"], budget)
    if parameters["method"] == "simulate":
        estimate = values.simulate(position, depth, parameters["games"], parameters["seed"])
        return Answer(estimate.mean, "estimated", estimate.error)
    return Answer(
        float(values.value(position, depth)), error=depth * ROUNDING, details={"positions": len(values.known)}
    )


def evaluation(position: Position) -> Answer:
    """Return h(b) part by part, and its change by each move."""
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


def _players(parameters: Parameters, named: Sequence[tuple[str, str]]) -> list[Player]:
    """Return the players from options and the texts typed there."""
    own = {} if parameters["file"] is None else own_players(parameters["file"])
    found = []
    for option, name in named:
        try:
            found.append(player(name, own))
        except InputError as error:
            raise InputError(error.message, field=option) from None
    return found


def _without_humans(parameters: Parameters, named: Sequence[tuple[str, str]]) -> list[Player]:
    for option, name in named:
        if name == HUMAN:
            raise InputError("must not be human in a match; the question game has humans", field=option)
    return _players(parameters, named)


def match(parameters: Parameters, budget: Budget) -> Answer:
    """Return a match between two players."""
    a, b = _without_humans(parameters, [(option, parameters[option]) for option in ("a", "b")])
    conditions = {name: parameters[name] for name in CONDITIONS}

    def played_on(share: float) -> None:
        budget.progress("games played", share)

    played = play_match(a, b, parameters["games"], parameters["seed"], budget, **conditions, played_on=played_on)
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


def contest(parameters: Parameters, budget: Budget) -> Answer:
    """Return a round robin of matches. Pair number k, from 0, plays with the seed plus k."""
    names = listed(parameters["policies"])
    check_number(names, MOST_POLICIES)
    players = _without_humans(parameters, [("policies", name) for name in names])
    conditions = {name: parameters[name] for name in CONDITIONS}
    games, seed, pairs = parameters["games"], parameters["seed"], len(names) * (len(names) - 1) // 2
    errors = np.zeros((len(names), len(names)))
    results, cut, number = np.zeros((len(names), 3), np.int64), 0, 0

    def won(a: int, b: int, done: str) -> float:
        nonlocal cut, number

        def played_on(share: float) -> None:
            budget.progress("pairs", (number + share) / pairs)

        played = play_match(
            *(players[a], players[b], games, seed + number, budget),
            **conditions,
            before=f"{done}, and of the next ",
            played_on=played_on,
        )
        number, cut = number + 1, cut + played.cut
        errors[a, b] = errors[b, a] = played.error
        results[a] += played.won, played.drawn, played.lost
        results[b] += played.lost, played.drawn, played.won
        return played.score

    wins = all_pairs(len(names), won, budget)
    # Each rate is a mean over independent matches.
    rate_errors = np.sqrt(np.square(errors).sum(axis=1)) / (len(names) - 1)
    found = Sampled(tuple(names), wins, errors, rate_errors, games)
    return found.answer(results=results.tolist(), cut=cut)


def game(position: Position, parameters: Parameters, budget: Budget) -> Answer:
    """Return one game, with a human if there is one to ask."""
    names = (parameters["a"], parameters["b"])
    for option, name in zip(("a", "b"), names, strict=True):
        if name == HUMAN and budget.hear is None:
            raise InputError("must not be human here: a human plays on the command line", field=option)
    white, black = _players(parameters, list(zip(("a", "b"), names, strict=True)))
    notation: list[str] = []

    def heard(here: Position, move: Move) -> None:
        notation.append(written(here, move))
        budget.say(f"{len(notation)}. {'White' if here.side == 'w' else 'Black'}: {notation[-1]} ({move})")

    source = np.random.default_rng(parameters["seed"])
    played = play_game(position, (white, black), source, parameters["longest"], budget, heard=heard)
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
