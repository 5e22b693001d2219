"""The arguments of a question: a position, a board and rules."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..answers.question import ask
from ..errors import BoardError, InputError, RulesError
from ..game.board import DEFAULT_BOARD, DEFAULT_BOARDS, ROUNDS, Board, preset_board, preset_ids
from ..game.board_files import FileBoards, read_board_file
from ..game.episode import era_of_show, find_nearest_board, read_day
from ..game.eras import ERAS
from ..game.json_text import NestedTooDeep, parse_json
from ..game.light import LIGHTS, with_light
from ..game.next_spins import NextSpinsBoard
from ..game.options import RULE_PRESETS, Rules
from ..game.position import Position
from ..game.questions import NextRound
from ..game.reader import read_position
from ..game.rules import PlayRules
from ..solvers.limits import Limits
from ..streams import tell
from ..text_files import read_text

Run = Callable[[argparse.Namespace], None]
BOARD_FILE_SUFFIXES = (".csv", ".tsv", ".txt", ".js")  # besides .json


def add_command(commands: Any, name: str, run: Run, text: str, *, is_optional: bool = False) -> argparse.ArgumentParser:
    """Return a command that takes a position (required unless ``is_optional``), a board and rules."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
    parser.add_argument(
        "position", metavar="POSITION", help="for example 8000e3,3000,0@1", nargs="?" if is_optional else None
    )
    parser.add_argument("--board", default=DEFAULT_BOARD, metavar="ID", help="a preset's id, or a file (see boards)")
    parser.add_argument("--light", choices=LIGHTS, help="weigh the squares by the light of 1983 or of June 1984")
    parser.add_argument("--rules", default="show", metavar="PRESET", help=f"one of {', '.join(RULE_PRESETS)} (show)")
    parser.add_argument(
        "--set", action="append", default=[], metavar="OPTION=VALUE", dest="options", help="set one rule option"
    )
    parser.add_argument("--unit", metavar="N", help="dollars to round board values to, or auto")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)
    return parser


def add_next_spins(parser: argparse.ArgumentParser) -> None:
    """Add the options for another board of the next spins."""
    parser.add_argument("--now", metavar="ID", help="another board for the next spins: a preset's id, or a file")
    parser.add_argument("--spins", type=int, default=1, metavar="K", help="how many spins the board of --now lasts (1)")


def read_next_spins(arguments: argparse.Namespace) -> NextSpinsBoard | None:
    """Return the board of ``add_next_spins``. Raises InputError."""
    return (
        None
        if arguments.now is None
        else NextSpinsBoard(_apply_light(read_board(arguments.now, "now"), arguments), arguments.spins)
    )


def add_next_round(parser: argparse.ArgumentParser) -> None:
    """Add the options for a position of round 1."""
    parser.add_argument("--round", type=int, choices=ROUNDS, default=ROUNDS[-1], help="the position's round (2)")
    parser.add_argument("--then", metavar="ID", help="in round 1, the board of round 2 (that of its time)")
    parser.add_argument(
        "--questions", type=int, metavar="N", help="in round 1, questions before round 2 (as many as on its show)"
    )
    parser.set_defaults(board=None)


def read_next_round(arguments: argparse.Namespace) -> NextRound | None:
    """Return the round after a position of round 1, None in round 2, and set ``board`` if not given. Raises InputError."""
    arguments.board = arguments.board or DEFAULT_BOARDS[arguments.round]
    if arguments.round == ROUNDS[-1]:
        if arguments.then is not None or arguments.questions is not None:
            raise InputError("--then and --questions say what follows round 1: give --round 1", field="then")
        return None
    board = read_board(arguments.board)
    era = era_of_show(board.show) or ERAS[0]
    if arguments.then is not None:
        next_board = read_board(arguments.then, "then")
    else:
        next_board = find_nearest_board(ROUNDS[-1], era, read_day(board.valid_from or "")) or preset_board(
            DEFAULT_BOARD
        )
    questions = era.questions_before(ROUNDS[-1]) if arguments.questions is None else arguments.questions
    return NextRound(_apply_light(next_board, arguments), questions)


