"""Sending messages to Celery's queues, with a timeout of half a second and no retry."""

from typing import Any

import redis
from celery import current_app
from kombu.exceptions import OperationalError

# Workers wait for messages on their own connections, with longer timeouts (settings.py).
TIMEOUTS = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5}


class BrokerUnreachable(Exception):
    """The message broker does not answer, or is full."""


def send(task: str, *arguments: Any, queue: str, **options: Any) -> None:
    """Send a message of the task with this name to a queue; `options` go to `apply_async`.

    Raises BrokerUnreachable: the message may not have been sent.
    """
    try:
        with current_app.connection_for_write(transport_options=TIMEOUTS) as connection:
            connection.ensure_connection(max_retries=0)
            current_app.tasks[task].apply_async(arguments, queue=queue, connection=connection, retry=False, **options)
    except (OperationalError, OSError, redis.RedisError) as error:  # RedisError if the broker is full
        raise BrokerUnreachable(str(error)) from error
