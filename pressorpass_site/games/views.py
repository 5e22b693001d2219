"""The page of a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from . import odds, page, record, services
from .access import of_game
from .models import StoredGame


@require_safe
@of_game
def one(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """The game as it stands, to be followed."""
    game = record.load(row)
    analysis = odds.ask(row, game)
    context = page.context(row, game, analysis, may_enter=services.may_enter(request, row))
    context["mine"] = services.is_owner(request, row)
    return render(request, "games/one.html", context)
