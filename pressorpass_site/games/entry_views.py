"""Entering a game: the page, its forms without scripts, and the events that scripts send."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from engine import Game
from pressorpass_site.analyses.models import Analysis
from pressorpass_site.core import limits, owners

from . import entry_page, odds, record, services
from .access import get_or_post, hosts_only, of_game
from .entry_forms import FixForm, RoundForm, fix_form
from .models import StoredGame

_SHOWS_ODDS = "entry_shows_odds"  # in the session


@get_or_post
@of_game
@hosts_only
def enter(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """The page for entering a game; without scripts, what happened arrives here in the game notation or in a form."""
    game = record.load(row)
    forms = entry_page.round_forms(row, game)
    fix = fix_form(game, request.GET.get("fix", ""), row.names)
    typed, problem = "", ""
    if request.method == "POST":
        limits.check(request, "live")
        if services.stored_ids(row, [_id(request), f"{_id(request)}-0"]):  # sent twice
            return redirect(reverse("games:enter", args=[row.code]))
        try:
            form = _posted_form(request, row, game, forms)
            if isinstance(form, FixForm):
                fix = form
            if form is None:
                typed = request.POST.get("text", "")[:2000]
                entered = services.enter_text(row, _version(request, row), typed, _id(request))
            elif form.is_valid():
                named = [each | {"id": f"{_id(request)}-{at}"} for at, each in enumerate(form.events)]
                entered = services.enter(row, _version(request, row), named)
            else:
                entered = None
        except services.Overtaken as error:
            problem = f"Meanwhile, this was entered on another device: {error} Check, then send again."
            row = services.find(request, row.code)
        else:
            if entered and entered.refused is None:
                return redirect(reverse("games:enter", args=[row.code]))
            if entered and entered.refused:
                row, problem = entered.row, entered.refused.message
        game = record.load(row)
    analysis = _analysis(request, row, game)
    filled = any(form.is_bound for form in forms.values())
    context = entry_page.context(row, game, analysis, show_odds=_shows_odds(request), forms=forms if filled else None)
    context |= {"typed": typed, "problem": problem, "id": services.new_id(), "seen": _seen(row, analysis)}
    context |= {"fix": fix, "fix_after": entry_page.fix_heading(fix, game) if fix else ""}
    context["in_line"] = "line" in request.POST
    context["boards"] = entry_page.boards(row)
    context["host_link"] = request.build_absolute_uri(reverse("games:host", args=[row.code, row.host_key]))
    wrong = problem or any(form.errors for form in (*forms.values(), fix) if form)
    return render(request, "games/enter.html", context, status=422 if wrong else 200)


@get_or_post
@of_game
def events(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """The game as it stands, for scripts; or events from a script: JSON with the version that it has seen.

    Answers with the parts of the page that change. 204: nothing has changed. 409: another device was quicker, and
    `news` says what it entered. `known` has the ids of those events that are stored by now, in either case.
    """
    limits.check(request, "live")
    if not services.may_enter(request, row):
        return JsonResponse({"message": "This browser may no longer enter events of this game."}, status=403)
    if request.method != "POST":
        return _changes(request, row)
    try:
        sent = json.loads(request.body)
        version, found = int(sent["version"]), [dict(each) for each in sent["events"]]
    except (ValueError, TypeError, KeyError):
        return JsonResponse({"message": "Events are sent as JSON: a version, and a list of events."}, status=400)
    try:
        entered = services.enter(row, version, found)
    except services.Overtaken as error:
        row = services.find(request, row.code)
        news = {"news": error.news}
        return JsonResponse(_state(request, row) | _known(row, found) | news, status=409)
    answer = _state(request, entered.row) | _known(entered.row, found) | {"stored": entered.stored}
    if refused := entered.refused:
        answer["refused"] = {"id": refused.client_id, "message": refused.message, "field": refused.field}
    return JsonResponse(answer)


@require_POST
@of_game
@hosts_only
def hints(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """Show the odds while entering, or hide them."""
    request.session[_SHOWS_ODDS] = request.POST.get("odds") == "show"
    return redirect(reverse("games:enter", args=[row.code]))


@require_safe
@of_game
def host(request: HttpRequest, row: StoredGame, host_key: str) -> HttpResponse:
    """The host's link: go on entering on this device."""
    if not services.admit(request, row, host_key):
        messages.error(request, "This link no longer allows entering this game.")
        return redirect(row)
    response = redirect(reverse("games:enter", args=[row.code]))
    return owners.set_cookie(response, owners.browser_secret(request))


def _known(row: StoredGame, sent: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Which of the events that were sent are stored."""
    return {"known": services.stored_ids(row, (str(each.get("id", "")) for each in sent))}


def _changes(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """The game as it stands, unless the script has seen it so."""
    state = _state(request, row)
    if request.GET.get("seen") == state["seen"]:
        return HttpResponse(status=204)
    return JsonResponse(state)


def _state(request: HttpRequest, row: StoredGame) -> dict[str, Any]:
    """The game as it stands, with the parts of the page that show it."""
    game = record.load(row)
    analysis = _analysis(request, row, game)
    context = entry_page.context(row, game, analysis, show_odds=_shows_odds(request))
    html = render_to_string("games/_entry_state.html", context, request)
    return {"version": row.version, "seen": _seen(row, analysis), "round": game.state.round, "state": html}


def _seen(row: StoredGame, analysis: Analysis | None) -> str:
    """What a page that shows this need not be told again."""
    shown = f"{analysis.key[:8]}-{analysis.version}-{analysis.status}" if analysis else ""
    return f"{row.version}.{shown}"


def _analysis(request: HttpRequest, row: StoredGame, game: Game) -> Analysis | None:
    """The odds, asked only while they are shown."""
    return odds.ask(row, game) if _shows_odds(request) else None


def _shows_odds(request: HttpRequest) -> bool:
    return bool(request.session.get(_SHOWS_ODDS))


def _posted_form(
    request: HttpRequest, row: StoredGame, game: Game, forms: dict[str, RoundForm]
) -> RoundForm | FixForm | None:
    """The form that was posted, bound; None if it was the line of text, or a button with a move."""
    posted = request.POST.get("form", "")
    if posted == "fix":
        return fix_form(game, request.POST.get("number", ""), row.names, request.POST)
    if posted not in forms:
        return None
    form = forms[posted]
    form.is_bound, form.data = True, request.POST
    return form


def _id(request: HttpRequest) -> str:
    return request.POST.get("id", "")[:64]


def _version(request: HttpRequest, row: StoredGame) -> int:
    sent = request.POST.get("version", "")
    return int(sent) if sent.isdecimal() and len(sent) < 7 else row.version
