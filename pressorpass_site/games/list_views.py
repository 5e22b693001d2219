"""Lists of games: where everything about games begins, one's own, and public ones."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pressorpass_site.core.listing import Filters, list_context
from pressorpass_site.core.owned import Visibility
from pressorpass_site.core.view_decorators import personal

from . import listing, services
from .models import StoredGame

FIRST = 5  # of each kind on the first page


@require_safe
@personal
def games(request: HttpRequest) -> HttpResponse:
    """What can be done with games, the newest of one's own, the samples, and the newest public ones."""
    context: dict[str, Any] = {"samples": listing.lines(request, services.samples())}
    for name, rows in (("mine", services.mine(request)), ("public", services.public())):
        found = listing.lines(request, rows[: FIRST + 1])
        context |= {name: found[:FIRST], f"more_{name}": len(found) > FIRST}
    return render(request, "games/list.html", context)


@require_safe
@personal
def mine(request: HttpRequest) -> HttpResponse:
    """The requester's games."""
    rows = services.mine(request)
    return _list(request, "games/mine.html", rows, own=True) if rows.exists() else render(request, "games/mine.html")


@require_safe
@personal
def public(request: HttpRequest) -> HttpResponse:
    """All public games."""
    return _list(request, "games/public.html", services.public(), own=False)


def _list(request: HttpRequest, template: str, rows: QuerySet[StoredGame], *, own: bool) -> HttpResponse:
    """One page of a list."""
    wanted = Filters.read(request.GET)
    context = list_context(request, listing.matching(rows, wanted, own=own), wanted, changed="Last entered first")
    context |= {"lines": listing.lines(request, context["sheet"]), "visibilities": Visibility if own else None}
    return render(request, template, context)
