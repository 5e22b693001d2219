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
from ..solvers.schedule import REVIEW_SECONDS
from ..text_files import read_text
from . import question

CELL_WIDTH = len("45.3 ± 0.4%")


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
    question.add_limits(parser, REVIEW_SECONDS)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    game = read_game_file(arguments.file)
    if not game.events:
        raise InputError("There are no events in this: nothing happened.", field="file")
    game_review = review(game, question.read_limits(arguments))
    if arguments.json:
        print(json.dumps(game_review.to_json()))
    else:
        _print(game_review)


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


def _print(game_review: Review) -> None:
    setup = game_review.plan.game.setup
    report = game_review.to_json()
    for change, steps in game_review.steps:
        line = change_words(change, steps, setup)
        if steps:
            odds = "  ".join(f"{chance(steps[-1].after, seat):>{CELL_WIDTH}}" for seat in range(3))
        else:
            odds = "  ".join(f"{'–':>{CELL_WIDTH}}" for _ in range(3))
        print(f"{change.played.number:4}  {odds}   {line}")
    if report["contestants"]:
        print()
    for account in game_review.accounts:
        print(account_words(account, setup))
    if game_review.mistakes:
        print()
    for step in game_review.mistakes:
        print(f"Event {step.event}: {should_words(step, setup)}")
    print()
    method = f"{report['method']}; " if game_review.accounts else ""
    print(f"{method}{report['positions']} positions, {report['seconds']:.1f} s; engine {report['engine']}")
    if words := _describe_boards(game_review.plan.game):
        print(words)
    for note in report["notes"]:
        print(note)


def _describe_boards(game: Game) -> str:
    """Return a sentence on the boards chosen by the date, or on an unreadable date; "" without a date, or with named boards."""
    headers = game.headers
    chosen_ids = [game.setup.boards[number].id for number in ROUNDS if headers.boards[number - 1] is None]
    names, note = " and ".join(chosen_ids), headers.no_choice_words()
    if chosen_ids and note:
        return f"{note} The boards are {names}."
    if not headers.date or not chosen_ids:
        return ""
    if headers.day is None:
        return f"The date {quoted(headers.date)} cannot be read, so the boards are the best known ones: {names}."
    return f"No board is named, so they are the known ones nearest to {headers.day}: {names}."
