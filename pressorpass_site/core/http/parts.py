"""Requests for a part of a page, by static/js/parts.js, and instructions to the page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

HEADER = "HX-Request"  # htmx's name for it


def wanted(request: HttpRequest) -> bool:
    """Return whether a page asks for a part of itself."""
    return request.headers.get(HEADER) == "true"


def reload() -> HttpResponse:
    """Have the page reload."""
    return HttpResponse(headers={"HX-Refresh": "true"})
