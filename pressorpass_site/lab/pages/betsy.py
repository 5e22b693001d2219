"""Betsy: boards with arrows, moves in words, counts of sequences, matches, and the values of squares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from engine import InputError
from engine.lab import Question
from engine.lab.games.betsy.piece_values import SQUARES
from engine.lab.games.betsy.rules import (
    EMPTY,
    NAMES,
    PIECE_VALUES,
    START,
    Move,
    Position,
    after,
    moves,
    over,
    read_board,
    square_name,
)

from ..heat import COLOURS, HeatPicture, Legend, draw, shade
from ..labels import AnswerView, digits
from . import betsy_answers as answers
from . import betsy_board as boards
from . import betsy_setup as setup
from .betsy_words import ahead, outcome, player_words, thinking
from .pairings import contest
from .review import Words, review
from .shared import AnswerPending, ask, lab_result, query, standard_errors_apart

# After 1. f2f3 e7e5 2. g2g4.
THREE_PLIES = "RNBQKBNRPPPPP..P.....P........P.....p...........pppp.ppprnbqkbnr"
FEW_BIRDS = "........p....................................K...Q.............k"
# The options that a preset adds for questions that require them.
NEEDS = {"perft": {"depth": "4"}, "solve": {"plies": "3"}, "minimax": {"depth": "4"}, "best": {"depth": "4"}}
NEEDS["value"] = {"depth": "2"}
# Numbers of sequences of 1, 2, … plies from the start, by directions of the kingfisher; the engine's tests check them.
KNOWN = {8: (20, 400, 8902, 197742, 4896998), 4: (20, 400, 8822, 194194, 4741975)}
MAX_BESIDE = 5  # plies counted without a request
WARMEST = 50  # hundredths of a parakeet at either end of the colour scale
TURN = "below"  # whose home row is at the bottom: a parameter of the page, not an option


def typed(request: HttpRequest) -> dict[str, str]:
    """Return the typed options by name; a board may be typed in rows, and one square of it may be tapped."""
    texts = request.GET.dict()
    texts.pop(TURN, None)
    square, bird = texts.pop(setup.PLACE, ""), texts.pop(setup.BIRD, "")
    if "board" in texts:
        texts["board"] = "".join(texts["board"].split())
    if square:
        texts["board"] = setup.placed(texts.get("board") or START, square, bird)
    return texts


def is_set_up(request: HttpRequest) -> bool:
    """Return whether the board is being set up, so that nothing is asked yet."""
    return setup.PLACE in request.GET


def context(request: HttpRequest, question: Question, view: AnswerView | None) -> dict[str, Any]:
    """Return the context of the page for this question and its answer."""
    text = (typed(request) or question.example).get("board") or START
    shown: dict[str, Any] = {
        "rows": "\n".join(text[first : first + 8] for first in range(0, len(text), 8)),
        "presets": _presets(question),
        "bird_choices": setup.choices(request.GET.get(setup.BIRD, "")),
        "new_game_address": reverse("lab:game", args=["betsy"]),
    }
    if question.name == "play":
        shown |= {"heats": _heats(), "heat_legend": _legend(), "heat_tables": _heat_tables()}
    position = _position(request, question, view)
    if position:
        below = request.GET.get(TURN) if request.GET.get(TURN) in ("w", "b") else position.side
        other = {**typed(request), TURN: "b" if below == "w" else "w"}
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
            "squares": setup.rows(position.board),
            "turned": query(other) + "#lab-form",
            "play_address": "" if over(position.board) else shown["new_game_address"] + query(place),
        }
    if view is None:
        return shown
    try:
        if question.name in _OF_A_POSITION and position:
            shown |= _OF_A_POSITION[question.name](view, position, str(below))
        elif question.name == "review":
            shown |= review(view.result, words(view.result))
        elif question.name == "match":
            shown |= {"match": answers.match(view), "played": view.asked.parameters}
        elif question.name == "contest":
            shown |= {"contest": contest(view, player_words), "contest_note": answers.contest_note(view)}
        elif question.name == "game":
            shown["one_game"] = answers.game(view)
    except AnswerPending as waiting:
        shown["not_yet"] = waiting.row
    return shown


def words(reviewed: Mapping[str, Any]) -> Words:
    """Return the wording of this review's moves; each links to the board before the move."""
    asked, made = reviewed["parameters"], "-".join(reviewed["details"]["moves"])
    place = {"board": asked["board"], "first": asked["side"], "kingfisher": asked["kingfisher"]}
    usual = {"board": START, "first": "w", "kingfisher": 8}
    start = {name: value for name, value in place.items() if value != usual[name]}

    def address(_: int, each: Mapping[str, Any]) -> str:
        step = {"moves": made, "step": each["turn"] - 1}
        return reverse("lab:game", args=["betsy"]) + query({"you": "both", **start, **step})

    def heading(found: Mapping[str, Any]) -> str:
        choices = found["details"]["choices"]
        lost = sum(1 for each in choices if each["cost"])
        return f"{lost} of {len(choices)} moves cost something within {found['parameters']['depth']} plies"

    return Words(told, str, address, "parakeets", heading, notation=True)


