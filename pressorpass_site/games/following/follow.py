"""The view of a game's followers: the parts of the page that change, for a page and for a stream.

They are the same for everybody who follows the game, so a stream's are rendered once. Nothing is asked or begun here.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone

from engine import Game, InputError
from pressorpass_site.core.http.parts import OUTDATED
from pressorpass_site.games.reviews import page as review_page

from .. import odds, page, reviewing, services
from ..models import StoredGame
from ..odds import Asked, open_decision
from . import room

PARTS = ("games/_now.html", "games/_odds.html", "games/_chart.html", "games/_story.html")
OVERLAY_PARTS = PARTS[:1]
ROOM = "games/_room.html"
NEVER_MILLISECONDS = 10**8


@dataclass(frozen=True)
class Message:
    """Parts of the page for a stream.

    Attributes:
        kind: “game” or “room”. mark: changes with the content.
        data: lines of the message. version: of the game. entered: the time of its last event.
    """

    kind: str
    mark: str
    data: tuple[str, ...]
    version: int
    entered: datetime | None

    @property
    def size(self) -> int:
        return sum(map(len, self.data))

    def encoded(self, seen: str) -> bytes:
        """Return the message for a stream, with the follower's next event ID; its first line is the event's age."""
        age = (timezone.now() - self.entered).total_seconds() if self.entered else 0.0
        lines = "".join(f"data: {line}\n" for line in (f"{max(age, 0.0):.2f}", *self.data))
        return f"event: {self.kind}\nid: {seen}\n{lines}\n".encode()


def context(row: StoredGame, game: Game, asked: Asked | None, *, may_enter: bool = False) -> dict[str, Any]:
    """Return the context of the parts about the game."""
    found = page.context(row, game, asked, may_enter=may_enter)
    return found | {"decision": open_decision(row, game)} | _chart(row, game)


def _chart(row: StoredGame, game: Game) -> dict[str, Any]:
    """Return the chances over the game so far, from known answers."""
    try:
        return review_page.chart_context(reviewing.find(row, game).review)
    except InputError:
        return {"chart": None}  # these rules cannot judge it


def game_message(row: StoredGame, version: int | None = None, *, overlay: bool = False) -> Message:
    """Return the message about the game, as it is or was at a version; `overlay`: what its overlay shows."""
    version = row.version if version is None else version
    game = services.named_game(row, version)
    found = context(row, game, odds.stored(row, game)) | {"version": version, "overlay": overlay}
    html = "\n".join(render_to_string(part, found) for part in (OVERLAY_PARTS if overlay else PARTS))
    entered = row.events.filter(number=version).values_list("entered_at", flat=True).first()
    return _message("game", html, version, entered)


def room_message(row: StoredGame) -> Message:
    """Return the votes and the running score."""
    html = render_to_string(ROOM, {"room": room.room(row, services.named_game(row))})
    return _message("room", html, row.version, None)


def outdated() -> bytes:
    """Return a notice as a script from before an update reads a message, with facts in a line of their own."""
    html = f'<p class="notice" id="follow-status" role="status">{OUTDATED}</p>'
    return f"retry: {NEVER_MILLISECONDS}\n\nevent: room\nid: 0\ndata: 0\ndata: {{}}\ndata: {html}\n\n".encode()


def _message(kind: str, html: str, version: int, entered: datetime | None) -> Message:
    lines = tuple(line.strip() for line in html.splitlines() if line.strip())
    mark = hashlib.blake2b("\n".join(lines).encode(), digest_size=6).hexdigest()
    return Message(kind, mark, lines, version, entered)
