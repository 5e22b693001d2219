"""`{% load podiums %}{% podium_form %}`: the podiums on any page."""

from __future__ import annotations

from typing import Any

from django import template

from pressorpass_site.analyses.forms import PodiumForm

register = template.Library()


@register.inclusion_tag("analyses/_podiums.html")
def podium_form(form: PodiumForm | None = None) -> dict[str, Any]:
    """The form, blank unless one is given."""
    return {"form": form or PodiumForm()}
