"""`{% load dilemmas %}`: today's dilemma on any page."""

from __future__ import annotations

from typing import Any

from django import template

from .. import days, page, services

register = template.Library()


@register.inclusion_tag("dilemmas/_today.html")
def todays_dilemma() -> dict[str, Any]:
    """Return the question of today's first dilemma; nothing where its board is missing."""
    try:
        number = days.today()
        return page.question_context(services.of_day(number, services.parts_of(number)[0]))
    except services.NoDilemma:
        return {}
