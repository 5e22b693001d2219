"""Betsy: boards with arrows, moves in words, sequences counted, matches, and where its birds like to stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from engine import InputError
from engine.lab import Question
from engine.lab.games.betsy.rules import (
    EMPTY,
    NAMES,
    START,
    WORTH,
    Move,
    Position,
    after,
    moves,
    over,
    read_board,
    square_name,
)
from engine.lab.games.betsy.worth import SQUARES

from ..beside import ask
from ..heat import COLOURS, Heat, Legend, draw, shade
from ..labels import Told, digits
from . import betsy_board as boards
from .betsy_words import ahead, outcome, thinking
from .shared import Group, NotYet, groups, off, query, result

GROUPS = (
    Group("The position", ("side", "kingfisher")),
    Group("How far", ("depth", "plies", "seconds")),
    Group("The players", ("white", "black", "a", "b")),
    Group("The games", ("method", "games", "opening", "longest", "seed")),
)
# After 1. f2f3 e7e5 2. g2g4.
THREE_PLIES = "RNBQKBNRPPPPP..P.....P........P.....p...........pppp.ppprnbqkbnr"
FEW_BIRDS = "........p....................................K...Q.............k"
# What a preset asks with, where the question needs an option.
NEEDS = {"perft": {"depth": "4"}, "solve": {"plies": "3"}, "minimax": {"depth": "4"}, "best": {"depth": "4"}}
NEEDS["value"] = {"depth": "2"}
# Sequences of 1, 2, … plies from the start, by directions of the kingfisher; the engine's tests hold it to them.
KNOWN = {8: (20, 400, 8902, 197742, 4896998), 4: (20, 400, 8822, 194194, 4741975)}
MOST_BESIDE = 5  # plies counted in passing
WARMEST = 50  # hundredths of a parakeet, at either end of the scale of colours
TURN = "below"  # whose home row is at the bottom: the page's own, no option


def typed(request: HttpRequest) -> dict[str, str]:
    """Options by name; a board may be typed in rows."""
    texts = request.GET.dict()
    texts.pop(TURN, None)
    if "board" in texts:
        texts["board"] = "".join(texts["board"].split())
    return texts


def context(request: HttpRequest, question: Question, told: Told | None) -> dict[str, Any]:
    """What the page shows for this question and its answer."""
    text = typed(request).get("board") or START
    shown: dict[str, Any] = {
        "groups": groups(question, GROUPS),
        "rows": "\n".join(text[first : first + 8] for first in range(0, len(text), 8)),
        "presets": _presets(question),
        "try_address": reverse("lab:try", args=["betsy"]),
        "heats": _heats(),
        "heat_legend": _legend(),
        "heat_tables": _heat_tables(),
    }
    position = _position(request, question, told)
    if position:
        below = request.GET.get(TURN) if request.GET.get(TURN) in ("w", "b") else position.side
        other = {**request.GET.dict(), TURN: "b" if below == "w" else "w"}
        place = {
            "board": position.board,
            "kingfisher": position.kingfisher,
            "first": position.side,
            "you": position.side,
        }
        shown |= {
            "position": position,
            "mover": boards.SIDES[position.side],
            "drawn": boards.picture(position, str(below)),
            "turned": query(other) + "#lab-form",
            "play_address": "" if over(position.board) else shown["try_address"] + query(place),
        }
    if told is None:
        return shown
    try:
        if question.name in _OF_A_POSITION and position:
            shown |= _OF_A_POSITION[question.name](told, position, str(below))
        elif question.name == "match":
            shown["match"] = told.details
            shown["played"] = told.asked.parameters
    except NotYet as waiting:
        shown["not_yet"] = waiting.row
    return shown


def _position(request: HttpRequest, question: Question, told: Told | None) -> Position | None:
    """What the question is about, as far as it can be read."""
    if all(option.name != "board" for option in question.options):
        return None
    if told:
        asked = told.asked.parameters
        return Position(asked["board"], asked["side"], asked["kingfisher"])
    texts = typed(request)
    try:
        board = read_board(texts.get("board") or START)
    except InputError:  # the form tells it
        return None
    return Position(board, "b" if texts.get("side") == "b" else "w", 4 if texts.get("kingfisher") == "4" else 8)


@dataclass(frozen=True)
class Preset:
    """A position to begin with."""

    words: str
    address: str


def _presets(question: Question) -> list[Preset]:
    if all(option.name != "board" for option in question.options):
        return []
    page, needs = reverse("lab:question", args=["betsy", question.name]), NEEDS.get(question.name, {})
    return [
        Preset(words, page + query({**options, **needs}) + "#lab-answer")
        for words, options in (
            ("The start", {"side": "w"}),
            ("Black wins in three plies", {"board": THREE_PLIES, "side": "b"}),
            ("Few birds", {"board": FEW_BIRDS, "side": "w"}),
        )
    ]


# --- Answers about a position ---------------------------------------------------------------------


def _arrows(told: Told) -> list[Move]:
    return [boards.read_move(text) for text in told.answer]


def _perft(told: Told, position: Position, below: str) -> dict[str, Any]:
    asked = told.asked.parameters
    place = {"board": position.board, "side": position.side, "kingfisher": position.kingfisher}
    most = min(asked["depth"], MOST_BESIDE)
    rows = [ask("betsy", "perft", depth=depth, **place) for depth in range(1, most + 1)]
    for row in rows:
        if row.result is None:
            raise NotYet(row)
    counts = [row.result["answer"] for row in rows if row.result]
    if asked["depth"] == most + 1:
        counts.append(told.answer)
    start = position.board == START and position.side == "w"
    known = KNOWN[position.kingfisher] if start else ()
    return {
        "counts": [
            (
                depth,
                f"{count:,}",
                f"{count / before:.1f}" if before else "–",
                f"{known[depth - 1]:,}" if depth <= len(known) else "",
            )
            for depth, (before, count) in enumerate(zip([1, *counts], counts, strict=False), 1)
        ],
        "has_known": bool(known),
    }


def _moves(told: Told, position: Position, below: str) -> dict[str, Any]:
    """A row for each bird that can move."""
    found = _arrows(told)
    ways = []
    for start in sorted({move.start for move in found}):
        ends = [move.end for move in found if move.start == start]
        free = [square_name(end) for end in ends if position.board[end] == EMPTY]
        prey = [
            f"{NAMES[position.board[end].upper()]} {square_name(end)}" for end in ends if position.board[end] != EMPTY
        ]
        bird = NAMES[position.board[start].upper()]
        ways.append((f"{bird.capitalize()} {square_name(start)}", ", ".join(free), ", ".join(prey)))
    dots = sorted({move.end for move in found})
    return {
        "headline": f"{len(found)} moves" if len(found) != 1 else "1 move",
        "ways": ways,
        "shown": boards.picture(position, below, dots=dots, words=f"Squares that can be reached: {_names(dots)}."),
    }


def _solve(told: Told, position: Position, below: str) -> dict[str, Any]:
    plies, least = told.details["plies"], told.asked.parameters["plies"]
    return {
        "headline": _chosen(position, told) or "None",
        "choices": [(boards.move_words(position, move), str(move), plies[str(move)]) for move in _arrows(told)],
        "choice_head": "Plies to the capture",
        "note": ""
        if plies
        else f"No move of {boards.SIDES[position.side]}’s forces the capture within {least} plies. That is proven, too.",
        "shown": _with_arrows(told, position, below) if plies else None,
    }


def _best(told: Told, position: Position, below: str) -> dict[str, Any]:
    value = told.details["value"]
    return {
        "headline": _chosen(position, told) or "None",
        "choices": [(boards.move_words(position, move), str(move), f"{value:+d}") for move in _arrows(told)],
        "choice_head": "White’s material less Black’s",
        "note": f"After {told.asked.parameters['depth']} plies of best play, {outcome(value)}.",
        "shown": _with_arrows(told, position, below),
    }


def _chosen(position: Position, told: Told) -> str:
    """The moves in words, or how many they are."""
    found = _arrows(told)
    if len(found) > 2:
        return f"{len(found)} moves"
    return " or ".join(boards.move_words(position, move) for move in found)


def _with_arrows(told: Told, position: Position, below: str) -> boards.Picture:
    found = _arrows(told)
    words = "; ".join(boards.move_words(position, move) for move in found)
    return boards.picture(position, below, found, words=f"Arrows: {words}.")


def _minimax(told: Told, position: Position, below: str) -> dict[str, Any]:
    return {"sentence": f"After {told.asked.parameters['depth']} plies of best play, {outcome(told.answer)}."}


def _value(told: Told, position: Position, below: str) -> dict[str, Any]:
    asked = told.asked.parameters
    average = float(digits(told.answer, max(told.error, 0.001), told.known).replace(",", ""))
    sentence = f"On average after {asked['depth']} plies, {ahead(average)}"
    shown: dict[str, Any] = {"sentence": f"{sentence}; a kingfisher counts {WORTH['K']:,}."}
    if asked["method"] == "simulate" and asked["depth"] <= 3:
        names = ("board", "side", "kingfisher", "depth", "white", "black")
        exact = result("betsy", "value", **{name: asked[name] for name in names})
        shown |= {"exactly": digits(exact["answer"], exact["error"]), "off": off(told, exact["answer"])}
    return shown


def _play(told: Told, position: Position, below: str) -> dict[str, Any]:
    found = thinking(position, told.result)
    reached = after(position, found.move)
    place = {"board": reached.board, "kingfisher": reached.kingfisher, "first": reached.side, "you": reached.side}
    return {
        "headline": found.words.capitalize(),
        "thinking": found,
        "board_text": told.answer,
        "shown": boards.picture(reached, below, [found.move]),
        "on_address": "" if not moves(reached) else reverse("lab:try", args=["betsy"]) + query(place),
    }


_OF_A_POSITION: Mapping[str, Callable[[Told, Position, str], dict[str, Any]]] = {
    "perft": _perft,
    "moves": _moves,
    "solve": _solve,
    "minimax": _minimax,
    "best": _best,
    "value": _value,
    "play": _play,
}


def _names(squares: list[int]) -> str:
    return ", ".join(map(square_name, squares)) or "none"


# --- Where birds like to stand ------------------------------------------------------------------------


def _worths(kind: str) -> list[list[int]]:
    """As White sees the board, far row first."""
    numbers = [int(text) for text in SQUARES[kind].split()]
    return [numbers[first : first + 8] for first in range(0, 64, 8)]


def _colour(worth: int) -> int:
    return shade(worth, -WARMEST, WARMEST)


def _heats() -> list[tuple[str, Heat]]:
    return [
        (
            NAMES[kind].capitalize(),
            draw(NAMES[kind], "columns a to h", "rows 8 to 1", [list(map(_colour, row)) for row in _worths(kind)], []),
        )
        for kind in SQUARES
    ]


def _legend() -> list[Legend]:
    used = {_colour(worth) for kind in SQUARES for row in _worths(kind) for worth in row}
    legend = []
    for colour in sorted(used):
        meant = sorted(
            {worth for kind in SQUARES for row in _worths(kind) for worth in row if _colour(worth) == colour}
        )
        words = f"{meant[0]:+d}" if len(meant) == 1 else f"{meant[0]:+d} to {meant[-1]:+d}"
        legend.append(Legend(colour, words.replace("-", "−").replace("+0", "0")))
    assert len(legend) <= COLOURS
    return legend


def _heat_tables() -> list[tuple[str, list[tuple[int, list[int]]]]]:
    return [
        (NAMES[kind].capitalize(), [(8 - place, row) for place, row in enumerate(_worths(kind))]) for kind in SQUARES
    ]
