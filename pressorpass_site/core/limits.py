"""Rate limits per client, counted in Redis/Valkey by the library `limits`.

A scope ("ask", "log-in", "api-solve" …) has a rate in `settings.LIMITS`. A client's window begins with its first request;
the rate's number of requests is granted until it ends. While Redis cannot be reached or is full, nothing is limited.

A view calls `check(request, "log-in")` before costly work; `RateLimited` becomes a page with status 429 (see
middleware.py). The JSON API calls `spend_allowance` and sends its own error.
"""

import logging
import math
import time
from dataclasses import dataclass
from functools import lru_cache

import redis
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from limits import RateLimitItemPerSecond
from limits.storage import RedisStorage
from limits.strategies import FixedWindowRateLimiter

from engine.formatting import format_count

from . import clients
from .redis_client import get_redis_client as redis_client

logger = logging.getLogger(__name__)

PREFIX = "pressorpass:limit"
REDIS_TIMEOUT_SECONDS = 0.25  # after a timeout nothing is limited for PAUSE_SECONDS
PAUSE_SECONDS = 2.0


@dataclass(frozen=True)
class Rate:
    max_requests: int
    seconds: int


@dataclass(frozen=True)
class Allowance:
    """Whether a counted request is granted; `remaining` more are, until the window ends in `reset` seconds.

    `rate` is None without a limit.
    """

    granted: bool
    rate: Rate | None = None
    remaining: int = 0
    reset: int = 0

    @property
    def retry_after(self) -> int:
        """The seconds to wait before the next request; 0 if this one was granted."""
        return 0 if self.granted else self.reset

    @property
    def headers(self) -> dict[str, str]:
        if self.rate is None:
            return {}
        headers = {
            "RateLimit-Limit": str(self.rate.max_requests),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(self.reset),
            "RateLimit-Policy": f"{self.rate.max_requests};w={self.rate.seconds}",
        }
        return headers if self.granted else headers | {"Retry-After": str(self.retry_after)}


UNLIMITED = Allowance(granted=True)


class RateLimited(Exception):
    """The rate limit is exceeded; the message is for people."""

    def __init__(self, allowance: Allowance, message: str = "") -> None:
        super().__init__(message or describe_allowance(allowance))
        self.allowance = allowance


class Busy(RateLimited):
    """All clients together send too many requests; the message is for people."""

    def __init__(self, message: str) -> None:
        super().__init__(Allowance(granted=False), message)


def check(request: HttpRequest, scope: str) -> Allowance:
    """Count a request of the client's address. Raises RateLimited, which becomes the page with status 429."""
    allowance = spend_allowance(scope, clients.get_client_address(request.META))
    if not allowance.granted:
        raise RateLimited(allowance)
    return allowance


def spend_allowance(scope: str, client: str, rate: Rate | None = None) -> Allowance:
    """Count a request of a client, at the scope's own rate unless one is given."""
    global _paused_until
    rate = rate or get_rate(scope)
    if rate is None or time.monotonic() < _paused_until:
        return UNLIMITED
    limited = RateLimitItemPerSecond(rate.max_requests, rate.seconds)
    try:
        limiter = _get_limiter(redis_client(REDIS_TIMEOUT_SECONDS))
        granted = limiter.hit(limited, scope, client)
        reset, remaining = limiter.get_window_stats(limited, scope, client)
    except redis.RedisError as error:
        logger.warning("rate limits are off, as Redis is away or full: %s", error)
        _paused_until = time.monotonic() + PAUSE_SECONDS
        return UNLIMITED
    return Allowance(granted, rate, remaining, max(math.ceil(reset - time.time()), 1))


def spend_own_allowance(scope: str, topic: str = "") -> Allowance:
    """Count a request of the current client (clients.py), separately for each `topic`; commands and workers have no limit."""
    client = clients.get_current_client()
    return UNLIMITED if client == clients.SITE else spend_allowance(scope, f"{client}{topic and f':{topic}'}")


def get_rate(scope: str) -> Rate | None:
    rate = settings.LIMITS[scope]
    return Rate(*rate) if rate else None


def add_retry_headers(response: HttpResponse, error: RateLimited) -> HttpResponse:
    """Add the time until the next try to a response with status 429, and forbid caching it."""
    for name, value in error.allowance.headers.items():
        response[name] = value
    patch_cache_control(response, no_store=True)
    return response


def describe_allowance(allowance: Allowance, origin: str = "from your address") -> str:
    return f"Too many requests {origin}: try again in {describe_duration(allowance.retry_after)}."


def describe_duration(seconds: int) -> str:
    """Return text such as “12 seconds”, “1 second”, “5 minutes”, “3 hours”; rounded up."""
    unit_seconds, unit = next(
        (candidate for candidate in ((3600, "hour"), (60, "minute")) if seconds >= 2 * candidate[0]), (1, "second")
    )
    return format_count(math.ceil(seconds / unit_seconds), unit)


_paused_until = 0.0  # as Redis did not answer


@lru_cache(maxsize=1)
def _get_limiter(server: redis.Redis) -> FixedWindowRateLimiter:
    return FixedWindowRateLimiter(RedisStorage(settings.REDIS_URL, server.connection_pool, key_prefix=PREFIX))
