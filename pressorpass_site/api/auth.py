"""Who may ask how much: a key's rate with a key, the address's without; and what no address takes at all."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja.security import HttpBearer

from pressorpass_site.core import limits

from . import services
from .models import ApiKey
from .problems import NO_KEY, STATUSES, WRONG_KEY, Problem

MOST_BYTES = 20_000  # of a question
ANYBODY = "anybody"


class Admission(HttpBearer):
    """Spends a token of the scope; no key is needed, but a wrong one is refused.

    `takes_body` says that the address reads what is sent: a question in JSON.
    """

    def __init__(self, scope: str, *, takes_body: bool = False) -> None:
        super().__init__()
        self.scope = scope
        self.takes_body = takes_body

    def __call__(self, request: HttpRequest) -> Any:
        if self.takes_body:
            _readable(request)
        header = request.headers.get("Authorization", "")
        if not header:
            self._spend(request, limits.address_of(request), limits.rate_of(self.scope))
            return ANYBODY
        scheme, _, secret = header.partition(" ")
        if scheme.lower() != "bearer" or not secret.strip():
            raise _unauthorized(NO_KEY)
        return self.authenticate(request, secret.strip())

    def authenticate(self, request: HttpRequest, token: str) -> ApiKey:
        """The key, once its own rate allows it. Raises Problem (401) if it is none."""
        key = services.find(token)
        if key is None:
            limits.check(request, "api-read")  # whoever tries keys is held up like anybody else
            raise _unauthorized(WRONG_KEY)
        request.api_key = key  # type: ignore[attr-defined]
        most = key.solves_per_minute if self.scope == "api-solve" else key.reads_per_minute
        self._spend(request, f"key:{key.prefix}", limits.Rate(most, 60))
        return key

    def _spend(self, request: HttpRequest, who: str, rate: limits.Rate | None) -> None:
        allowance = limits.spend(self.scope, who, rate) if rate else limits.FREE
        request.allowance = allowance  # type: ignore[attr-defined]  # the middleware tells of it
        if not allowance.granted:
            raise limits.TooMany(allowance)


def _readable(request: HttpRequest) -> None:
    """Refuse what is not JSON, or too long to be a question, before it is read."""
    if request.headers.get("Transfer-Encoding"):
        raise Problem(411, STATUSES[411], "body")
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > MOST_BYTES:
        raise Problem(413, STATUSES[413].format(most=f"{MOST_BYTES:,}"), "body")
    if int(length) and request.content_type != "application/json":
        raise Problem(415, STATUSES[415], "body")


def _unauthorized(message: str) -> Problem:
    return Problem(401, message, "Authorization", headers={"WWW-Authenticate": "Bearer"})
