"""Messages that wake workers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import redis
from celery import current_app
from kombu.exceptions import OperationalError

from pressorpass_site.core import redis_client
from pressorpass_site.core.redis_client import TIMEOUT_SECONDS, CircuitBreaker

_breaker = CircuitBreaker()


class BrokerUnreachable(Exception):
    """The message broker does not answer, or is full."""


def send(task: Any, count: int = 1, arguments: tuple[Any, ...] = ()) -> None:
    """Send messages of a task; without arguments they only wake workers.

    Raises:
        BrokerUnreachable: messages may not have been sent.
    """
    with _broker() as connection:
        for _ in range(count):
            task.apply_async(arguments, connection=connection, retry=False)


def is_broker_reachable() -> bool:
    """Return whether messages can be sent just now."""
    if _breaker.is_open:
        return False
    try:
        redis_client.write()
    except redis.RedisError:
        _breaker.open()
        return False
    return True


@cache
def queue_of(task: Any) -> str:
    """Return the broker's queue to which messages of this task go."""
    return str(current_app.amqp.router.route({}, task.name)["queue"].name)


def count_messages(queue: str) -> int:
    """Return how many messages wait for workers in one of the broker's queues.

    Raises:
        BrokerUnreachable: nobody knows.
    """
    with _broker() as connection, connection.channel() as channel:
        return int(channel.queue_declare(queue, passive=False).message_count)


@contextmanager
def _broker() -> Iterator[Any]:
    if _breaker.is_open:
        raise BrokerUnreachable("It could not be reached a moment ago.")
    # Workers, which wait for messages on connections of their own, are more patient (settings.py).
    timeouts = {"socket_timeout": TIMEOUT_SECONDS, "socket_connect_timeout": TIMEOUT_SECONDS}
    try:
        with current_app.connection_for_write(transport_options=timeouts) as connection:
            connection.ensure_connection(max_retries=0)
            yield connection
    except (OperationalError, OSError, redis.RedisError) as error:  # the last one when it is full
        _breaker.open()
        raise BrokerUnreachable(str(error)) from error
