"""``oracle``: the slow exact answer in fractions, for small positions."""

from __future__ import annotations

import argparse
import json
from fractions import Fraction
from typing import Any

from engine.commands import question
from engine.game.rules import Action, Press
from engine.game.spin import spins
from engine.solve.oracle import Oracle


def add_to(commands: Any) -> None:
    parser = question.add_command(commands, "oracle", run, "the slow exact answer in fractions, for small positions")
    parser.add_argument("--budget", type=int, default=200_000, help="the most positions to visit (200,000)")


def run(arguments: argparse.Namespace) -> None:
    position, board, rules = question.read(arguments)
    table = question.exact_table(position, board, rules)
    oracle = Oracle(spins(board, table.rules, table.unit), table, arguments.budget)
    actions = {_name(action): value for action, value in oracle.actions(position).items()}
    if arguments.json:
        print(
            json.dumps(
                {
                    "position": position.notation,
                    "board": board.id,
                    "rules": rules.options(),
                    "unit": table.unit,
                    "cap": table.cap,
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
            print(f"            {seat}: {_short(x)}")


def _name(action: Action) -> str:
    if isinstance(action, Press):
        return "press"
    return "stop" if action.to is None else f"pass to {action.to + 1}"


def _short(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= 120 else f"{text[:60]}… ({len(text)} digits)"
