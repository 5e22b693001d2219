"""The view of a game's followers: the parts of the page that change, for a page and for a stream.

They are the same for everybody who follows the game, so a stream's are rendered once. Nothing is asked or begun here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone

from engine import Contestant, Game, InputError
from engine.formatting import money
from pressorpass_site.analyses.models import Analysis
from pressorpass_site.reviews import page as review_page
from pressorpass_site.reviews import services as reviews

from . import odds, page, room, services
from .models import StoredGame
from .odds import open_decision

PARTS = ("games/_now.html", "games/_odds.html", "games/_story.html")
ROOM = "games/_room.html"
MAX_DELAY = room.MAX_DELAY


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
        """Return the message for a stream, with the id of what it has then seen; its first line is the age of the
        event.
        """
        age = (timezone.now() - self.entered).total_seconds() if self.entered else 0.0
        lines = "".join(f"data: {line}\n" for line in (f"{max(age, 0.0):.2f}", *self.data))
        return f"event: {self.kind}\nid: {seen}\n{lines}\n".encode()


def context(row: StoredGame, game: Game, analysis: Analysis | None, *, may_enter: bool = False) -> dict[str, Any]:
    """Return the context of the parts about the game."""
    found = page.context(row, game, analysis, may_enter=may_enter)
    names = [podium.name for podium in found["podiums"]]
    answer = analysis.answer if analysis else None
    title, detail = _headline(game, names)
    return (
        found
        | {
            "title": title,
            "detail": detail,
            "decision": open_decision(row, game),
            "answer": answer.named(names) if answer else None,
            "refining": bool(analysis and analysis.is_active),
        }
        | _chart(game)
    )


def _chart(game: Game) -> dict[str, Any]:
    """Return the chances over the game so far, from known answers."""
    try:
        return review_page.chart_context(reviews.find(game).review)
    except InputError:
        return {"chart": None}  # these rules cannot judge it


def game_message(row: StoredGame, version: int | None = None) -> Message:
    """Return the message about the game, as it is or was at a version."""
    version = row.version if version is None else version
    game = services.named_game(row, version)
    found = context(row, game, odds.stored(row, game))
    decision = found["decision"]
    facts = {
        "version": version,
        "decision": decision.number if decision else None,
        "alone": bool(decision and decision.alone),
        "over": game.over,
        "news": " ".join([*(line.text for line in found["lines"][:1]), f"{found['title']}."]),
    }
    html = "\n".join(render_to_string(part, found) for part in PARTS)
    entered = row.events.filter(number=version).values_list("entered_at", flat=True).first()
    return _message("game", (json.dumps(facts, ensure_ascii=False), html), version, entered)


def room_message(row: StoredGame) -> Message:
    """Return the votes and the running score."""
    html = render_to_string(ROOM, {"room": room.room(row, services.named_game(row))})
    return _message("room", ("{}", html), row.version, None)


def version_before(row: StoredGame, seconds: float) -> int:
    """Return the version that the game had this many seconds ago."""
    return row.events.filter(entered_at__lte=timezone.now() - timedelta(seconds=seconds)).count()


def _message(kind: str, texts: Sequence[str], version: int, entered: datetime | None) -> Message:
    lines = tuple(line.strip() for text in texts for line in text.splitlines() if line.strip())
    mark = hashlib.blake2b("\n".join(lines).encode(), digest_size=6).hexdigest()
    return Message(kind, mark, lines, version, entered)


def _headline(game: Game, names: Sequence[str]) -> tuple[str, str]:
    """Return the state of the game in a few words, and the next step."""
    state = game.state
    if game.over:
        return _result(state.podiums, names), "The game is over."
    if not state.round:
        return "The game has not begun", "What happens appears here by itself."
    if state.seat is None:
        if not state.known:
            return "How the game stands is not known", ""
        return f"Round {state.round} is over", ""
    who, name = state.podiums[state.seat], names[state.seat]
    if not state.known:
        return f"{name} is up", "How the game stands is not known."
    if who.passed:
        return f"{name} is up", f"{_spins(who.passed)} passed, which must be played."
    return f"{name} is up", f"{_spins(who.earned)}: press or {'stop' if _alone(state.podiums) else 'pass'}?"


def _result(podiums: Sequence[Contestant], names: Sequence[str]) -> str:
    standing = [(podium.score, name) for podium, name in zip(podiums, names, strict=True) if not podium.out]
    if not standing:
        return "Nobody wins"
    top = max(score for score, _ in standing)
    winners = [name for score, name in standing if score == top]
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'} with {money(top)}"


def _alone(podiums: Sequence[Contestant]) -> bool:
    return sum(not podium.out for podium in podiums) == 1


def _spins(count: int) -> str:
    return f"{count} spin{'' if count == 1 else 's'}"
