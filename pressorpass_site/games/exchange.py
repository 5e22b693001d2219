"""Import and export of games as text or JSON; an import reports all errors at once."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet
from django.utils.text import slugify

from engine import (
    Board,
    BoardName,
    EventError,
    Game,
    GameError,
    GameProblem,
    InputError,
    NestedTooDeep,
    PartialGame,
    Stop,
    decode_text,
    event_from_json,
    event_to_json,
    game_from_json,
    game_to_json,
    parse_json,
    plain,
    read_game,
    write_game,
)
from pressorpass_site.boards import fan_boards
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.errors import UserError
from pressorpass_site.core.owned import TITLE_LENGTH
from pressorpass_site.core.text_fields import clean_line

from . import episode_boards, record, services
from .models import StoredGame

MAX_BYTES = 200_000
MAX_PROBLEMS = 100
MAX_BOARDS = 10  # names to look up; a game has two
_JSON = re.compile(r'\s*\{\s*["}]')  # a comment in braces may begin a text, too
_BOARD = re.compile(r"[A-Za-z0-9_-]{1,80}(?:@[0-9a-f]{16})?")
_BOARD_HEADER = re.compile(r'\[\s*board[12]?\s+"([^"{]*)"', re.IGNORECASE)
# Types of events in JSON that cannot be a misspelled beginning of a round.
_NO_BEGINNING = ("spin", "pass", "correction", "replacement", "question", "up", "gap", "undo", "redo")

TITLE = "Title"


@dataclass(frozen=True)
class ImportedGame:
    """The result of reading a text: the game as far as it counts, problems in the order of the text, guesses, and the
    places where reading stopped.
    """

    game: Game
    problems: tuple[GameProblem, ...]
    guesses: tuple[GameProblem, ...] = ()
    stops: tuple[Stop, ...] = ()

    @property
    def guess_words(self) -> list[str]:
        return [f"Line {guess.line}: taking {guess.message}." for guess in self.guesses]


def decode_file(file: bytes) -> str:
    """Return the text of a file. Raises UserError: it is too big, or no text."""
    if len(file) > MAX_BYTES:
        raise UserError(explain_size(len(file)))
    try:
        return decode_text(file)
    except InputError as error:
        raise UserError(error.message) from None


def explain_size(size: int) -> str:
    return f"This game has {-(-size // 1000):,} kB; at most {MAX_BYTES // 1000} kB are read."


def parse_game_text(text: str) -> ImportedGame:
    return _read_json(text) if _JSON.match(text) else _read_text(text)


def store_imported_game(
    owner: str,
    game: Game,
    visibility_fields: dict[str, Any],
    title: str = "",
    existing_games: QuerySet[StoredGame] | None = None,
) -> StoredGame:
    """Store a game, and its own boards as boards of the owner. Raises UserError, DuplicateGame (see `create_game`)."""
    extra = dict(game.headers.extra)
    title = clean_line(title) or extra.pop(TITLE, "")[:TITLE_LENGTH]
    headers = replace(game.headers, extra=tuple(extra.items()))
    revisions = (_get_revision(owner, game.setup.boards[1]), _get_revision(owner, game.setup.boards[2]))
    return services.create_game(
        owner,
        title or services.build_default_title(headers, hides_names=visibility_fields["hides_names"]),
        headers,
        revisions,
        events=[event_to_json(event) for event in game.events],
        existing_games=existing_games,
        **visibility_fields,
    )


def _get_revision(owner: str, board: Board) -> BoardRevision:
    revision = boards.find_same_revision(board)
    if revision is not None:
        return revision
    try:
        return fan_boards.create(owner, board, "imported with a game")
    except UserError as error:
        raise UserError(f"The board “{board.name}” can’t be imported: {error.message}") from None


def _list_named_boards(names: list[str]) -> list[Board]:
    """Return the named boards, as revisions of the given digests, and all boards that a date may choose."""
    named_boards = []
    for name in list(dict.fromkeys(names))[:MAX_BOARDS]:
        slug, _, digest = name.strip().partition("@")
        if not _BOARD.fullmatch(name.strip()):
            continue
        try:
            newest = boards.find_revision(slug)
        except boards.BoardNotFound:
            continue
        revision = newest.board.revisions.filter(digest=digest).first() if digest else newest
        if revision is not None:
            named_boards.append(revision.engine_board)
    return [*named_boards, *episode_boards.list_known_boards()]


def _read_text(text: str) -> ImportedGame:
    reading = read_game(text, _list_named_boards(_BOARD_HEADER.findall(plain(text))))
    return ImportedGame(reading.game, reading.problems, reading.guesses, reading.stops)


def _read_json(text: str) -> ImportedGame:
    try:
        game_json = parse_json(text)
    except NestedTooDeep as error:
        return _refuse_game_text(text, error.pos, "Lists and objects are nested too deep here.")
    except json.JSONDecodeError as error:
        return _refuse_game_text(text, error.pos, f"This is not JSON: {error.msg.removesuffix(' at')}.")
    except ValueError:  # a number with thousands of digits
        return _refuse_game_text(text, 0, "This is not JSON that can be read.")
    events = game_json.get("events")
    problems: list[GameProblem] = []
    ids = [f"{name}@{digest}" if digest else name for name, digest in _walk_board_names(game_json)]
    try:
        game = game_from_json(
            game_json | {"events": events if not isinstance(events, list) else []}, _list_named_boards(ids)
        )
    except GameError as error:
        problems += [replace(problem, line=1, column=1) for problem in error.problems]
        game = Game.begin()
    places = _find_event_places(text)
    partial = PartialGame(game)
    for event_json in events if isinstance(events, list) else []:
        offset = next(places, 0)
        try:
            _add_event(partial, offset, event_json)
        except EventError as error:
            if not problems or problems[-1].message != error.message:
                problems.append(_build_game_problem(text, offset, error.message))
        if len(problems) >= MAX_PROBLEMS:
            break
    stops = [
        Stop(*_find_line_and_column(text, offset), None if on is None else _find_line_and_column(text, on)[0])
        for offset, on in partial.stops
    ]
    return ImportedGame(partial.game, tuple(problems), stops=tuple(stops))


def _add_event(partial: PartialGame, offset: int, item: Any) -> None:
    """Add the event at this offset of the JSON. Raises EventError."""
    try:
        event = event_from_json(item)
    except EventError:
        kind = item.get("type") if isinstance(item, dict) else None
        begins = kind not in _NO_BEGINNING
        partial.stop(offset, at_beginning=begins, of_round=begins and kind != "situation")
        raise
    partial.add(offset, event)


def _walk_board_names(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    headers = data.get("headers")
    boards = headers.get("boards") if isinstance(headers, dict) else None
    for board in boards.values() if isinstance(boards, dict) else ():
        if isinstance(board, dict) and isinstance(board.get("id"), str):
            yield board["id"], str(board.get("digest") or "")


def _find_event_places(text: str) -> Iterator[int]:
    """Yield the offset of each event in the text."""
    decoder = json.JSONDecoder()
    key = _find_events_value(text, decoder)
    offset = text.find("[", key) + 1 if key else 0
    while offset:
        while offset < len(text) and text[offset] in " \t\r\n,":
            offset += 1
        if offset >= len(text) or text[offset] == "]":
            return
        yield offset
        _, offset = decoder.raw_decode(text, offset)


def _find_events_value(text: str, decoder: json.JSONDecoder) -> int:
    """Return the index of the value of “events” in the outermost object; 0 if there is none."""
    offset = text.index("{") + 1
    while True:
        while text[offset] in " \t\r\n,":
            offset += 1
        if text[offset] == "}":
            return 0
        key, offset = decoder.raw_decode(text, offset)
        offset = text.index(":", offset) + 1
        while text[offset] in " \t\r\n":
            offset += 1
        if key == "events":
            return offset
        _, offset = decoder.raw_decode(text, offset)


def _refuse_game_text(text: str, offset: int, message: str) -> ImportedGame:
    return ImportedGame(Game.begin(), (_build_game_problem(text, offset, message),))


def _build_game_problem(text: str, offset: int, message: str) -> GameProblem:
    return GameProblem(*_find_line_and_column(text, offset), message)


def _find_line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and the column of an offset, from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def render_text(stored_game: StoredGame) -> str:
    return write_game(_build_portable_game(stored_game))


def render_json(stored_game: StoredGame) -> str:
    return json.dumps(game_to_json(_build_portable_game(stored_game)), indent=1, ensure_ascii=False) + "\n"


def build_game_file_name(stored_game: StoredGame, suffix: str) -> str:
    return f"{slugify(stored_game.title)[:60].strip('-') or stored_game.code}.{suffix}"


def _build_portable_game(stored_game: StoredGame) -> Game:
    """Return the game with everything that another site needs.

    Its title becomes a header, and fan boards are included. IDs of events are left out: they mean nothing elsewhere.
    """
    game = record.load(stored_game)
    headers = replace(
        game.headers, boards=(_build_board_name(stored_game.board_1), _build_board_name(stored_game.board_2))
    )
    if not services.has_default_title(stored_game.title, headers):
        headers = replace(headers, extra=((TITLE, stored_game.title), *headers.extra))
    return replace(game, headers=headers, events=tuple(replace(event, id=None) for event in game.events))


def _build_board_name(revision: BoardRevision) -> BoardName:
    if revision.board.is_fan_board:
        return BoardName(revision.board.slug, None, revision.engine_board)
    return record.build_board_name(revision)
