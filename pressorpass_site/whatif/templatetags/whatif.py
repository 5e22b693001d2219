"""`{% load whatif %}{% whatif_card analysis %}`: the card of an answer's what-ifs, which loads when it becomes visible."""

from __future__ import annotations

from typing import Any

from django import template

from pressorpass_site.analyses.models import Analysis

from .. import variations

register = template.Library()


@register.inclusion_tag("whatif/_lazy.html")
def whatif_card(analysis: Analysis) -> dict[str, Any]:
    """The card; nothing if only one contestant is still in."""
    question = analysis.question
    if question.position.alone:
        return {}
    return {"src": variations.card_address(question), "map_link": variations.map_address(question)}
