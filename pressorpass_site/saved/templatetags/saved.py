"""`{% load saved %}{% save_button analysis %}`: the way to save an answer, for the page that shows it."""

from __future__ import annotations

from typing import Any

from django import template
from django.middleware.csrf import get_token
from django.template import Context

from pressorpass_site.analyses.models import Analysis

register = template.Library()


@register.inclusion_tag("saved/_save.html", takes_context=True)
def save_button(context: Context, analysis: Analysis) -> dict[str, Any]:
    """A button that leads to the form."""
    # The form's cookie is set here already: set by the form's page itself, it might be set anew by an answer
    # to this page's questions that was on its way meanwhile, and then the form would be refused.
    get_token(context["request"])
    return {"key": analysis.key}
