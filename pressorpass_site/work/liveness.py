"""Signs of life in Redis: a key for each queue that a live worker serves, and one for each worker."""

from collections.abc import Iterable
from typing import Any

from pressorpass_site.core.redis_client import get_redis_client

from .models import Queue

RENEW_SECONDS = 2.0
EXPIRE_SECONDS = 8  # three missed renewals
QUEUE_KEY, WORKER_KEY = "pressorpass:queue:{}", "pressorpass:worker:{}"


def record_alive(worker: str, queues: Iterable[str]) -> None:
    with get_redis_client().pipeline(transaction=False) as pipeline:
        for key in (WORKER_KEY.format(worker), *map(QUEUE_KEY.format, queues)):
            pipeline.set(key, "1", ex=EXPIRE_SECONDS)
        pipeline.execute()


def read_queues() -> dict[str, bool]:
    """Return for each queue whether a live worker serves it. Raises redis.RedisError."""
    values: Any = get_redis_client().mget([QUEUE_KEY.format(queue) for queue in Queue])
    return {str(queue): value is not None for queue, value in zip(Queue, values, strict=True)}


def claim_interval(name: str, seconds: int) -> bool:
    """Return whether this process is the first to claim this name within the interval."""
    return bool(get_redis_client().set(f"pressorpass:turn:{name}", "1", ex=seconds, nx=True))
