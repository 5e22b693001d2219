"""The ids in a worker's log lines: of the job, and of the request that has sent its message.

A job that a worker sends on, because a slot is free or another worker is silent, is nobody's request any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun
from structlog.contextvars import bind_contextvars, bound_contextvars, clear_contextvars, get_contextvars

FIELD = "request_id"


@contextmanager
def of_job(task: str, pk: int) -> Iterator[None]:
    """Name the job in all lines of the block."""
    with bound_contextvars(job=f"{task} {pk}"):
        yield


@before_task_publish.connect
def _send_along(headers: dict[str, Any], **_: Any) -> None:
    context = get_contextvars()
    if FIELD in context and "job" not in context:
        headers[FIELD] = context[FIELD]


@task_prerun.connect
def _take_over(task: Any, **_: Any) -> None:
    clear_contextvars()
    if sent := task.request.get(FIELD):
        bind_contextvars(**{FIELD: sent})


@task_postrun.connect
def _forget(**_: Any) -> None:
    clear_contextvars()
