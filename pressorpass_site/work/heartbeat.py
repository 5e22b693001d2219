"""Heartbeats of the workers, kept in Redis/Valkey under names that expire by themselves."""

from __future__ import annotations

import redis

from pressorpass_site.core.redis_client import CircuitBreaker, client

PREFIX = "pressorpass:worker:"
ALIVE_SECONDS = 10
BEAT_TIMEOUT_SECONDS = 2.0
LOOK_TIMEOUT_SECONDS = 0.5  # a page is waiting
PAUSE_SECONDS = 2.0  # after a failed look

_breaker = CircuitBreaker(PAUSE_SECONDS)


def beat(name: str) -> None:
    """Record that a worker is alive."""
    client(BEAT_TIMEOUT_SECONDS).set(PREFIX + name, "1", ex=ALIVE_SECONDS)


def leave(name: str) -> None:
    """Record that a worker stops."""
    client(BEAT_TIMEOUT_SECONDS).delete(PREFIX + name)


def workers() -> int:
    """How many workers are alive.

    Raises:
        redis.RedisError: the server cannot be reached.
    """
    if _breaker.is_open:
        raise redis.ConnectionError("Redis could not be reached a moment ago.")
    try:
        return sum(1 for _ in client(LOOK_TIMEOUT_SECONDS).scan_iter(match=PREFIX + "*", count=100))
    except redis.RedisError:
        _breaker.open()
        raise
