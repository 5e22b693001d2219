"""The engine from a terminal: ``python -m engine solve|oracle|spin|perft|boards``.

Exit status 0; 2 with a one-line message on standard error for bad input; 1 when an answer cannot
be given within the limits.
"""

from __future__ import annotations

import argparse
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from engine.errors import BoardError, InputError, NotationError, RulesError, Unaffordable, Unsettled
from engine.game.board import DEFAULT_BOARD, Board, preset_boards
from engine.game.options import RULE_PRESETS, Rules
from engine.game.perft import perft
from engine.game.position import Position
from engine.game.rules import Press, Table
from engine.game.spin import merged
from engine.solve.ceiling import ceiling
from engine.solve.oracle import Oracle
from engine.solve.solver import METHODS, Limits, solve


def main(argv: list[str] | None = None) -> int:
    """Runs one command; returns the exit status."""
    try:
        arguments = _parser().parse_args(argv)
        command: Any = arguments.run
        command(arguments)
    except NotationError as error:
        where = "" if error.position is None else f" (at character {error.position + 1})"
        return _complain(error.message + where)
    except InputError as error:
        return _complain(error.message if error.field is None else f"{error.field}: {error.message}")
    except (Unaffordable, Unsettled) as error:
        _complain(str(error))
        return 1
    except KeyboardInterrupt:
        _complain("Stopped.")
        return 130
    except BrokenPipeError:
        return 0
    return 0


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; try {self.prog} --help")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Press Your Luck, round 2: press or pass?")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    solver = _command(commands, "solve", _solve, "each contestant's chance to win if the one up presses or passes")
    solver.add_argument("--seconds", type=float, default=120.0, help="about how long it may take (120)")
    solver.add_argument("--memory", type=float, default=8.0, help="GiB of memory that may be used (8)")
    solver.add_argument("--method", choices=METHODS, default="auto")
    oracle = _command(commands, "oracle", _oracle, "the slow exact answer in fractions, for small positions")
    oracle.add_argument("--budget", type=int, default=200_000, help="the most positions to visit (200,000)")
    _command(commands, "spin", _spin, "what each outcome of the next spin leads to")
    counter = _command(commands, "perft", _perft, "number of leaves of the rules' tree")
    counter.add_argument("depth", type=int, metavar="DEPTH")
    boards = commands.add_parser("boards", help="the boards that come with the engine")
    boards.add_argument("--json", action="store_true")
    boards.set_defaults(run=_boards)
    return parser


