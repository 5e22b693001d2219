"""Lists of games: where everything about games begins, one's own, and public ones."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pressorpass_site.core.owned import Visibility
from pressorpass_site.core.view_decorators import personal

from . import listing, services
from .models import StoredGame

PER_PAGE = 20
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
    wanted = listing.filters(request.GET)
    sheet = Paginator(listing.matching(rows, wanted, own=own), PER_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "sheet": sheet,
        "lines": listing.lines(request, sheet),
        "filters": wanted,
        "visibilities": Visibility if own else None,
        "orders": [(name, words) for name, (words, _) in listing.Filters.ORDERS.items()],
        "query": query.urlencode(),
    }
    return render(request, template, context)
