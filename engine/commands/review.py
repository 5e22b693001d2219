"""``review``: the odds before and after every event of a game, the cost of decisions, luck and skill."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..errors import InputError, quoted
from ..game.board import ROUNDS
from ..game.json_text import parse_json
from ..game.record.game import Game
from ..game.record.json_form import game_from_json
from ..game.record.reading import parse_game
from ..review.review import Review, review
from ..review.wording import account_words, chance, change_words, should_words
from ..solvers.schedule import REVIEW
from ..text_files import read_text
from . import question

WIDEST = len("45.3 ± 0.4%")


def add_to(commands: Any) -> None:
    text = "a whole game judged: odds after every event, what decisions cost, luck and skill"
    parser = commands.add_parser("review", help=text, description=text)
    parser.add_argument(
        "file",
        nargs="?",
        default="-",
        metavar="FILE",
        help="a game as text or JSON (docs/game-notation.md); by default, or as -, standard input",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    question.add_limits(parser, REVIEW)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    game = read_game_file(arguments.file)
    if not game.events:
        raise InputError("There are no events in this: nothing happened.", field="file")
    found = review(game, question.read_limits(arguments))
    if arguments.json:
        print(json.dumps(found.to_json()))
    else:
        _print(found)


def read_game_file(name: str) -> Game:
    """Return a game in a file, or on standard input. Raises InputError."""
    text = read_text(name, "file")
    if not text.lstrip().startswith("{"):
        return parse_game(text)
    try:
        content = parse_json(text)
    except ValueError:
        return parse_game(text)  # a comment in braces may come first
    return game_from_json(content)


def _print(found: Review) -> None:
    setup = found.plan.game.setup
    shown = found.to_json()
    for change, steps in found.steps:
        line = change_words(change, steps, setup)
        if steps:
            odds = "  ".join(f"{chance(steps[-1].after, seat):>{WIDEST}}" for seat in range(3))
        else:
            odds = "  ".join(f"{'–':>{WIDEST}}" for _ in range(3))
        print(f"{change.played.number:4}  {odds}   {line}")
    if shown["contestants"]:
        print()
    for account in found.accounts:
        print(account_words(account, setup))
    if found.mistakes:
        print()
    for step in found.mistakes:
        print(f"Event {step.event}: {should_words(step, setup)}")
    print()
    known = f"{shown['method']}; " if found.accounts else ""
    print(f"{known}{shown['positions']} positions, {shown['seconds']:.1f} s; engine {shown['engine']}")
    if words := _boards_words(found.plan.game):
        print(words)
    for note in shown["notes"]:
        print(note)


def _boards_words(game: Game) -> str:
    """Return which boards the date has chosen, or that it cannot be read; "" without a date, or with named boards."""
    headers = game.headers
    chosen = [game.setup.boards[number].id for number in ROUNDS if headers.boards[number - 1] is None]
    names, note = " and ".join(chosen), headers.no_choice_words()
    if chosen and note:
        return f"{note} The boards are {names}."
    if not headers.date or not chosen:
        return ""
    if headers.day is None:
        return f"The date {quoted(headers.date)} cannot be read, so the boards are the best known ones: {names}."
    return f"No board is named, so they are the known ones nearest to {headers.day}: {names}."
