"""Telling the workers of tables that are wanted."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from celery import current_app, group
from django.db import transaction
from kombu.exceptions import OperationalError as QueueError

from .models import Purpose, Table
from .tasks import build, build_for_what_ifs

logger = logging.getLogger(__name__)


def announce(tables: Sequence[Table]) -> bool:
    """Tell the workers; false if the queue is away. Nothing is lost then: workers call who waits."""
    if not tables:
        return True
    tasks = {Purpose.OPENING: build, Purpose.WHAT_IF: build_for_what_ifs}
    messages = group(tasks[Purpose(table.purpose)].si(table.pk, table.token) for table in tables)
    try:
        with current_app.connection_for_write() as queue:
            queue.ensure_connection(max_retries=1, interval_start=0)
        transaction.on_commit(messages.apply_async)
    except (QueueError, OSError) as error:
        logger.info("%s tables could not be announced: %s", len(tables), error)
        return False
    return True
