"""Importing a game: its text is shown again with everything that is wrong in it, until it is mended or taken as read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from pressorpass_site.core import limits, owners
from pressorpass_site.core.refused import Refused
from pressorpass_site.core.view_decorators import get_or_post, personal

from . import importing
from .import_form import ImportForm

AS_READ = "as-read"


@get_or_post
@personal
def import_game(request: HttpRequest) -> HttpResponse:
    """Import a game from text or a file."""
    if request.method != "POST":
        return render(request, "games/import.html", {"form": ImportForm()})
    limits.check(request, "ask")
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "games/import.html", {"form": form}, status=422)
    imported = importing.read(form.given)
    if (not imported.problems or request.POST.get("do") == AS_READ) and imported.game.events:
        owner, secret = owners.new_row_owner(request)
        try:
            row = importing.store(owner, imported.game, form.shown_to)
        except Refused as error:
            form.add_error(None, error.message)
        else:
            return owners.set_cookie(redirect(reverse("games:review", args=[row.code])), secret)
    elif not imported.problems:
        form.add_error("text", "There are no events in this: nothing happened.")
    context = {"form": form, "imported": imported, "text": form.given}
    return render(request, "games/import.html", context, status=422)
