"""Heartbeats of the workers: one sorted set in Redis/Valkey, by the server's own clock.

Counting them costs the same however much else is stored there.
"""

from __future__ import annotations

import redis

from pressorpass_site.core.redis_client import CircuitBreaker, client

KEY = "pressorpass:workers"
ALIVE_SECONDS = 10
BEAT_TIMEOUT_SECONDS = 2.0
LOOK_TIMEOUT_SECONDS = 0.5  # a page is waiting
PAUSE_SECONDS = 2.0  # after a failed look
TURN_PREFIX = "pressorpass:turn:"

BEAT = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZADD', KEYS[1], now, ARGV[1])
"""
COUNT = """
local now = tonumber(redis.call('TIME')[1])
return redis.call('ZCOUNT', KEYS[1], now - ARGV[1], now)
"""

_breaker = CircuitBreaker(PAUSE_SECONDS)


def beat(name: str) -> None:
    """Record that a worker is alive."""
    client(BEAT_TIMEOUT_SECONDS).eval(BEAT, 1, KEY, name, ALIVE_SECONDS)


def leave(name: str) -> None:
    """Record that a worker stops."""
    client(BEAT_TIMEOUT_SECONDS).zrem(KEY, name)


def workers() -> int:
    """Return how many workers are alive.

    Raises:
        redis.RedisError: the server cannot be reached.
    """
    if _breaker.is_open:
        raise redis.ConnectionError("Redis could not be reached a moment ago.")
    try:
        return int(client(LOOK_TIMEOUT_SECONDS).eval(COUNT, 1, KEY, ALIVE_SECONDS))
    except redis.RedisError:
        _breaker.open()
        raise


def take_turn(task: str, seconds: int) -> bool:
    """Return whether it is this worker's turn at something that one of all workers does at each interval."""
    return bool(client(BEAT_TIMEOUT_SECONDS).set(TURN_PREFIX + task, "1", ex=seconds, nx=True))
