"""Jobs done by the test itself, as a worker would do them."""

from datetime import timedelta
from typing import TypeVar

from django.utils import timezone

from engine import Progress
from pressorpass_site.celery import app
from pressorpass_site.work.models import Job
from pressorpass_site.work.picking import Candidate
from pressorpass_site.work.processor import JobThread
from pressorpass_site.work.queues import JobQueue
from pressorpass_site.work.running import Run

J = TypeVar("J", bound=Job)


def queued_messages(name: str = "first") -> int:
    """How many messages wait for a worker in one of the broker's queues."""
    with app.connection_for_read() as broker, broker.channel() as channel:
        return int(channel.queue_declare(name, passive=False).message_count)


def execute(jobs: JobQueue[J], job: J) -> J:
    """Do what a worker would do with a message of this queue: the job whose turn it is."""
    jobs.execute()
    job.refresh_from_db()
    return job


def begun(jobs: JobQueue[J], job: J) -> Run:
    """The job in the hands of a worker."""
    assert jobs.claim(job.pk, job.token)
    return run_of(job)


def run_of(job: Job) -> Run:
    """What a worker has that began the job a while ago."""
    answered = job.result is not None
    found = Candidate(False, job.priority, answered, 0, job.queued_at, job.pk, job.token, job.kind)
    return Run(found, JobThread())


def beat(job: Job, done: float, stage: str) -> bool:
    """As if a worker had come so far with the job; whether it goes on."""
    run = run_of(job)
    run.report(Progress(stage, done))
    return run.beat()


def unseen_for(seconds: float, job: J) -> None:
    """As if nobody had looked at the job for so long."""
    for column in ("viewed_until", "shared_until"):
        until = getattr(job, column)
        if until is not None:
            type(job)._base_manager.filter(pk=job.pk).update(**{column: until - timedelta(seconds=seconds)})
    job.refresh_from_db()


def orphaned(jobs: JobQueue[J], job: J) -> J:
    """As if a worker had begun the job and then been killed a while ago."""
    assert jobs.claim(job.pk, job.token)
    jobs.rows.filter(pk=job.pk).update(heartbeat_at=timezone.now() - timedelta(minutes=1))
    job.refresh_from_db()
    return job
