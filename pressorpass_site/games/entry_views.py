"""Entering a game: the page, its form without scripts, and the events that scripts send."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from pressorpass_site.core import limits, owners

from . import odds, page, record, services
from .access import get_or_post, hosts_only, of_game
from .models import StoredGame


@get_or_post
@of_game
@hosts_only
def enter(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """The page for entering a game; without scripts, what happened arrives here in the game notation."""
    typed, problem = "", ""
    if request.method == "POST":
        limits.check(request, "live")
        typed = request.POST.get("text", "")[:2000]
        try:
            entered = services.enter_text(row, _version(request, row), typed, request.POST.get("id", "")[:64])
        except services.Overtaken as error:
            problem = f"Meanwhile, this was entered on another device: {error} Check, then send again."
        else:
            if entered.refused is None:
                return redirect(reverse("games:enter", args=[row.code]))
            row, problem = entered.row, entered.refused.message
    game = record.load(row)
    context = page.context(row, game, odds.ask(row, game), may_enter=True)
    context |= {"typed": typed, "problem": problem, "id": services.new_id()}
    context["host_link"] = request.build_absolute_uri(reverse("games:host", args=[row.code, row.host_key]))
    return render(request, "games/enter.html", context, status=422 if problem else 200)


@require_POST
@of_game
def events(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """Events from a script: JSON with the version that it has seen, and events with an id each.

    Answers with the part of the page that changes. 409: another device was quicker, and `news` says what it entered.
    """
    limits.check(request, "live")
    if not services.may_enter(request, row):
        return JsonResponse({"message": "This browser may no longer enter events of this game."}, status=403)
    try:
        sent = json.loads(request.body)
        version, found = int(sent["version"]), [dict(each) for each in sent["events"]]
    except (ValueError, TypeError, KeyError):
        return JsonResponse({"message": "Events are sent as JSON: a version, and a list of events."}, status=400)
    try:
        entered = services.enter(row, version, found)
    except services.Overtaken as error:
        row = services.find(request, row.code)
        return JsonResponse(_state(request, row) | {"news": error.news}, status=409)
    refused = entered.refused
    return JsonResponse(
        _state(request, entered.row)
        | {"stored": entered.stored}
        | (
            {"refused": {"id": refused.client_id, "message": refused.message, "field": refused.field}}
            if refused
            else {}
        )
    )


@require_safe
@of_game
def host(request: HttpRequest, row: StoredGame, host_key: str) -> HttpResponse:
    """The host's link: go on entering on this device."""
    if not services.admit(request, row, host_key):
        messages.error(request, "This link no longer allows entering this game.")
        return redirect(row)
    response = redirect(reverse("games:enter", args=[row.code]))
    return owners.set_cookie(response, owners.browser_secret(request))


def _state(request: HttpRequest, row: StoredGame) -> dict[str, Any]:
    """The game as it stands, with the part of the page that shows it."""
    game = record.load(row)
    context = page.context(row, game, odds.stored(row, game), may_enter=True)
    return {"version": row.version, "state": render_to_string("games/_state.html", context, request)}


def _version(request: HttpRequest, row: StoredGame) -> int:
    sent = request.POST.get("version", "")
    return int(sent) if sent.isdecimal() and len(sent) < 7 else row.version
