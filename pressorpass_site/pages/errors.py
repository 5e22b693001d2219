"""Error pages, one template for all but 500, which needs none of the site."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that Django refuses to read."""
    message = "Something in it could not be read. Nothing was changed."
    return _page(request, 400, "That request made no sense", message)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Only somebody else may do that."""
    return _page(request, 403, "Not allowed", "You may not do that here. Nothing was changed.")


def untrusted(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its CSRF token: an old page, or a browser without cookies."""
    message = (
        "The page you came from was too old, or cookies are switched off, so the button could not be trusted. "
        "Nothing was changed. Go back, reload that page and press the button again."
    )
    return _page(request, 403, "Please try once more", message)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """There is nothing here. No cache keeps that: what is private or was deleted answers the same."""
    message = "There is nothing at this address. It may have been cut when it was copied."
    response = _page(request, 404, "No such square", message)
    patch_cache_control(response, no_store=True)
    return response


def _page(request: HttpRequest, status: int, heading: str, message: str) -> HttpResponse:
    return render(request, "error.html", {"heading": heading, "message": message}, status=status)
