"""Practice: dilemmas of the deck by kind, one after the other, harder after three right calls, and a game's mistakes.

Nothing is stored: the level is in the URL, the trend in the browser. A day's dilemma is practiced once its day is over.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone

from pressorpass_site.answers.analyses.answers import Answer

from ..models import Vote
from . import days, page, services
from .deck import LEVELS, Entry, load_deck
from .services import Dilemma, NoDilemma
from .votes import Tally

RIGHT_CALLS_PER_LEVEL = 3  # in a row


@dataclass(frozen=True)
class PracticeKind:
    """A kind of practice, and the kinds of deck entries that it has."""

    title: str
    about: str
    entries: Sequence[str]


KINDS = {
    "one-spin": PracticeKind("One spin", "The last spin is yours: press it, or pass it on?", ("one-spin",)),
    "spins": PracticeKind("More spins", "Two to five spins, and three Whammies", ("two-spins", "three-spins")),
    "danger": PracticeKind("Both in danger", "One Whammy puts you out, and your rival, too", ("danger", "third")),
    "passed": PracticeKind("Passed spins", "Your rival must play what was passed", ("passed",)),
    "rival": PracticeKind("Put a rival out", "A rival with three Whammies, and two spins of yours", ("elimination",)),
    "house": PracticeKind("Against the house", "The others are out: how much is enough?", ("house",)),
    "choice": PracticeKind(
        "Which of two", "What to take on a choice square, whom to pass to", ("choice", "whammy-off", "whom")
    ),
}
# Kinds of dilemmas that are not practiced.
OTHER_TITLES = {"three-holders": "Everybody has spins", "round-1": "Round 1", "moment": "From the show"}


@dataclass(frozen=True)
class Practice:
    """The frame of a practice dilemma.

    A call is sent to `link` with `fields`. After it, `next` is the URL of the next dilemma, and `aftermath` tells what
    happened in the game.
    """

    title: str
    link: str
    next: str
    go_on: str
    fields: Mapping[str, object] = field(default_factory=dict)
    aftermath: str = ""


@dataclass(frozen=True)
class PracticeStep:
    """The progress of practice: the level, from 1, and the right calls in a row on it."""

    level: int = 1
    rights: int = 0

    @classmethod
    def parse(cls, query: Mapping[str, str]) -> "PracticeStep":
        level, rights = (query.get(name, "") for name in ("level", "rights"))
        return cls(
            int(level) if level in {"1", "2", "3"} else 1,
            int(rights) if rights in {"1", "2"} else 0,
        )

    def advance(self, mark: str) -> "PracticeStep":
        if mark == "wrong":
            return PracticeStep(self.level)
        rights = self.rights + 1
        return (
            PracticeStep(min(self.level + 1, len(LEVELS)))
            if rights == RIGHT_CALLS_PER_LEVEL
            else PracticeStep(self.level, rights)
        )

    @property
    def fields(self) -> dict[str, object]:
        return {"level": self.level, "rights": self.rights}


def list_titles() -> list[tuple[str, Sequence[str]]]:
    """Return the titles of all kinds of dilemmas, each with its kinds of deck entries."""
    return [(kind.title, kind.entries) for kind in KINDS.values()] + [
        (title, (name,)) for name, title in OTHER_TITLES.items()
    ]


def draw_place(kind: str, step: PracticeStep, last_place: int = -1) -> int:
    """Return the place of a random dilemma of the level, but not the last one. Raises NoDilemma: no such kind."""
    places = sorted(_list_places(kind), key=lambda place: -_list_practice_entries()[place].margin)
    size = -(-len(places) // len(LEVELS))
    level = places[(step.level - 1) * size : step.level * size]
    return random.choice([place for place in level if place != last_place] or places)  # noqa: S311  # nothing secret


def get_practice_dilemma(kind: str, place: int) -> Dilemma:
    if place not in _list_places(kind):
        raise NoDilemma("There is no such dilemma to practice.")
    return services.build_dilemma_from_entry(_list_practice_entries()[place])


def build_practice(kind: str, place: int, step: PracticeStep, mark: str = "") -> Practice:
    """Return the frame of the dilemma at a place; `mark` is the result of its call, "" before it."""
    next_step = step.advance(mark)
    query = urlencode(next_step.fields | {"but": place})
    return Practice(
        f"{KINDS[kind].title}, {LEVELS[step.level - 1]}",
        reverse("dilemmas:practice-one", args=[kind, place]),
        f"{reverse('dilemmas:practice-kind', args=[kind])}?{query}",
        "Harder: next one" if next_step.level > step.level else "Next one",
        step.fields,
    )


def build_reveal_context(dilemma: Dilemma, answer: Answer | None, action: str, guess: int | None) -> dict[str, Any]:
    """Return the context after a practice call; `lost` are the wins in 100 that it lost, None against the house."""
    vote = Vote(action=action, guess=guess, made_at=timezone.now())
    cost = page.compute_wins_lost(dilemma, answer, action)
    return page.build_reveal_context(dilemma, answer, vote, Tally()) | {"lost": cost}


def _list_practice_entries() -> Sequence[Entry]:
    return (*load_deck().first, *load_deck().practice)


def _list_places(kind: str) -> list[int]:
    if kind not in KINDS:
        raise NoDilemma("There is no such kind of dilemma.")
    over = min(days.get_today() - 1, len(load_deck().first))
    return [
        place
        for place, entry in enumerate(_list_practice_entries())
        if entry.kind in KINDS[kind].entries and (place < over or place >= len(load_deck().first))
    ]
