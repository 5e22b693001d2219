"""`{% load whatif %}`: the what-ifs on an answer's page."""

from __future__ import annotations

from typing import Any

from django import template

from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.analyses.models import Analysis
from pressorpass_site.questions.question import Question

from .. import services, variations

register = template.Library()


@register.simple_tag
def whatif_card(analysis: Analysis) -> dict[str, str]:
    """`{% whatif_card analysis as card %}`: return where the card is fetched; empty where there is no map, or none
    of the answers could be found.
    """
    question = analysis.question
    if variations.refusal(question) or not question.solvable:
        return {}
    return {"src": variations.card_address(question), "map_link": variations.map_address(question)}


@register.inclusion_tag("whatif/_break_even.html")
def break_even_line(answer: Answer, question: Question) -> dict[str, Any]:
    """Return the line under the verdict: the mover's score that changes it, or a place for a script to ask."""
    found = services.break_even(question, answer, begin=False)
    return {"even": found, "src": variations.break_even_address(question)} if found else {}
