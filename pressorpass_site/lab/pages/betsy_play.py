"""Playing Betsy: the address has the whole game, and the engine answers as in the lab's question play."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest
from django.urls import reverse

from engine import InputError
from engine.lab.exhibits import Ask, Link, Pending
from engine.lab.found import Found
from engine.lab.games.betsy.notation import read_move
from engine.lab.games.betsy.rules import (
    SIDES,
    START,
    Move,
    Position,
    after,
    captures_kingfisher,
    moves,
    over,
    owner,
    read_board,
    square_name,
)
from engine.lab.games.betsy.shown import words_of
from engine.lab.games.betsy.words import Thinking, bird_words, material_words, move_words, thinking
from engine.lab.reviewed import review
from pressorpass_site.core.http import parts

from . import betsy_board as boards
from .betsy import FEW_BIRDS, THREE_PLIES
from .old_table import AddressReader, query, steps

Asking = Generator[Ask, Found, Any]
SECONDS = ("0.5", "1", "2", "5")
LONGEST = 200  # plies; as in a match
YOU = {"w": "White", "b": "Black", "both": "both sides"}
PARTS = (
    *("you", "kingfisher", "seconds", "board", "first", "moves", "move", "below", "advice"),
    *("from", "do", "step"),
)
SEPARATORS = re.compile(r"[\s,.\-]+")
SQUARES = re.compile(r"([a-h][1-8]){2}")
TYPED_SEPARATORS = re.compile(r"[\s,]+")  # e2-e4 is one move
PROOF_PLIES = 5


@dataclass(frozen=True)
class BetsyGame:
    """A game in an address.

    Attributes:
        you: the side played by hand: w, b or both.
        board, first: the initial board and the side that began.
        made: all moves since.
        below: the side whose home row is at the bottom, "" for your own.
        step: the number of moves after which it is shown; None for the end, where one plays on.
    """

    you: str = "w"
    kingfisher: int = 8
    seconds: str = "1"
    board: str = START
    first: str = "w"
    made: tuple[Move, ...] = ()
    below: str = ""
    advice: bool = False
    step: int | None = None

    @cached_property
    def position(self) -> Position:
        position = Position(self.board, self.first, self.kingfisher)
        for move in self.made:
            position = after(position, move)
        return position

    @cached_property
    def choices(self) -> list[Move]:
        return moves(self.position)

    @property
    def seen_from(self) -> str:
        return self.below or ("b" if self.you == "b" else "w")

    @property
    def is_yours(self) -> bool:
        return self.you in (self.position.side, "both")

    @property
    def verdict(self) -> str:
        """The result; "" while the game is not over."""
        if over(self.position.board):
            winner = self.position.other
            name = SIDES[winner]
            if self.you == "both":
                return f"{name} captures the kingfisher and wins."
            return (
                "You capture the kingfisher: you win!"
                if self.you == winner
                else "Betsy captures your kingfisher and wins."
            )
        if not self.choices:
            return f"{SIDES[self.position.side]} has no move: a draw."
        return f"{LONGEST} plies: a draw." if len(self.made) >= LONGEST else ""

    def with_move(self, move: Move) -> BetsyGame:
        return replace(self, made=(*self.made, move))

    @property
    def place(self) -> dict[str, str]:
        """The position as options of a question."""
        position = self.position
        return {"board": position.board, "side": position.side, "kingfisher": str(position.kingfisher)}

    def link(self, *, part: str = "#table", **more: str) -> str:
        """Return the address of this game."""
        values = {
            "you": self.you,
            "kingfisher": self.kingfisher if self.kingfisher != 8 else "",
            "seconds": self.seconds if self.seconds != "1" else "",
            "board": self.board if self.board != START else "",
            "first": self.first if self.first != "w" else "",
            "moves": "-".join(map(str, self.made)),
            "below": self.below,
            "advice": "1" if self.advice else "",
            "step": self.step,
        }
        return query(values | more) + part


def play_page(request: HttpRequest) -> Asking:
    """Return the context of the board's page for this address."""
    address = AddressReader(request, PARTS)
    play = _read(address)
    asked_for = by_engine = address.word("do", ("engine",), "") == "engine"
    shown: dict[str, Any] = {"seconds": SECONDS, "sides": YOU, "firsts": SIDES, **address.context()}
    if address.messages:
        shown |= {
            "boards": _boards("".join(address.text("board").split()) if "board" in address.errors else play.board)
        }
        # The engine is not asked until the errors are corrected.
        return {**shown, **_table(request, play, stopped=not play.is_yours and not play.verdict)}
    if play.step is not None:
        return {**shown, **_stepped(request, play), "boards": _boards(play.board)}
    answered: Thinking | None = None
    waiting: Any = None
    asked = play
    try:
        while not play.verdict and (by_engine or not play.is_yours):
            found = yield _ask(request, "play", **play.place, seconds=play.seconds)
            answered = thinking(play.position, found.details)
            play, by_engine = play.with_move(answered.move), False
        if play.advice and not play.verdict:
            shown |= yield from _advice(request, play)
    except Pending as unfinished:
        waiting = unfinished.job
    thinks = waiting is not None and (by_engine or not play.is_yours)
    if play.verdict and play.made:
        shown |= yield from _review(request, play)
    return {
        **shown,
        **_table(request, play, stopped=thinks),
        "boards": _boards(play.board),
        "waiting": waiting,
        "thinks": thinks,
        "again": asked.link(do="engine" if asked_for else "", part="", **{"from": address.text("from")[:2]}),
        "answered": answered,
    }


