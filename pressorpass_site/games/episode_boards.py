"""The boards of an episode: the choice by show and date, and its description on the page of a game."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine import ERAS, SHOW, Board, Game, Headers, era_of_show, is_of_day, quoted
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision

from . import record
from .models import StoredGame

ROUNDS = (1, 2)
_BOARD = re.compile(r" board(?=$|,)")
_ROUND = re.compile(r", round [12]\b")
HOW_TO_WRITE = "Write it like June 12, 2019, or 6/12/2019, or 2019-06-12."


@dataclass(frozen=True)
class BoardLine:
    """The board of a round in words, with the day of the episode if it differs, and the board's URL."""

    round: int
    words: str
    address: str


def list_known_boards() -> list[Board]:
    """Return the newest playable revisions of the show boards."""
    return [revision.engine_board for revision in boards.list_current_revisions() if revision.playable]


def choose_board(headers: Headers, number: int, also: tuple[BoardRevision, ...] = ()) -> BoardRevision:
    """Return the board of a round that the headers name, else the board nearest to their show and day.

    `also` are boards that the headers may name besides the show boards.
    """
    board = headers.board(number, [*(revision.engine_board for revision in also), *list_known_boards()])
    same_slides = (
        revision for revision in (*also, *boards.list_current_revisions()) if revision.digest == board.digest
    )
    return next(same_slides, None) or boards.find_revision(board.id)


def build_board_lines(stored_game: StoredGame) -> list[BoardLine]:
    """Return the boards of the two rounds, in words: “1983 episode, nearest known board: February 1985”."""
    headers = record.read_headers(stored_game)
    return [
        BoardLine(number, _describe_board(headers, number, revision), revision.get_absolute_url())
        for number, revision in zip(ROUNDS, (stored_game.board_1, stored_game.board_2), strict=True)
    ]


def describe_default_boards() -> list[str]:
    """Return the boards of each version of the show without a date: “ABC: ABC 2019”."""
    words = []
    for era in ERAS:
        headers = Headers(extra=((SHOW, era.network),))
        revisions = [choose_board(headers, number) for number in ROUNDS]
        names = " and ".join(dict.fromkeys(shorten_board_name(revision) for revision in revisions))
        own = all(era_of_show(revision.board.show) is era for revision in revisions)
        words.append(f"{era.network}: {names}" if own else f"{era.network}, without a known board: {names}")
    return words


def shorten_board_name(revision: BoardRevision) -> str:
    """Return a board's name for a line about a round: “February 1985”."""
    return _shorten_label(boards.get_label(revision))


def _shorten_label(label: str) -> str:
    return _BOARD.sub("", _ROUND.sub("", label))


def explain_undated_board(headers: Headers, names: Iterable[str]) -> str:
    """Return the reason why the date or the show chooses no board, with the boards in use; "" if there is no such reason."""
    if headers.date and headers.day is None:
        return f"The date {quoted(headers.date)} cannot be read, so it chooses no board. {HOW_TO_WRITE}"
    note = headers.no_choice_words(list_known_boards())
    return f"{note} Boards in use: {' and '.join(dict.fromkeys(names))}." if note else ""


def describe_game_date(game: Game) -> str:
    digests = {board.digest for board in list_known_boards()}
    game_boards = (game.setup.boards[number] for number in ROUNDS)
    return explain_undated_board(
        game.headers,
        (
            _shorten_label(boards.build_short_label(board)) if board.digest in digests else board.name
            for board in game_boards
        ),
    )


def _describe_board(headers: Headers, number: int, revision: BoardRevision) -> str:
    label = _ROUND.sub("", boards.get_label(revision))
    episode = _name_other_episode(headers, revision.engine_board)
    if not episode:
        return label
    if note := headers.no_choice_words(list_known_boards()):
        return f"{episode} episode. {note} It is played on the {label}"
    nearest = replace(headers, boards=(None, None)).board(number, list_known_boards())
    if nearest.digest == revision.digest:
        return f"{episode} episode, nearest known board: {shorten_board_name(revision)}"
    return f"{episode} episode, played on the {label}"


def _name_other_episode(headers: Headers, board: Board) -> str:
    """Return the short name of an episode that had another board: “1983”, “GSN”; "" if this may be its own board."""
    era, day = headers.era, headers.day
    if day is not None:
        return "" if is_of_day(board, day) else str(day.year)
    if era is None:
        return headers.show if headers.no_choice_words() else ""
    own = era_of_show(board.show)
    return era.network if own is None or own.id != era.id else ""
