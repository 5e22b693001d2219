"""Jobs done by the test itself, as a worker would do them."""

from datetime import timedelta
from typing import Any, TypeVar

from django.utils import timezone

from engine import Progress
from pressorpass_site.celery import app
from pressorpass_site.core.redis_client import get_redis_client
from pressorpass_site.work import liveness, running, worker
from pressorpass_site.work.jobs import LOST, JobType, job_types, query_job_rows
from pressorpass_site.work.models import Job, Queue, Status
from pressorpass_site.work.running import JobRun

J = TypeVar("J", bound=Job)


def count_messages(queue: str = "first") -> int:
    """How many messages wait for a worker in one of Celery's queues."""
    with app.connection_for_read() as broker, broker.channel() as channel:
        return int(channel.queue_declare(queue, passive=False).message_count)


def get_next_message(queue: str) -> tuple[int, str] | None:
    """The row and the token of the next message that a worker of one of Celery's queues gets."""
    with app.connection_for_read() as broker, broker.channel() as channel:
        message = channel.basic_get(queue, no_ack=True)
        return message and tuple(message.decode()[0])


def deliver(job: Job, token: str = "") -> None:
    """Do what a worker does with a message of this job."""
    app.tasks[job_types[job.kind].task](job.pk, token or job.token)


def run_next(job_type: JobType[Any]) -> bool:
    """Do what a worker does with the next message of this type; return whether there was one."""
    order = list(Queue)
    waiting = sorted(
        job_type.rows.filter(status=Status.QUEUED), key=lambda job: (order.index(Queue(job.queue)), job.queued_at)
    )
    if waiting:
        deliver(waiting[0])
    return bool(waiting)


def run_all(job_type: JobType[Any]) -> None:
    """Do what workers do until no job of this type waits."""
    while run_next(job_type):
        pass


def execute(job_type: JobType[J], job: J) -> J:
    """Do what a worker does with the next message of this type; return the job as it then stands."""
    run_next(job_type)
    job.refresh_from_db()
    return job


def claim(job_type: JobType[Any], job: Job) -> JobRun:
    """The job in the hands of a worker."""
    assert running.claim(job_type, job.pk, job.token)
    return run_of(job)


def run_of(job: Job) -> JobRun:
    """What a worker has that claimed the job a while ago."""
    return JobRun(job_types[job.kind], job)


def beat(job: Job, done: float, stage: str) -> bool:
    """As if a worker had come so far with the job; return whether it goes on."""
    run = run_of(job)
    run.report(Progress(stage, done))
    return run.beat() is None


def resend_lost() -> int:
    """Do what a worker does every ten seconds; return the number of lost jobs."""
    lost = query_job_rows().filter(LOST).count()
    worker.resend()
    return lost


def serve_all() -> None:
    """As if live workers served all queues."""
    liveness.record_alive("test", Queue.values)


def serve_none() -> None:
    """As if no worker were alive."""
    get_redis_client().delete(*map(liveness.QUEUE_KEY.format, Queue.values))


def unseen_for(seconds: float, job: J) -> None:
    """As if nobody had viewed the job for so long."""
    for column in ("viewed_until", "shared_until"):
        until = getattr(job, column)
        if until is not None:
            type(job)._base_manager.filter(pk=job.pk).update(**{column: until - timedelta(seconds=seconds)})
    job.refresh_from_db()


def orphaned(job_type: JobType[J], job: J) -> J:
    """As if a worker had claimed the job and then been killed a while ago."""
    claim(job_type, job)
    job_type.rows.filter(pk=job.pk).update(heartbeat_at=timezone.now() - timedelta(minutes=1))
    job.refresh_from_db()
    return job
