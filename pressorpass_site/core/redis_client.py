"""Connections to Redis/Valkey that never hold up a page: short timeouts, no retries, and a pause after a failure.

One whose memory or disk is full still answers, but takes nothing; to all callers it is away (`redis.RedisError`).
"""

from __future__ import annotations

import time
from functools import cache

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

# A page may be waiting. Valkey answers in less than a millisecond; on a machine ten times overloaded, in some tenths.
TIMEOUT_SECONDS = 0.8
PAUSE_SECONDS = 2.0  # after a failure
WRITTEN_KEY = "pressorpass:written"


@cache
def client(timeout_seconds: float = TIMEOUT_SECONDS) -> redis.Redis:
    """Return a client whose commands fail after this long. By default redis-py tries four times, with pauses."""
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=timeout_seconds,
        socket_connect_timeout=timeout_seconds,
        retry=Retry(NoBackoff(), 0),
    )


def write() -> None:
    """Write a key that lasts a moment.

    Raises:
        redis.RedisError: the server cannot be reached, or takes nothing.
    """
    client().set(WRITTEN_KEY, "1", px=1000)


class CircuitBreaker:
    """A breaker that stays open for a while after a server could not be reached or took nothing; it is not tried meanwhile."""

    def __init__(self) -> None:
        self._until = 0.0

    @property
    def is_open(self) -> bool:
        return time.monotonic() < self._until

    def open(self) -> None:
        self._until = time.monotonic() + PAUSE_SECONDS

    def reset(self) -> None:
        self._until = 0.0
