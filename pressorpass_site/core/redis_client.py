"""Connections to Redis/Valkey that never hold up a page: short timeouts and no retries.

If its memory or disk is full, it answers but stores nothing: commands fail as if it were away (`redis.RedisError`).
"""

from functools import cache

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

# A page may be waiting. Valkey answers in less than a millisecond; on a machine ten times overloaded, in some tenths.
TIMEOUT_SECONDS = 0.8


@cache
def get_redis_client(timeout_seconds: float = TIMEOUT_SECONDS) -> redis.Redis:
    """Return a client whose commands fail after this long. By default redis-py tries four times, with pauses."""
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=timeout_seconds,
        socket_connect_timeout=timeout_seconds,
        retry=Retry(NoBackoff(), 0),
    )
