"""Betsy in play: the engine moves as in the question `play` of the lab."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine import InputError
from engine.lab import Option
from engine.lab.answer_view import AnswerView, capitalize
from engine.lab.exhibits import Ask, Badge, Exhibit, Link, Panel, Piece, Rows, Text
from engine.lab.games.betsy.notation import read_move
from engine.lab.games.betsy.options import KINGFISHER
from engine.lab.games.betsy.panels import build_review_wording
from engine.lab.games.betsy.rules import (
    SIDES,
    START,
    BirdPosition,
    Move,
    captures_kingfisher,
    get_side,
    is_over,
    list_moves,
    make_move,
    read_board,
    square_name,
)
from engine.lab.games.betsy.words import EngineMove, build_engine_move, describe_bird, describe_material, describe_move
from engine.lab.options import choice, word_reader
from engine.lab.review_exhibits import ReviewWording

from .betsy import FEW_BIRDS, THREE_PLIES
from .betsy_board import MoveLink, build_board_rows
from .play import Button, PageGenerator, Play, PlayEvent, Seat

SECONDS = ("0.5", "1", "2", "5")
YOU = {"w": "White", "b": "Black", "both": "both sides"}
BOARDS = {START: "The usual one", FEW_BIRDS: "Few birds", THREE_PLIES: "A win in three plies, if Black begins"}
SEPARATORS = re.compile(r"[\s,.\-]+")
TYPED_SEPARATORS = re.compile(r"[\s,]+")  # e2-e4 is one move
SQUARES = re.compile(r"([a-h][1-8]){2}")
PROOF_PLIES = 5


def _parse_board(text: str) -> str:
    board = read_board("".join(text.split()))
    if is_over(board):
        raise InputError("has no game: a kingfisher is missing")
    return board


class BetsyPlay(Play[BirdPosition]):
    settings = (
        choice("you", "You play", "", YOU, "w"),
        choice("seconds", "Seconds Betsy thinks", "", dict(zip(SECONDS, SECONDS, strict=True)), "1"),
        KINGFISHER.with_changes(radios=False),
        choice("first", "Who begins", "", SIDES, "w"),
        Option("board", "", _parse_board, START, label="Board", words=BOARDS, wide=True),
    )
    parts = (
        Option("below", "", word_reader(*SIDES)),  # whose home row is at the bottom
        Option("from", "", str, ""),  # the square of the chosen bird
        Option("do", "", word_reader("engine")),
    )
    passing = (Option("move", "", str, ""),)
    harmless = Play.harmless | {"you", "seconds", "below", "from", "move"}
    added_in = "move"
    max_choices = 200  # plies; as in a match
    separator = "-"
    board_first = True
    set_up = Link("Set up a board of your own", "moves", {"place": "nothing"}, "set-up")
    engine_move: EngineMove | None = None

    @property
    def other(self) -> str:
        return "Betsy"

    def is_yours(self, position: BirdPosition) -> bool:
        return self.address["you"] in (position.side, "both")

    def start_state(self) -> BirdPosition:
        return BirdPosition(self.address["board"], self.address["first"], self.address["kingfisher"])

    def is_over(self, position: BirdPosition) -> bool:
        too_long = len(self.moves) >= self.max_choices and position is self.states[-1]
        return too_long or not list_moves(position)

    def canonicalize_move(self, position: BirdPosition, text: str) -> str:
        move = Move.from_text(text.lower()) if SQUARES.fullmatch(text.lower()) else read_move(position, text)
        if move not in list_moves(position):
            raise InputError(f"{SIDES[position.side]} cannot move so")
        return str(move)

    def play_move(self, position: BirdPosition, move: str) -> PageGenerator[BirdPosition]:
        yield from ()
        return make_move(position, Move.from_text(move))

    def choose_for_other(self, position: BirdPosition) -> PageGenerator[str]:
        is_requested = self.address["do"] == "engine" and not self.engine_move
        if self.is_yours(position) and not is_requested:
            return ""
        view = yield self._build_question("play", position, seconds=self.address["seconds"])
        self.engine_move = build_engine_move(position, view.details)
        return str(self.engine_move.move)

    def _build_question(self, question: str, position: BirdPosition, **options: Any) -> Ask:
        """Return a question about a position; a newly opened page does not wait for the engine's move."""
        patient = self.is_poll or question != "play"
        return Ask(question, {**_build_board_context(position), **options}, patient=patient, again=not self.is_poll)

    def read_moves(self) -> list[str]:
        return _split(SEPARATORS, self.address["moves"])

    def read_new_moves(self) -> list[str]:
        return _split(TYPED_SEPARATORS, self.address["move"])

    def build_address_parts(self, moves: Sequence[str]) -> dict[str, str]:
        return {**super().build_address_parts(moves), "from": "", "do": ""}

    def build_reload_link(self) -> str:
        is_engine_asked = self.address["do"] and not self.engine_move
        return self.build_link(step=self.step, **{"do": "engine"} if is_engine_asked else {})

    def count_after_take_back(self) -> int:
        count = len(self.moves) - 1
        while count and not self.is_yours(self.states[count]):
            count -= 1
        return count

    def build_new_game_changes(self) -> dict[str, Any]:
        return {}  # the board stays turned

    def build_lede(self) -> str:
        return "Chess with birds: capture the kingfisher to win. There is no check, so protect your own kingfisher."

    def list_seats(self, position: BirdPosition) -> list[Seat]:
        you = self.address["you"]
        names = {
            side: name if you == "both" else f"{'You' if side == you else 'Betsy'}: {name}"
            for side, name in SIDES.items()
        }
        birds = {"w": str.isupper, "b": str.islower}
        playing = not self.is_over(position)
        return [
            Seat(names[side], str(sum(map(has, position.board))), "birds", up=playing and side == position.side)
            for side, has in birds.items()
        ]

    def build_headline(self, position: BirdPosition) -> str:
        mover, you = SIDES[position.side], self.address["you"]
        if is_over(position.board):
            winner = position.other
            if you == "both":
                return f"{SIDES[winner]} captures the kingfisher and wins."
            has_won = you == winner
            return "You capture the kingfisher: you win!" if has_won else "Betsy captures your kingfisher and wins."
        if not list_moves(position):
            return f"{mover} has no move: a draw."
        if self.is_over(position):
            return f"{self.max_choices} plies: a draw."
        return f"{mover}’s turn" if you == "both" else f"Your turn: {mover}"

    def describe_move(self, position: BirdPosition, move: str) -> str:
        return f"{SIDES[position.side]}: {describe_move(position, Move.from_text(move))}"

    def build_note(self) -> Sequence[Piece]:
        return ("Betsy’s moves are stored, so reloading does not change them. A game ends in a draw after 200 plies.",)

    def list_events(self, position: BirdPosition) -> Sequence[PlayEvent]:
        if self.is_over(position) or self.step is not None or not self.is_yours(position):
            return ()
        start_square = self._find_chosen_square(position)
        if start_square is None:
            return (PlayEvent("Choose a bird."),)
        return (
            PlayEvent(
                f"Choose a square for the {describe_bird(position.board[start_square])} on {square_name(start_square)}."
            ),
        )

    def list_controls(self) -> list[Button]:
        return [Button("Let the engine move", self.build_link(do="engine"))]

    def build_picture(self, position: BirdPosition, is_playing: bool) -> dict[str, Any]:
        below = self.address["below"] or ("b" if self.address["you"] == "b" else "w")
        move_count = len(self.moves) if self.step is None else self.step
        last = Move.from_text(self.moves[move_count - 1]) if move_count else ()
        return {
            "rows": build_board_rows(
                position.board, below, self._list_move_links(position) if is_playing else {}, last
            ),
            "material": capitalize(describe_material(position.board)),
            "turned": self.build_link(step=self.step, below="w" if below == "b" else "b"),
            "playing": is_playing,
            "attacked": _list_attacked_squares(position) if is_playing else "",
            "hidden": self.address.list_parts(**self.build_address_parts(self.moves), step="").items(),
            "typed": self.address.typed.get("move", "") if "move" in self.address.errors else "",
            "error": self.address.errors.get("move", ""),
            "questions": [
                Link(words, name, {**_build_board_context(position), **more})
                for name, words, more in (
                    ("solve", "Can the mover force the capture?", {"plies": "5"}),
                    ("best", "Best by minimax", {"depth": "4"}),
                    ("play", "The engine’s move", {}),
                    ("perft", "How many continuations are there?", {"depth": "3"}),
                )
            ],
        }

    def _find_chosen_square(self, position: BirdPosition) -> int | None:
        starts = {square_name(move.start): move.start for move in list_moves(position)}
        return starts.get(self.address["from"])

    def _list_move_links(self, position: BirdPosition) -> dict[int, MoveLink]:
        board, start_square, links = position.board, self._find_chosen_square(position), {}
        for move in list_moves(position):
            name = square_name(move.start)
            words = f"{describe_bird(board[move.start])} on {name}"
            links[move.start] = MoveLink(self.build_link(**{"from": name}), words, "able")
            if move.start == start_square:
                links[move.start] = MoveLink(self.build_link(), f"{words}, chosen: choose another", "chosen")
        for move in list_moves(position):
            if move.start == start_square:
                prey, end = board[move.end], square_name(move.end)
                words = f"captures {describe_bird(prey)} on {end}" if get_side(prey) else f"to {end}"
                links[move.end] = MoveLink(
                    self.build_link(None, str(move)), words, "prey" if get_side(prey) else "goal"
                )
        return links

    def build_engine_cards(self) -> list[Panel]:
        engine_move = self.engine_move
        return (
            []
            if engine_move is None
            else [_build_search_panel(f"Betsy: {engine_move.words}", "Her judgment", engine_move)]
        )

    def build_advice(self, position: BirdPosition, move_made: str) -> PageGenerator[list[Panel]]:
        if move_made:
            return []
        proof = yield self._build_question("solve", position, plies=str(PROOF_PLIES))
        view = yield self._build_question("play", position, seconds=self.address["seconds"])
        best_move = build_engine_move(position, view.details)
        plies_by_move: Mapping[str, int] = proof.details["plies"]
        fewest_plies = min(plies_by_move.values(), default=0)
        words = [
            describe_move(position, Move.from_text(move))
            for move, plies in plies_by_move.items()
            if plies == fewest_plies
        ]
        proven = f"no move forces the capture within {PROOF_PLIES} plies. "
        if words:
            proven = f"{', or '.join(words)} forces the capture within {fewest_plies} {'ply' if fewest_plies == 1 else 'plies'}. "
        proof_words = Text(f"Proven: {proven}", Badge("exact"))
        return [_build_search_panel(f"Best: {best_move.words}", "As the engine judges", best_move, proof_words)]

    def build_review_options(self) -> dict[str, Any]:
        names = ("board", "kingfisher")
        start = {name: self.address[name] for name in names}
        return {"record": ",".join(self.moves), "side": self.address["first"], "reviewed": self.address["you"], **start}

    def build_review_wording(self, view: AnswerView) -> ReviewWording:
        return build_review_wording(view)

    def find_step(self, number: int, entry: Mapping[str, Any]) -> int:
        turn: int = entry["turn"]
        return turn - 1


def _split(separators: re.Pattern[str], text: str) -> list[str]:
    return [text_part for text_part in separators.split(text) if text_part]


def _build_board_context(position: BirdPosition) -> dict[str, str]:
    return {"board": position.board, "side": position.side, "kingfisher": str(position.kingfisher)}


def _build_search_panel(title: str, judging: str, engine_move: EngineMove, *more: Exhibit) -> Panel:
    judgment = (
        Text(f"Proven: {engine_move.judgment}. ", Badge("exact"))
        if engine_move.is_proven
        else Text(f"{judging}: {engine_move.judgment}.")
    )
    rows = [(str(number), move) for number, move in enumerate(engine_move.line, 1)]
    line = Rows(("Ply", "Move"), rows, f"{engine_move.search_words}.", "The line it expects", worded=2)
    return Panel(title, (judgment, *more, line))


def _list_attacked_squares(position: BirdPosition) -> str:
    """Return the squares from which the mover's kingfisher could be captured on the next move."""
    other = position._replace(side=position.other)
    return ", ".join(
        sorted({square_name(move.start) for move in list_moves(other) if captures_kingfisher(other, move)})
    )
