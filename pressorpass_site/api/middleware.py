"""What holds for every answer under /api/v1/, whoever gives it: JSON, readable from other sites' pages, limits told."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from .auth import MOST_BYTES
from .problems import NOTHING_HERE, STATUSES, answer, detail

PREFIX = "/api/v1/"
PREFLIGHT_SECONDS = 24 * 3600
# No cookie is read here, so there is nothing that a page of another site could do in somebody's name.
FOR_OTHER_SITES = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Location, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset",
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": str(PREFLIGHT_SECONDS),
}


class ApiMiddleware:
    """Stands outside of all that might answer in HTML."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(PREFIX):
            return self.get_response(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            response = HttpResponse(status=204, headers=PREFLIGHT)
        else:
            if request.method == "HEAD":
                request.method = "GET"  # the server leaves the body out
            response = _in_json(request, self.get_response(request))
            patch_cache_control(response, no_store=True)
        allowance = getattr(request, "allowance", None)
        for name, value in (FOR_OTHER_SITES | (allowance.headers if allowance else {})).items():
            response[name] = value
        return response


def _in_json(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer, in the API's words where it was a page."""
    if response.status_code < 400 or response.get("Content-Type", "").startswith("application/json"):
        return response
    allowed = response.get("Allow", "")
    words = STATUSES.get(response.status_code, NOTHING_HERE if response.status_code == 404 else STATUSES[400])
    said = words.format(method=request.method, allowed=allowed.replace(", ", " and "), most=f"{MOST_BYTES:,}")
    return answer(response.status_code, detail(said), headers={"Allow": allowed} if allowed else None)
