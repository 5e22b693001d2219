"""`{% load saved %}{% save_card analysis %}`: the way to save an answer, for the page that shows it."""

from __future__ import annotations

from typing import Any

from django import template

from pressorpass_site.analyses.models import Analysis

register = template.Library()


@register.inclusion_tag("saved/_save.html")
def save_card(analysis: Analysis) -> dict[str, Any]:
    """A card that leads to the form."""
    return {"key": analysis.key}
