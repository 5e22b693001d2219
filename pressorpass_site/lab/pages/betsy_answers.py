"""Betsy's answers that are not about moves of a position: a board's evaluation, a game, a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from engine.formatting import MINUS
from engine.lab.games.betsy.rules import NAMES, Position, after

from ..labels import AnswerView
from . import betsy_board as boards
from .betsy_words import player_words
from .shared import query

FIRST_CHANGES = 10
RESULTS = {"white": "White wins", "black": "Black wins", "draw": "A draw", "unfinished": "Unfinished"}
ENDED = {
    "capture": "The kingfisher is captured after {plies} plies.",
    "no move": "The side to move has no move after {plies} plies.",
    "too long": "The game was drawn after {plies} plies, the most allowed.",
}


@dataclass(frozen=True)
class Part:
    """One line of an evaluation: words, material and bonuses of squares, in parakeets for White."""

    words: str
    count: str
    material: str
    squares: str


def evaluated(view: AnswerView, position: Position) -> dict[str, Any]:
    """Return h(b) part by part, and the moves that change it most."""
    details = view.details
    kinds = [
        Part(
            f"{NAMES[kind].capitalize()}s",
            f"{position.board.count(kind)} / {position.board.count(kind.lower())}",
            signed(details["kinds"][NAMES[kind]]["material"]),
            signed(details["kinds"][NAMES[kind]]["squares"]),
        )
        for kind in NAMES
    ]
    birds = [
        Part(
            f"{boards.bird_words(bird['bird']).capitalize()} {bird['square']}",
            "",
            signed(bird["material"]),
            signed(bird["bonus"]),
        )
        for bird in details["birds"]
    ]
    changes = [
        (boards.move_words(position, boards.read_move(move)), move, signed(change))
        for move, change in list(details["changes"].items())[:FIRST_CHANGES]
    ]
    total = Part("Both sides", "", signed(details["material"]), signed(details["squares"]))
    return {"kinds": [*kinds, total], "birds": birds, "changes": changes}


def game(view: AnswerView) -> dict[str, Any]:
    """Return a game between two computer players, with a link to step through it on the board."""
    asked, details = view.asked.parameters, view.details
    position, words = Position(asked["board"], asked["side"], asked["kingfisher"]), []
    made = [boards.read_move(text) for text in details["moves"]]
    for move, text in zip(made, details["notation"], strict=True):
        words.append((text, boards.move_words(position, move)))
        position = after(position, move)
    cells = [("", ""), *words] if asked["side"] == "b" else words
    if len(cells) % 2:
        cells.append(("", ""))
    board = {"board": asked["board"], "kingfisher": asked["kingfisher"], "first": asked["side"], "you": "both"}
    moves = {"moves": "-".join(details["moves"])}
    return {
        "headline": RESULTS[view.answer],
        "ended": ENDED[details["ended"]].format(plies=details["plies"]),
        "rows": [(place // 2 + 1, *cells[place : place + 2]) for place in range(0, len(cells), 2)],
        "players": (player_words(asked["a"]), player_words(asked["b"])),
        "picture": boards.picture(position, "w", made[-1:]),
        "step_address": reverse("lab:game", args=["betsy"]) + query(board | moves),
        "again": query({**view.asked.options, "seed": asked["seed"] + 1}) + "#lab-answer",
    }


def match(view: AnswerView) -> dict[str, Any]:
    """Return the results of a match, with their uncertainty."""
    asked, details = view.asked.parameters, view.details
    low, high = details["interval"]
    found: dict[str, Any] = {
        **details,
        "a": player_words(asked["a"]),
        "b": player_words(asked["b"]),
        "games": asked["games"],
        "score": f"{view.answer:.2f}",
        "interval": f"{low:.2f} to {high:.2f}",
        "elo": "–" if details["elo"] is None else signed(round(details["elo"])),
        "elo_interval": _between(*details["elo_interval"]),
    }
    return found


def contest_note(view: AnswerView) -> str:
    """Return the meaning of the numbers of a round robin."""
    games, cut = view.details["games"], view.details["cut"]
    drawn = f" Of all games, {cut} {'was' if cut == 1 else 'were'} drawn for {'its' if cut == 1 else 'their'} length."
    return (
        f"Each number is the row’s share of the points in {games} games against the player of that rank, with alternating"
        f" colours: a win counts 1, a draw ½.{drawn if cut else ''} Errors are binomial standard errors: a few games"
        " all won do not prove that a player always wins."
    )


def signed(value: float) -> str:
    """Return text such as “+0.40”, “−1,000”, “0”: parakeets with the hundredths that squares have."""
    if not value:
        return "0"
    size = f"{abs(value):,.2f}".removesuffix(".00")
    return f"{'+' if value > 0 else MINUS}{size}"


def _between(low: float | None, high: float | None) -> str:
    """Return an interval of ratings, either end of which may have no bound."""
    if low is None:
        return "any" if high is None else f"at most {signed(round(high))}"
    return f"at least {signed(round(low))}" if high is None else f"{signed(round(low))} to {signed(round(high))}"
