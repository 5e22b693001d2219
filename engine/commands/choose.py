"""``choose``: the best thing to take on a choice square."""

from __future__ import annotations

import argparse
import json
from typing import Any

from .. import calls
from ..formatting import plain_points, points_at_most, shown_plain
from ..review.choose import Choice, choose
from ..review.wording import chance, stated_error
from . import question

WIDEST = len("45.3 ± 0.4%")


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
    found = choose(*question.read(arguments), limits, square=arguments.square, shows=arguments.shows)
    if arguments.json:
        print(json.dumps(found.to_json() | {"call": found.call} | arguments.guesses))
    else:
        _print(found)


def _print(found: Choice) -> None:
    asked = found.open_choice
    print(f"{asked.position.notation}  square {asked.square}, {asked.slide.text}  ({asked.board.id})")
    widest = max(len(taken.name) for taken in found.takes)
    for taken in found.takes:
        odds = "  ".join(f"{chance(taken.odds, seat):>{WIDEST}}" for seat in range(3))
        print(f"  {taken.name:{widest}}  {odds}  {taken.odds.method}")
    seat = asked.position.mover_seat
    for note in asked.notes:
        print(note)
    if found.margin is None:
        print(f"There is only {found.best.name}.")
    elif found.call == calls.OPEN:
        print(f"Can’t tell: {found.best.name} looks best, but the error is larger than the difference.")
    elif found.too_close:
        most = points_at_most(found.margin + found.margin_error)
        print(f"Toss-up: {found.best.name} looks best, but the error is larger; they are at most {most} points apart.")
    elif found.margin < calls.EQUAL:
        print(f"Toss-up: it makes no difference to contestant {seat + 1}.")
    else:
        shown = [shown_plain(taken.odds.win[seat], stated_error(taken.odds, seat)) for taken in found.takes[:2]]
        take = f"Toss-up: {found.best.name} is best" if found.call == calls.TOSS_UP else f"Take {found.best.name}"
        print(f"{take}, by {plain_points(found.margin, found.margin_error, (shown[0], shown[1]))}.")
