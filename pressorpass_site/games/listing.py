"""Games in lists: what is looked for, and a line on each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import ClassVar

from django.db.models import Q, QuerySet
from django.http import HttpRequest, QueryDict

from engine import GameError
from pressorpass_site.core.owned import Visibility
from pressorpass_site.core.text_fields import one_line

from . import record, services
from .models import StoredGame

MAX_QUERY_LENGTH = 200
MAX_WORDS = 8


@dataclass(frozen=True)
class Filters:
    """The filters and the order of a list."""

    NEWEST: ClassVar[str] = "newest"
    ORDERS: ClassVar[dict[str, tuple[str, tuple[str, ...]]]] = {
        "newest": ("Newest first", ("-created_at", "-pk")),
        "oldest": ("Oldest first", ("created_at", "pk")),
        "changed": ("Last entered first", ("-updated_at", "-pk")),
        "title": ("By title", ("title", "pk")),
    }

    text: str = ""
    visibility: str = ""
    order: str = NEWEST

    def __bool__(self) -> bool:
        return bool(self.text or self.visibility)


@dataclass(frozen=True)
class Line:
    """A game in a list: as the requester may see it, and how it stands in a few words."""

    game: StoredGame
    standing: str
    mine: bool


def filters(query: QueryDict) -> Filters:
    """The filters in a list's address; invalid values are ignored."""

    def word(name: str) -> str:
        return one_line(query.get(name, ""))[:MAX_QUERY_LENGTH]

    visibility, order = word("visibility"), word("sort")
    return Filters(
        text=word("q"),
        visibility=visibility if visibility in Visibility.values else "",
        order=order if order in Filters.ORDERS else Filters.NEWEST,
    )


def matching(rows: QuerySet[StoredGame], wanted: Filters, *, own: bool) -> QuerySet[StoredGame]:
    """The games that match; others' games with hidden names match no word, as that would tell the names."""
    words = wanted.text.split()[:MAX_WORDS]
    for word in words:
        texts = ("title", "headers__names", "headers__date", "headers__episode")
        rows = rows.filter(reduce(or_, (Q(**{f"{text}__icontains": word}) for text in texts)))
    if words and not own:
        rows = rows.filter(hides_names=False)
    if wanted.visibility:
        rows = rows.filter(visibility=wanted.visibility)
    return rows.order_by(*Filters.ORDERS[wanted.order][1])


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
