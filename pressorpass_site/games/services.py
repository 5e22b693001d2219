import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from engine import (
    EventError,
    Game,
    Headers,
    InputError,
    Played,
    event_from_json,
    event_to_json,
    read_moves,
)
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.boards.services import get_revision
from pressorpass_site.core import owners
from pressorpass_site.core.database.turns import wait_turn
from pressorpass_site.core.errors import UserError
from pressorpass_site.core.owned import (
    TITLE_LENGTH,
    NotFound,
    Visibility,
    find_visible,
    make_code,
    require_permission,
    with_row,
)
from pressorpass_site.core.quota import Quota
from pressorpass_site.questions.question import SEATS

from . import record
from .duplicates import DuplicateGame as DuplicateGame
from .duplicates import find_duplicate
from .models import NOBODY, Hints, StoredEvent, StoredGame
from .reviews import services as reviews

QUOTA = Quota(
    max_rows=1000,
    per_day=100,
    per_day_total=10_000,
    scope="new-game",
    full="You have {} games, the maximum. Delete some first.",
    enough_today="You have started {} games today. Please come back tomorrow.",
    too_much="Too many games have been started",
)
MAX_BATCH = 200  # events in one request
BATCH_BYTES = 1000 * MAX_BATCH  # of a page's request with events
NO_SPINS = "Enter at least one spin."

_HOSTED = "hosted_games"  # in the session: keys of the host's links that the browser has opened


class VersionConflict(Exception):
    """Another device has entered events in the meantime; `news` has them in words."""

    def __init__(self, news: Sequence[str]) -> None:
        super().__init__(" ".join(news))
        self.news = list(news)


@dataclass(frozen=True)
class EventRefusal:
    client_id: str
    message: str
    field: str | None = None


@dataclass(frozen=True)
class EntryResult:
    """The result of sent events: events after a refused one are not stored."""

    stored_game: StoredGame
    stored: int
    refused: EventRefusal | None = None


# --- finding -------------------------------------------------------------------------------------


def get_game(request: HttpRequest, code: str) -> StoredGame:
    """Return the game as the requester may see it. Raises NotFound: there is none, or it is private."""
    stored_game = find_visible(StoredGame.objects.all(), code, partial(can_enter, request))
    stored_game.board_1, stored_game.board_2 = map(get_revision, (stored_game.board_1_id, stored_game.board_2_id))
    return redact_for_viewer(request, stored_game)


def get_overlay_game(request: HttpRequest, code: str) -> StoredGame:
    """Return the game as others see it, even to its owner: a stream shows it to everyone. Raises NotFound."""
    stored_game = query_games_with_boards().filter(code=code).first()
    if stored_game is None or not can_open_overlay(stored_game, request.GET.get("key", "")):
        raise NotFound(code)
    return redact_for_others(stored_game)


def can_open_overlay(stored_game: StoredGame, key: str) -> bool:
    """Return whether a URL with this key ("" without a key) opens the game's overlay."""
    if not (stored_game.private or stored_game.hides_names):
        return True
    return bool(stored_game.overlay_key) and secrets.compare_digest(key.encode(), stored_game.overlay_key.encode())


def redact_for_viewer(request: HttpRequest, stored_game: StoredGame) -> StoredGame:
    """Return the game as the requester may see it: complete for hosts."""
    return stored_game if can_enter(request, stored_game) else redact_for_others(stored_game)


def redact_for_others(stored_game: StoredGame, delay: int = 0) -> StoredGame:
    """Return the game as non-hosts see it: without hidden names, and late by its own delay or by a longer `delay`."""
    visible = record.copy_without_names(stored_game) if stored_game.hides_names else stored_game
    return record.copy_delayed_game(visible, max(stored_game.delay, delay))


def get_named_game(stored_game: StoredGame) -> Game:
    """Return the engine's game for texts, with seats for missing names."""
    return record.load(stored_game, names=stored_game.names)


