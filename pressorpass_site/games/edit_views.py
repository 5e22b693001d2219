"""Changing, copying and deleting a game."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from pressorpass_site.boards import services as boards
from pressorpass_site.core import limits, owners
from pressorpass_site.core.refused import Refused
from pressorpass_site.core.view_decorators import get_or_post

from . import editing, record
from .access import of_game, owners_only
from .forms import GameForm
from .models import StoredGame


@get_or_post
@of_game
@owners_only
def edit(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """Edit title, names, day, boards, rules, and who sees the game."""
    form = GameForm.about(row, request.POST if request.method == "POST" else None, boards.own_revisions(request))
    if form.is_bound and form.is_valid():
        headers = form.headers(record.headers_of(row))
        try:
            editing.change(row, form.game_title, headers, form.boards, form.shown_to)
        except Refused as error:
            form.add_error(error.field, error.message)
        else:
            messages.success(request, "Changes saved.")
            return redirect(row)
    link = request.build_absolute_uri(reverse("games:host", args=[row.code, row.host_key]))
    context = {"form": form, "row": row, "host_link": link}
    return render(request, "games/edit.html", context, status=422 if form.errors else 200)


@require_POST
@of_game
@owners_only
def new_host_link(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """Replace the host's link."""
    editing.new_host_key(row)
    messages.success(request, "There is a new host’s link. The one before no longer allows entering this game.")
    return redirect(reverse("games:edit", args=[row.code]))


@get_or_post
@of_game
@owners_only
def delete(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """Delete it after confirmation."""
    if request.method == "POST":
        editing.delete(row)
        messages.success(request, f"“{row.title}” has been deleted.")
        return redirect("games:list")
    return render(request, "games/delete.html", {"row": row})


@require_POST
@of_game
def copy(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """Make a game of one's own with the same events, to go on otherwise."""
    limits.check(request, "ask")
    owner, secret = owners.new_row_owner(request)
    try:
        made = editing.copy(owner, row)
    except Refused as error:
        messages.error(request, error.message)
        return redirect(row)
    messages.success(request, "This copy is yours: undo back to where you want to go on otherwise.")
    return owners.set_cookie(redirect(reverse("games:enter", args=[made.code])), secret)
