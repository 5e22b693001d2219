"""The parts of a page with the podiums that depend on its visitor."""

from __future__ import annotations

from collections.abc import Hashable

from django.http import HttpRequest

from pressorpass_site.boards import services as boards

from . import form_memory


def own_things(request: HttpRequest) -> Hashable:
    """Return everything that differs between visitors: log-in, own boards on offer, the form's memory.

    None if there is nothing.
    """
    offered = tuple(
        (each.board.slug, each.board.label, each.number) for each in boards.own_revisions(request) if each.playable
    )
    shown = request.user.is_authenticated, offered, form_memory.cookie(request)
    return shown if any(shown) else None
