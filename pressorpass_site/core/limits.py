"""How much one address may ask for in a time, so that nobody takes the site away from everybody else.

A scope ("ask", "log-in", "api-solve" …) has a rate in `settings.LIMITS`, and whoever asks has a bucket
of that many tokens in Redis/Valkey that fills up again evenly: all of them may be spent at once. Where
Redis cannot be reached nobody is refused.

A view calls `check(request, "log-in")` before what is costly; `TooMany`, if it is raised, becomes a page
with status 429 (see middleware.py). The JSON API calls `spend` and answers in its own words.
"""

from __future__ import annotations

import logging
import math
import time
from dataclasses import dataclass
from functools import cache
from ipaddress import AddressValueError, IPv6Address, ip_address

import redis
from django.conf import settings
from django.http import HttpRequest

logger = logging.getLogger(__name__)

PREFIX = "pressorpass:limit:"
ANSWER_SECONDS = 0.25  # longer nobody waits for Redis here
AWAY_SECONDS = 5.0  # where it could not be reached, it is left alone for so long
NETWORK_BITS = 64  # of an IPv6 address: what one household has to itself
NOBODY = "unknown"  # a web server behind a socket file tells no address

# One token comes back each `period / most` seconds. What is kept is the moment at which the bucket will
# be full again; the server's own clock counts, so that all web hosts agree.
# Returns whether it was granted, and the microseconds until the bucket is full.
TAKE = """
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local most, period = tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000000
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now)
local after = full + period / most
if after - now > period + 1 then
    return {0, math.ceil(full - now)}
end
redis.call('SET', KEYS[1], string.format('%.0f', after), 'PX', math.ceil((after - now) / 1000) + 1)
return {1, math.ceil(after - now)}
"""


@dataclass(frozen=True)
class Rate:
    """So many in so many seconds."""

    most: int
    seconds: int

    def of(self, what: str) -> str:
        """“60 questions a minute”, where what is counted are questions."""
        named = {1: "a second", 60: "a minute", 3600: "an hour", 86400: "a day"}
        return f"{self.most:,} {what} {named.get(self.seconds, f'in {self.seconds} seconds')}"


@dataclass(frozen=True)
class Allowance:
    """What became of one request for a token.

    Attributes:
        granted: whether there was one.
        rate: of the scope; None where there is no limit.
        filling: seconds until all tokens are there again.
    """

    granted: bool
    rate: Rate | None = None
    filling: float = 0.0

    @property
    def remaining(self) -> int:
        """Tokens that may be spent now; 0 without a limit."""
        if self.rate is None:
            return 0
        return max(math.floor(self.rate.most * (1 - self.filling / self.rate.seconds) + 1e-6), 0)

    @property
    def retry_after(self) -> int:
        """Whole seconds after which there is a token again; 0 if there is one."""
        if self.granted or self.rate is None:
            return 0
        return max(math.ceil(self.filling - self.rate.seconds + self.rate.seconds / self.rate.most), 1)

    @property
    def headers(self) -> dict[str, str]:
        """What the answer says of it; nothing without a limit."""
        if self.rate is None:
            return {}
        said = {
            "RateLimit-Limit": str(self.rate.most),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(math.ceil(self.filling)),
            "RateLimit-Policy": f"{self.rate.most};w={self.rate.seconds}",
        }
        return said if self.granted else said | {"Retry-After": str(self.retry_after)}


FREE = Allowance(granted=True)


class TooMany(Exception):
    """More was asked for than the rate allows; the message is for people."""

    def __init__(self, allowance: Allowance) -> None:
        super().__init__(sentence(allowance))
        self.allowance = allowance


def check(request: HttpRequest, scope: str) -> Allowance:
    """Spend one token of the request's address.

    Raises:
        TooMany: there is none. Left to itself, it becomes the page with status 429.
    """
    allowance = spend(scope, address_of(request))
    if not allowance.granted:
        raise TooMany(allowance)
    return allowance


def spend(scope: str, who: str, rate: Rate | None = None) -> Allowance:
    """Spend one token of `who`; the scope's own rate counts unless one is given."""
    rate = rate or rate_of(scope)
    if rate is None or _away.now:
        return FREE
    try:
        granted, filling = _script()(keys=[f"{PREFIX}{scope}:{who}"], args=[rate.most, rate.seconds])
    except redis.RedisError as error:
        logger.warning("nobody is limited, as Redis cannot be reached: %s", error)
        _away.begin()
        return FREE
    return Allowance(bool(granted), rate, filling / 1e6)


def rate_of(scope: str) -> Rate | None:
    """The rate in the settings; None where it was turned off."""
    rate = settings.LIMITS[scope]
    return Rate(*rate) if rate else None


def address_of(request: HttpRequest) -> str:
    """Where the request comes from, as far as our own proxies can be believed: an address or a network."""
    hops = [request.META.get("REMOTE_ADDR", "")]
    if settings.TRUSTED_PROXIES:
        # Each proxy writes at the end from where it was asked; what stands before ours is hearsay.
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        hops.insert(0, forwarded[-settings.TRUSTED_PROXIES :][0].strip())
    return next(filter(None, map(_normal, hops)), NOBODY)


def sentence(allowance: Allowance, asker: str = "from your address") -> str:
    """The refusal for people."""
    return f"Too many questions {asker}: try again in {duration(allowance.retry_after)}."


def duration(seconds: int) -> str:
    """12 seconds, 1 second, 5 minutes, 3 hours; never shorter than it is."""
    size, unit = next((each for each in ((3600, "hour"), (60, "minute")) if seconds >= 2 * each[0]), (1, "second"))
    count = math.ceil(seconds / size)
    return f"{count} {unit}{'' if count == 1 else 's'}"


def _normal(text: str) -> str:
    """One spelling for each address, an IPv6 one as its network; "" for what is no address."""
    try:
        found = ip_address(text)
    except (AddressValueError, ValueError):
        return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 128 - NETWORK_BITS << 128 - NETWORK_BITS)}/{NETWORK_BITS}"


class _Away:
    """Whether Redis is to be left alone for the moment."""

    def __init__(self) -> None:
        self._until = 0.0

    @property
    def now(self) -> bool:
        return time.monotonic() < self._until

    def begin(self) -> None:
        self._until = time.monotonic() + AWAY_SECONDS

    def end(self) -> None:
        self._until = 0.0


_away = _Away()


@cache
def _script() -> redis.commands.core.Script:
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=ANSWER_SECONDS, socket_connect_timeout=ANSWER_SECONDS
    )
    return client.register_script(TAKE)
