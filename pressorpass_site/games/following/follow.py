"""The parts of a followed game that change, for its page and for streams. Starts no job.

All followers of a game see the same parts, so they are rendered once for all streams.
"""

import hashlib
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string

from engine import Game, InputError
from pressorpass_site.games.reviews import page as review_page

from .. import odds, page, services
from ..models import StoredGame
from ..odds import OddsRow, find_open_decision
from ..reviews import services as reviews
from . import room

PARTS = ("games/_now.html", "games/_odds.html", "games/_chart.html", "games/_story.html")
OVERLAY_PARTS = PARTS[:1]
ROOM = "games/_room.html"


@dataclass(frozen=True)
class Message:
    """Parts of the page, sent by a stream; `kind` is “game” or “room”, and `mark` changes with the content."""

    kind: str
    mark: str
    lines: tuple[str, ...]
    version: int

    @property
    def size(self) -> int:
        return sum(map(len, self.lines))

    def encode(self, client_event_id: str) -> bytes:
        lines = "".join(f"data: {line}\n" for line in self.lines)
        return f"event: {self.kind}\nid: {client_event_id}\n{lines}\n".encode()


def build_context(
    stored_game: StoredGame, game: Game, odds_row: OddsRow | None, *, may_enter: bool = False
) -> dict[str, Any]:
    return (
        page.build_context(stored_game, game, odds_row, may_enter=may_enter)
        | {"decision": find_open_decision(stored_game, game), "overlay": False, "room": None}
        | _build_follow_chart(stored_game, game)
    )


def _build_follow_chart(stored_game: StoredGame, game: Game) -> dict[str, Any]:
    try:
        return review_page.build_chart_context(reviews.find_stored_review(stored_game, game).review)
    except InputError:
        return {"chart": None}  # there is no review by these rules


def build_game_message(stored_game: StoredGame, *, is_overlay: bool = False) -> Message:
    game = services.get_named_game(stored_game)
    context = build_context(stored_game, game, odds.get_stored_odds(stored_game, game)) | {
        "version": stored_game.version,
        "overlay": is_overlay,
    }
    html = "\n".join(render_to_string(part, context) for part in (OVERLAY_PARTS if is_overlay else PARTS))
    return _build_message("game", html, stored_game.version)


def build_room_message(stored_game: StoredGame) -> Message:
    html = render_to_string(
        ROOM, {"room": room.build_room(stored_game, services.get_named_game(stored_game)), "caller": None}
    )
    return _build_message("room", html, stored_game.version)


def _build_message(kind: str, html: str, version: int) -> Message:
    lines = tuple(line.strip() for line in html.splitlines() if line.strip())
    mark = hashlib.blake2b("\n".join(lines).encode(), digest_size=6).hexdigest()
    return Message(kind, mark, lines, version)
