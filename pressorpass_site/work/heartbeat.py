"""Heartbeats of the workers: one sorted set in Redis/Valkey, by the server's own clock.

Counting them costs the same however much else is stored there.
"""

from __future__ import annotations

import redis
from django.conf import settings

from pressorpass_site.core.redis_client import CircuitBreaker, client

KEY = "pressorpass:workers"

# A script, which a server whose memory is full takes, too.
BEAT = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZADD', KEYS[1], now, ARGV[1])
"""

_breaker = CircuitBreaker()


def beat(name: str) -> None:
    """Record that a worker is alive."""
    client().eval(BEAT, 1, KEY, name, settings.JOB_STALE_SECONDS)


def leave(name: str) -> None:
    """Record that a worker stops."""
    client().zrem(KEY, name)


def workers() -> int:
    """Return how many workers have been heard of in the last JOB_STALE_SECONDS.

    Raises:
        redis.RedisError: the server cannot be reached.
    """
    if _breaker.is_open:
        raise redis.ConnectionError("Redis could not be reached a moment ago.")
    try:
        now, _ = client().time()
        return int(client().zcount(KEY, now - settings.JOB_STALE_SECONDS, now))
    except redis.RedisError:
        _breaker.open()
        raise


def may(do: str, seconds: int) -> bool:
    """Return whether this process is to do something: one of all does at each interval."""
    return bool(client().set(f"pressorpass:turn:{do}", "1", ex=seconds, nx=True))