def _table(request: HttpRequest, play: BetsyGame, stopped: bool) -> dict[str, Any]:
    """Return the board and its actions; with `stopped`, no bird can be moved."""
    chosen = None if stopped else _chosen(request, play)
    return {
        "play": play,
        "stopped": stopped,
        "you": YOU[play.you],
        "mover": SIDES[play.position.side],
        "board": boards.table(
            play.position.board, {} if stopped else _links(play, chosen), _last(play), play.seen_from
        ),
        "chosen": bird_words(play.position.board[chosen]) + " on " + square_name(chosen) if chosen is not None else "",
        "attacked": _attacked(play) if not stopped else "",
        "material": material_words(play.position.board),
        "made": _list(play),
        "moves_text": "-".join(map(str, play.made)),
        "here": play.link(),
        "undo": _undo(play).link() if play.made else "",
        "look_back": replace(play, step=0 if play.verdict else len(play.made) - 1).link() if play.made else "",
        "engine_moves": play.link(do="engine") if play.is_yours and not play.verdict else "",
        "turned": _turned(play).link(),
        "toggle": replace(play, advice=not play.advice).link(),
        "new": replace(play, made=()).link(part=""),
        "hidden": [(name, value) for name, value in _pairs(play) if name != "moves"],
        "board_questions": [
            (words, reverse("lab:question", args=["betsy", name]) + query(play.place | more))
            for name, words, more in (
                ("solve", "Can the mover force the capture?", {"plies": "5"}),
                ("best", "Best by minimax", {"depth": "4"}),
                ("play", "The engine’s move", {}),
                ("perft", "How many continuations are there?", {"depth": "3"}),
            )
        ],
    }


def _stepped(request: HttpRequest, play: BetsyGame) -> dict[str, Any]:
    """Return the board before a move that was made, without a choice."""
    assert play.step is not None
    cut = replace(play, made=play.made[: play.step], step=None)
    nav = steps(lambda step: replace(play, step=step).link(), play.step, len(play.made))
    move = play.made[play.step]
    shown = _table(request, cut, stopped=True)
    links = {"undo": "", "look_back": "", "engine_moves": "", "turned": _turned(play).link()}
    return {**shown, **links, "steps": nav, "made_move": move_words(cut.position, move)}


