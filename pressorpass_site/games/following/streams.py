"""Server-sent event streams for followers of a game.

One thread of the process polls all followed games, renders each change once, and wakes the streams, which send it. A
stream holds a thread of the web server (gunicorn.conf.py) and no database connection. A process without streams
(`GAME_STREAMS`), or without room for another stream, responds at once, and the browser polls.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Count, Max, TextField
from django.db.models.functions import Cast, Length

from pressorpass_site.answers.models import StoredAnswer
from pressorpass_site.core import clients
from pressorpass_site.core.http import shutdown

from .. import odds, record, services
from ..models import StoredGame, Vote
from . import follow
from .follow import Message

logger = logging.getLogger(__name__)

CHECK_SECONDS = 0.2  # between checks of the games
ROOM_SECONDS = 1.0  # between messages with the room's votes; one second more for every `ROOM_CHARACTERS` of a message
ROOM_CHARACTERS = 8000
ODDS_SECONDS = 2.0  # between requests for the odds, which extend the time for which their job counts as viewed
RENEW_SECONDS = 5.0  # until an unchanged part is rendered again, because answers of earlier positions may have improved
HEARTBEAT_SECONDS = 15.0  # between writes that detect closed connections
LIFETIME_SECONDS = 3600.0  # of a stream; then the browser reconnects
RETRY_MILLISECONDS = 1000
POLL_MILLISECONDS = 2000  # without room for another stream
PAUSE_SECONDS = 2.0  # after an error
CLIENT_SHARE = 4  # a client may have a quarter of the streams; its other pages poll

_STATE_ID = re.compile(r"([0-9]{1,6})(?:\.([0-9a-f]{0,12})\.([0-9a-f]{0,12}))?")


@dataclass
class _WatchedGame:
    changed: threading.Condition = field(default_factory=threading.Condition)
    streams: int = 0
    messages: dict[str, Message] = field(default_factory=dict)
    ended: bool = False
    # Used by the watching thread only.
    stamp: Any = None
    private: bool | None = None
    key: str = ""
    room_stale: bool = True
    rendered_at: float = 0.0
    room_at: float = 0.0
    odds_requested_at: float = 0.0


class Audience(NamedTuple):
    """Followers of a game who see the same; `host`: they also see hidden names and delayed events.

    `overlay_key` is the key in the URL of an overlay, "" if it has none; None for other followers.
    """

    code: str
    host: bool = False
    overlay_key: str | None = None

    @classmethod
    def from_game(cls, stored_game: StoredGame) -> Audience:
        return cls(stored_game.code, bool(stored_game.hides_names or stored_game.delay) and not stored_game.for_others)

    @property
    def overlay(self) -> bool:
        return self.overlay_key is not None

    def may_see(self, stored_game: StoredGame) -> bool:
        """Return whether the game is still open to them: the key of an overlay may have been revoked."""
        return self.overlay_key is None or services.can_open_overlay(stored_game, self.overlay_key)


@dataclass(frozen=True)
class ClientState:
    version: int = 0
    game: str = ""
    room: str = ""

    @classmethod
    def parse(cls, text: str) -> ClientState:
        """Parse the ID of the last message or the version of a page; an invalid text counts as version 0."""
        match = _STATE_ID.fullmatch(text)
        return cls(int(match[1]), match[2] or "", match[3] or "") if match else cls()

    @property
    def id(self) -> str:
        return f"{self.version}.{self.game}.{self.room}"

    def lacks(self, message: Message) -> bool:
        return (self.game if message.kind == "game" else self.room) != message.mark

    def with_message(self, message: Message) -> ClientState:
        if message.kind == "game":
            return ClientState(message.version, message.mark, self.room)
        return ClientState(self.version, self.game, message.mark)


class Hub:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: dict[Audience, _WatchedGame] = {}
        self._streams = 0
        self._of_client: Counter[str] = Counter()
        self._thread: threading.Thread | None = None

    @property
    def idle(self) -> bool:
        return self._thread is None

    def join(self, audience: Audience, client: str) -> bool:
        """Watch a game for another stream; return False if there is no room or the client has its share."""
        with self._lock:
            max_streams = settings.GAME_STREAMS
            if (
                self._streams >= max_streams
                or self._of_client[client] >= max(max_streams // CLIENT_SHARE, 1)
                or shutdown.is_under_way()
            ):
                return False
            self._streams += 1
            self._of_client[client] += 1
            self._watched.setdefault(audience, _WatchedGame()).streams += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="followed games", daemon=True)
                self._thread.start()
            return True

    def leave(self, audience: Audience, client: str) -> None:
        with self._lock:
            self._streams -= 1
            self._of_client[client] -= 1
            if not self._of_client[client]:
                del self._of_client[client]
            watched = self._watched[audience]
            watched.streams -= 1
            if not watched.streams:
                del self._watched[audience]

    def wait(self, audience: Audience, client_state: ClientState, seconds: float) -> list[Message] | None:
        """Return the messages that the client lacks once there are any, [] after `seconds`, None once the stream must end."""
        watched = self._watched[audience]

        def list_missing() -> list[Message]:
            return [message for message in watched.messages.values() if client_state.lacks(message)]

        with watched.changed:
            watched.changed.wait_for(lambda: watched.ended or list_missing(), seconds)
            return None if watched.ended else list_missing()

    def _watch(self) -> None:
        try:
            while self._go_on():
                try:
                    self._check_games()
                except DatabaseError:
                    logger.warning("followed games could not be read", exc_info=True)
                    connection.close()
                    time.sleep(PAUSE_SECONDS)
                except Exception:  # without this thread no stream would ever send or end
                    logger.exception("followed games could not be checked")
                    time.sleep(PAUSE_SECONDS)
                time.sleep(CHECK_SECONDS)
        finally:
            connection.close()

    def _go_on(self) -> bool:
        """Return whether there is anything to watch; end all streams if the process shuts down."""
        with self._lock:
            stopping = shutdown.is_under_way()
            for watched in self._watched.values() if stopping else ():
                _end(watched)
            if stopping or not self._watched:
                self._thread = None
                return False
            return True

    def _check_games(self) -> None:
        with self._lock:
            watched = dict(self._watched)
        stamps = _read_stamps(watched)
        for audience, watch in watched.items():
            if audience not in stamps:
                _end(watch)  # deleted, or the overlay's key revoked
                continue
            try:
                _renew_messages(audience, watch, stamps[audience])
            except DatabaseError:
                raise
            except Exception:
                logger.exception("game %s cannot be shown to its followers", audience.code)
                _end(watch)


class Stream:
    """A stream to one follower, as chunks of a response."""

    def __init__(self, hub: Hub, audience: Audience, client: str, client_state: ClientState) -> None:
        self._hub, self._audience, self._client, self._client_state = hub, audience, client, client_state
        self._next = f"retry: {RETRY_MILLISECONDS}\n\n".encode()
        self._until = time.monotonic() + LIFETIME_SECONDS
        self._open = True

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> bytes:
        if self._next:
            first, self._next = self._next, b""
            return first
        if time.monotonic() > self._until:
            raise StopIteration
        messages = self._hub.wait(self._audience, self._client_state, HEARTBEAT_SECONDS)
        if messages is None:
            raise StopIteration
        return self._encode(messages) or b":\n\n"

    def close(self) -> None:
        if self._open:
            self._open = False
            self._hub.leave(self._audience, self._client)

    def _encode(self, messages: Sequence[Message]) -> bytes:
        chunks = []
        for message in messages:
            self._client_state = self._client_state.with_message(message)
            chunks.append(message.encode(self._client_state.id))
        return b"".join(chunks)


hub = Hub()


def get_or_start_odds(stored_game: StoredGame) -> odds.OddsRow | None:
    """Get or start the odds of the game's current position; all followers of a game count as one client."""
    with clients.act_for_client(f"game {stored_game.code}"):
        return odds.get_or_start_odds(stored_game, record.load(stored_game))


