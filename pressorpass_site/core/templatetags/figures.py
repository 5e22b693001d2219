"""`{% load figures %}`: numbers as people read them (see core/figures.py)."""

from __future__ import annotations

from django import template

from pressorpass_site.core import figures

register = template.Library()

register.filter("money", figures.money)
register.filter("chance", figures.exact_percent)
register.filter("points", figures.points)
register.filter("seconds", figures.seconds)


@register.filter
def thousands(number: int | float) -> str:
    """312480 → 312,480."""
    return f"{number:,}"
