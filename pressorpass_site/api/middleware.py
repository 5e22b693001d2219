"""The middleware of every response under /api/v1/, from any view: JSON errors, CORS and rate-limit headers."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control

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


# The message of status 503, which means that the database is away.
UNAVAILABLE = "The site cannot use its database at the moment. What was stored before is safe."


class ApiMiddleware:
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
            response = _convert_to_json(self.get_response(request))
            patch_cache_control(response, no_store=True)
            if response.status_code == 401:
                response["WWW-Authenticate"] = "Bearer"
        allowance = getattr(request, "allowance", None)
        for name, value in (CORS_HEADERS | (allowance.headers if allowance else {})).items():
            response[name] = value
        return response


def _convert_to_json(response: HttpResponse) -> HttpResponse:
    if response.status_code < 400 or response.get("Content-Type", "").startswith("application/json"):
        return response
    headers = {name: response[name] for name in ("Allow", "Retry-After") if name in response}
    status = HTTPStatus(response.status_code)
    detail = UNAVAILABLE if status == HTTPStatus.SERVICE_UNAVAILABLE else status.phrase
    return JsonResponse({"detail": detail}, status=response.status_code, headers=headers)