def find_game_for_owner(owner: str, code: str, delay: int = 0) -> StoredGame:
    """Return the game as an owner ID may see it; "" owns nothing. Raises NotFound."""
    return redact_for_owner(
        owner, find_visible(query_games_with_boards(), code, lambda stored_game: stored_game.owner == owner), delay
    )


def redact_for_owner(owner: str, stored_game: StoredGame, delay: int = 0) -> StoredGame:
    return stored_game if stored_game.owner == owner else redact_for_others(stored_game, delay)


def query_owned_games(owner: str) -> QuerySet[StoredGame]:
    return query_games_with_boards().filter(owner=owner)


def can_enter(request: HttpRequest, stored_game: StoredGame) -> bool:
    """Return whether the requester may enter events: the owner, or a browser that opened the host's link."""
    return is_owner(request, stored_game) or stored_game.host_key in request.session.get(_HOSTED, [])


def is_owner(request: HttpRequest, stored_game: StoredGame) -> bool:
    return owners.is_owner(request, stored_game.owner)


def admit_host(request: HttpRequest, code: str, host_key: str) -> bool:
    """Let this browser see the game with this code and enter its events, if the key is the game's."""
    stored_game = StoredGame.objects.filter(code=code).first()
    if stored_game is None or not secrets.compare_digest(host_key.encode(), stored_game.host_key.encode()):
        return False
    request.session[_HOSTED] = [*request.session.get(_HOSTED, [])[-50:], stored_game.host_key]
    return True


def query_own_games(request: HttpRequest) -> QuerySet[StoredGame]:
    return query_games_with_boards().filter(owner__in=owners.list_owner_ids(request))


def query_public_games() -> QuerySet[StoredGame]:
    return query_games_with_boards().filter(visibility=Visibility.PUBLIC).exclude(owner=NOBODY)


def query_sample_games() -> QuerySet[StoredGame]:
    """Return the games that are shipped with the site, the documented one first."""
    return query_games_with_boards().filter(owner=NOBODY).order_by("pk")


def query_games_with_boards() -> QuerySet[StoredGame]:
    return StoredGame.objects.select_related("board_1__board", "board_2__board")


# Decorators of views: the game with the code in the URL, and who may open the page.
with_game = with_row(get_game)
with_overlay = with_row(get_overlay_game)
host_required = require_permission(
    can_enter, "Only the person who entered this game, or has the scorekeeper’s link, can add to it."
)
owner_required = require_permission(is_owner, "This game belongs to someone else. Branch from it to make changes.")


# --- beginning -----------------------------------------------------------------------------------


def create_game(
    owner: str,
    title: str,
    headers: Headers,
    boards: tuple[BoardRevision, BoardRevision],
    *,
    visibility: Visibility = Visibility.UNLISTED,
    hides_names: bool = False,
    delay: int = 0,
    hints: str = Hints.HIDE,
    events: Sequence[dict[str, Any]] = (),
    existing_games: QuerySet[StoredGame] | None = None,
) -> StoredGame:
    """Store a new game with its events so far. Raises UserError, EventError, or DuplicateGame if it is in `existing_games`."""
    QUOTA.check(owner, StoredGame.objects.all())
    stored_game = StoredGame(
        owner=owner,
        title=title,
        headers=record.serialize_headers(headers),
        board_1=boards[0],
        board_2=boards[1],
        visibility=visibility,
        hides_names=hides_names,
        delay=delay,
        hints=hints,
    )
    game = record.build_empty_game(stored_game)
    for event in events:
        game = game.add(event_from_json(event))
    with transaction.atomic():
        if existing_games is not None:
            wait_turn(owner)  # a second click waits for the first
            if duplicate := find_duplicate(existing_games, stored_game, game):
                raise DuplicateGame(duplicate)
        stored_game.save()
        _store_events(stored_game, game, [event.get("id") or create_id() for event in events])
    return stored_game


def build_default_title(headers: Headers, *, hides_names: bool) -> str:
    """Return the title of an untitled game; hidden names are left out."""
    names = "" if hides_names else ", ".join(filter(None, headers.names))
    return (headers.episode or names or headers.date or " · ".join(SEATS))[:TITLE_LENGTH]


