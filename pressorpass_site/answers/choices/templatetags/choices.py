"""`{% load choices %}`: the card of choice squares on an answer's page."""

from __future__ import annotations

from typing import Any

from django import template

from pressorpass_site.questions.question import Question

from .. import services

register = template.Library()


@register.inclusion_tag("choices/_card.html")
def choice_card(question: Question) -> dict[str, Any]:
    """Return the folded card; nothing where there is no choice to ask about."""
    if services.refusal(question):
        return {}
    return {"link": services.choice_address(question), "id": f"choose-{question.key[:12]}"}
