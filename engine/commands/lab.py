"""``lab``: questions about the other games, ``python -m engine lab GAME QUESTION [options]``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from decimal import ROUND_CEILING, Context
from typing import Any

from ..errors import InputError
from ..lab import NAMES, Answer, Game, Question, ask, find_game
from ..lab.answer import Value
from ..lab.options import number_reader, whole_reader


def add_to(commands: Any, words: Sequence[str] = ()) -> None:
    """Add the games that ``words``, the words after ``lab``, may name."""
    text = "other games, solved with the same ideas"
    parser = commands.add_parser("lab", help=text, description=text, allow_abbrev=False)
    _add_common(parser)
    games = parser.add_subparsers(required=True, metavar="GAME", dest="game", prog=parser.prog)
    for game in _find_games(words):
        _add_game(games, game)


def move_options_last(words: list[str]) -> list[str]:
    """Return the words after ``lab``, reordered: game, question and other positional words before options.

    A value that begins with a dash is joined to its option, so that argparse does not take it for one: ``--record=-:l``.
    """
    flags = {
        f"--{option.name}"
        for game in _find_games(words)
        for question in game.questions
        for option in question.options
        if option.flag
    }
    flags |= {"--json", "--help", "-h"}
    positional_words: list[str] = []
    options: list[str] = []
    takes_value = False
    for word in words:
        is_option = word.startswith("--") or word == "-h"
        if takes_value and not is_option and word.startswith("-"):
            options[-1] += f"={word}"
        else:
            (options if is_option or takes_value else positional_words).append(word)
        takes_value = is_option and "=" not in word and word not in flags
    return positional_words + options


def _find_games(words: Sequence[str]) -> list[Game]:
    """Return the games named among the words, which may be in any order; all games if none is named."""
    return [find_game(name) for name in NAMES if name in words] or list(map(find_game, NAMES))


def run(arguments: argparse.Namespace) -> None:
    try:
        _print_answer(arguments)
    except InputError as error:
        if error.field is None:
            raise
        raise InputError(f"--{error.field} {error.message}") from None


def _print_answer(arguments: argparse.Namespace) -> None:
    question: Question = arguments.question
    budget = {name: getattr(arguments, f"budget_{name}", None) for name in ("seconds", "nodes")}
    reply = ask(
        arguments.game,
        question.name,
        _list_typed_texts(arguments, question),
        seconds=None
        if budget["seconds"] is None
        else _read_budget(number_reader(0.001, 86_400), budget["seconds"], "budget-seconds"),
        nodes=None
        if budget["nodes"] is None
        else _read_budget(whole_reader(1, 10**15), budget["nodes"], "budget-nodes"),
        write_line=_discard_line if _prints_json(arguments) else _print_line,
        started=arguments.began,
        read_line=_read_line_silently if _prints_json(arguments) else _read_line,
    )
    if _prints_json(arguments):
        import json

        print(json.dumps(reply.to_json()))
        return
    print(_write_answer(reply.answer))
    if not question.bare:
        print(_write_method_line(reply.answer))
    for line in _write_detail_lines(question, reply.answer):
        print(line)


def _add_game(games: Any, game: Game) -> None:
    parser = games.add_parser(game.name, help=game.summary, description=game.summary, allow_abbrev=False)
    _add_common(parser)
    questions = parser.add_subparsers(required=True, metavar="QUESTION", prog=parser.prog)
    for question in game.questions:
        question_parser = questions.add_parser(
            question.name, help=question.summary, description=question.summary, allow_abbrev=False
        )
        _add_common(question_parser)
        for name in question.positional:
            question_parser.add_argument(f"positional_{name}", metavar=name.upper(), nargs="?")
        for option in question.options:
            if option.flag:
                question_parser.add_argument(f"--{option.name}", action="store_const", const="yes", help=option.help)
            else:
                help_text = option.help if option.default is None else f"{option.help} ({option.default})"
                metavar = "|".join(option.choices) or option.name.upper()
                question_parser.add_argument(f"--{option.name}", metavar=metavar, help=help_text.replace("%", "%%"))
        question_parser.set_defaults(run=run, question=question)


def _add_common(parser: argparse.ArgumentParser) -> None:
    """Add the options allowed anywhere after ``lab``."""
    suppress = argparse.SUPPRESS
    parser.add_argument("--json", action="store_true", default=suppress, help="print one JSON object")
    parser.add_argument(
        "--budget-seconds",
        metavar="S",
        default=suppress,
        help="stop after this many seconds, with exit status 3",
    )
    parser.add_argument(
        "--budget-nodes", metavar="N", default=suppress, help="stop after this many nodes, with exit status 3"
    )


def _list_typed_texts(arguments: argparse.Namespace, question: Question) -> dict[str, str]:
    """Return the texts typed, by option. Raises InputError."""
    texts = {option.name: getattr(arguments, option.key) for option in question.options}
    for name in question.positional:
        by_position = getattr(arguments, f"positional_{name}")
        if by_position is not None and texts[name] is not None:
            raise InputError("is given twice", field=name)
        texts[name] = by_position if texts[name] is None else texts[name]
    return {name: text for name, text in texts.items() if text is not None}


def _read_budget(reader: Any, text: str, name: str) -> Any:
    try:
        return reader(text)
    except InputError as error:
        raise InputError(error.message, field=name) from None


def _prints_json(arguments: argparse.Namespace) -> bool:
    return getattr(arguments, "json", False)


def _print_line(line: str) -> None:
    print(line, flush=True)


def _discard_line(line: str) -> None:
    """Ignore a line: with --json, standard output has only one object."""


def _read_line(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None


def _read_line_silently(prompt: str) -> str | None:
    return sys.stdin.readline() or None


def _write_answer(answer: Answer) -> str:
    """Return the answer for people: lists separated by commas, lists of lists one per line."""
    answer_value = answer.answer
    if not isinstance(answer_value, list):
        return _format_value(answer_value)
    if answer_value and isinstance(answer_value[0], list):
        return "\n".join(",".join(map(_format_value, row)) or "none" for row in answer_value)
    return ",".join(map(_format_value, answer_value)) or "none"


def _format_value(value: Value) -> str:
    """Return a value; a number with twelve digits, as rounding may affect further digits."""
    if isinstance(value, list):
        return f"[{', '.join(map(_format_value, value))}]"
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def _write_detail_lines(question: Question, answer: Answer) -> list[str]:
    """Return a line for each number in the details: “A's chance to win: 0.51, error at most 1e-12”."""
    lines = []
    for name, words in question.detail_words.items():
        if name not in answer.details:
            continue
        value, error = answer.details[name], answer.details.get(f"{name}_error")
        lines.append(f"{words}: {value:.12g}" + (f", {_format_error(error)}" if error else ""))
    return lines


def _write_method_line(answer: Answer) -> str:
    if not answer.error:
        return answer.certainty
    if answer.certainty == "estimated":
        return f"{answer.certainty}, standard error {answer.error:.2g}"
    return f"{answer.certainty}, {_format_error(answer.error)}"


def _format_error(error: float) -> str:
    return f"error at most {float(Context(prec=2, rounding=ROUND_CEILING).create_decimal(error)):.2g}"
