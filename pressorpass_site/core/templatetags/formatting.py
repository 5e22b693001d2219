"""`{% load formatting %}`: numbers as people read them (see core/formatting.py)."""

from __future__ import annotations

from django import template

from .. import formatting

register = template.Library()

register.filter("money", formatting.money)
register.filter("chance", formatting.exact_percent)
register.filter("points", formatting.points)
register.filter("seconds", formatting.seconds)


@register.filter
def thousands(number: int | float) -> str:
    """312480 → 312,480."""
    return f"{number:,}"