def _command(commands: Any, name: str, run: Any, text: str) -> argparse.ArgumentParser:
    """A command that takes a position, a board and rules."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
    parser.add_argument("position", metavar="POSITION", help="for example 8000e3,3000,0@1")
    parser.add_argument("--board", default=DEFAULT_BOARD, metavar="ID", help="a preset's id, or a JSON file")
    parser.add_argument("--rules", default="show", metavar="PRESET", help=f"one of {', '.join(RULE_PRESETS)} (show)")
    parser.add_argument(
        "--set", action="append", default=[], metavar="OPTION=VALUE", dest="options", help="set one rule option"
    )
    parser.add_argument("--unit", metavar="N", help="dollars to round board values to, or auto")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)
    return parser


def _position(arguments: argparse.Namespace) -> Position:
    return Position.parse(arguments.position)


def _board(arguments: argparse.Namespace) -> Board:
    presets = preset_boards()
    name: str = arguments.board
    if name in presets:
        return presets[name]
    if name.endswith(".json"):
        try:
            data = json.loads(Path(name).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise BoardError(f"The file {name} cannot be read: {error}.", field="board") from None
        except (ValueError, RecursionError):  # a number too long for Python is a plain ValueError
            raise BoardError(f"The file {name} is not JSON.", field="board") from None
        return Board.from_json(data)
    raise BoardError(f"There is no board {name}; known are {', '.join(presets)}.", field="board")


def _rules(arguments: argparse.Namespace) -> Rules:
    options: dict[str, str] = {}
    for text in arguments.options:
        name, equals, value = text.partition("=")
        if not equals:
            raise RulesError(f"--set takes option=value, not {text}.", field="set")
        options[name.strip()] = value
    if arguments.unit is not None:
        options["unit"] = arguments.unit
    return Rules.preset(arguments.rules).with_options(options)


def _table(position: Position, board: Board, rules: Rules) -> Table:
    """The exact model these rules describe: to the dollar unless they name a unit."""
    unit = rules.unit or 1
    return Table(rules, unit, rules.cap if rules.cap is not None else ceiling(position, board, rules, unit))


def _solve(arguments: argparse.Namespace) -> None:
    position, board, rules = _position(arguments), _board(arguments), _rules(arguments)
    if not 0 < arguments.seconds <= 86_400:
        raise InputError("--seconds must be above 0 and at most 86400")
    if not 0 < arguments.memory <= 4096:
        raise InputError("--memory must be above 0")
    limits = Limits(seconds=arguments.seconds, memory_bytes=int(arguments.memory * 2**30), method=arguments.method)
    result = solve(position, board, rules, limits)
    if arguments.json:
        print(json.dumps(result.to_json()))
        return
    up = position.up + 1
    print(f"{result.position}  ({result.board}, {rules.preset_name} rules)")
    for name, action in (("press", result.press), ("pass", result.passing)):
        if action is None:
            continue
        shown = "  ".join(f"{100 * p:9.5f} %" for p in action.win)
        if action.money is not None:
            shown = "  ".join(f"${m:12,.4f}" for m in action.money)
        print(f"  {name:5}  {shown}")
    if result.margin is None:
        print(f"{result.best.capitalize()}: there is no other choice for contestant {up}.")
    else:
        margin = f"${result.margin:,.4f}" if rules.goal == "money" else f"{100 * result.margin:.5f} points"
        print(f"{result.best.capitalize()} for contestant {up}, by {margin}.")
    print(f"{result.method}; unit ${result.unit:,}, cap ${result.cap:,}; {result.states:,} states, ", end="")
    print(f"{result.seconds:.3f} s; engine {result.engine}")
    for note in result.notes:
        print(note)


def _oracle(arguments: argparse.Namespace) -> None:
    position, board, rules = _position(arguments), _board(arguments), _rules(arguments)
    table = _table(position, board, rules)
    oracle = Oracle(merged(board, rules, table.unit), table, arguments.budget)
    actions = {
        "press" if isinstance(a, Press) else f"pass to {a.to + 1}": v for a, v in oracle.actions(position).items()
    }
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


def _short(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= 120 else f"{text[:60]}… ({len(text)} digits)"


def _spin(arguments: argparse.Namespace) -> None:
    position, board, rules = _position(arguments), _board(arguments), _rules(arguments)
    result = solve(position, board, rules)
    if arguments.json:
        print(json.dumps({"position": result.position, "outcomes": [o.to_json() for o in result.outcomes]}))
        return
    for outcome in result.outcomes:
        wins = "  ".join(f"{100 * p:8.4f} %" for p in outcome.win)
        print(f"{outcome.label:36} {100 * outcome.chance:7.3f} %   {wins}")


def _perft(arguments: argparse.Namespace) -> None:
    position, board, rules = _position(arguments), _board(arguments), _rules(arguments)
    if arguments.depth < 0:
        raise InputError("DEPTH must be 0 or more")
    leaves = perft(position, board, _table(position, board, rules), arguments.depth)
    if arguments.json:
        print(json.dumps({"position": position.notation, "depth": arguments.depth, "leaves": leaves}))
    else:
        print(leaves)


def _boards(arguments: argparse.Namespace) -> None:
    boards = preset_boards().values()
    if arguments.json:
        print(json.dumps([board.to_json() for board in boards]))
        return
    for board in boards:
        print(f"{board.id:24} {board.name}{'' if board.complete else '  (incomplete)'}")


def _complain(message: str) -> int:
    print(f"engine: {' '.join(message.split())}", file=sys.stderr)
    return 2
