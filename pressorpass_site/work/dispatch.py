"""Sending messages to the workers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError

from pressorpass_site.core.redis_client import CircuitBreaker

# A page is waiting. Workers, which wait for messages on connections of their own, are more patient (settings.py).
TIMEOUT_SECONDS = 0.8
PAUSE_SECONDS = 2.0  # after a failure

_breaker = CircuitBreaker(PAUSE_SECONDS)


class BrokerUnreachable(Exception):
    """The message broker does not answer."""


def send(task: Any, messages: Iterable[tuple[Any, ...]]) -> None:
    """Send messages with these arguments of the task; of a job, its key and token.

    Raises:
        BrokerUnreachable: messages may not have been sent.
    """
    with _broker() as connection:
        for message in messages:
            task.apply_async(message, connection=connection, retry=False)


def is_broker_reachable() -> bool:
    """Whether messages can be sent just now."""
    try:
        with _broker():
            return True
    except BrokerUnreachable:
        return False


def queue_of(task: Any) -> str:
    """The broker's queue to which messages of this task go."""
    return str(current_app.amqp.router.route({}, task.name)["queue"].name)


def count_messages(queue: str) -> int:
    """How many messages wait for workers in one of the broker's queues.

    Raises:
        BrokerUnreachable: nobody knows.
    """
    with _broker() as connection, connection.channel() as channel:
        return int(channel.queue_declare(queue, passive=False).message_count)


@contextmanager
def _broker() -> Iterator[Any]:
    if _breaker.is_open:
        raise BrokerUnreachable("It could not be reached a moment ago.")
    timeouts = {"socket_timeout": TIMEOUT_SECONDS, "socket_connect_timeout": TIMEOUT_SECONDS}
    try:
        with current_app.connection_for_write(transport_options=timeouts) as connection:
            connection.ensure_connection(max_retries=0)
            yield connection
    except (OperationalError, OSError) as error:
        _breaker.open()
        raise BrokerUnreachable(str(error)) from error
