"""The timer of a worker's main process: signs of life, and messages of periodic tasks.

The main process forks the pool, so it must never hold a connection to the database: SQLite's locks are lost in a
fork, and the file is damaged.
"""

import logging
from typing import Any

import redis
from celery import bootsteps, current_app, shared_task
from celery.signals import task_failure
from celery.worker import state

from pressorpass_site.core import metrics
from pressorpass_site.core.database import retention

from . import jobs, liveness, running
from .broker import BrokerUnreachable, send
from .models import RESEND_SECONDS, Queue

logger = logging.getLogger(__name__)

RESEND, TIDY = "work.resend", "work.tidy"
PERIODIC = ((RESEND, RESEND_SECONDS, Queue.FIRST), (TIDY, retention.EVERY_SECONDS, Queue.BACKGROUND))


class Timers(bootsteps.StartStopStep):
    """Renews the signs of life, and sends the periodic tasks, each by one worker of all."""

    requires = ("celery.worker.components:Timer",)

    def start(self, parent: Any) -> None:
        metrics.SLOTS.labels(parent.hostname).set(parent.concurrency)
        renew_worker(parent.hostname)
        parent.timer.call_repeatedly(liveness.RENEW_SECONDS, renew_worker, (parent.hostname,))


def renew_worker(worker: str) -> None:
    """Renew a worker's signs of life, and send the periodic tasks that are due."""
    metrics.SLOTS_IN_USE.labels(worker).set(len(state.active_requests))
    try:
        liveness.record_alive(worker, current_app.amqp.queues.consume_from)
        for task, seconds, queue in PERIODIC:
            if liveness.claim_interval(task, seconds):
                send(task, queue=queue, expires=seconds)
    except (redis.RedisError, BrokerUnreachable) as error:
        logger.warning("no sign of life could be given, or no periodic task sent: %s", error)


@task_failure.connect
def _end_if_damaged(exception: BaseException, **_: Any) -> None:
    running.exit_if_damaged(exception)


@shared_task(name=RESEND)
def resend() -> None:
    """Send lost messages again, and queue the jobs of lost workers again."""
    lost_jobs = jobs.query_job_rows().filter(jobs.LOST, kind__in=jobs.job_types).defer("result", "steps")
    for job in lost_jobs.iterator():
        jobs.job_types[job.kind].resend(job)


@shared_task(name=TIDY)
def tidy() -> None:
    for cleanup in retention.tidy():
        if cleanup.removed_count:
            logger.info("%s: %d removed, %d left", cleanup.kind.label, cleanup.removed_count, cleanup.remaining_count)
