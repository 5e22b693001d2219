"""`{% load saved %}{% save_button analysis %}`: the button that saves an answer."""

from __future__ import annotations

from typing import Any

from django import template
from django.middleware.csrf import get_token
from django.template import Context

from pressorpass_site.analyses.models import Analysis

register = template.Library()


@register.inclusion_tag("saved/_save.html", takes_context=True)
def save_button(context: Context, analysis: Analysis) -> dict[str, Any]:
    """A button that leads to the form for saving."""
    # Set the CSRF cookie here: if the form's page set it, a response to one of this page's requests still in flight
    # could replace it, and the form would be refused.
    get_token(context["request"])
    return {"key": analysis.key}