def has_default_title(title: str, headers: Headers) -> bool:
    """Return whether a title is the default one, with or without names."""
    return title in (build_default_title(headers, hides_names=hides) for hides in (False, True))


def create_id() -> str:
    return secrets.token_hex(8)


# --- changing all but the events ------------------------------------------------------------------


def update_game(
    stored_game: StoredGame,
    title: str,
    headers: Headers,
    boards: tuple[BoardRevision, BoardRevision],
    visibility_fields: dict[str, Any],
) -> None:
    """Change the facts about a game. Raises NotFound, or UserError if the new value of a `field` makes an event impossible."""
    with transaction.atomic():
        stored_game = _reload_game(query_games_with_boards().select_for_update(of=("self",)), stored_game)
        _refuse_misfit(stored_game, headers, boards)
        stored_game.title, stored_game.headers = title, record.serialize_headers(headers)
        stored_game.board_1, stored_game.board_2 = boards
        for name, value in visibility_fields.items():
            setattr(stored_game, name, value)
        stored_game.save(update_fields=["title", "headers", "board_1", "board_2", *visibility_fields, "updated_at"])


def replace_host_key(stored_game: StoredGame) -> None:
    stored_game.host_key = make_code()
    stored_game.save(update_fields=["host_key"])


def change_overlay_key(stored_game: StoredGame, *, revoke: bool) -> None:
    """Make a new key of the overlay, or none; the previous key stops working."""
    stored_game.overlay_key = "" if revoke else make_code()
    stored_game.save(update_fields=["overlay_key"])


def change_hints(stored_game: StoredGame, hints: str) -> None:
    stored_game.hints = hints
    stored_game.save(update_fields=["hints"])


def branch_game(owner: str, stored_game: StoredGame, after: int | None = None) -> StoredGame:
    """Create a variation: a game of the owner that goes on after this event, by default the last. Raises UserError.

    It has the events up to that one, as corrected, and a header with its source (`record.BRANCHED`).
    """
    game = record.load(stored_game)
    numbers = [played_event.number for played_event in game.played]
    if after is not None and after not in numbers:
        raise UserError("There is no such event in this game.")
    entries = game.played[: numbers.index(after) + 1] if after is not None else game.played
    place = after if after is not None else numbers[-1] if numbers else 0
    extra = [pair for pair in game.headers.extra if pair[0] != record.BRANCHED]
    create = partial(
        create_game,
        owner,
        f"Variation of {stored_game.title}"[:TITLE_LENGTH],
        replace(game.headers, result="", extra=(*extra, (record.BRANCHED, f"{stored_game.code} {place}"))),
        (stored_game.board_1, stored_game.board_2),
        visibility=Visibility.UNLISTED,
        hides_names=stored_game.hides_names,
        delay=stored_game.delay,
        events=[_place_event(played_event) for played_event in entries],
    )
    try:
        return create()
    except EventError as error:  # played out of turn, which only a correction allows
        raise UserError(f"Nothing can be branched from here: {error.message}") from None


def _place_event(entry: Played) -> dict[str, Any]:
    """Return an event for another game, without its ID and its place."""
    return {name: value for name, value in event_to_json(entry.event).items() if name not in ("id", "after")}


def list_variations(request: HttpRequest, stored_game: StoredGame) -> QuerySet[StoredGame]:
    return query_own_games(request).filter(**{f"headers__extra__{record.BRANCHED}__startswith": f"{stored_game.code} "})


def _refuse_misfit(stored_game: StoredGame, headers: Headers, boards: tuple[BoardRevision, BoardRevision]) -> None:
    """Replay the events on each new board and then by the new rules. Raises UserError with the field that fails."""
    game, old = record.load(stored_game), record.read_headers(stored_game)
    first = (boards[0], stored_game.board_2)
    steps = (
        ("board_1", old, first),
        ("board_2", old, boards),
        ("rules", headers, boards),
    )
    for field, old_headers, (one, two) in steps:
        new_headers = replace(old_headers, boards=(record.build_board_name(one), record.build_board_name(two)))
        try:
            game.with_headers(new_headers, [one.engine_board, two.engine_board])
        except EventError as error:
            raise UserError(f"An event no longer fits: {error.message}", field) from None
        except InputError as error:
            raise UserError(error.message, field) from None


