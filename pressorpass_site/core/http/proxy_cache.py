"""Finished pages that a proxy in front may send to all visitors for a second (deploy/nginx/site.conf)."""

from django.http import HttpRequest, HttpResponse

SECONDS = 1


def mark_cacheable(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Mark a response that all visitors without a cookie of the site may get; with one, visitors get pages of their own.

    nginx keeps none that sets a cookie.
    """
    if not request.COOKIES:  # which holds none but the site's own (request_texts.py)
        response["X-Accel-Expires"] = str(SECONDS)
    return response
