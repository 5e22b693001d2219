"""Who may see and enter a game, for views."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from pressorpass_site.core import owners
from pressorpass_site.core.view_decorators import View, personal

from . import services
from .models import StoredGame

NOT_OWNED = "This game belongs to somebody else. Copy it to make changes."
NOT_YOURS = "Only whoever entered this game, or has the host’s link, can add to it."


def of_game(view: View) -> View:
    """Pass the game to the view if the requester may see it; keep crawlers off unless it is public."""

    @wraps(view)
    @personal
    def found(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            row = services.find(request, code)
        except services.NotFound:
            raise Http404("There is no such game.") from None
        response = view(request, row, *args, **kwargs)
        if not row.public:
            response["X-Robots-Tag"] = "noindex"
        return response

    return found


def hosts_only(view: View) -> View:
    """Lead everybody who may not enter events to the page that follows the game."""

    @wraps(view)
    def guarded(request: HttpRequest, row: StoredGame, *args: Any, **kwargs: Any) -> HttpResponse:
        if not services.may_enter(request, row):
            messages.error(request, NOT_YOURS)
            return redirect(row)
        return owners.set_cookie(view(request, row, *args, **kwargs), owners.browser_secret(request))

    return guarded


def owners_only(view: View) -> View:
    """Lead everybody but the owner to the page that follows the game."""

    @wraps(view)
    def guarded(request: HttpRequest, row: StoredGame, *args: Any, **kwargs: Any) -> HttpResponse:
        if not services.is_owner(request, row):
            messages.error(request, NOT_OWNED)
            return redirect(row)
        return owners.set_cookie(view(request, row, *args, **kwargs), owners.browser_secret(request))

    return guarded