# --- entering ------------------------------------------------------------------------------------


def add_events(stored_game: StoredGame, version: int, events: Sequence[dict[str, Any]]) -> EntryResult:
    """Add events in JSON with IDs, except stored ones and any beyond `MAX_BATCH`. Raises VersionConflict, NotFound."""
    events = events[:MAX_BATCH]

    def add_all(game: Game) -> tuple[Game, EventRefusal | None]:
        for event in events:
            try:
                if event.get("type") == "round" and event.get("spins") == [0, 0, 0]:
                    raise EventError(NO_SPINS, field="spins")
                game = game.add(event_from_json(event))
            except EventError as error:
                return game, EventRefusal(str(event.get("id", "")), error.message, error.field)
        return game, None

    return _enter(stored_game, version, {str(event.get("id", "")) for event in events}, add_all)


def find_stored_ids(stored_game: StoredGame, ids: Iterable[str]) -> list[str]:
    sent_ids = set(ids)
    return [event.id for event in record.load(stored_game).events if event.id is not None and event.id in sent_ids]


def add_text(stored_game: StoredGame, version: int, text: str, client_id: str) -> EntryResult:
    """Add moves in the game notation; a request with the same `client_id` is stored once. Raises VersionConflict."""

    def add_all(game: Game) -> tuple[Game, EventRefusal | None]:
        reading = read_moves(text, game)
        refused = reading.problems[0].message if reading.problems else ""
        if not refused and len(reading.game.events) == len(game.events):
            refused = "Enter what happened, such as 750+, w or pass."
        return reading.game, EventRefusal(client_id, refused) if refused else None

    return _enter(stored_game, version, {client_id}, add_all, first_id=client_id)


def _enter(
    stored_game: StoredGame,
    version: int,
    ids: set[str],
    add_all: Callable[[Game], tuple[Game, EventRefusal | None]],
    first_id: str = "",
) -> EntryResult:
    is_stored = False
    while not is_stored:
        stored_game = _reload_game(query_games_with_boards(), stored_game)
        before = get_named_game(stored_game)
        if first_id in before.ids:  # sent twice
            return EntryResult(stored_game, 0)
        if any(event.id not in ids for event in before.events[max(version, 0) :]):
            raise VersionConflict(record.describe_since(before, version))
        game, refused = add_all(before)
        fresh = game.events[len(before.events) :]
        client_ids = [event.id if event.id and event.id != first_id else create_id() for event in fresh]
        if first_id and client_ids:
            client_ids[0] = first_id
        # The transaction blocks other writers, so the events are checked before it.
        with transaction.atomic():
            now = _reload_game(StoredGame.objects.select_for_update(), stored_game)
            is_stored = (now.version, now.updated_at) == (stored_game.version, stored_game.updated_at)
            if is_stored:
                _store_events(stored_game, game, client_ids)
    reviews.solve_stored_ahead(stored_game, game)
    return EntryResult(stored_game, len(fresh), refused)


def _reload_game(queryset: QuerySet[StoredGame], stored_game: StoredGame) -> StoredGame:
    """Return the game as it is stored now. Raises NotFound: it was deleted meanwhile."""
    current = queryset.filter(pk=stored_game.pk).first()
    if current is None:
        raise NotFound(stored_game.code)
    return current


def _store_events(stored_game: StoredGame, game: Game, client_ids: Sequence[str]) -> None:
    first = len(game.events) - len(client_ids)
    StoredEvent.objects.bulk_create(
        StoredEvent(
            game=stored_game,
            number=first + index + 1,
            client_id=client_id,
            data=event_to_json(replace(event, id=client_id)),
        )
        for index, (client_id, event) in enumerate(zip(client_ids, game.events[first:], strict=True))
    )
    stored_game.version = len(game.events)
    stored_game.save(update_fields=["version", "updated_at"])