def build_missing_messages(stored_game: StoredGame, client_state: ClientState, *, is_overlay: bool = False) -> bytes:
    """Return the messages that a polling client lacks."""
    get_or_start_odds(stored_game)
    chunks = [f"retry: {POLL_MILLISECONDS}\n\n".encode()]
    room = [] if is_overlay else [follow.build_room_message(stored_game)]
    for message in (follow.build_game_message(stored_game, is_overlay=is_overlay), *room):
        if client_state.lacks(message):
            client_state = client_state.with_message(message)
            chunks.append(message.encode(client_state.id))
    return b"".join(chunks)


def _read_stamps(watched: dict[Audience, _WatchedGame]) -> dict[Audience, tuple[Any, Any]]:
    """Return stamps that change with a game, its odds or its calls, in three small queries, and one per delayed game."""
    codes = {audience.code for audience in watched}
    games = {stored_game.code: stored_game for stored_game in StoredGame.objects.filter(code__in=codes)}
    keys = [watch.key for watch in watched.values() if watch.key]
    # The length of the steps grows with each step; reading the steps themselves five times a second would take too long.
    steps_length = Length(Cast("steps", TextField()))
    rows = StoredAnswer.objects.filter(key__in=keys).values_list("key", "status", steps_length)
    answers = {key: (status, length) for key, status, length in rows}
    call_stamps = (
        Vote.objects.filter(game__code__in=codes)
        .order_by()
        .values_list("game__code")
        .annotate(last=Max("pk"), count=Count("pk"))
    )
    rooms = {code: (last, count) for code, last, count in call_stamps}
    return {
        audience: (
            (_get_stream_version(audience, stored_game), stored_game.updated_at, answers.get(watch.key)),
            rooms.get(audience.code),
        )
        for audience, watch in watched.items()
        if (stored_game := games.get(audience.code)) and audience.may_see(stored_game)
    }


