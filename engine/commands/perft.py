"""``perft``: the number of leaves of the game tree."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..errors import InputError
from ..game.perft import count_leaves
from . import question


def add_to(commands: Any) -> None:
    parser = question.add_command(commands, "perft", run, "number of leaves of the game tree")
    parser.add_argument("depth", type=int, metavar="DEPTH")


def run(arguments: argparse.Namespace) -> None:
    position, board, rules = question.read(arguments)
    if arguments.depth < 0:
        raise InputError("DEPTH must be 0 or more")
    leaves = count_leaves(position, board, question.build_exact_rules(position, board, rules), arguments.depth)
    if arguments.json:
        print(json.dumps({"position": position.notation, "depth": arguments.depth, "leaves": leaves}))
    else:
        print(leaves)
