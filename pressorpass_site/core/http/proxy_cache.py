"""Finished pages that a proxy in front may send to all visitors for a second (deploy/nginx/site.conf)."""

from django.http import HttpRequest, HttpResponse

SECONDS = 1


def mark_cacheable(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let the proxy send this response to all visitors without a cookie of the site.

    nginx caches no response that sets a cookie.
    """
    if not request.COOKIES:  # only the site's own are left (request_texts.py)
        response["X-Accel-Expires"] = str(SECONDS)
    return response
