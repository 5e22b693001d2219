"""Betsy at a board: the whole game is in the address, and the engine answers as the lab's question play does."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from engine import InputError
from engine.lab import game as find_game
from engine.lab.games.betsy.rules import (
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

from .. import services
from ..models import LabAnswer
from . import betsy_board as boards
from .betsy_words import Thinking, material_words, thinking
from .shared import query

SECONDS = ("0.5", "1", "2", "5")
LONGEST = 200  # plies; as in a match
YOU = {"w": "White", "b": "Black", "both": "both sides"}
SEPARATORS = re.compile(r"[\s,.\-]+")
PROOF_PLIES = 5


class Unfinished(Exception):
    """The engine has not answered so far, or could not."""

    def __init__(self, row: LabAnswer) -> None:
        super().__init__(row.message)
        self.row = row


@dataclass(frozen=True)
class Play:
    """A game as its address has it.

    Attributes:
        you: the side that is played by hand: w, b or both.
        board, first: where it began, and who began.
        made: all moves since.
        below: whose home row is at the bottom, "" for your own.
    """

    you: str = "w"
    kingfisher: int = 8
    seconds: str = "1"
    board: str = START
    first: str = "w"
    made: tuple[Move, ...] = ()
    below: str = ""
    advice: bool = False

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
        """How it ended; "" while it goes on."""
        if over(self.position.board):
            winner = self.position.other
            name = boards.SIDES[winner]
            if self.you == "both":
                return f"{name} captures the kingfisher and wins."
            return (
                "You capture the kingfisher: you win!"
                if self.you == winner
                else "Betsy captures your kingfisher and wins."
            )
        if not self.choices:
            return f"{boards.SIDES[self.position.side]} has no move: a draw."
        return f"{LONGEST} plies: a draw." if len(self.made) >= LONGEST else ""

    def with_move(self, move: Move) -> Play:
        return replace(self, made=(*self.made, move))

    @property
    def place(self) -> dict[str, str]:
        """The position as options of a question."""
        position = self.position
        return {"board": position.board, "side": position.side, "kingfisher": str(position.kingfisher)}

    def link(self, *, part: str = "#table", **more: str) -> str:
        """The address of this game."""
        values = {
            "you": self.you,
            "kingfisher": self.kingfisher if self.kingfisher != 8 else "",
            "seconds": self.seconds if self.seconds != "1" else "",
            "board": self.board if self.board != START else "",
            "first": self.first if self.first != "w" else "",
            "moves": "-".join(map(str, self.made)),
            "below": self.below,
            "advice": "1" if self.advice else "",
        }
        return query(values | more) + part


def try_out(request: HttpRequest) -> dict[str, Any]:
    """The board as this address has it."""
    shown: dict[str, Any] = {"seconds": SECONDS, "sides": YOU, "new": query({"you": "w"})}
    try:
        play, wrong = _read(request)
    except InputError as error:
        return {**shown, "wrong": error.message}
    if wrong:
        return {**shown, "wrong": wrong, "so_far": play.link() if play.made else ""}
    answered: Thinking | None = None
    waiting: LabAnswer | None = None
    asked = play
    asked_for = by_engine = request.GET.get("do") == "engine"
    try:
        while not play.verdict and (by_engine or not play.is_yours):
            answered = thinking(play.position, _ask(request, "play", **play.place, seconds=play.seconds))
            play, by_engine = play.with_move(answered.move), False
        if play.advice and not play.verdict:
            shown |= _advice(request, play)
    except Unfinished as unfinished:
        waiting = unfinished.row
    thinks = waiting is not None and (by_engine or not play.is_yours)
    chosen = None if thinks else _chosen(request, play)
    return {
        **shown,
        "play": play,
        "you": YOU[play.you],
        "mover": boards.SIDES[play.position.side],
        "board": boards.table(play.position.board, {} if thinks else _links(play, chosen), _last(play), play.seen_from),
        "chosen": boards.bird_words(play.position.board[chosen]) + " on " + square_name(chosen)
        if chosen is not None
        else "",
        "waiting": waiting,
        "thinks": thinks,
        "again": asked.link(do="engine" if asked_for else "", part="", **{"from": request.GET.get("from", "")[:2]}),
        "answered": answered,
        "attacked": _attacked(play) if not thinks else "",
        "material": material_words(play.position.board),
        "made": _list(play),
        "moves_text": "-".join(map(str, play.made)),
        "here": play.link(),
        "undo": _undo(play).link() if play.made else "",
        "engine_moves": play.link(do="engine") if play.is_yours and not play.verdict else "",
        "turned": replace(play, below="w" if play.seen_from == "b" else "b").link(),
        "toggle": replace(play, advice=not play.advice).link(),
        "new": replace(play, made=()).link(part=""),
        "hidden": [(name, value) for name, value in _pairs(play) if name != "moves"],
        "questions": [
            (words, reverse("lab:question", args=["betsy", name]) + query(play.place | more))
            for name, words, more in (
                ("solve", "Can the mover force the capture?", {"plies": "5"}),
                ("best", "Best by minimax", {"depth": "4"}),
                ("perft", "How many ways to go on", {"depth": "3"}),
                ("play", "The engine’s move", {}),
            )
        ],
    }


def _read(request: HttpRequest) -> tuple[Play, str]:
    """The game, and what is wrong with its moves; then it goes on up to there. Raises InputError."""
    get = request.GET
    usual = Play()
    play = Play(
        you=_one_of(request, "you", tuple(YOU), usual.you),
        kingfisher=int(_one_of(request, "kingfisher", ("8", "4"), "8")),
        seconds=_one_of(request, "seconds", SECONDS, usual.seconds),
        first=_one_of(request, "first", ("w", "b"), usual.first),
        below=_one_of(request, "below", ("w", "b"), ""),
        advice=_one_of(request, "advice", ("1",), "") == "1",
        board=_board("".join(get.get("board", "").split()) or START),
    )
    texts = [text for text in SEPARATORS.split(f"{get.get('moves', '')} {get.get('move', '')}".strip().lower()) if text]
    if len(texts) > LONGEST:
        return play, f"A game ends after {LONGEST} plies here; these are {len(texts):,} moves."
    position = play.position
    made: list[Move] = []
    for number, text in enumerate(texts, 1):
        try:
            move = boards.read_move(text)
        except InputError as error:
            return replace(play, made=tuple(made)), error.message
        if move not in moves(position):
            reached = replace(play, made=tuple(made))
            why = "the game is over by then" if reached.verdict else f"{boards.SIDES[position.side]} cannot move so"
            return reached, f"Move {number}, {text}, is not possible: {why}."
        made.append(move)
        position = after(position, move)
    return replace(play, made=tuple(made)), ""


def _one_of(request: HttpRequest, name: str, choices: tuple[str, ...], usual: str) -> str:
    text = request.GET.get(name, "").strip()
    if text and text not in choices:
        raise InputError(f"“{name}” must be {' or '.join(choices)}.", field=name)
    return text or usual


def _board(text: str) -> str:
    try:
        board = read_board(text)
    except InputError as error:
        raise InputError(f"The board {error.message}.", field="board") from None
    if over(board):
        raise InputError("This board has no game: a kingfisher is missing.", field="board")
    return board


def _ask(request: HttpRequest, question: str, **options: str) -> dict[str, Any]:
    """The lab's answer. A page that is opened does not wait: it shows the board, and asks again by itself.

    Raises:
        Unfinished: there is none so far.
    """
    found = find_game("betsy")
    by_itself = bool(request.htmx)  # type: ignore[attr-defined]
    row = services.ask(services.read(found, found.question(question), options), afresh=not by_itself)
    if by_itself or question != "play":
        row = services.wait(row, settings.ANSWER_WAIT_MILLISECONDS / 1000)
    if row.result is None:
        raise Unfinished(row)
    result: dict[str, Any] = row.result
    return result


def _advice(request: HttpRequest, play: Play) -> dict[str, Any]:
    """What the engine would play here, and what is proven. Raises Unfinished."""
    proof = _ask(request, "solve", **play.place, plies=str(PROOF_PLIES))
    forced = proof["details"]["plies"]
    best = min(forced.values(), default=0)
    found = thinking(play.position, _ask(request, "play", **play.place, seconds=play.seconds))
    return {
        "advised": found,
        "proof_plies": PROOF_PLIES,
        "forced": [
            (boards.move_words(play.position, boards.read_move(move)), plies)
            for move, plies in forced.items()
            if plies == best
        ],
    }


def _chosen(request: HttpRequest, play: Play) -> int | None:
    """The bird that is to be moved; one that cannot be is none."""
    name = request.GET.get("from", "")
    starts = (
        {square_name(move.start): move.start for move in play.choices} if play.is_yours and not play.verdict else {}
    )
    return starts.get(name)


def _links(play: Play, chosen: int | None) -> dict[int, boards.Link]:
    """What can be clicked: birds that can move and, once one is chosen, where it can go."""
    if play.verdict or not play.is_yours:
        return {}
    board = play.position.board
    links = {}
    for move in play.choices:
        name = square_name(move.start)
        words = f"{boards.bird_words(board[move.start])} on {name}"
        if move.start == chosen:
            links[move.start] = boards.Link(play.link(), f"{words}, chosen: choose another", "chosen")
        else:
            links[move.start] = boards.Link(play.link(**{"from": name}), words, "able")
    for move in play.choices:
        if move.start == chosen:
            prey = board[move.end]
            words = f"to {square_name(move.end)}"
            if owner(prey):
                words = f"captures {boards.bird_words(prey)} on {square_name(move.end)}"
            links[move.end] = boards.Link(play.with_move(move).link(), words, "prey" if owner(prey) else "goal")
    return links


def _last(play: Play) -> tuple[int, ...]:
    return tuple(play.made[-1]) if play.made else ()


def _attacked(play: Play) -> str:
    """Where the mover's kingfisher could be captured next if nothing is done; "" if nowhere."""
    position = play.position
    if play.verdict:
        return ""
    other = position._replace(side=position.other)
    threats = {square_name(move.start) for move in moves(other) if captures_kingfisher(other, move)}
    return ", ".join(sorted(threats))


def _list(play: Play) -> list[tuple[int, str, str]]:
    """Moves as a table: number, White's, Black's."""
    position = Position(play.board, play.first, play.kingfisher)
    told = [""] if play.first == "b" else []
    for move in play.made:
        told.append(boards.move_words(position, move))
        position = after(position, move)
    told += [""] * (len(told) % 2)
    return [(number // 2 + 1, told[number], told[number + 1]) for number in range(0, len(told), 2)]


def _undo(play: Play) -> Play:
    """Before your last move, or the game's beginning."""
    play = replace(play, made=play.made[:-1])
    while play.made and not play.is_yours:
        play = replace(play, made=play.made[:-1])
    return play


def _pairs(play: Play) -> list[tuple[str, str]]:
    """What a form sends along so that the game stays as it is."""
    return parse_qsl(play.link(part="").removeprefix("?"))
