"""Games on pages: in lists, and the context of their own pages. Nothing is asked or begun here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from engine import Contestant, Game, GameError, event_words
from engine.formatting import money
from pressorpass_site.analyses.models import Analysis
from pressorpass_site.questions.address import address

from . import record, services
from .models import StoredGame

WHAMMIES_OUT = 4


@dataclass(frozen=True)
class Podium:
    """A contestant in the present game; `known`: whether score, spins and Whammies are known."""

    name: str
    contestant: Contestant
    up: bool
    known: bool

    @property
    def score(self) -> str:
        return money(self.contestant.score)

    @property
    def dots(self) -> list[bool]:
        """A place for each Whammy that a contestant can have, and whether it was hit."""
        return [number < self.contestant.whammies for number in range(WHAMMIES_OUT)]


@dataclass(frozen=True)
class ListedGame:
    """A game in a list: as the requester may see it, with its state in a few words."""

    game: StoredGame
    standing: str
    mine: bool


@dataclass(frozen=True)
class EventLine:
    """An event that counts, in words, with its notes."""

    number: int
    text: str
    comment: str


def context(row: StoredGame, game: Game, analysis: Analysis | None, *, may_enter: bool) -> dict[str, Any]:
    """Return the context of the part of the page that changes: the present game and its events."""
    state = game.state
    names = row.names
    return {
        "row": row,
        "game": game,
        "round": state.round,
        "podiums": [
            Podium(name, contestant, seat == state.seat, state.known)
            for seat, (name, contestant) in enumerate(zip(names, state.podiums, strict=True))
        ],
        "up": None if state.seat is None else names[state.seat],
        "lines": [
            EventLine(played.number, event_words(played, game.setup), played.event.comment or "")
            for played in reversed(game.played)
        ],
        "analysis": analysis,
        "answer": analysis.answer if analysis else None,
        "answer_address": address(analysis.question) if analysis else "",
        "may_enter": may_enter,
    }


def listed(request: HttpRequest, rows: Iterable[StoredGame]) -> list[ListedGame]:
    """Return the games for a list."""
    seen = (services.as_seen(request, row) for row in rows)
    return [ListedGame(row, standing(row), services.is_owner(request, row)) for row in seen]


def standing(row: StoredGame) -> str:
    """Return a game's state: “Round 2 · Ann $8,750 · Bob $3,000 · Cy is out · Ann is up”."""
    try:
        game = record.load(row)
    except GameError:
        return "It can no longer be read."
    state = game.state
    if not game.played:
        return "Not begun"
    scores = [
        f"{name} is out" if podium.out else f"{name} ${podium.score:,}"
        for name, podium in zip(row.names, state.podiums, strict=True)
    ]
    if game.over:
        return " · ".join(["Finished", *scores])
    if not state.known:
        return row.headers.get("result") or f"Round {state.round}"
    up = [f"{row.names[state.seat]} is up"] if state.seat is not None else []
    return " · ".join([f"Round {state.round}", *scores, *up])
