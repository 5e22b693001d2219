"""``lab``: questions about the other games, ``python -m engine lab GAME QUESTION [options]``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from decimal import ROUND_CEILING, Context
from typing import Any

from ..errors import InputError
from ..lab import NAMES, Answer, Game, Question, ask
from ..lab import game as find_game
from ..lab.answer import Value
from ..lab.options import number_reader, whole_reader


def add_to(commands: Any, words: Sequence[str] = ()) -> None:
    """Add the games that the words after ``lab`` may name."""
    text = "other games, solved with the same ideas"
    parser = commands.add_parser("lab", help=text, description=text, allow_abbrev=False)
    _add_common(parser)
    games = parser.add_subparsers(required=True, metavar="GAME", dest="game", prog=parser.prog)
    for game in _games(words):
        _add_game(games, game)


def options_last(words: list[str]) -> list[str]:
    """Return the words after ``lab``, reordered: game, question and other positional words before the options.

    A value that begins with a dash is tied to its option, as argparse would take it for one: ``--record=-:l``.
    """
    flags = {
        f"--{option.name}"
        for game in _games(words)
        for question in game.questions
        for option in question.options
        if option.flag
    }
    flags |= {"--json", "--help", "-h"}
    alone: list[str] = []
    options: list[str] = []
    takes_value = False
    for word in words:
        names = word.startswith("--") or word == "-h"
        if takes_value and not names and word.startswith("-"):
            options[-1] += f"={word}"
        else:
            (options if names or takes_value else alone).append(word)
        takes_value = names and "=" not in word and word not in flags
    return alone + options


def _games(words: Sequence[str]) -> list[Game]:
    """Return the games named among the words, which may be in any order; all games if none is named."""
    return [find_game(name) for name in NAMES if name in words] or list(map(find_game, NAMES))


def run(arguments: argparse.Namespace) -> None:
    try:
        _answer(arguments)
    except InputError as error:
        if error.field is None:
            raise
        raise InputError(f"--{error.field} {error.message}") from None


def _answer(arguments: argparse.Namespace) -> None:
    question: Question = arguments.question
    budget = {name: getattr(arguments, f"budget_{name}", None) for name in ("seconds", "nodes")}
    reply = ask(
        arguments.game,
        question.name,
        _texts(arguments, question),
        seconds=None
        if budget["seconds"] is None
        else _read(number_reader(0.001, 86_400), budget["seconds"], "budget-seconds"),
        nodes=None if budget["nodes"] is None else _read(whole_reader(1, 10**15), budget["nodes"], "budget-nodes"),
        write_line=_discard_line if _json(arguments) else _write_line,
        started=arguments.began,
        read_line=_read_line_quietly if _json(arguments) else _read_line,
    )
    if _json(arguments):
        import json

        print(json.dumps(reply.to_json()))
        return
    print(_plain(reply.answer))
    if not question.bare:
        print(_how(reply.answer))
    for line in _beside(question, reply.answer):
        print(line)


def _add_game(games: Any, game: Game) -> None:
    parser = games.add_parser(game.name, help=game.summary, description=game.summary, allow_abbrev=False)
    _add_common(parser)
    questions = parser.add_subparsers(required=True, metavar="QUESTION", prog=parser.prog)
    for question in game.questions:
        each = questions.add_parser(
            question.name, help=question.summary, description=question.summary, allow_abbrev=False
        )
        _add_common(each)
        for name in question.positional:
            each.add_argument(f"positional_{name}", metavar=name.upper(), nargs="?")
        for option in question.options:
            if option.flag:
                each.add_argument(f"--{option.name}", action="store_const", const="yes", help=option.help)
            else:
                shown = option.help if option.default is None else f"{option.help} ({option.default})"
                metavar = "|".join(option.choices) or option.name.upper()
                each.add_argument(f"--{option.name}", metavar=metavar, help=shown.replace("%", "%%"))
        each.set_defaults(run=run, question=question)


def _add_common(parser: argparse.ArgumentParser) -> None:
    """Add the options allowed anywhere after ``lab``."""
    leave = argparse.SUPPRESS
    parser.add_argument("--json", action="store_true", default=leave, help="print one JSON object")
    parser.add_argument(
        "--budget-seconds",
        metavar="S",
        default=leave,
        help="stop after this many seconds, with exit status 3",
    )
    parser.add_argument(
        "--budget-nodes", metavar="N", default=leave, help="stop after this many nodes, with exit status 3"
    )


def _texts(arguments: argparse.Namespace, question: Question) -> dict[str, str]:
    """Return the texts typed, by option. Raises InputError."""
    typed = {option.name: getattr(arguments, option.key) for option in question.options}
    for name in question.positional:
        by_position = getattr(arguments, f"positional_{name}")
        if by_position is not None and typed[name] is not None:
            raise InputError("is given twice", field=name)
        typed[name] = by_position if typed[name] is None else typed[name]
    return {name: text for name, text in typed.items() if text is not None}


def _read(reader: Any, text: str, name: str) -> Any:
    try:
        return reader(text)
    except InputError as error:
        raise InputError(error.message, field=name) from None


def _json(arguments: argparse.Namespace) -> bool:
    return getattr(arguments, "json", False)


def _write_line(line: str) -> None:
    print(line, flush=True)


def _discard_line(line: str) -> None:
    """Ignore a line: with --json, standard output has one object and nothing else."""


def _read_line(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None


def _read_line_quietly(prompt: str) -> str | None:
    return sys.stdin.readline() or None


def _plain(answer: Answer) -> str:
    """Return the answer for people: lists separated by commas, lists of lists one per line."""
    value = answer.answer
    if not isinstance(value, list):
        return _cell(value)
    if value and isinstance(value[0], list):
        return "\n".join(",".join(map(_cell, each)) or "none" for each in value)
    return ",".join(map(_cell, value)) or "none"


def _cell(value: Value) -> str:
    """Return one value of a list; twelve digits of a number, as rounding may have spoilt the others."""
    if isinstance(value, list):
        return f"[{', '.join(map(_cell, value))}]"
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def _beside(question: Question, answer: Answer) -> list[str]:
    """Return further numbers in words, with their errors: “A's chance to win: 0.51, error at most 1e-12”."""
    lines = []
    for name, words in question.detail_words.items():
        if name not in answer.details:
            continue
        found, error = answer.details[name], answer.details.get(f"{name}_error")
        lines.append(f"{words}: {found:.12g}" + (f", {_at_most(error)}" if error else ""))
    return lines


def _how(answer: Answer) -> str:
    if not answer.error:
        return answer.certainty
    if answer.certainty == "estimated":
        return f"{answer.certainty}, standard error {answer.error:.2g}"
    return f"{answer.certainty}, {_at_most(answer.error)}"


def _at_most(error: float) -> str:
    return f"error at most {float(Context(prec=2, rounding=ROUND_CEILING).create_decimal(error)):.2g}"
