"""The dilemmas of the days, from deck.json, which `python -m tools.dilemmas` writes.

The file has the dilemmas of the days with one; three for each later day, from easy to hard, dealt over and over; the
moments of Sundays; the dilemmas of round 1 of Wednesdays; and more for practice. The dilemma of a day never changes: if
its answer is corrected, the entry keeps the old answer, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from engine import Position, Rules
from pressorpass_site.questions.moments import Moment, list_moments

from . import days
from .rules import SHOW, build_dilemma_rules, get_rounding_error

DATA = Path(__file__).with_name("deck.json")
LEVELS = ("easy", "medium", "hard")
MEDIUM = 2  # the part that is a moment on Sundays, and of round 1 on Wednesdays


@dataclass(frozen=True)
class DeckCorrection:
    until: date
    choices: Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class Entry:
    """A position to decide: a famous moment, or one found by search, with its answer, exact except in round 1.

    `since` is the date on which a moment was first dealt; `lesson` is the key of its sentence, if `kind`
    (tools/dilemmas/search.py) is not. `choices` has each contestant's chance to win by each choice; `worth` the mover's
    money against the house; `squares` the mover's gain on each square. `corrections` are earlier answers, the oldest
    first.
    """

    moment: str = ""
    since: date | None = None
    kind: str = ""
    lesson: str = ""
    board: str = ""
    digest: str = ""
    engine: str = ""
    notation: str = ""
    choices: Mapping[str, Sequence[float]] = field(default_factory=dict)
    worth: Mapping[str, float] = field(default_factory=dict)
    squares: Sequence[float] = ()
    square: int = 0
    shows: str = ""
    then: str = ""
    then_digest: str = ""
    questions: int = 0
    errors: Mapping[str, Sequence[float]] = field(default_factory=dict)
    corrections: Sequence[DeckCorrection] = ()

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Entry:
        corrections = [
            DeckCorrection(date.fromisoformat(correction["until"]), correction["choices"])
            for correction in data.get("corrections", ())
        ]
        return cls(**(data | {"corrections": corrections}))

    @property
    def position(self) -> Position:
        return Position.parse(self.notation or self.moment_data.notation)

    @property
    def rules(self) -> Rules:
        if self.moment:
            return self.moment_data.rules
        if self.then:
            return SHOW
        return build_dilemma_rules(self.position, is_against_house=bool(self.worth))

    @property
    def moment_data(self) -> Moment:
        return next(moment for moment in list_moments() if moment.id == self.moment)

    @property
    def is_a_call(self) -> bool:
        """Whether the choice is press or pass, and not two other actions."""
        return not self.choices or "press" in self.choices

    @property
    def best(self) -> str:
        seat = self.position.mover_seat
        return max(self.choices, key=lambda choice: self.worth.get(choice, self.choices[choice][seat]))

    @property
    def margin(self) -> float:
        """The gain of the better choice: in chance to win, against the house in dollars."""
        seat = self.position.mover_seat
        worst, best = sorted(self.worth.get(choice, chances[seat]) for choice, chances in self.choices.items())
        return best - worst

    @property
    def squares_on_offer(self) -> list[int]:
        return [int(pair.partition(":")[0]) for pair in self.shows.split(",") if pair]

    @property
    def result(self) -> dict[str, Any] | None:
        """The answer as the engine's JSON, without the rules; None for moments and choices other than press and pass."""
        if not self.choices or not self.is_a_call:
            return None
        return {
            "position": self.notation,
            "board": self.board,
            "unit": self.rules.unit or 1,
            "cap": None,
            **({"then": {"board": self.then, "questions": self.questions}} if self.then else {}),
            "method": "estimated" if self.then else "exact",
            "actions": {action: self._build_action(action) for action in ("press", "pass")},
            "best": self.best,
            "margin": self.margin,
            "too_close": False,
            "states": 0,
            "engine": self.engine,
            "notes": [],
        }

    def _build_action(self, choice: str) -> dict[str, Any]:
        chances, errors = self.choices[choice], self.errors.get(choice)
        stated_errors = [2 * error for error in errors] if errors else [get_rounding_error(self.rules)] * len(chances)
        action: dict[str, Any] = {
            "win": chances,
            "low": [max(chance - error, 0.0) for chance, error in zip(chances, stated_errors, strict=True)],
            "high": [min(chance + error, 1.0) for chance, error in zip(chances, stated_errors, strict=True)],
            "standard_error": errors,
        }
        if self.worth:
            dollars = [self.worth[choice] if seat == self.position.mover_seat else 0.0 for seat in range(3)]
            action |= {"money": dollars, "worth": dollars, "worth_error": None}
        return action


@dataclass(frozen=True)
class Deck:
    """The content of the file; `sundays` and `round_1` replace the medium dilemmas of Sundays and Wednesdays."""

    first: Sequence[Entry]
    three: Sequence[Entry]
    sundays: Sequence[str]
    round_1: Sequence[Entry]
    practice: Sequence[Entry]


@cache
def load_deck() -> Deck:
    deck_json = json.loads(DATA.read_text(encoding="utf-8"))
    names = ("first", "three", "round_1", "practice")
    first, three, round_1, practice = ([Entry.from_json(entry) for entry in deck_json[name]] for name in names)
    return Deck(first, three, deck_json["sundays"], round_1, practice)


def get_entry(number: int, part: int = 0) -> Entry:
    """Return the entry of a day; `part` is 1, 2 or 3 on the days with three."""
    deck = load_deck()
    if not days.has_three(number):
        return deck.first[number - 1]
    if part == MEDIUM and days.is_sunday(number):
        return _get_sunday_entry(number)
    if part == MEDIUM and (weeks := days.count_round_1_days(number)) is not None:
        return deck.round_1[weeks % len(deck.round_1)]
    place = (number - days.FIRST_OF_THREE) * len(LEVELS) + part - 1
    return deck.three[place % len(deck.three)]


def _get_sunday_entry(number: int) -> Entry:
    """Return the moment of a Sunday, with the date on which it was first dealt, if this is not the first time."""
    deck = load_deck()
    first = days.FIRST_OF_THREE + days.count_days_until_sunday(days.FIRST_OF_THREE)
    week = (number - first) // 7
    moment = deck.sundays[week % len(deck.sundays)]
    before = next((day for day, entry in enumerate(deck.first, 1) if entry.moment == moment), 0)
    if not before and week >= len(deck.sundays):
        before = first + 7 * (week % len(deck.sundays))
    return Entry(moment, days.get_day_date(before) if before else None)
