"""The middleware of every response under /api/v1/, from any view: JSON errors, CORS and rate-limit headers."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from .auth import MAX_BODY_BYTES
from .errors import STATUSES, error_item, error_response

PREFIX = "/api/v1/"
PREFLIGHT_SECONDS = 24 * 3600
# The API reads no cookies, so another site's page cannot act on a user's behalf.
CORS_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Location, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset",
}
PREFLIGHT_HEADERS = {
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": str(PREFLIGHT_SECONDS),
}


class ApiMiddleware:
    """The wrapper of every other middleware that might answer in HTML."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(PREFIX):
            return self.get_response(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            response = HttpResponse(status=204, headers=PREFLIGHT_HEADERS)
        else:
            if request.method == "HEAD":
                request.method = "GET"  # the server leaves the body out
            response = _as_json(request, self.get_response(request))
            patch_cache_control(response, no_store=True)
        allowance = getattr(request, "allowance", None)
        for name, value in (CORS_HEADERS | (allowance.headers if allowance else {})).items():
            response[name] = value
        return response


def _as_json(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the response, with an HTML error page replaced by a JSON error."""
    if response.status_code < 400 or response.get("Content-Type", "").startswith("application/json"):
        return response
    kept = {name: response[name] for name in ("Allow", "Retry-After") if name in response}
    allowed = kept.get("Allow", "")
    template = STATUSES.get(response.status_code, STATUSES[400])
    message = template.format(method=request.method, allowed=allowed.replace(", ", " and "), most=f"{MAX_BODY_BYTES:,}")
    return error_response(response.status_code, error_item(message), headers=kept)
