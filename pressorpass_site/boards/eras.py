"""The browser's order: boards by era, in an era by round, in a round by date."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from engine import quoted

from .models import Board, BoardRevision

ROUNDS = {"1": "Round 1", "2": "Round 2", "bonus": "Bonus game", "other": "Other rounds"}


@dataclass(frozen=True)
class Era:
    """A version of the show; `id` stands in addresses."""

    id: str
    name: str
    years: str
    note: str = ""


ERAS = (
    Era("cbs", "Press Your Luck on CBS", "1983 – 1986"),
    Era("abc", "Press Your Luck on ABC", "2019 –"),
    Era("composite", "Composites", "no one date", "Put together from several days; no board of the show at one time."),
    Era("other", "Other boards", ""),
)


@dataclass(frozen=True)
class Shelf:
    """The boards of one era, by round."""

    era: Era
    rounds: list[tuple[str, list[BoardRevision]]] = field(default_factory=list)


@dataclass(frozen=True)
class Choice:
    """One way to filter, with how many boards it leaves; without an id, all."""

    id: str | None
    name: str
    count: int
    chosen: bool


def era_of(board: Board) -> str:
    """The id of the era that a board belongs to."""
    if "ABC" in board.show:
        return "abc"
    if "CBS" in board.show:
        return "cbs" if board.valid_from else "composite"
    return "other"


def round_of(board: Board) -> str:
    """The key of `ROUNDS` that a board belongs to."""
    if "bonus" in board.round:
        return "bonus"
    return board.round if board.round in ROUNDS else "other"


def unknown(era: str, round_: str) -> str:
    """A sentence about an era or a round in an address that there is none of; empty if there are both."""
    if era and era not in {known.id for known in ERAS}:
        return f"There is no era {quoted(era)} here."
    return f"There is no round {quoted(round_)} here." if round_ and round_ not in ROUNDS else ""


def shelves(revisions: Iterable[BoardRevision], era: str = "", round_: str = "") -> list[Shelf]:
    """The boards of the chosen era and round (all if empty), the oldest first."""
    found: dict[str, dict[str, list[BoardRevision]]] = {}
    for revision in sorted(revisions, key=_age):
        board = revision.board
        if era in ("", era_of(board)) and round_ in ("", round_of(board)):
            found.setdefault(era_of(board), {}).setdefault(round_of(board), []).append(revision)
    return [
        Shelf(known, [(name, found[known.id][key]) for key, name in ROUNDS.items() if key in found[known.id]])
        for known in ERAS
        if known.id in found
    ]


def choices(revisions: list[BoardRevision], era: str, round_: str) -> tuple[list[Choice], list[Choice]]:
    """The filters by era and by round that leave something, each with what the other one allows."""
    here = [r.board for r in revisions if round_ in ("", round_of(r.board))]
    eras = [("", "All eras", len(here))]
    eras += [(known.id, known.name, sum(era_of(board) == known.id for board in here)) for known in ERAS]
    there = [r.board for r in revisions if era in ("", era_of(r.board))]
    rounds = [("", "All rounds", len(there))]
    rounds += [(key, name, sum(round_of(board) == key for board in there)) for key, name in ROUNDS.items()]
    return (
        [Choice(key or None, name, count, key == era) for key, name, count in eras if count or key == era],
        [Choice(key or None, name, count, key == round_) for key, name, count in rounds if count or key == round_],
    )


def _age(revision: BoardRevision) -> tuple[date, str]:
    return revision.board.valid_from or date.max, revision.board.slug
