from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_POST, require_safe

from engine import Game, InputError
from pressorpass_site.answers.choices import page as choice_page
from pressorpass_site.answers.choices import services as choices
from pressorpass_site.core import limits, owners
from pressorpass_site.core.http.request_texts import read_json
from pressorpass_site.core.http.view_decorators import forbid_caching, get_or_post, limit_body
from pressorpass_site.core.money import parse_digits

from .. import episode_boards, odds, page, services
from ..dilemmas import votes
from ..following import room
from ..models import Hints, StoredGame
from ..odds import LAST_ROUND
from ..services import host_required, with_game
from . import page as entry_page
from .forms import RoundForm, build_fix_form

NO_ODDS = "There are no odds here."

_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")


@get_or_post
@with_game
@host_required
def enter(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    """Show the entry page; a POST is a line in the game notation, or corrected podiums."""
    game = services.get_named_game(stored_game)
    fix = build_fix_form(game, request.GET.get("fix", ""), stored_game.names)
    entry_text, problem = "", ""
    if request.method == "POST":
        limits.check(request, "live")
        sent_id = _read_event_id(request)
        if services.find_stored_ids(stored_game, [sent_id, f"{sent_id}-0"]):  # sent twice
            return redirect(reverse("games:enter", args=[stored_game.code]))
        try:
            if request.POST.get("form") == "fix":
                fix = build_fix_form(game, request.POST.get("number", ""), stored_game.names, request.POST)
            if fix is None or not fix.is_bound:
                entry_text = request.POST.get("text", "")[:2000]
                of = request.POST.get("of", "")
                text = f"instead of {of}: {entry_text}" if of.isdecimal() else entry_text
                entry_result = services.add_text(stored_game, _read_client_version(request, stored_game), text, sent_id)
            elif fix.is_valid():
                events = [event | {"id": f"{sent_id}-{index}"} for index, event in enumerate(fix.events)]
                entry_result = services.add_events(stored_game, _read_client_version(request, stored_game), events)
            else:
                entry_result = None
        except services.VersionConflict as error:
            problem = f"Another device entered this in the meantime: {error} Check it, then send again."
            stored_game = services.get_game(request, stored_game.code)
        else:
            if entry_result and entry_result.refused is None:
                return redirect(reverse("games:enter", args=[stored_game.code]))
            if entry_result and entry_result.refused:
                stored_game, problem = entry_result.stored_game, entry_result.refused.message
        game = services.get_named_game(stored_game)
    context = _build_entry_context(request, stored_game, game)
    context |= {"typed": entry_text, "problem": problem, "id": services.create_id()}
    number = request.GET.get("fix", "")
    context |= {"fix": fix, "fixing": next((line for line in context["lines"] if str(line.number) == number), None)}
    context["in_line"] = "line" in request.POST
    context["board_lines"] = episode_boards.build_board_lines(stored_game)
    context |= entry_page.build_rings(stored_game, game)
    context["second_round"] = RoundForm(LAST_ROUND, stored_game.names, ids="later")
    context["follow_link"] = page.build_follow_link(request, stored_game, is_over=game.over)
    context["host_link"] = request.build_absolute_uri(
        reverse("games:host", args=[stored_game.code, stored_game.host_key])
    )
    entry_error = problem or (fix and fix.errors)
    return render(request, "games/enter.html", context, status=422 if entry_error else 200)


@limit_body(services.BATCH_BYTES)
@get_or_post
@with_game
def game_events(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    """Return the current game for scripts, or store events that a script sends with the version it has.

    The response has the parts of the page that change. 204: nothing has changed. 409: another device was quicker; `news`
    has its events in words. `known` has the IDs of the sent events that are stored now, even with 409.
    """
    limits.check(request, "live")
    if not services.can_enter(request, stored_game):
        return JsonResponse({"message": "This browser can no longer enter events of this game."}, status=403)
    if request.method != "POST":
        return _render_changes(request, stored_game)
    try:
        batch = read_json(request.body)
        version = int(batch["version"])
        events = [dict(event) for event in batch["events"][: services.MAX_BATCH]]
    except (ValueError, TypeError, KeyError, OverflowError):
        return JsonResponse({"message": "Events are sent as JSON: a version, and a list of events."}, status=400)
    try:
        entry_result = services.add_events(stored_game, version, events)
    except services.VersionConflict as error:
        stored_game = services.get_game(request, stored_game.code)
        news = {"news": error.news}
        return JsonResponse(
            _serialize_entry_state(request, stored_game) | _list_known_events(stored_game, events) | news, status=409
        )
    content = (
        _serialize_entry_state(request, entry_result.stored_game)
        | _list_known_events(entry_result.stored_game, events)
        | {"stored": entry_result.stored}
    )
    if refused := entry_result.refused:
        content["refused"] = {"id": refused.client_id, "message": refused.message, "field": refused.field}
    return JsonResponse(content)


@require_POST
@with_game
@host_required
def change_hints(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    if request.POST.get("odds") in Hints.values:
        services.change_hints(stored_game, request.POST["odds"])
    return HttpResponse(status=204)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    script = Path(str(finders.find("js/game-worker.js"))).read_bytes()
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response["Service-Worker-Allowed"] = "/"  # otherwise only pages below its own URL
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
@with_game
@host_required
def slide_advice(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    """Render the slide to take on a choice square, as a part of the page."""
    limits.check(request, "live")
    question = odds.build_question(stored_game, services.get_named_game(stored_game))
    square = request.GET.get("square", "")
    if question is None:
        return _render_advice(request, refusal=NO_ODDS)
    question = replace(question, secret=odds.get_question_secret(stored_game))
    if refusal := choices.find_unavailable_reason(question):
        return _render_advice(request, refusal=refusal)
    try:
        choice = choices.get_or_start_choice(question, parse_digits(square) or 0, request.GET.get("shows", "")[:200])
    except InputError as error:
        return _render_advice(request, refusal=error.message)
    choice = choices.wait(choice, settings.ANSWER_WAIT_MILLISECONDS / 1000)
    return _render_advice(request, **choice_page.build_context(choice, stored_game.names))


@require_safe
@forbid_caching
def host_link(request: HttpRequest, code: str, host_key: str) -> HttpResponse:
    """Let this browser enter events of the game whose host link it opens."""
    if not services.admit_host(request, code, host_key):
        messages.error(request, "This link no longer allows entering this game.")
        return redirect("games:detail", code)
    response = redirect("games:enter", code)
    return owners.set_cookie(response, owners.read_browser_secret(request))


def _render_advice(request: HttpRequest, refusal: str = "", **context: Any) -> HttpResponse:
    return render(request, "games/_entry_advice.html", {"refusal": refusal, "choice": None} | context)


def _list_known_events(stored_game: StoredGame, events: list[dict[str, Any]]) -> dict[str, list[str]]:
    return {"known": services.find_stored_ids(stored_game, (str(event.get("id", "")) for event in events))}


def _render_changes(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    """Return the current game as JSON; 204, without rendering, if the script already has this version."""
    game = services.get_named_game(stored_game)
    standing = _get_entry_standing(request, stored_game, game)
    if request.GET.get("seen") == standing.seen:
        return HttpResponse(status=204)
    return JsonResponse(_serialize_entry_state(request, stored_game, game, standing))


def _serialize_entry_state(
    request: HttpRequest, stored_game: StoredGame, game: Game | None = None, standing: _EntryStanding | None = None
) -> dict[str, Any]:
    context = _build_entry_context(
        request, stored_game, game or services.get_named_game(stored_game), standing=standing
    )
    html = render_to_string("games/_entry_state.html", context, request)
    landing = context["landing"]
    return {
        "version": stored_game.version,
        "seen": context["seen"],
        "round": context["round"],
        "landing": landing.for_scripts if landing else None,
        "state": html,
    }


def _build_entry_context(
    request: HttpRequest,
    stored_game: StoredGame,
    game: Game,
    standing: _EntryStanding | None = None,
) -> dict[str, Any]:
    standing = standing or _get_entry_standing(request, stored_game, game)
    room_context = room.build_context(request, stored_game, game)
    if standing.hints != Hints.CALL:
        room_context = {"room": room_context["room"], "decision": None, "caller": None}
    context = entry_page.build_context(stored_game, game, standing.odds_row, hints=standing.hints) | room_context
    return context | {"show_odds": standing.show_odds, "seen": standing.seen, "goes_on": False}


@dataclass(frozen=True)
class _EntryStanding:
    """The state of the entry page: its hints, the odds if it shows them, and a stamp that changes with its content."""

    hints: Hints
    show_odds: bool
    odds_row: odds.OddsRow | None
    seen: str


def _get_entry_standing(request: HttpRequest, stored_game: StoredGame, game: Game) -> _EntryStanding:
    """Return the state of the page, in a few queries. The odds are requested only while they are shown."""
    hints = Hints(stored_game.hints)
    decision = odds.find_open_decision(stored_game, game)
    vote_key = votes.build_decision_key(stored_game.code, decision.number) if decision else ""
    calls = hints == Hints.CALL and decision is not None
    call = votes.get_first_vote(vote_key, owners.list_owner_ids(request)) if calls else None
    shows_odds = hints != Hints.HIDE and (not calls or call is not None)
    odds_row = odds.get_or_start_odds(stored_game, game) if shows_odds else None
    answer = f"{odds_row.key[:8]}-{odds_row.version}-{odds_row.status}" if odds_row else ""
    count = votes.count_votes([vote_key])[vote_key].count if decision else 0
    return _EntryStanding(hints, shows_odds, odds_row, f"{stored_game.version}.{hints}.{answer}.{count}.{bool(call)}")


def _read_event_id(request: HttpRequest) -> str:
    """Return the ID that the form gives its events; a new one if it has no valid ID."""
    sent_id = request.POST.get("id", "")
    return sent_id if _ID.fullmatch(sent_id) else services.create_id()


def _read_client_version(request: HttpRequest, stored_game: StoredGame) -> int:
    number = parse_digits(request.POST.get("version", ""))
    return stored_game.version if number is None else number