def _get_stream_version(audience: Audience, stored_game: StoredGame) -> int:
    return stored_game.version if audience.host else record.copy_delayed_game(stored_game, stored_game.delay).version


def _renew_messages(audience: Audience, watched: _WatchedGame, stamp: tuple[Any, Any]) -> None:
    now = time.monotonic()
    game_stale = watched.stamp is None or stamp[0] != watched.stamp[0] or now - watched.rendered_at > RENEW_SECONDS
    watched.room_stale |= game_stale or stamp != watched.stamp
    room = watched.messages.get("room")
    room_due = (
        not audience.overlay
        and watched.room_stale
        and now - watched.room_at > ROOM_SECONDS * (1 + (room.size if room else 0) / ROOM_CHARACTERS)
    )
    odds_due = now - watched.odds_requested_at > ODDS_SECONDS
    watched.stamp = stamp
    if not (game_stale or room_due or odds_due):
        return
    stored_game = services.query_games_with_boards().get(code=audience.code)
    if watched.private not in (None, stored_game.private):
        _end(watched)  # the browsers reconnect, if they still may see the game
        return
    watched.private = stored_game.private
    if not audience.host:
        stored_game = services.redact_for_others(stored_game)
    fresh = []
    if game_stale or odds_due:
        watched.odds_requested_at = now
        odds_row = get_or_start_odds(stored_game)
        watched.key = odds_row.key if odds_row else ""
    if game_stale:
        watched.rendered_at = now
        fresh.append(follow.build_game_message(stored_game, is_overlay=audience.overlay))
    if room_due:
        watched.room_at, watched.room_stale = now, False
        fresh.append(follow.build_room_message(stored_game))
    changes = {message.kind: message for message in fresh if message != watched.messages.get(message.kind)}
    if changes:
        with watched.changed:
            watched.messages |= changes
            watched.changed.notify_all()


def _end(watched: _WatchedGame) -> None:
    with watched.changed:
        watched.ended = True
        watched.changed.notify_all()
