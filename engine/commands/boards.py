"""``boards``: the boards that come with the engine, or the boards of a file."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from ..game.board import Board, preset_boards
from ..streams import tell
from .question import is_board_file, read_board, read_file


def add_to(commands: Any) -> None:
    parser = commands.add_parser("boards", help="the boards that come with the engine, or those of a file")
    parser.add_argument(
        "file", nargs="?", type=Path, help="JSON, CSV, a list of squares (.txt), or a presenter's boardConfig.js"
    )
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    boards = list(preset_boards().values()) if arguments.file is None else _read_boards(arguments.file)
    if arguments.json:
        print(json.dumps([board.to_json() for board in boards]))
        return
    for board in boards:
        print(f"{board.id:24} {board.name}{'' if board.complete else '  (incomplete)'}")


def _read_boards(path: Path) -> list[Board]:
    """Return the boards of a file, and print remarks on standard error. Raises BoardError."""
    if not is_board_file(path):
        return [read_board(str(path))]
    file_boards = read_file(path)
    boards = [file_board.board(file_board.name or path.stem) for file_board in file_boards.boards]
    for remark in file_boards.remarks:
        tell(remark)
    for board in boards:
        for line in filter(None, board.notes.split("\n")):
            tell(f"{board.id}: {line}")
    return boards
