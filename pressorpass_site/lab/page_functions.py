"""Functions of the lab's templates: the kind of an exhibit, its drawing, and the URL of a link."""

from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from engine.lab.exhibits import Link

from .pictures import DRAWINGS, Drawing


def part_kind(part: Any) -> str:
    """Return the kind of a piece, a cell or an exhibit: “text”, “strong”, “link”, “bar”."""
    return "text" if isinstance(part, str) else type(part).__name__.lower()


def build_drawing(exhibit: Any) -> Drawing:
    return DRAWINGS[type(exhibit)](exhibit)


def address(link: Link, game: str) -> str:
    """Return the URL of a link: its own, a question of the game, or the page of the game."""
    if link.address:
        return link.address
    page = reverse("lab:question", args=[game, link.question]) if link.question else reverse("lab:game", args=[game])
    options = {name.replace("_", "-"): value for name, value in link.options.items() if value not in (None, "")}
    return page + (f"?{urlencode(options)}" if options else "") + (f"#{link.anchor}" if link.anchor else "")