def told(each: Mapping[str, Any]) -> str:
    """Return the wording of a move in a review."""
    return f"{each['notation']}, {boards.SIDES[each['side']]}"


def _position(request: HttpRequest, question: Question, view: AnswerView | None) -> Position | None:
    """Return the question's position, if it can be read."""
    if all(option.name != "board" for option in question.options):
        return None
    if view:
        asked = view.asked.parameters
        return Position(asked["board"], asked["side"], asked["kingfisher"])
    texts = typed(request) or question.example
    try:
        board = read_board(texts.get("board") or START)
    except InputError:  # the form reports it
        return None
    return Position(board, "b" if texts.get("side") == "b" else "w", 4 if texts.get("kingfisher") == "4" else 8)


@dataclass(frozen=True)
class Preset:
    """A link to the question with a preset position."""

    words: str
    address: str


def _presets(question: Question) -> list[Preset]:
    if question.name == "review" or all(option.name != "board" for option in question.options):
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


def _arrows(view: AnswerView) -> list[Move]:
    return [boards.read_move(text) for text in view.answer]


def _perft(view: AnswerView, position: Position, below: str) -> dict[str, Any]:
    asked = view.asked.parameters
    place = {"board": position.board, "side": position.side, "kingfisher": position.kingfisher}
    most = min(asked["depth"], MAX_BESIDE)
    rows = [ask("betsy", "perft", depth=depth, **place) for depth in range(1, most + 1)]
    for row in rows:
        if row.result is None:
            raise AnswerPending(row)
    counts = [row.result["answer"] for row in rows if row.result]
    if asked["depth"] == most + 1:
        counts.append(view.answer)
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


def _moves(view: AnswerView, position: Position, below: str) -> dict[str, Any]:
    """Return a row for each bird that can move."""
    found = _arrows(view)
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


def _solve(view: AnswerView, position: Position, below: str) -> dict[str, Any]:
    plies, least = view.details["plies"], view.asked.parameters["plies"]
    return {
        "headline": _chosen(position, view) or "None",
        "choices": [(boards.move_words(position, move), str(move), plies[str(move)]) for move in _arrows(view)],
        "choice_head": "Plies to the capture",
        "note": ""
        if plies
        else f"No move of {boards.SIDES[position.side]}’s forces the capture within {least} plies. That is proven, too.",
        "shown": _with_arrows(view, position, below) if plies else None,
    }


def _best(view: AnswerView, position: Position, below: str) -> dict[str, Any]:
    value = view.details["value"]
    return {
        "headline": _chosen(position, view) or "None",
        "choices": [(boards.move_words(position, move), str(move), f"{value:+d}") for move in _arrows(view)],
        "choice_head": "White’s material less Black’s",
        "note": f"After {view.asked.parameters['depth']} plies of best play, {outcome(value)}.",
        "shown": _with_arrows(view, position, below),
    }