def _review(request: HttpRequest, play: BetsyGame) -> Asking:
    """Return the costs of a finished game's moves."""
    sides = {"side": play.first, "kingfisher": str(play.kingfisher), "reviewed": play.you}
    options = {"record": ",".join(map(str, play.made)), "board": play.board, **sides}
    try:
        found = yield _ask(request, "review", **options)
    except Pending as waiting:
        return {"review_not_yet": waiting.job}

    def link(_: int, entry: Mapping[str, Any]) -> Link:
        return Link("", address=replace(play, step=entry["turn"] - 1).link())

    return {
        "review": list(review(found, replace(words_of(found), link=link))),
        "review_link": Link("Open this review on its own page", "review", options),
    }


def _turned(play: BetsyGame) -> BetsyGame:
    return replace(play, below="w" if play.seen_from == "b" else "b")


def _read(address: AddressReader) -> BetsyGame:
    """Return the game up to its first invalid move."""
    usual = BetsyGame()
    play = BetsyGame(
        you=address.word("you", YOU, usual.you),
        kingfisher=int(address.word("kingfisher", ("8", "4"), "8")),
        seconds=address.word("seconds", SECONDS, usual.seconds),
        first=address.word("first", SIDES, usual.first),
        below=address.word("below", SIDES, ""),
        advice=address.word("advice", ("0", "1"), "0") == "1",
    )
    try:
        play = replace(play, board=_board("".join(address.text("board").split()) or START))
    except InputError as error:
        address.add_error("board", f"{error.message} The usual board is shown, without moves.")
        return play
    if address.errors.keys() & {"first", "kingfisher"}:
        return play
    texts = _split(SEPARATORS, address.text("moves"))
    if len(texts) > LONGEST:
        address.add_error(
            "moves", f"A game ends after {LONGEST} plies here: the first of these {len(texts):,} moves are shown."
        )
    play, wrong = _played(play, texts[:LONGEST])
    if wrong:
        address.add_error("moves", f"{wrong} The board is shown as it stood.")
        return play
    play, wrong = _played(play, _split(TYPED_SEPARATORS, address.text("move"))[:LONGEST])
    if wrong:
        address.add_error("move", wrong)
    if address.text("step"):
        step = address.number("step", 0, LONGEST, LONGEST, "the end is shown")
        play = replace(play, step=step if step < len(play.made) else None)
    return play


def _split(separators: re.Pattern[str], text: str) -> list[str]:
    return [word for word in separators.split(text) if word]


def _move(position: Position, text: str) -> Move:
    """Return a move as two squares, possible or not, or as in chess, `Nf3`. Raises InputError with a message to show."""
    if SQUARES.fullmatch(text.lower()):
        return Move.named(text.lower())
    try:
        return read_move(position, text)
    except InputError as error:
        raise InputError(f"{error.message}.") from None


def _played(play: BetsyGame, texts: list[str]) -> tuple[BetsyGame, str]:
    """Return the game after these moves, or up to the first invalid one with its error."""
    position, made = play.position, list(play.made)
    for number, text in enumerate(texts, len(made) + 1):
        wrong = ""
        try:
            move = _move(position, text)
            if move not in moves(position):
                over_by_then = not moves(position) or len(made) >= LONGEST
                why = "the game is over by then" if over_by_then else f"{SIDES[position.side]} cannot move so"
                wrong = f"Move {number}, {text}, is not possible: {why}."
        except InputError as error:
            wrong = f"Move {number}: {error.message}"
        if wrong:
            return replace(play, made=tuple(made)), wrong
        made.append(move)
        position = after(position, move)
    return replace(play, made=tuple(made)), ""


def _boards(board: str) -> list[tuple[str, str, bool]]:
    """Return the boards to begin from: text, words, whether it is this one. The address's own board is among them."""
    known = {START: "the usual one", FEW_BIRDS: "few birds", THREE_PLIES: "a win in three plies, if Black begins"}
    words = (
        known if board in known else {**known, board: "the one of this page" if len(board) == 64 else f"“{board[:80]}”"}
    )
    return [("" if text == START else text, label, text == board) for text, label in words.items()]


