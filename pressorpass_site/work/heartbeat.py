"""Heartbeats of the workers: one sorted set in Redis/Valkey, by the server's own clock.

Counting them costs the same however much else is stored there.
"""

from __future__ import annotations

from typing import Any

import redis
from django.conf import settings

from pressorpass_site.core.redis_client import CircuitBreaker, client

KEY = "pressorpass:workers"
DAMAGE_KEY = "pressorpass:damage"

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


def may(do: str, seconds: float) -> bool:
    """Return whether this process is to do something: one of all does at each interval."""
    return bool(client().set(f"pressorpass:turn:{do}", "1", px=round(1000 * seconds), nx=True))


def report_damage(what: str) -> None:
    """Record for a minute, longer than a worker takes to be started again, why one could not read the database."""
    client().set(DAMAGE_KEY, what, ex=60)


def read_damage() -> str:
    """Return why a worker could not read the database within the last minute; "" if all could."""
    damage: Any = client().get(DAMAGE_KEY)
    return damage.decode() if damage else ""
