"""Error pages. All share a template, except for status 500, whose page depends on nothing else."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that Django refuses to read."""
    message = "The server could not read this request. Nothing was changed."
    return _page(request, 400, "Bad request", message)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The visitor lacks the permission."""
    return _page(request, 403, "Not allowed", "You don’t have permission to do that. Nothing was changed.")


def untrusted(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its CSRF token: an old page, or a browser without cookies."""
    message = (
        "The form could not be verified: the page was too old, or cookies are off. Nothing was changed. "
        "Go back, reload the page and try again."
    )
    return _page(request, 403, "Please try again", message)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing is at this address. Not to be cached: private and deleted pages answer the same way."""
    message = "There is nothing at this address. It may have been cut off when it was copied."
    response = _page(request, 404, "Page not found", message)
    patch_cache_control(response, no_store=True)
    return response


def _page(request: HttpRequest, status: int, heading: str, message: str) -> HttpResponse:
    return render(request, "error.html", {"heading": heading, "message": message}, status=status)
