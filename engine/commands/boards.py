"""``boards``: the boards that come with the engine."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..game.board import preset_boards


def add_to(commands: Any) -> None:
    parser = commands.add_parser("boards", help="the boards that come with the engine")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    boards = preset_boards().values()
    if arguments.json:
        print(json.dumps([board.to_json() for board in boards]))
        return
    for board in boards:
        print(f"{board.id:24} {board.name}{'' if board.complete else '  (incomplete)'}")
