"""The moments themselves, read from moments.json, and what is and is not on record of each.

A number that nobody wrote down is null in the file; where a position can be asked all the same,
the file says what stands in for it, and every page that shows the moment says so too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine import Contestant, Position
from pressorpass_site.core.formatting import money

from .question import SEATS

DATA = Path(__file__).with_name("moments.json")
PARTS = {"score": "Score", "earned": "Earned", "passed": "Passed", "whammies": "Whammies"}
OUT = 4


@dataclass(frozen=True)
class Number:
    """One number of a podium.

    Attributes:
        known: as the sources have it; None if it is not on record.
        asked: what the question takes; None where there is no question or nothing to replace.
        assumed: whether it is reported, but confirmed by no source.
    """

    part: str
    known: int | None
    asked: int | None
    assumed: bool

    @property
    def text(self) -> str:
        """“$8,000”, “3”, “Out”; empty if it is not on record."""
        return "" if self.known is None else self._words(self.known)

    @property
    def asked_text(self) -> str:
        """What stands in for a number that is not on record; empty if nothing does."""
        return "" if self.asked is None else self._words(self.asked)

    def _words(self, number: int) -> str:
        if self.part == "score":
            return money(number)
        return "out" if self.part == "whammies" and number == OUT else str(number)


@dataclass(frozen=True)
class Row:
    """One line of the podiums' table."""

    label: str
    numbers: list[Number]


@dataclass(frozen=True)
class After:
    """What the position is after one way to choose."""

    words: str
    notation: str


@dataclass(frozen=True)
class Moment:
    """A position with a story.

    Attributes:
        kind: a key of ``KINDS``.
        names: of the contestants, empty where they have none but their seat.
        numbers: for each contestant, its numbers by part.
        up: the seat to decide, 0-2; None where nothing is to be decided.
        board: the slug of the board of the day; None if it is not known.
        asked_board: the slug of the board that the question takes; None if there is no question.
        rules: the rule options that differ from the show's.
        stand_in: why the stand-ins are what they are.
        not_asked: why there is no question; empty if there is one.
    """

    id: str
    kind: str
    title: str
    story: str
    names: tuple[str, ...]
    numbers: tuple[dict[str, Number], ...]
    up: int | None
    board: str | None
    asked_board: str | None
    rules: dict[str, str]
    sources: tuple[str, ...]
    unverified: tuple[str, ...]
    stand_in: str
    not_asked: str
    choices: tuple[After, ...]
    choice_words: str

    @property
    def notation(self) -> str:
        """The position to ask about, stand-ins and all; empty if there is no question."""
        if self.not_asked or self.up is None:
            return ""
        left, centre, right = (
            Contestant(**{part: n.known if n.known is not None else n.asked or 0 for part, n in podium.items()})
            for podium in self.numbers
        )
        return Position((left, centre, right), self.up).notation

    @property
    def podiums(self) -> list[tuple[str, str, bool]]:
        """Of each contestant the name, the seat where it is not the name, and whether it is the mover."""
        return [
            (name or seat, seat if name and len(self.names) > 1 else "", number == self.up)
            for number, (name, seat) in enumerate(zip(self.names, SEATS, strict=False))
        ]

    @property
    def rows(self) -> list[Row]:
        """The table of the podiums, without what is known to be nothing for everybody."""
        rows = [Row(label, [podium[part] for podium in self.numbers]) for part, label in PARTS.items()]
        return [row for row in rows if row.label == "Score" or any(n.known != 0 for n in row.numbers)]

    @property
    def replaced(self) -> bool:
        """Whether something stands in for what is not on record."""
        return any(n.known is None and n.asked is not None for podium in self.numbers for n in podium.values())

    @property
    def assumes(self) -> bool:
        """Whether a number is given that no source confirms."""
        return any(n.assumed for podium in self.numbers for n in podium.values())


KINDS = {
    "historical": (
        "On the show",
        "What the fan pages, blogs and press of the sources tell. They seldom give every number, so each moment says "
        "what is not on record.",
    ),
    "published": (
        "Published with other solvers",
        "Positions that older programs were tried on. All numbers are theirs; an expected answer is given where the "
        "author had one.",
    ),
    "teaching": ("To think about", "Made up for one point of the game each. All numbers are given."),
}


@cache
def all_moments() -> tuple[Moment, ...]:
    """Every moment, in the order to show them."""
    return tuple(_read(content) for content in json.loads(DATA.read_text(encoding="utf-8"))["moments"])


def by_kind(moments: Sequence[Moment]) -> list[tuple[str, str, str, list[Moment]]]:
    """The moments under their headings: (kind, heading, what to know of the kind, moments)."""
    return [(kind, *words, [m for m in moments if m.kind == kind]) for kind, words in KINDS.items()]


def find_moment(notation: str, board: str) -> Moment | None:
    """The moment that this position on this board is, or leads to by a choice."""
    for moment in all_moments():
        asked = {moment.notation, *(choice.notation for choice in moment.choices)}
        if notation in asked and board == moment.asked_board:
            return moment
    return None


def _read(content: dict[str, Any]) -> Moment:
    stand_in = content.get("stand_in", {})
    replaced = stand_in.get("players", [{}] * 3)
    assumed = content.get("assumed", [[]] * 3)
    numbers = tuple(
        {part: Number(part, player[part], instead.get(part), part in doubtful) for part in PARTS}
        for player, instead, doubtful in zip(content["players"], replaced, assumed, strict=False)
    )
    not_asked = content.get("not_asked", "")
    return Moment(
        id=content["id"],
        kind=content["kind"],
        title=content["title"],
        story=content["story"],
        names=tuple(player["name"] for player in content["players"]),
        numbers=numbers,
        up=content["up"],
        board=content["board"],
        asked_board=None if not_asked else stand_in.get("board") or content["board"],
        rules=content.get("rules", {}),
        sources=tuple(content["sources"]),
        unverified=tuple(content.get("unverified", ())),
        stand_in=stand_in.get("words", ""),
        not_asked=not_asked,
        choices=tuple(After(each["words"], each["position"]) for each in content.get("choices", ())),
        choice_words=content.get("choice_words", ""),
    )
