"""`{% load podiums %}{% podium_form %}`: the podiums on any page."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from pressorpass_site.boards import services as boards

from .. import moment_list as moments
from ..forms import PodiumForm

register = template.Library()


@register.inclusion_tag("questions/_podiums.html", takes_context=True)
def podium_form(context: Context, form: PodiumForm | None = None, board: str = "") -> dict[str, Any]:
    """The form, blank unless one is given; `board` chooses the board of a blank one."""
    form = form or PodiumForm(initial=_asked_for(board))
    form.offer(boards.own_revisions(context["request"]))
    asked = [told for group in moments.gallery() for told in group.told if told.link]
    return {"form": form, "moments": asked}


def _asked_for(board: str) -> dict[str, str]:
    try:
        complete = board and boards.find_revision(board).complete
    except boards.BoardNotFound:
        complete = False
    return {"board": board} if complete else {}
