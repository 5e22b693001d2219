"""Telling the workers of one job that somebody waits for."""

from __future__ import annotations

import logging
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError as QueueError

from .jobs import Jobs

logger = logging.getLogger(__name__)

QUEUE_AWAY = "The queue of the solver cannot be reached just now. Nothing is lost: try again in a moment."


def announce(jobs: Jobs[Any], task: Any, pk: int, token: str) -> None:
    """Send the task for this start of a job, once the row is there for workers to see.

    Where the queue cannot be reached, the job fails with a sentence that says so.
    """
    transaction.on_commit(lambda: _send(jobs, task, pk, token))


def _send(jobs: Jobs[Any], task: Any, pk: int, token: str) -> None:
    try:
        # Left to itself, Celery goes on trying for six seconds while somebody looks at a blank page.
        with current_app.connection_for_write() as queue:
            queue.ensure_connection(max_retries=1, interval_start=0)
            task.apply_async((pk, token), connection=queue, retry=False)
    except (QueueError, OSError) as error:
        logger.error("%s %s could not be queued: %s", jobs.model._meta.verbose_name, pk, error)
        jobs.unsendable(pk, token, QUEUE_AWAY)
