"""Following a game: the page, the stream that keeps it up to date, and calls of decisions before seeing the odds."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST, require_safe

from engine import Game
from pressorpass_site.core import clients, limits, owners
from pressorpass_site.core.money import parse_digits
from pressorpass_site.core.owners import COOKIE_SECONDS
from pressorpass_site.core.refused import Refused

from .. import episode_boards, odds, page, record, services
from ..dilemmas.models import CALLS, NAME_LENGTH
from ..dilemmas.votes import as_guess
from ..models import StoredGame
from ..services import DELAY_COOKIE, of_live_game, of_overlay
from . import follow, room
from .streams import Audience, Seen, Stream, hub, once

DELAYS = (0, 10, 30, 60, 120)
OVER_AFTER = timedelta(hours=1)  # without an event
MOST_EARLIER = 60  # versions that a viewer who is behind still has to see

_few = threading.BoundedSemaphore(8)


@require_safe
@of_live_game
def one(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """Show the game as it is, or as it was for a viewer who wants to be behind."""
    if row.told:
        return render(request, "games/larson.html", {"row": row})
    may_enter = services.may_enter(request, row)
    delay = _delay(request, row)
    game = services.named_game(row, record.version_before(row, delay) if delay else None)
    asked = odds.stored(row, game) if delay else odds.ask(row, game)
    context = room.context(request, row, game) | follow.context(row, game, asked, may_enter=may_enter)
    context["mine"] = services.is_owner(request, row)
    context["follow_link"] = page.follow_link(request, row, over=game.over)
    context["board_lines"] = episode_boards.lines(row)
    context["goes_on"] = _goes_on(row, game)
    context |= {"version": len(game.events), "delay": delay, "delays": DELAYS} | _without_scripts(request)
    response = render(request, "games/one.html", context)
    if "delay" in request.GET:
        response.set_cookie(
            DELAY_COOKIE, str(services.wanted_delay(request)), max_age=COOKIE_SECONDS, samesite="Lax", httponly=True
        )
    return response


def _without_scripts(request: HttpRequest) -> dict[str, object]:
    """Return the wishes of a viewer without scripts for the page, which reloads itself, and the addresses to change
    them.
    """
    still, open_odds = "still" in request.GET, "odds" in request.GET
    addresses: dict[str, object] = {
        "reloads": _address(still=False, odds=open_odds),
        "stays": _address(still=True, odds=open_odds),
        "odds_closed": _address(still=still, odds=False),
        "odds_open": _address(still=still, odds=True),
    }
    return addresses | {"still": still, "open_odds": open_odds}


def _address(**wanted: bool) -> str:
    return "?" + urlencode({name: 1 for name, want in wanted.items() if want})


def few_at_a_time(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Return a view of which a process with streams, and so with many threads, connects few to the database."""

    @wraps(view)
    def answer(*args: Any, **kwargs: Any) -> HttpResponseBase:
        with _few:
            try:
                return view(*args, **kwargs)
            finally:
                if settings.GAME_STREAMS:
                    connection.close()  # Django would do that at the end of the stream

    return answer


@require_GET
@few_at_a_time
@of_live_game
def stream(request: HttpRequest, row: StoredGame) -> HttpResponseBase:
    """Return the game as server-sent events: missed events first, then every change."""
    return _stream(request, row, Audience.of(row), _delay(request, row))


@require_safe
@of_overlay
def overlay(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """Show podiums and chances alone on a transparent page, for a stream of pictures."""
    delay = max(services.wanted_delay(request), row.delay)
    game = services.named_game(row, record.version_before(row, delay) if delay else None)
    asked = odds.stored(row, game) if delay else odds.ask(row, game)
    context = follow.context(row, game, asked)
    key = request.GET.get("key", "")
    context |= {"version": len(game.events), "delay": delay, "key": key, "overlay": True}
    response = render(request, "games/overlay.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


@require_GET
@few_at_a_time
@of_overlay
def overlay_stream(request: HttpRequest, row: StoredGame) -> HttpResponseBase:
    """Return what an overlay shows as server-sent events."""
    audience = Audience(row.code, overlay_key=request.GET.get("key", ""))
    return _stream(request, row, audience, max(services.wanted_delay(request), row.delay))


def _stream(request: HttpRequest, row: StoredGame, audience: Audience, delay: int) -> HttpResponseBase:
    limits.check(request, "live")
    if "seen" in request.GET:
        return HttpResponse(follow.outdated(), content_type="text/event-stream")
    seen = Seen.read(request.headers.get("Last-Event-ID") or request.GET.get("from", ""))
    earlier = _earlier(row, seen, delay, overlay=audience.overlay)
    response: HttpResponseBase
    client = clients.current()
    if hub.join(audience, client):
        stream = Stream(hub, audience, client, seen, earlier)
        response = StreamingHttpResponse(stream, content_type="text/event-stream")
    else:
        response = HttpResponse(once(row, seen, overlay=audience.overlay), content_type="text/event-stream")
    response["X-Accel-Buffering"] = "no"  # a proxy must not hold it back
    return response


def _goes_on(row: StoredGame, game: Game) -> bool:
    """Return whether anything may still happen in the game: others have no stream."""
    return not row.sample and (not game.over or row.updated_at > timezone.now() - OVER_AFTER)


def _earlier(row: StoredGame, seen: Seen, delay: int, *, overlay: bool) -> list[follow.Message]:
    """Return the earlier versions that a delayed viewer has yet to see."""
    if not delay:
        return []
    first = max(seen.version, record.version_before(row, delay), row.version - MOST_EARLIER)
    return [follow.game_message(row, version, overlay=overlay) for version in range(first + 1, row.version)]


def _delay(request: HttpRequest, row: StoredGame) -> int:
    """Return the seconds that the viewer is behind: as they want, and no less than the game's own."""
    wanted = services.wanted_delay(request)
    return wanted if services.may_enter(request, row) else max(wanted, row.delay)


@require_POST
@of_live_game
def call(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """Store a viewer's call to press or pass. Scripts get JSON, forms are led back to their page."""
    limits.check(request, "call")
    number, action = parse_digits(request.POST.get("number", "")) or 0, request.POST.get("action", "")
    name, delay = request.POST.get("name", "")[: 4 * NAME_LENGTH], parse_digits(request.POST.get("delay", "")) or 0
    guess = as_guess(request.POST.get("guess", ""))
    caller, secret = owners.new_row_owner(request)
    answer: dict[str, object] = {"number": number}
    try:
        if action not in CALLS:
            raise Refused("Call press or pass.")
        made = room.make(row, caller, owners.owner_ids(request), name, number, action, delay, guess)
        answer |= {"action": made.action, "name": made.name, "caller": room.key_of(row, caller)}
    except Refused as error:
        answer["message"] = error.message
    if request.accepts("text/html"):
        if message := answer.get("message"):
            messages.error(request, str(message))
        response: HttpResponse = redirect(_back(request, row))
    else:
        response = JsonResponse(answer, status=409 if "message" in answer else 200)
    return owners.set_cookie(response, secret)


def _back(request: HttpRequest, row: StoredGame) -> str:
    """Return the address of the page that the form is on."""
    if request.POST.get("back") == "enter" and services.may_enter(request, row):
        return reverse("games:enter", args=[row.code])
    return row.get_absolute_url()
