"""What can be entered next with one tap: each move as an event, in the notation, and in words."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from engine import Board, Game, Pass, event_from_json, event_text, event_to_json, legal_actions
from engine.formatting import money

RECENT = 6  # as many as fit within the ring on a phone
OF_THE_GAME = 3  # of these, the last ones of the game; the others are the board's most frequent ones


@dataclass(frozen=True)
class Move:
    """A button.

    Attributes:
        label: what is on it. more: a second, smaller line.
        words: what a list of entries calls it.
        event: what it enters. text: the same in the notation, for forms.
    """

    label: str
    event: dict[str, Any]
    words: str
    more: str = ""

    @property
    def json(self) -> str:
        """The event, for scripts."""
        return json.dumps(self.event)

    @property
    def text(self) -> str:
        return event_text(event_from_json(self.event))


WHAMMY = Move("Whammy", {"type": "spin", "came": {"kind": "whammy"}}, "Whammy")
UNDO = Move("Undo", {"type": "undo"}, "Undo")
REDO = Move("Redo", {"type": "redo"}, "Redo")


def passes(game: Game, names: tuple[str, str, str]) -> list[Move]:
    """Passing, where the rules allow it: one button, or two where the opponents are level."""
    state = game.state
    position = state.position
    if position is None or state.seat is None:
        return []
    spins = _spins(position.mover.earned)
    found = []
    for action in legal_actions(position, game.setup.free):
        if not isinstance(action, Pass):
            continue
        if action.to is None:
            found.append(Move("Stop", {"type": "pass"}, "Stop", f"and give up {spins}"))
        else:
            event = {"type": "pass", "to": action.to + 1}
            found.append(Move(f"Pass to {names[action.to]}", event, f"Pass to {names[action.to]}", spins))
    return found


def overrules(game: Game, names: tuple[str, str, str]) -> list[Move]:
    """Saying that another contestant is up than the rules have it."""
    state = game.state
    if not state.round:
        return []
    can = [seat for seat in range(3) if seat != state.seat and (state.podiums[seat].spins or not state.known)]
    return [Move(f"{names[seat]} is up", {"type": "up", "seat": seat + 1}, f"{names[seat]} is up") for seat in can]


def recent(game: Game, board: Board) -> list[Move]:
    """Amounts that are likely: the last ones of the round, then those that most slides of the board show."""
    entered = []
    for played in reversed(game.played):
        if played.before.round != game.state.round:
            break
        event = event_to_json(played.event)
        if event["type"] == "spin" and event["came"]["kind"] == "money":
            entered.append((event["came"]["amount"], event["came"].get("spin", False)))
    shown = Counter(
        (slide.amount, slide.gives_spin) for _, _, slide in board.slides() if slide.kind in ("cash", "cash_spin")
    )
    likely = sorted(shown, key=lambda each: (-shown[each], each))
    last = list(dict.fromkeys(entered))[:OF_THE_GAME]
    found = [*last, *(each for each in likely if each not in last)][:RECENT]
    return [_money(amount, spin) for amount, spin in sorted(found)]


def _money(amount: int, spin: bool) -> Move:
    came = {"kind": "money", "amount": amount} | ({"spin": True} if spin else {})
    words = f"{money(amount)} + one spin" if spin else money(amount)
    return Move(money(amount), {"type": "spin", "came": came}, words, "+ spin" if spin else "")


def _spins(count: int) -> str:
    return "1 spin" if count == 1 else f"{count} spins"