def _board(text: str) -> str:
    try:
        board = read_board(text)
    except InputError as error:
        raise InputError(f"The board {error.message}.", field="board") from None
    if over(board):
        raise InputError("This board has no game: a kingfisher is missing.", field="board")
    return board


def _ask(request: HttpRequest, question: str, **options: str) -> Ask:
    """Return a question. A newly opened page does not wait for a move: it shows the board and polls."""
    by_itself = parts.wanted(request)
    return Ask(question, options, patient=by_itself or question != "play", again=not by_itself)


def _advice(request: HttpRequest, play: BetsyGame) -> Asking:
    """Return the engine's move and what is proven."""
    proof = yield _ask(request, "solve", **play.place, plies=str(PROOF_PLIES))
    forced = proof.details["plies"]
    best = min(forced.values(), default=0)
    found = yield _ask(request, "play", **play.place, seconds=play.seconds)
    return {
        "advised": thinking(play.position, found.details),
        "proof_plies": PROOF_PLIES,
        "forced": [
            (move_words(play.position, Move.named(move)), plies) for move, plies in forced.items() if plies == best
        ],
    }


def _chosen(request: HttpRequest, play: BetsyGame) -> int | None:
    """Return the square of the chosen bird, if that can move."""
    name = request.GET.get("from", "")
    starts = (
        {square_name(move.start): move.start for move in play.choices} if play.is_yours and not play.verdict else {}
    )
    return starts.get(name)


def _links(play: BetsyGame, chosen: int | None) -> dict[int, boards.Link]:
    """Return links of squares: birds that can move, and the destinations of the chosen one."""
    if play.verdict or not play.is_yours:
        return {}
    board = play.position.board
    links = {}
    for move in play.choices:
        name = square_name(move.start)
        words = f"{bird_words(board[move.start])} on {name}"
        if move.start == chosen:
            links[move.start] = boards.Link(play.link(), f"{words}, chosen: choose another", "chosen")
        else:
            links[move.start] = boards.Link(play.link(**{"from": name}), words, "able")
    for move in play.choices:
        if move.start == chosen:
            prey = board[move.end]
            words = f"to {square_name(move.end)}"
            if owner(prey):
                words = f"captures {bird_words(prey)} on {square_name(move.end)}"
            links[move.end] = boards.Link(play.with_move(move).link(), words, "prey" if owner(prey) else "goal")
    return links


def _last(play: BetsyGame) -> tuple[int, ...]:
    return tuple(play.made[-1]) if play.made else ()


def _attacked(play: BetsyGame) -> str:
    """Return the squares from which the mover's kingfisher could be captured next."""
    position = play.position
    if play.verdict:
        return ""
    other = position._replace(side=position.other)
    threats = {square_name(move.start) for move in moves(other) if captures_kingfisher(other, move)}
    return ", ".join(sorted(threats))


def _list(play: BetsyGame) -> list[tuple[int, str, str]]:
    """Return the moves as rows of number, White's move and Black's move."""
    position = Position(play.board, play.first, play.kingfisher)
    words = [""] if play.first == "b" else []
    for move in play.made:
        words.append(move_words(position, move))
        position = after(position, move)
    words += [""] * (len(words) % 2)
    return [(number // 2 + 1, words[number], words[number + 1]) for number in range(0, len(words), 2)]


def _undo(play: BetsyGame) -> BetsyGame:
    """Return the game before your last move, or its beginning."""
    play = replace(play, made=play.made[:-1])
    while play.made and not play.is_yours:
        play = replace(play, made=play.made[:-1])
    return play


def _pairs(play: BetsyGame) -> list[tuple[str, str]]:
    """Return the hidden fields that preserve the game in a form."""
    return parse_qsl(play.link(part="").removeprefix("?"))
