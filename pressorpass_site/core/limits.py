"""Per-client rate limits: token buckets in Redis/Valkey.

A scope ("ask", "log-in", "api-solve" …) has a rate in `settings.LIMITS`. Each client has a bucket of that many tokens,
which refills evenly; all of them may be spent at once. While Redis cannot be reached or is full, nothing is limited.

A view calls `check(request, "log-in")` before costly work; `RateLimited` becomes a page with status 429 (see
middleware.py). The JSON API calls `spend` and sends its own error.
"""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass
from functools import cache

import redis
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from engine.formatting import plural

from . import clients
from .redis_client import CircuitBreaker
from .redis_client import client as redis_client

logger = logging.getLogger(__name__)

PREFIX = "pressorpass:limit:"
REDIS_TIMEOUT_SECONDS = 0.25  # then nobody is refused

# The generic cell rate algorithm. One token comes back every `period / most` seconds. The stored value is the time at
# which the bucket will be full again, by the server's own clock so that all web hosts agree. It is further away than a
# period only if the clock was set back: then it means nothing, and the bucket is full.
# Returns whether the token was granted, and the microseconds until the bucket is full.
TAKE = """
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local most, period = tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000000
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now)
if full > now + period + 1 then
    full = now
end
local after = full + period / most
if after - now > period + 1 then
    return {0, math.ceil(full - now)}
end
redis.call('SET', KEYS[1], string.format('%.0f', after), 'PX', math.ceil((after - now) / 1000) + 1)
return {1, math.ceil(after - now)}
"""


@dataclass(frozen=True)
class Rate:
    """A maximum number of requests in a number of seconds."""

    most: int
    seconds: int

    def of(self, what: str) -> str:
        """Return text such as “60 questions a minute” for `what` = “questions”."""
        named = {1: "a second", 60: "a minute", 3600: "an hour", 86400: "a day"}
        return f"{self.most:,} {what} {named.get(self.seconds, f'in {self.seconds} seconds')}"


@dataclass(frozen=True)
class Allowance:
    """The result of spending a token.

    Attributes:
        granted: whether there was one.
        rate: the scope's rate; None without a limit.
        filling: seconds until the bucket is full.
    """

    granted: bool
    rate: Rate | None = None
    filling: float = 0.0

    @property
    def remaining(self) -> int:
        """Tokens left; 0 without a limit."""
        if self.rate is None:
            return 0
        return max(math.floor(self.rate.most * (1 - self.filling / self.rate.seconds) + 1e-6), 0)

    @property
    def retry_after(self) -> int:
        """Whole seconds until there is a token again; 0 if there is one."""
        if self.granted or self.rate is None:
            return 0
        return max(math.ceil(self.filling - self.rate.seconds + self.rate.seconds / self.rate.most), 1)

    @property
    def headers(self) -> dict[str, str]:
        """The rate-limit headers of the response; none without a limit."""
        if self.rate is None:
            return {}
        headers = {
            "RateLimit-Limit": str(self.rate.most),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(math.ceil(self.filling)),
            "RateLimit-Policy": f"{self.rate.most};w={self.rate.seconds}",
        }
        return headers if self.granted else headers | {"Retry-After": str(self.retry_after)}


UNLIMITED = Allowance(granted=True)


class RateLimited(Exception):
    """The rate limit is exceeded; the message is for people."""

    def __init__(self, allowance: Allowance, message: str = "") -> None:
        super().__init__(message or sentence(allowance))
        self.allowance = allowance


class Busy(RateLimited):
    """All clients together ask for too much now; the message is for people."""

    def __init__(self, message: str) -> None:
        super().__init__(Allowance(granted=False), message)


def check(request: HttpRequest, scope: str) -> Allowance:
    """Spend one token of the client's address.

    Raises:
        RateLimited: there is none left. The middleware turns it into the page with status 429.
    """
    allowance = spend(scope, clients.address_of(request.META))
    if not allowance.granted:
        raise RateLimited(allowance)
    return allowance


def spend(scope: str, client: str, rate: Rate | None = None) -> Allowance:
    """Spend one token of a client, at the scope's own rate unless one is given."""
    rate = rate or rate_of(scope)
    if rate is None or _breaker.is_open:
        return UNLIMITED
    try:
        granted, filling = _script()(keys=[f"{PREFIX}{scope}:{client}"], args=[rate.most, rate.seconds])
    except redis.RedisError as error:
        logger.warning("rate limits are off, as Redis is away or full: %s", error)
        _breaker.open()
        return UNLIMITED
    return Allowance(bool(granted), rate, filling / 1e6)


def spend_own(scope: str) -> Allowance:
    """Spend one token of the present client (clients.py); commands and workers have no limit."""
    client = clients.current()
    return UNLIMITED if client == clients.SITE else spend(scope, client)


def rate_of(scope: str) -> Rate | None:
    """Return the rate in the settings; None if it is turned off."""
    rate = settings.LIMITS[scope]
    return Rate(*rate) if rate else None


def with_headers(response: HttpResponse, error: RateLimited) -> HttpResponse:
    """Return a response with status 429 and the time until the next try."""
    for name, value in error.allowance.headers.items():
        response[name] = value
    patch_cache_control(response, no_store=True)
    return response


def sentence(allowance: Allowance, origin: str = "from your address") -> str:
    """Return the message of a refusal."""
    return f"Too many requests {origin}: try again in {duration(allowance.retry_after)}."


def duration(seconds: int) -> str:
    """Return text such as “12 seconds”, “1 second”, “5 minutes”, “3 hours”; rounded up."""
    size, unit = next((each for each in ((3600, "hour"), (60, "minute")) if seconds >= 2 * each[0]), (1, "second"))
    return plural(math.ceil(seconds / size), unit)


_breaker = CircuitBreaker()


@cache
def _script() -> redis.commands.core.Script:
    return redis_client(REDIS_TIMEOUT_SECONDS).register_script(TAKE)
