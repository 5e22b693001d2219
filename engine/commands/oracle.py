"""``oracle``: the exact answer in fractions, slowly, for small positions."""

from __future__ import annotations

import argparse
import json
from fractions import Fraction
from typing import Any

from ..errors import PositionError
from ..game.rules import Action, Press, game_over
from ..game.spin import StagedSpins
from ..solvers.oracle import Oracle
from . import question


def add_to(commands: Any) -> None:
    parser = question.add_command(commands, "oracle", run, "the slow exact answer in fractions, for small positions")
    question.add_next_spins(parser)
    parser.add_argument("--budget", type=int, default=200_000, help="the most positions to visit (200,000)")


def run(arguments: argparse.Namespace) -> None:
    position, board, rules = question.read(arguments)
    next_spins = question.read_next_spins(arguments)
    if game_over(position, rules):
        raise PositionError("The other two are out, so the game is won already.", field="position")
    play_rules = question.build_exact_rules(position, board, rules, next_spins)
    next_board, next_count = (next_spins.board, next_spins.spins) if next_spins else (None, 0)
    spins = StagedSpins(board, play_rules.rules, play_rules.unit, position.spins, next_board)
    oracle = Oracle(spins, play_rules, arguments.budget)
    actions = {_name_action(action): value for action, value in oracle.actions(position, next_count).items()}
    if arguments.json:
        print(
            json.dumps(
                {
                    "position": position.notation,
                    "board": board.id,
                    "rules": rules.options(),
                    "unit": play_rules.unit,
                    "cap": play_rules.cap,
                    "actions": {
                        name: {"fractions": [str(x) for x in value], "values": [float(x) for x in value]}
                        for name, value in actions.items()
                    },
                    "states": oracle.states,
                }
            )
        )
        return
    for name, value in actions.items():
        print(f"{name:10}  " + "  ".join(f"{float(x):.12f}" for x in value))
        for seat, x in enumerate(value, 1):
            print(f"            {seat}: {_shorten(x)}")


def _name_action(action: Action) -> str:
    if isinstance(action, Press):
        return "press"
    return "stop" if action.to is None else f"pass to {action.to + 1}"


def _shorten(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= 120 else f"{text[:60]}… ({len(text)} digits)"
