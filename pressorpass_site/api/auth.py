"""Authentication by API key, rate limits per key or client address, and checks of the request body."""

from typing import Any

from django.http import HttpRequest
from ninja.errors import AuthenticationError, HttpError
from ninja.security import HttpBearer

from pressorpass_site.core import clients, limits

from . import services
from .models import ApiKey

MAX_BODY_BYTES = 20_000
ANONYMOUS = "anonymous"
INVALID_KEY = "This key is not valid. It may have been revoked or copied only in part."
MALFORMED_KEY = "The Authorization header must be “Bearer” followed by a key. Without the header, no key is needed."


class OptionalKeyAuth(HttpBearer):
    """django-ninja auth class that counts the request against the scope's rate limit. A key is optional; an invalid key
    is rejected.

    `max_body_bytes`: the longest JSON body that the endpoint reads; 0 if it reads none.
    """

    def __init__(self, scope: str, *, max_body_bytes: int = 0) -> None:
        super().__init__()
        self.scope = scope
        self.max_body_bytes = max_body_bytes

    def __call__(self, request: HttpRequest) -> Any:
        if self.max_body_bytes:
            _check_body(request, self.max_body_bytes)
        header = request.headers.get("Authorization", "")
        if not header:
            self._spend(request, clients.get_client_address(request.META), limits.get_rate(self.scope))
            return ANONYMOUS
        scheme, _, secret = header.partition(" ")
        if scheme.lower() != "bearer" or not secret.strip():
            raise AuthenticationError(message=MALFORMED_KEY)
        return self.authenticate(request, secret.strip())

    def authenticate(self, request: HttpRequest, token: str) -> ApiKey:
        """Return the key, if its own rate allows the request. Raises AuthenticationError if it is invalid."""
        key = services.find_active_key(token)
        if key is None:
            limits.check(request, "api-read")  # guessing keys is limited, too
            raise AuthenticationError(message=INVALID_KEY)
        request.api_key = key  # type: ignore[attr-defined]
        max_per_minute = key.solves_per_minute if self.scope == "api-solve" else key.reads_per_minute
        self._spend(request, f"key:{key.prefix}", limits.Rate(max_per_minute, 60))
        return key

    def _spend(self, request: HttpRequest, client: str, rate: limits.Rate | None) -> None:
        allowance = limits.spend_allowance(self.scope, client, rate) if rate else limits.UNLIMITED
        request.allowance = allowance  # type: ignore[attr-defined]  # the middleware sends its headers
        if not allowance.granted:
            raise limits.RateLimited(allowance)


def _check_body(request: HttpRequest, max_bytes: int) -> None:
    if request.headers.get("Transfer-Encoding"):
        raise HttpError(411, "Send the body with a Content-Length header, not in chunks.")
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > max_bytes:
        raise HttpError(413, f"The body is too long: at most {max_bytes:,} bytes.")
    if int(length) and request.content_type != "application/json":
        raise HttpError(415, "Send JSON, with the header Content-Type: application/json.")
