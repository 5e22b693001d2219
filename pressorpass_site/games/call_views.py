"""Calling a decision before seeing its odds."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from pressorpass_site.core import limits, owners
from pressorpass_site.core.refused import Refused

from . import calls, services
from .access import of_game
from .models import CALLER_LENGTH, Call, StoredGame


@require_POST
@of_game
def call(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """Press or pass, as somebody in the room calls it. Scripts get JSON, forms are led back to their page."""
    limits.check(request, "call")
    number, action = _number(request.POST.get("number", "")), request.POST.get("action", "")
    name, delay = request.POST.get("name", "")[: 4 * CALLER_LENGTH], _number(request.POST.get("delay", ""))
    caller, secret = owners.new_row_owner(request)
    answer: dict[str, object] = {"number": number}
    try:
        if action not in Call.Action.values:
            raise Refused("Call press or pass.")
        made = calls.make(row, caller, name, number, action, delay)
        answer |= {"action": made.action, "name": made.name, "caller": calls.key_of(row, caller)}
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
    """The address of the page that the form is on."""
    if request.POST.get("back") == "enter" and services.may_enter(request, row):
        return reverse("games:enter", args=[row.code])
    return row.get_absolute_url()


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0
