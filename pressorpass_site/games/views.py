"""Pages of games: the list, a new one, following one."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from engine import game_to_json, write_game
from pressorpass_site.core import limits, owners
from pressorpass_site.core.visibility import Visibility

from . import odds, page, record, services
from .access import get_or_post, of_game, personal
from .forms import NewGameForm
from .models import StoredGame


@require_safe
@personal
def games(request: HttpRequest) -> HttpResponse:
    """One's own games, and the public ones."""
    context = {"mine": services.mine(request)[:50], "public": services.public()[:50]}
    return render(request, "games/list.html", context)


@get_or_post
@personal
def new(request: HttpRequest) -> HttpResponse:
    """Begin a game."""
    form = NewGameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        limits.check(request, "ask")
        owner, secret = owners.new_row_owner(request)
        try:
            visibility = Visibility(form.cleaned_data["visibility"])
            row = services.begin(owner, form.title, form.headers, form.boards, visibility=visibility)
        except services.Refused as error:
            form.add_error(None, error.message)
        else:
            return owners.set_cookie(redirect(reverse("games:enter", args=[row.code])), secret)
    return render(request, "games/new.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
@of_game
def one(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """The game as it stands, to be followed."""
    game = record.load(row)
    analysis = odds.ask(row, game)
    context = page.context(row, game, analysis, may_enter=services.may_enter(request, row))
    return render(request, "games/one.html", context)


@require_safe
@of_game
def text(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """The game in its notation."""
    return HttpResponse(write_game(record.load(row)), content_type="text/plain; charset=utf-8")


@require_safe
@of_game
def document(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """The game as JSON."""
    text = json.dumps(game_to_json(record.load(row)), indent=1, ensure_ascii=False)
    return HttpResponse(text, content_type="application/json")