def add_limits(parser: argparse.ArgumentParser, seconds: float) -> None:
    """Add the options that limit an answer; ``seconds`` is the default."""
    parser.add_argument("--seconds", type=float, default=seconds, help=f"about how long it may take ({seconds:g})")
    parser.add_argument("--memory", type=float, default=8.0, help="GiB of memory that may be used (8)")


def read_limits(arguments: argparse.Namespace, method: str = "auto", fresh: bool = False) -> Limits:
    """Return the limits of ``add_limits``. Raises InputError."""
    if not 0 < arguments.seconds <= 86_400:
        raise InputError("--seconds must be above 0 and at most 86400")
    if not 0 < arguments.memory <= 4096:
        raise InputError("--memory must be above 0 and at most 4096")
    return Limits(seconds=arguments.seconds, memory_bytes=int(arguments.memory * 2**30), method=method, fresh=fresh)


def read(arguments: argparse.Namespace) -> tuple[Position, Board, Rules]:
    """Return the question, print guesses on the position, and set ``arguments.guesses`` for JSON. Raises InputError."""
    rules = read_rules(arguments)
    reading = read_position(arguments.position, rules)
    arguments.guesses = {"guesses": list(reading.guesses)} if reading.guesses else {}
    if reading.guesses:
        guesses = ", ".join(f"taking {guess}" for guess in reading.guesses)
        tell(f"engine: read as {reading.position.notation}, {guesses}")
    return reading.position, read_playable(arguments), rules


def read_playable(arguments: argparse.Namespace) -> Board:
    """Return the board of ``add_command``, with its light. Raises BoardError if it cannot be played on."""
    board = _apply_light(read_board(arguments.board), arguments)
    board.check()
    return board


def _apply_light(board: Board, arguments: argparse.Namespace) -> Board:
    return board if arguments.light is None else with_light(board, arguments.light)


def read_board(name: str, field: str = "board") -> Board:
    """Return a preset by its id, or a board of a file; ``field`` is the field in errors.

    A file with several boards needs the board's name: ``boardConfig.js#roundTwoBoard``.
    """
    presets = preset_ids()
    if name in presets:
        return preset_board(name)
    file, _, board_name = name.partition("#")
    path = Path(file)
    if path.suffix.lower() == ".json":
        return _read_json_board(path, field)
    if is_board_file(path):
        file_board = read_file(path, field).get_board(board_name)
        return file_board.board(file_board.name or path.stem)
    raise BoardError(f"There is no board {name}; the boards are {', '.join(presets)}.", field=field)


def is_board_file(path: Path) -> bool:
    """Return whether a path names boards that are not JSON: by its suffix, or as an existing file."""
    return path.suffix.lower() in BOARD_FILE_SUFFIXES or (path.suffix.lower() != ".json" and path.is_file())


def read_file(path: Path, field: str = "board") -> FileBoards:
    """Return the boards of a file that is not JSON. Raises BoardError."""
    return read_board_file(read_text(path, field, error=BoardError), path.name)


def _read_json_board(path: Path, field: str) -> Board:
    text = read_text(path, field, error=BoardError)
    try:
        board_json = parse_json(text)
    except NestedTooDeep:
        raise BoardError(f"The file {path} is not JSON of a board: it is nested too deep.", field=field) from None
    except ValueError:  # JSONDecodeError, or a number too long for Python
        raise BoardError(f"The file {path} is not JSON.", field=field) from None
    return Board.from_json(board_json)


def read_rules(arguments: argparse.Namespace) -> Rules:
    """Return the preset with the options that were set."""
    options: dict[str, str] = {}
    for option_text in arguments.options:
        name, equals, value = option_text.partition("=")
        if not equals or not name.strip():
            raise RulesError(f"--set takes option=value, not {option_text}.", field="set")
        options[name.strip()] = value
    if arguments.unit is not None:
        options["unit"] = arguments.unit
    return Rules.preset(arguments.rules).with_options(options)


def build_exact_rules(
    position: Position, board: Board, rules: Rules, next_spins: NextSpinsBoard | None = None
) -> PlayRules:
    """Return the rules of play: to the dollar unless the rules set a unit."""
    solver_question = ask(position, board, rules, next_spins=next_spins)
    return solver_question.play_rules()
