"""Beginning a game."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from engine import EventError, Position
from pressorpass_site.boards import services as boards
from pressorpass_site.core import limits, owners
from pressorpass_site.core.refused import Refused
from pressorpass_site.core.view_decorators import get_or_post, personal

from . import services
from .forms import NewGameForm
from .models import StoredGame


@get_or_post
@personal
def new(request: HttpRequest) -> HttpResponse:
    """Begin a game: with round 1, or from a position, which a link may bring along."""
    own = boards.own_revisions(request)
    if request.method != "POST":
        form = NewGameForm.blank(request.GET.get("position", "")[:2000], own)
        return render(request, "games/new.html", {"form": form})
    form = NewGameForm(request.POST, own=own)
    if form.is_valid():
        limits.check(request, "ask")
        owner, secret = owners.new_row_owner(request)
        if (row := _begin(owner, form)) is not None:
            return owners.set_cookie(redirect(reverse("games:enter", args=[row.code])), secret)
    return render(request, "games/new.html", {"form": form}, status=422)


def _begin(owner: str, form: NewGameForm) -> StoredGame | None:
    """The new game; None if it cannot be, and the form says why."""
    position = form.cleaned_data["position"]
    events = [_situation(position)] if position else []
    try:
        return services.begin(owner, form.game_title, form.headers(), form.boards, events=events, **form.shown_to)
    except EventError as error:
        form.add_error("position", error.message)
    except Refused as error:
        form.add_error(None, error.message)
    return None


def _situation(position: Position) -> dict[str, Any]:
    """The event that says how the game stands."""
    podiums = [
        {"score": each.score, "earned": each.earned, "passed": each.passed, "whammies": each.whammies}
        for each in position.contestants
    ]
    return {"type": "situation", "podiums": podiums, "seat": position.mover_seat + 1}
