"""`{% load choices %}`: where an answer's page asks about its choice squares."""

from __future__ import annotations

from django import template

from pressorpass_site.questions.question import Question

from .. import services

register = template.Library()


@register.simple_tag
def choice_link(question: Question) -> str:
    """`{% choice_link question as choice %}`: return where a choice square is asked about; empty if there is none."""
    return "" if services.refusal(question) else services.choice_address(question)
