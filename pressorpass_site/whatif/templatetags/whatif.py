"""`{% load whatif %}{% whatif_card analysis %}`: the what-ifs of an answer, which fill themselves when they are looked at."""

from __future__ import annotations

from typing import Any

from django import template

from pressorpass_site.analyses.models import Analysis

from .. import variations

register = template.Library()


@register.inclusion_tag("whatif/_lazy.html")
def whatif_card(analysis: Analysis) -> dict[str, Any]:
    """The card of an answer; nothing where there is nothing to compare."""
    question = analysis.question
    if question.position.alone:
        return {}
    return {"src": variations.card_address(question), "map_link": variations.map_address(question)}
