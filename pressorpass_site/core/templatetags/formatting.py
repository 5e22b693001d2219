"""`{% load formatting %}`: numbers as people read them (see engine/formatting.py)."""

from __future__ import annotations

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
