"""Heartbeats of the workers, kept in Redis/Valkey under names that expire by themselves."""

from __future__ import annotations

from functools import cache

import redis
from django.conf import settings

PREFIX = "pressorpass:worker:"
ALIVE_SECONDS = 10


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


def beat(name: str) -> None:
    """Record that a worker is alive."""
    _client().set(PREFIX + name, "1", ex=ALIVE_SECONDS)


def leave(name: str) -> None:
    """Record that a worker stops."""
    _client().delete(PREFIX + name)


def workers() -> int:
    """How many workers are alive.

    Raises:
        redis.RedisError: the server cannot be reached.
    """
    return sum(1 for _ in _client().scan_iter(match=PREFIX + "*", count=100))
