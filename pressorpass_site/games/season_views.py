"""Many games at a glance, as a page and as CSV."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from pressorpass_site.core import limits
from pressorpass_site.core.view_decorators import get_or_post, personal
from pressorpass_site.reviews import services as reviews

from . import services
from .season import MOST_GAMES, Season
from .season import season as season_of
from .season import table as table_of

AT_ONCE = 10  # games that are reviewed at the touch of one button
WHOSE = {
    "mine": ("Your games", services.mine),
    "public": ("All public games", lambda request: services.public()),
    "samples": ("Samples", lambda request: services.samples()),
}
COLUMNS = (
    ("name", "Contestant"),
    ("games", "Games"),
    ("start", "Start"),
    ("luck", "+ luck"),
    ("skill", "+ skill"),
    ("end", "= end"),
    ("right", "Right calls"),
    ("pressed", "Pressed when they should"),
)


@get_or_post
@personal
def season(request: HttpRequest) -> HttpResponse:
    """What the reviews of many games say; a post begins the reviews that are missing."""
    whose = _whose(request)
    found = _season(request, whose)
    if request.method == "POST":
        for row in found.waiting[:AT_ONCE]:
            reviews.request(services.named_game(row), before_new=partial(limits.check, request, "ask"))
        return redirect(f"{reverse('games:season')}?of={whose}")
    order = request.GET.get("sort", "")
    order = order if order in Season.ORDERS else "luck"
    context = {
        "season": found,
        "contestants": found.ordered(order),
        "whose": whose,
        "choices": [(name, words) for name, (words, _) in WHOSE.items()],
        "columns": COLUMNS,
        "order": order,
        "most": MOST_GAMES,
        "at_once": min(len(found.waiting), AT_ONCE),
    }
    return render(request, "games/season.html", context)


@require_safe
@personal
def table(request: HttpRequest) -> HttpResponse:
    """The contestants as CSV."""
    whose = _whose(request)
    return HttpResponse(
        table_of(_season(request, whose)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="season-{whose}.csv"'},
    )


def _whose(request: HttpRequest) -> str:
    """Whose games: as the address says, otherwise one's own if there are any."""
    given = request.GET.get("of", "")
    if given in WHOSE:
        return given
    return "mine" if services.mine(request).exists() else "public"


def _season(request: HttpRequest, whose: str) -> Season:
    limits.check(request, "ask")
    rows = WHOSE[whose][1](request)[:MOST_GAMES]
    # What never took place says nothing about the show.
    real = (row for row in rows if whose != "public" or not row.simulated)
    return season_of(services.as_seen(request, row) for row in real)
