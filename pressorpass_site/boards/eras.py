"""The order of the board list: by era, then by round, then by date."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from engine import era_of_show, is_bonus_round, quoted

from .models import Board, BoardRevision

ROUNDS = {"1": "Round 1", "2": "Round 2", "bonus": "Bonus game", "other": "Other rounds"}


@dataclass(frozen=True)
class Era:
    """A version of the show; `id` is used in addresses."""

    id: str
    name: str
    years: str
    note: str = ""


ERAS = (
    Era("cbs", "Press Your Luck on CBS", "1983 – 1986"),
    Era("gsn", "Whammy! on GSN", "2002 – 2003"),
    Era("abc", "Press Your Luck on ABC", "2019 –"),
    Era("composite", "Composites", "various dates", "Combined from several days; never shown as a whole."),
    Era("other", "Other boards", ""),
)


@dataclass(frozen=True)
class EraBoards:
    """The boards of one era, by round."""

    era: Era
    rounds: list[tuple[str, list[BoardRevision]]] = field(default_factory=list)


@dataclass(frozen=True)
class FilterChoice:
    """One value of a filter and the number of boards that match it; without an ID, all."""

    id: str | None
    name: str
    count: int
    chosen: bool


def era_of(board: Board) -> str:
    """Return the ID of a board's era."""
    era = era_of_show(board.show)
    if era is None:
        return "other"
    return "composite" if era.id == "cbs" and not board.valid_from else era.id


def round_of(board: Board) -> str:
    """Return the key of a board's round in `ROUNDS`."""
    if is_bonus_round(board.round):
        return "bonus"
    return board.round if board.round in ROUNDS else "other"


def unknown_filter(era: str, round_: str) -> str:
    """Return a message about an unknown era or round in an address; "" if both exist."""
    if era and era not in {each.id for each in ERAS}:
        return f"There is no era {quoted(era)} here."
    return f"There is no round {quoted(round_)} here." if round_ and round_ not in ROUNDS else ""


def by_era(revisions: Iterable[BoardRevision], era: str = "", round_: str = "") -> list[EraBoards]:
    """Return the boards of the chosen era and round (all if empty), oldest first."""
    found: dict[str, dict[str, list[BoardRevision]]] = {}
    for revision in sorted(revisions, key=_age):
        board = revision.board
        if era in ("", era_of(board)) and round_ in ("", round_of(board)):
            found.setdefault(era_of(board), {}).setdefault(round_of(board), []).append(revision)
    return [
        EraBoards(each, [(name, found[each.id][key]) for key, name in ROUNDS.items() if key in found[each.id]])
        for each in ERAS
        if each.id in found
    ]


def filter_choices(
    revisions: list[BoardRevision], era: str, round_: str
) -> tuple[list[FilterChoice], list[FilterChoice]]:
    """Return the non-empty choices of the filters by era and by round; each counts what the other filter leaves."""
    in_round = [r.board for r in revisions if round_ in ("", round_of(r.board))]
    eras = [("", "All eras", len(in_round))]
    eras += [(each.id, each.name, sum(era_of(board) == each.id for board in in_round)) for each in ERAS]
    in_era = [r.board for r in revisions if era in ("", era_of(r.board))]
    rounds = [("", "All rounds", len(in_era))]
    rounds += [(key, name, sum(round_of(board) == key for board in in_era)) for key, name in ROUNDS.items()]
    return (
        [FilterChoice(key or None, name, count, key == era) for key, name, count in eras if count or key == era],
        [
            FilterChoice(key or None, name, count, key == round_)
            for key, name, count in rounds
            if count or key == round_
        ],
    )


def _age(revision: BoardRevision) -> tuple[date, str]:
    return revision.board.valid_from or date.max, revision.board.slug
