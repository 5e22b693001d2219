"""Sending messages to the workers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError


class BrokerUnreachable(Exception):
    """The message broker does not answer."""


def send(task: Any, messages: Iterable[tuple[int, str]]) -> None:
    """Send one message for each job, by its key and token.

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


@contextmanager
def _broker() -> Iterator[Any]:
    try:
        # By default, Celery tries for six seconds, during which the page would stay blank.
        with current_app.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, interval_start=0)
            yield connection
    except (OperationalError, OSError) as error:
        raise BrokerUnreachable(str(error)) from error
