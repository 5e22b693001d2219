"""The context of the page on which a game is entered. Nothing is asked or begun here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import models

from engine import Contestant, Game, Played, event_words
from pressorpass_site.analyses.answers import Answer
from pressorpass_site.analyses.models import Analysis

from . import entry_moves, page
from .entry_board import ring_data
from .entry_forms import FixForm, RoundForm, SecondRoundForm
from .entry_moves import REDO, UNDO, WHAMMY
from .models import StoredGame

LAST_ROUND = 2


class Hints(models.TextChoices):
    """What the host wants to see of the odds."""

    HIDE = "hide", "Hide the odds"
    SHOW = "show", "Show the odds"
    CALL = "call", "Call it first"


@dataclass(frozen=True)
class OddsRow:
    """What an action brings the three, from left to right."""

    action: str
    label: str
    chances: list[str]


@dataclass(frozen=True)
class Entry:
    """An event that counts, in words, with what was assumed."""

    number: int
    text: str
    warnings: tuple[str, ...]


def context(
    row: StoredGame,
    game: Game,
    analysis: Analysis | None,
    *,
    hints: Hints,
    forms: dict[str, RoundForm] | None = None,
) -> dict[str, Any]:
    """What the parts that change need: the podiums, who is up, what can be entered next, what was entered.

    `forms` are those of `round_forms`, where one of them was filled in.
    """
    state = game.state
    names = row.names
    board = row.board_2 if state.round == LAST_ROUND else row.board_1
    found = page.context(row, game, analysis, may_enter=True)
    found |= {
        "next": _next(game),
        "prompt": _prompt(game, names),
        "odds": _odds(found["answer"], names),
        "whammy": WHAMMY,
        "undo": UNDO,
        "can_undo": bool(game.counting),
        "redo": REDO,
        "can_redo": bool(game.undone),
        "last": _words(game.played[-1], game) if game.played else "",
        "recent": entry_moves.recent(game, board.engine_board) if state.round else [],
        "passes": entry_moves.passes(game, names),
        "overrules": entry_moves.overrules(game, names),
        "entries": [Entry(each.number, _words(each, game), each.warnings) for each in reversed(game.played)],
        "forms": forms or round_forms(row, game),
        "hints": hints,
        "hint_choices": list(Hints),
    }
    return found


def boards(row: StoredGame) -> dict[int, Any]:
    """The boards of the two rounds, for the ring."""
    return {1: ring_data(row.board_1), 2: ring_data(row.board_2)}


def round_forms(row: StoredGame, game: Game) -> dict[str, RoundForm]:
    """The forms of the rounds that can still begin, by the name of their button."""
    found: dict[str, RoundForm] = {}
    if game.state.round == 0:
        found["round_1"] = RoundForm(1, row.names)
        found["start_2"] = SecondRoundForm(row.names)
    elif game.state.round < LAST_ROUND:
        found["round_2"] = RoundForm(LAST_ROUND, row.names)
    return found


def fix_heading(form: FixForm, game: Game) -> str:
    """After which event the numbers of the form hold."""
    played = next(each for each in game.played if each.number == form.number)
    return _words(played, game)


def _next(game: Game) -> str:
    """What is entered next: round, spin, over, or unknown where the record does not say who is up."""
    state = game.state
    if game.over:
        return "over"
    if state.round == 0 or (state.known and state.seat is None):
        return "round" if state.round < LAST_ROUND else "over"
    return "spin" if state.seat is not None else "unknown"


def _prompt(game: Game, names: tuple[str, str, str]) -> tuple[str, str]:
    """What is happening, and what comes next."""
    state = game.state
    match _next(game):
        case "over":
            return _result(state.podiums, names), "The game is over."
        case "round":
            if state.round == 0:
                return "The game begins", "Enter the spins that each has earned in the questions."
            return f"Round {state.round} is over", "Enter the spins of the next questions."
        case "unknown":
            return "Who is up?", "How the game stands is not known here. Say who is up, or what each has."
    assert state.seat is not None
    mover = state.podiums[state.seat]
    name = names[state.seat]
    if not state.known:
        return f"{name} is up", "How the game stands is not known here."
    if mover.passed:
        return f"{name} is up", f"must play {_count(mover.passed, 'passed spin')}"
    return f"{name} is up", f"{_count(mover.earned, 'spin')}: press or pass?"


def _result(podiums: tuple[Contestant, Contestant, Contestant], names: tuple[str, str, str]) -> str:
    still_in = [(podium.score, name) for podium, name in zip(podiums, names, strict=True) if not podium.out]
    if not still_in:
        return "Nobody wins"
    top = max(score for score, _ in still_in)
    winners = [name for score, name in still_in if score == top]
    if len(winners) == 1:
        return f"{winners[0]} wins with ${top:,}"
    return f"{', '.join(winners[:-1])} and {winners[-1]} tie with ${top:,}"


def _odds(answer: Answer | None, names: tuple[str, str, str]) -> list[OddsRow]:
    if answer is None or answer.says_nothing:
        return []
    return [
        OddsRow(action, label, [answer.bar(action, seat).text for seat in range(len(names))])
        for action, label in answer.labels.items()
        if action in answer.actions
    ]


def _words(played: Played, game: Game) -> str:
    return event_words(played, game.setup)


def _count(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