def _chosen(position: Position, view: AnswerView) -> str:
    """Return the moves in words, or their number if there are more than two."""
    found = _arrows(view)
    if len(found) > 2:
        return f"{len(found)} moves"
    return " or ".join(boards.move_words(position, move) for move in found)


def _with_arrows(view: AnswerView, position: Position, below: str) -> boards.BoardPicture:
    found = _arrows(view)
    words = "; ".join(boards.move_words(position, move) for move in found)
    return boards.picture(position, below, found, words=f"Arrows: {words}.")


def _minimax(view: AnswerView, position: Position, below: str) -> dict[str, Any]:
    return {"sentence": f"After {view.asked.parameters['depth']} plies of best play, {outcome(view.answer)}."}


def _value(view: AnswerView, position: Position, below: str) -> dict[str, Any]:
    asked = view.asked.parameters
    average = float(digits(view.answer, max(view.error, 0.001), view.certainty).replace(",", ""))
    sentence = f"On average after {asked['depth']} plies, {ahead(average)}"
    shown: dict[str, Any] = {"sentence": f"{sentence}; a kingfisher counts {PIECE_VALUES['K']:,}."}
    if asked["method"] == "simulate" and asked["depth"] <= 3:
        names = ("board", "side", "kingfisher", "depth", "white", "black")
        exact = lab_result("betsy", "value", **{name: asked[name] for name in names})
        shown |= {
            "exactly": digits(exact["answer"], exact["error"]),
            "off": standard_errors_apart(view, exact["answer"]),
        }
    return shown


def _play(view: AnswerView, position: Position, below: str) -> dict[str, Any]:
    found = thinking(position, view.result)
    reached = after(position, found.move)
    place = {"board": reached.board, "kingfisher": reached.kingfisher, "first": reached.side, "you": reached.side}
    return {
        "headline": found.words.capitalize(),
        "thinking": found,
        "board_text": view.answer,
        "shown": boards.picture(reached, below, [found.move]),
        "on_address": "" if not moves(reached) else reverse("lab:game", args=["betsy"]) + query(place),
    }


_OF_A_POSITION: Mapping[str, Callable[[AnswerView, Position, str], dict[str, Any]]] = {
    "perft": _perft,
    "moves": _moves,
    "solve": _solve,
    "minimax": _minimax,
    "best": _best,
    "value": _value,
    "play": _play,
    "evaluate": lambda view, position, below: {"worth": answers.evaluated(view, position)},
}


def _names(squares: list[int]) -> str:
    return ", ".join(map(square_name, squares)) or "none"


# --- The values of squares ------------------------------------------------------------------------


def _square_values(kind: str) -> list[list[int]]:
    """Return the values of squares as White sees the board, far row first."""
    numbers = [int(text) for text in SQUARES[kind].split()]
    return [numbers[first : first + 8] for first in range(0, 64, 8)]


def _colour(value: int) -> int:
    return shade(value, -WARMEST, WARMEST)


def _heats() -> list[tuple[str, HeatPicture]]:
    return [
        (
            NAMES[kind].capitalize(),
            draw(
                NAMES[kind],
                "columns a to h",
                "rows 8 to 1",
                [list(map(_colour, row)) for row in _square_values(kind)],
                [],
            ),
        )
        for kind in SQUARES
    ]


def _legend() -> list[Legend]:
    used = {_colour(value) for kind in SQUARES for row in _square_values(kind) for value in row}
    legend = []
    for colour in sorted(used):
        meant = sorted(
            {value for kind in SQUARES for row in _square_values(kind) for value in row if _colour(value) == colour}
        )
        words = f"{meant[0]:+d}" if len(meant) == 1 else f"{meant[0]:+d} to {meant[-1]:+d}"
        legend.append(Legend(colour, words.replace("-", "−").replace("+0", "0")))
    assert len(legend) <= COLOURS
    return legend


def _heat_tables() -> list[tuple[str, list[tuple[int, list[int]]]]]:
    return [
        (NAMES[kind].capitalize(), [(8 - place, row) for place, row in enumerate(_square_values(kind))])
        for kind in SQUARES
    ]
