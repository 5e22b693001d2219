"""The moments, read from moments.json, with the numbers of each that are and are not on record.

A number that is not on record is null in the file. If the question needs it, the file has a stand-in, and every page with
the moment says so.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine import Contestant, Position, Rules
from engine.formatting import format_money

from .question import SEATS

DATA = Path(__file__).with_name("moments.json")
# The counts on a podium besides its score, in singular and plural.
COUNTED = {"earned": ("spin", "spins"), "passed": ("passed spin", "passed spins"), "whammies": ("Whammy", "Whammies")}
PARTS = ("score", *COUNTED)
OUT = 4


@dataclass(frozen=True)
class PodiumNumber:
    """One number of a podium: `known` from the sources, or None; `question_value` is its stand-in; `doubtful` if unconfirmed."""

    part: str
    known: int | None
    question_value: int | None
    doubtful: bool

    @property
    def shown(self) -> int | None:
        return self.question_value if self.known is None else self.known

    @property
    def assumed(self) -> bool:
        """Whether it is shown although no source confirms it."""
        return self.doubtful or (self.known is None and self.question_value is not None)

    @property
    def text(self) -> str:
        """Text such as “$8,000”, “3 spins”, “no Whammies”, “out”; empty if nothing is known."""
        if self.shown is None:
            return ""
        if self.part == "score":
            return format_money(self.shown)
        if self.part == "whammies" and self.shown == OUT:
            return "out"
        one, more = COUNTED[self.part]
        return f"{self.shown or 'no'} {one if self.shown == 1 else more}"

    @property
    def name(self) -> str:
        """Text such as “score”, “spins”, “Whammies”."""
        return COUNTED[self.part][1] if self.part in COUNTED else self.part


@dataclass(frozen=True)
class MomentPodium:
    """A contestant with the numbers of the podium; `seat` is "" if the contestant plays alone."""

    name: str
    seat: str
    is_up: bool
    numbers: dict[str, PodiumNumber]

    @property
    def score(self) -> PodiumNumber:
        return self.numbers["score"]

    @property
    def counts(self) -> list[PodiumNumber]:
        return [number for part in COUNTED if (number := self.numbers[part]).shown]

    @property
    def empty(self) -> str:
        """The text where there are neither spins nor Whammies."""
        unknown = any(self.numbers[part].shown is None for part in ("earned", "passed"))
        return "spins not on record" if unknown else "no spins"

    @property
    def stand_ins(self) -> str:
        """Text such as “Long: $4,080, 2 spins, no Whammies”: the assumed numbers; empty if there are none."""
        texts = [
            number.text
            for number in self.numbers.values()
            if number.known is None and number.question_value is not None
        ]
        return f"{self.name}: {', '.join(texts)}" if texts else ""

    @property
    def missing(self) -> str:
        """Text such as “Mathew: spins, Whammies”: numbers neither known nor assumed; empty if there are none."""
        names = [number.name for number in self.numbers.values() if number.shown is None]
        return f"{self.name}: {', '.join(names)}" if names else ""


@dataclass(frozen=True)
class After:
    words: str
    notation: str


@dataclass(frozen=True)
class Done:
    """The contestant's action, or the one that the author of a published position expects.

    Attributes:
        action: “press” or “pass”; empty if there was no choice or it is not on record.
    """

    action: str
    words: str


@dataclass(frozen=True)
class Moment:
    """A position with a story.

    `asked_board` is the board of the question, which may stand in for `board`; `stand_in` says why numbers are assumed,
    `not_asked` why there is no question. `up` is None if nothing is to be decided, `done` if the action is not known.
    `knew_the_light`: the contestant stopped the light on purpose, which the odds do not assume.
    """

    id: str
    kind: str
    title: str
    story: str
    names: tuple[str, ...]
    numbers: tuple[dict[str, PodiumNumber], ...]
    up: int | None
    board: str | None
    asked_board: str | None
    options: dict[str, str]
    sources: tuple[str, ...]
    unverified: tuple[str, ...]
    stand_in: str
    not_asked: str
    choices: tuple[After, ...]
    done: Done | None
    knew_the_light: bool = False

    @property
    def notation(self) -> str:
        """The position to ask about, with its stand-ins; "" if there is no question."""
        if self.not_asked or self.up is None:
            return ""
        left, center, right = (
            Contestant(
                **{part: n.known if n.known is not None else n.question_value or 0 for part, n in podium.items()}
            )
            for podium in self.numbers
        )
        return Position((left, center, right), self.up).notation

    @property
    def positions(self) -> list[str]:
        """Every position to ask about: the moment's own, and the one after each choice."""
        return [self.notation, *(choice.notation for choice in self.choices)] if self.notation else []

    @property
    def rules(self) -> Rules:
        return Rules.preset("show").with_options(self.options)

    @property
    def podiums(self) -> list[MomentPodium]:
        return [
            MomentPodium(name or seat, seat if len(self.names) > 1 else "", number == self.up, numbers)
            for number, (name, seat, numbers) in enumerate(zip(self.names, SEATS, self.numbers, strict=False))
        ]

    @property
    def stand_ins(self) -> list[str]:
        """The numbers assumed because they are not on record, by contestant."""
        return [text for podium in self.podiums if (text := podium.stand_ins)]

    @property
    def missing(self) -> list[str]:
        """The numbers not on record and not assumed, by contestant."""
        return [text for podium in self.podiums if (text := podium.missing)]


@dataclass(frozen=True)
class MomentKind:
    """A source of moments; `done` is the heading of the action, "" if there was none."""

    title: str
    about: str
    done: str


KINDS = {
    "historical": MomentKind(
        "On the show",
        "From fan pages, blogs and the press, which seldom give every number. What they leave open is assumed and "
        "marked with an asterisk. The odds are for contestants who stop the light by chance; Michael Larson did not.",
        "What they did",
    ),
    "published": MomentKind(
        "Other solvers", "Test positions published by the authors of earlier solvers.", "What the author expects"
    ),
    "teaching": MomentKind("Puzzles", "Made up, each for one point of the game.", ""),
}


@cache
def list_moments() -> tuple[Moment, ...]:
    return tuple(_read(content) for content in json.loads(DATA.read_text(encoding="utf-8"))["moments"])


def find_moment(notation: str, board: str) -> Moment | None:
    return _index_moments().get((notation, board))


@cache
def _index_moments() -> dict[tuple[str, str | None], Moment]:
    return {
        (notation, moment.asked_board): moment
        for moment in reversed(list_moments())  # of two moments with the same position, the first counts
        for notation in (moment.notation, *(choice.notation for choice in moment.choices))
    }


def _read(content: dict[str, Any]) -> Moment:
    stand_in = content.get("stand_in", {})
    replaced = stand_in.get("players", [{}] * 3)
    assumed = content.get("assumed", [[]] * 3)
    numbers = tuple(
        {part: PodiumNumber(part, player[part], instead.get(part), part in doubtful) for part in PARTS}
        for player, instead, doubtful in zip(content["players"], replaced, assumed, strict=False)
    )
    not_asked = content.get("not_asked", "")
    did = content.get("did")
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
        options=content.get("rules", {}),
        sources=tuple(content["sources"]),
        unverified=tuple(content.get("unverified", ())),
        stand_in=stand_in.get("words", ""),
        not_asked=not_asked,
        choices=tuple(After(choice["words"], choice["position"]) for choice in content.get("choices", ())),
        done=Done(did["action"], did["words"]) if did else None,
        knew_the_light=content.get("knew_the_light", False),
    )
