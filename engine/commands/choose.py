"""``choose``: the best thing to take on a choice square."""

from __future__ import annotations

import argparse
import json
from typing import Any

from .. import calls
from ..formatting import format_plain_points, format_points_at_most, round_plain_chance
from ..review.choose import Choice, choose
from ..review.wording import chance, stated_error
from . import question

CELL_WIDTH = len("45.3 ± 0.4%")


def add_to(commands: Any) -> None:
    parser = question.add_command(
        commands, "choose", run, "what to take on a choice square, and what each slide is worth"
    )
    parser.add_argument("--square", type=int, required=True, metavar="N", help="where the light stopped")
    parser.add_argument(
        "--shows",
        default="",
        metavar="SLIDES",
        help="what the squares on offer show: 8:500+,10:w (a prize: p or p2190)",
    )
    question.add_limits(parser, 30.0)


def run(arguments: argparse.Namespace) -> None:
    limits = question.read_limits(arguments)
    choice = choose(*question.read(arguments), limits, square=arguments.square, shows=arguments.shows)
    if arguments.json:
        print(json.dumps(choice.to_json() | {"call": choice.call} | arguments.guesses))
    else:
        _print(choice)


def _print(choice: Choice) -> None:
    open_choice = choice.open_choice
    print(
        f"{open_choice.position.notation}  square {open_choice.square}, {open_choice.slide.text}  ({open_choice.board.id})"
    )
    name_width = max(len(take.name) for take in choice.takes)
    for take in choice.takes:
        odds = "  ".join(f"{chance(take.odds, seat):>{CELL_WIDTH}}" for seat in range(3))
        print(f"  {take.name:{name_width}}  {odds}  {take.odds.method}")
    seat = open_choice.position.mover_seat
    for note in open_choice.notes:
        print(note)
    if choice.margin is None:
        print(f"There is only {choice.best.name}.")
    elif choice.call == calls.OPEN:
        print(f"Can’t tell: {choice.best.name} looks best, but the error is larger than the difference.")
    elif choice.too_close:
        max_points = format_points_at_most(choice.margin + choice.margin_error)
        print(
            f"Toss-up: {choice.best.name} looks best, but the error is larger; they are at most {max_points} points apart."
        )
    elif choice.margin < calls.EQUAL:
        print(f"Toss-up: it makes no difference to contestant {seat + 1}.")
    else:
        chances = [round_plain_chance(take.odds.win[seat], stated_error(take.odds, seat)) for take in choice.takes[:2]]
        verdict = f"Toss-up: {choice.best.name} is best" if choice.call == calls.TOSS_UP else f"Take {choice.best.name}"
        print(f"{verdict}, by {format_plain_points(choice.margin, choice.margin_error, (chances[0], chances[1]))}.")
