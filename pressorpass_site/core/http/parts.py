"""Requests for a part of a page, by static/js/parts.js, and instructions to the page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

HEADER = "Part-Request"
OUTDATED = "This page is from before an update. Reload it."


def wanted(request: HttpRequest) -> bool:
    """Return whether a page asks for a part of itself."""
    return request.headers.get(HEADER) == "true"


def reload() -> HttpResponse:
    """Have the page reload."""
    return HttpResponse(headers={"Part-Reload": "true"})


def outdated(request: HttpRequest) -> HttpResponse | None:
    """Return a notice for a script that a browser still holds from before an update; None for any other request.

    Such scripts ask in htmx's terms: parts.js applies any sheet and title, and live.js shows what is called trouble.
    """
    if "HX-Request" in request.headers:
        return render(request, "outdated.html", {"notice": OUTDATED})
    return notice() if "HX-Current-URL" in request.headers else None


def notice() -> HttpResponse:
    """Return a notice for a script from before an update that asks for JSON, under each name that one of them shows."""
    return JsonResponse(dict.fromkeys(("trouble", "message", "sentence"), OUTDATED))
