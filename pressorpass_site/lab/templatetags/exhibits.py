"""`{% load exhibits %}`: each kind of exhibit has one template, and a link leads to its page."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse
from django.utils.http import urlencode

from engine.lab.exhibits import Board, Exhibit, Link
from pressorpass_site.lab.pages import betsy_board
from pressorpass_site.lab.pictures import DRAWINGS, Drawing

register = template.Library()


@register.filter
def kind(part: Any) -> str:
    """Return the name of the kind of a piece, a cell or an exhibit: “text”, “strong”, “link”, “bar”."""
    return "text" if isinstance(part, str) else type(part).__name__.lower()


@register.filter
def template_of(exhibit: Exhibit) -> str:
    """Return the template of an exhibit."""
    return f"lab/exhibits/_{kind(exhibit)}.html"


@register.filter
def drawn(exhibit: Any) -> Drawing:
    """Return a picture as a drawing."""
    return DRAWINGS[type(exhibit)](exhibit)


@register.filter
def seen_from(board: Board, side: str) -> betsy_board.BoardPicture:
    """Return a board as a drawing, with the home row of a side at the bottom."""
    return betsy_board.picture(board, side)


@register.filter
def address(link: Link, game: str) -> str:
    """Return where a link leads: a question of the game, its table, or an address."""
    if link.address:
        return link.address
    page = reverse("lab:question", args=[game, link.question]) if link.question else reverse("lab:game", args=[game])
    options = {name.replace("_", "-"): value for name, value in link.options.items() if value not in (None, "")}
    return page + (f"?{urlencode(options)}" if options else "") + (f"#{link.anchor}" if link.anchor else "")
