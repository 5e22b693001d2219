"""The context of the pages of a game. Nothing is asked or begun here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine import Contestant, Game, event_words
from engine.formatting import money
from pressorpass_site.analyses.models import Analysis
from pressorpass_site.questions.address import address

from .models import StoredGame

WHAMMIES_OUT = 4


@dataclass(frozen=True)
class Podium:
    """A contestant as the game stands; `known`: whether score, spins and Whammies are known."""

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
class Line:
    """An event that counts, in words, with what was noted on it."""

    number: int
    text: str
    comment: str


def context(row: StoredGame, game: Game, analysis: Analysis | None, *, may_enter: bool) -> dict[str, Any]:
    """What the part of the page that changes needs: how the game stands, and what happened."""
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
            Line(played.number, event_words(played, game.setup), played.event.comment or "")
            for played in reversed(game.played)
        ],
        "analysis": analysis,
        "answer": analysis.answer if analysis else None,
        "answer_address": address(analysis.question) if analysis else "",
        "may_enter": may_enter,
    }
