"""The form of Betsy: the board, typed in rows or set up square by square, and preset positions.

To set up a board, choose a bird; each tap then puts it on a square.
"""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest

from engine import InputError
from engine.lab import Question
from engine.lab.exhibits import Board, Link
from engine.lab.games.betsy.rules import EMPTY, SIDES, START, BirdPosition, read_board, square_name
from engine.lab.games.betsy.words import describe_position

from . import betsy_board as boards

# After 1. f2f3 e7e5 2. g2g4.
THREE_PLIES = "RNBQKBNRPPPPP..P.....P........P.....p...........pppp.ppprnbqkbnr"
FEW_BIRDS = "........p....................................K...Q.............k"
# Options that the links of presets add for questions that require them.
NEEDS = {"perft": {"depth": "4"}, "solve": {"plies": "3"}, "minimax": {"depth": "4"}, "best": {"depth": "4"}}
NEEDS["value"] = {"depth": "2"}
# Parameters of the page that are no options: the side at the bottom, the tapped square, and the bird for it.
TURN, PLACE, BIRD = "below", "place", "bird"
CLEAR = "clear"
BIRDS = "PRNBQKprnbqk" + EMPTY


def read_texts(request: HttpRequest) -> dict[str, str]:
    """Return the typed options by name; the board may be typed in rows, or changed by a tapped square."""
    texts = {name: str(request.GET[name]) for name in request.GET if name != TURN}
    square, bird = texts.pop(PLACE, ""), texts.pop(BIRD, "")
    if "board" in texts:
        texts["board"] = "".join(texts["board"].split())
    if square:
        texts["board"] = place_bird(texts.get("board") or START, square, bird)
    return texts


def place_bird(board: str, square: str, bird: str) -> str:
    """Return the board with a bird on a square; a kingfisher leaves its old square. Invalid boards stay unchanged."""
    if square == CLEAR:
        return EMPTY * len(START)
    places = {square_name(place): place for place in range(len(START))}
    if len(board) != len(START) or square not in places or len(bird) != 1 or bird not in BIRDS:
        return board
    if bird in "Kk":
        board = board.replace(bird, EMPTY)
    return board[: places[square]] + bird + board[places[square] + 1 :]


def is_set_up(request: HttpRequest) -> bool:
    return PLACE in request.GET


def build_betsy_form(request: HttpRequest, question: Question) -> dict[str, Any]:
    text = (read_texts(request) or question.example).get("board") or START
    bird = request.GET.get(BIRD, "")
    context: dict[str, Any] = {
        "rows": "\n".join(text[first : first + 8] for first in range(0, len(text), 8)),
        "presets": _build_preset_links(question),
        "bird_choices": [boards.BirdSquare("", bird.replace(EMPTY, ""), "", bird) for bird in BIRDS],
        "chosen_bird": bird if bird and bird in tuple(BIRDS) else BIRDS[0],
        "below": "",
        "drawn": None,
        "squares": (),
    }
    position = _read_position(request, question)
    if position:
        below = request.GET.get(TURN, "") if request.GET.get(TURN) in SIDES else position.side
        turned = {**read_texts(request), TURN: "b" if below == "w" else "w"}
        context |= {
            "below": below,
            "mover": SIDES[position.side],
            "drawn": boards.draw_board(Board(position.board, position.side, words=describe_position(position)), below),
            "squares": boards.build_board_rows(position.board),
            "turned": f"?{urlencode(turned)}#lab-form",
        }
    return context


def _read_position(request: HttpRequest, question: Question) -> BirdPosition | None:
    if all(option.name != "board" for option in question.options):
        return None
    texts = read_texts(request) or question.example
    try:
        board = read_board(texts.get("board") or START)
    except InputError:  # the form reports it
        return None
    return BirdPosition(board, "b" if texts.get("side") == "b" else "w", 4 if texts.get("kingfisher") == "4" else 8)


def _build_preset_links(question: Question) -> list[Link]:
    if question.name == "review" or all(option.name != "board" for option in question.options):
        return []
    needs = NEEDS.get(question.name, {})
    return [
        Link("The start", question.name, {"side": "w", **needs}, "lab-answer"),
        Link("Black wins in three plies", question.name, {"board": THREE_PLIES, "side": "b", **needs}, "lab-answer"),
        Link("Few birds", question.name, {"board": FEW_BIRDS, "side": "w", **needs}, "lab-answer"),
    ]
