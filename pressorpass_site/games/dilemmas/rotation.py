"""The dilemma of each day, dealt from rotation.json.

The file has entries, and decks: a deck says from which day and which entry on its first `count` entries are dealt,
over and over. Entries are only ever added at the end, for a deck that begins on a day to come, so that a day never gets
another dilemma.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine import Position, Rules
from pressorpass_site.questions.moments import Moment, all_moments

from .search import RULES

DATA = Path(__file__).with_name("rotation.json")


@dataclass(frozen=True)
class Entry:
    """A position to decide: a famous moment, or one that was searched for, with its exact answer."""

    moment: str = ""
    board: str = ""
    digest: str = ""
    lesson: str = ""
    result: dict[str, Any] | None = None

    @property
    def position(self) -> Position:
        return Position.parse(self.result["position"] if self.result else self.told.notation)

    @property
    def rules(self) -> Rules:
        return Rules.preset(RULES) if self.result else self.told.rules

    @property
    def told(self) -> Moment:
        """The moment."""
        return next(each for each in all_moments() if each.id == self.moment)


@dataclass(frozen=True)
class Deck:
    """From the day `day` on, the first `count` entries are dealt, beginning with entry number `first`."""

    day: int
    first: int
    count: int


@cache
def entries() -> tuple[Entry, ...]:
    """Return all entries in the order of the file."""
    return tuple(Entry(**each) for each in _content()["entries"])


@cache
def decks() -> tuple[Deck, ...]:
    """Return the decks, the earliest first."""
    return tuple(Deck(**each) for each in _content()["decks"])


def entry_of(number: int) -> Entry:
    """Return the entry of a day."""
    return entries()[place_of(number, decks())]


def place_of(number: int, dealt: Sequence[Deck]) -> int:
    """Return the place of a day's entry in the file."""
    deck = next(deck for deck in reversed(dealt) if deck.day <= number)
    return (deck.first + number - deck.day) % deck.count


def added_to(old: Sequence[Deck], count: int, today: int) -> list[Deck]:
    """Return the decks once there are `count` entries: the new ones come when the last deck has been dealt out."""
    if not old:
        return [Deck(1, 0, count)]
    last = old[-1]
    rounds = max((today - last.day) // last.count + 1, 1)
    if last.day + rounds * last.count <= today:
        rounds += 1
    return [*old, Deck(last.day + rounds * last.count, last.count, count)]


def text(entries_: Sequence[Entry], decks_: Sequence[Deck]) -> str:
    """Return the content of a file, one entry a line."""

    def filled(entry: Entry) -> dict[str, Any]:
        return {name: value for name, value in vars(entry).items() if value}

    lines = ",\n".join(json.dumps(filled(entry), ensure_ascii=False) for entry in entries_)
    return f'{{"decks": {json.dumps([vars(deck) for deck in decks_])},\n"entries": [\n{lines}\n]}}\n'


def _content() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return content
