"""``play``: a simulated game in the notation."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..game.board import DEFAULT_BOARDS, preset_ids
from ..game.options import RULE_PRESETS
from ..game.record.headers import BoardName, Headers
from ..game.record.json_form import game_to_json
from ..game.record.writing import write_game
from ..simulation.play import play
from . import question


def add_to(commands: Any) -> None:
    text = "a whole game played by chance, in the notation; the same seed gives the same game"
    parser = commands.add_parser("play", help=text, description=text)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the random numbers (1)")
    parser.add_argument(
        "--styles", default="optimal", help="how they play: optimal, cautious, aggressive or a lead; for each: a/b/c"
    )
    for number, name in ((1, "--board1"), (2, "--board")):
        parser.add_argument(
            name, default=DEFAULT_BOARDS[number], metavar="ID", help=f"of round {number}: a preset's id, or a JSON file"
        )
    parser.add_argument("--rules", default="show", metavar="PRESET", help=f"one of {', '.join(RULE_PRESETS)} (show)")
    parser.add_argument(
        "--set", action="append", default=[], metavar="OPTION=VALUE", dest="options", help="set one rule option"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run, unit=None)


def run(arguments: argparse.Namespace) -> None:
    rules = question.read_rules(arguments)
    pairs = [(name, str(value)) for name, value in rules.options().items()]
    headers = Headers(boards=(_read_board_name(arguments.board1, "board1"), _read_board_name(arguments.board, "board")))
    headers = headers.with_rules(arguments.rules, pairs)
    game = play(arguments.seed, headers, arguments.styles)
    print(json.dumps(game_to_json(game)) if arguments.json else write_game(game), end="\n" if arguments.json else "")


def _read_board_name(name: str, field: str) -> BoardName:
    """Return the board's name. Raises BoardError if there is no such board, or no game is played on it."""
    board = question.read_board(name, field)
    board.check(field)
    return BoardName(board.id) if name in preset_ids() else BoardName(board.id, None, board)
