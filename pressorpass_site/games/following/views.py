import threading
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST, require_safe

from engine import Game
from pressorpass_site.core import clients, limits, owners
from pressorpass_site.core.errors import UserError
from pressorpass_site.core.money import parse_digits

from .. import episode_boards, odds, page, services
from ..dilemmas.votes import parse_guess
from ..models import CALLS, NAME_LENGTH, StoredGame
from ..services import with_game, with_overlay
from . import follow, room
from .streams import Audience, ClientState, Stream, build_missing_messages, hub

OVER_AFTER = timedelta(hours=1)  # without an event

_connection_slots = threading.BoundedSemaphore(8)


@require_safe
@with_game
def follow_game(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    if stored_game.is_story_only:
        return render(request, "games/larson.html", {"stored_game": stored_game})
    may_enter = services.can_enter(request, stored_game)
    game = services.get_named_game(stored_game)
    odds_row = _get_odds(stored_game, game)
    context = follow.build_context(stored_game, game, odds_row, may_enter=may_enter) | room.build_context(
        request, stored_game, game
    )
    context["mine"] = services.is_owner(request, stored_game)
    context["follow_link"] = page.build_follow_link(request, stored_game, is_over=game.over)
    context["board_lines"] = episode_boards.build_board_lines(stored_game)
    # Other games have no stream: nothing more happens in them.
    context["goes_on"] = not stored_game.sample and (
        not game.over or stored_game.updated_at > timezone.now() - OVER_AFTER
    )
    context["version"] = len(game.events)
    return render(request, "games/detail.html", context)


def limit_connections(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Limit the database connections of this view in a process with many threads for streams."""

    @wraps(view)
    def wrapper(*args: Any, **kwargs: Any) -> HttpResponseBase:
        with _connection_slots:
            try:
                return view(*args, **kwargs)
            finally:
                if settings.GAME_STREAMS:
                    connection.close()  # Django would close it only at the end of the stream

    return wrapper


@require_GET
@limit_connections
@with_game
def game_stream(request: HttpRequest, stored_game: StoredGame) -> HttpResponseBase:
    """Return the game as server-sent events: missed events first, then every change."""
    return _open_stream(request, stored_game, Audience.from_game(stored_game))


@require_safe
@with_overlay
def game_overlay(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    game = services.get_named_game(stored_game)
    context = follow.build_context(stored_game, game, _get_odds(stored_game, game))
    context |= {"version": len(game.events), "key": request.GET.get("key", ""), "overlay": True}
    response = render(request, "games/overlay.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


@require_GET
@limit_connections
@with_overlay
def overlay_stream(request: HttpRequest, stored_game: StoredGame) -> HttpResponseBase:
    return _open_stream(request, stored_game, Audience(stored_game.code, overlay_key=request.GET.get("key", "")))


def _open_stream(request: HttpRequest, stored_game: StoredGame, audience: Audience) -> HttpResponseBase:
    limits.check(request, "live")
    client_state = ClientState.parse(request.headers.get("Last-Event-ID") or request.GET.get("from", ""))
    response: HttpResponseBase
    client = clients.get_current_client()
    if hub.join(audience, client):
        stream = Stream(hub, audience, client, client_state)
        response = StreamingHttpResponse(stream, content_type="text/event-stream")
    else:
        response = HttpResponse(
            build_missing_messages(stored_game, client_state, is_overlay=audience.overlay),
            content_type="text/event-stream",
        )
    response["X-Accel-Buffering"] = "no"  # nginx must not buffer a stream
    return response


def _get_odds(stored_game: StoredGame, game: Game) -> odds.OddsRow | None:
    """Get or start the odds; only get them for viewers of a delayed game, whose stream starts them."""
    return (
        odds.get_stored_odds(stored_game, game)
        if stored_game.for_others and stored_game.delay
        else odds.get_or_start_odds(stored_game, game)
    )


@require_POST
@with_game
def make_call(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    limits.check(request, "call")
    number, action = parse_digits(request.POST.get("number", "")) or 0, request.POST.get("action", "")
    name = request.POST.get("name", "")[: 4 * NAME_LENGTH]
    guess = parse_guess(request.POST.get("guess", ""))
    caller, secret = owners.choose_row_owner(request)
    content: dict[str, object] = {"number": number}
    try:
        if action not in CALLS:
            raise UserError("Call press or pass.")
        vote = room.record_call(stored_game, caller, owners.list_owner_ids(request), name, number, action, guess)
        content |= {"action": vote.action, "name": vote.name, "caller": room.find_caller_key(stored_game, caller)}
    except (UserError, limits.RateLimited) as error:
        content["message"] = str(error)
    response = JsonResponse(content, status=409 if "message" in content else 200)
    return owners.set_cookie(response, secret)
