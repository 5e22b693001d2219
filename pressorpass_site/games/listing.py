"""Games in lists: what is looked for, and a line on each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from engine import GameError
from pressorpass_site.core.listing import Filters

from . import record, services
from .models import StoredGame


@dataclass(frozen=True)
class Line:
    """A game in a list: as the requester may see it, and how it stands in a few words."""

    game: StoredGame
    standing: str
    mine: bool


def matching(rows: QuerySet[StoredGame], wanted: Filters, *, own: bool) -> QuerySet[StoredGame]:
    """The games that match; others' games with hidden names match no word, as that would tell the names."""
    if wanted.text and not own:
        rows = rows.filter(hides_names=False)
    return wanted.of(rows, _matching)


def lines(request: HttpRequest, rows: Iterable[StoredGame]) -> list[Line]:
    """A line on each game."""
    seen = (services.as_seen(request, row) for row in rows)
    return [Line(row, standing(row), services.is_owner(request, row)) for row in seen]


def standing(row: StoredGame) -> str:
    """How a game stands: “Round 2 · Ann $8,750 · Bob $3,000 · Cy is out · Ann is up”."""
    try:
        game = record.load(row)
    except GameError:
        return "It can no longer be read."
    state = game.state
    if not game.played:
        return "Not begun"
    scores = [
        f"{name} is out" if podium.out else f"{name} ${podium.score:,}"
        for name, podium in zip(row.names, state.podiums, strict=True)
    ]
    if game.over:
        return " · ".join(["Finished", *scores])
    if not state.known:
        return row.headers.get("result") or f"Round {state.round}"
    up = [f"{row.names[state.seat]} is up"] if state.seat is not None else []
    return " · ".join([f"Round {state.round}", *scores, *up])


def _matching(word: str) -> Q:
    texts = ("title", "headers__names", "headers__date", "headers__episode")
    return reduce(or_, (Q(**{f"{text}__icontains": word}) for text in texts))
