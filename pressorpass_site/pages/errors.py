"""Error pages; the pages for server errors need no session and no database."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.cache import patch_cache_control
from django.views.defaults import server_error as broken

from pressorpass_site.core.http.middleware import render_error_page

# The database is stopped, locked or out of room, so nothing was stored. A restart takes less than RETRY_SECONDS.
DATABASE_AWAY = (OperationalError, InterfaceError)
RETRY_SECONDS = 10


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    message = "The server could not read this request. Nothing was changed."
    return render_error_page(request, 400, "Bad request", message)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render_error_page(request, 403, "Not allowed", "You don’t have permission to do that. Nothing was changed.")


def untrusted(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form from another site's page, or from a browser that does not name the page."""
    message = (
        "The form was sent by another site, or your browser did not say which page sent it. Nothing was changed. "
        "Go back to the page with the form and send it from there; a browser of the last five years will do."
    )
    return render_error_page(request, 403, "Please try again", message)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show that there is nothing at this address. Not to be cached: private and deleted pages answer the same way."""
    message = "There is nothing at this address. It may have been cut off when it was copied."
    response = render_error_page(request, 404, "Page not found", message)
    patch_cache_control(response, no_store=True)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Show an error on our side; without the database, the page says that it is away for the moment."""
    if not isinstance(sys.exc_info()[1], DATABASE_AWAY):
        return broken(request)
    # Rendered without the request, as the logged-in user and the session are in the database.
    retry_url = request.get_full_path() if request.method in ("GET", "HEAD") else ""
    response = HttpResponse(loader.render_to_string("unavailable.html", {"again": retry_url}), status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    patch_cache_control(response, no_store=True)
    return response
