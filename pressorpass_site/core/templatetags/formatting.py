"""`{% load formatting %}`: numbers as people read them (see engine/formatting.py)."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from engine import formatting

register = template.Library()

register.filter("money", formatting.money)
register.filter("chance", formatting.exact_percent)
register.filter("points", formatting.points)
register.filter("seconds", formatting.seconds)


@register.filter
def thousands(number: int | float) -> str:
    """Return text such as 312,480 for 312480."""
    return f"{number:,}"


@register.filter
def parted(words: str | Sequence[str]) -> Sequence[str]:
    """Return words between bars one by one: A|B → [A, B]; a list stays as it is."""
    return words.split("|") if isinstance(words, str) else words
