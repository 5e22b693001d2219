"""The fields of a background job (abstract: answers/models.py has the table)."""

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Coalesce, Now
from django.utils import timezone

from pressorpass_site.core.clients import CLIENT_LENGTH

# How many seconds a request keeps a job viewed: pages poll within four for as long as they are shown.
VIEW_SECONDS = 6.0


class Status(models.TextChoices):
    """Where a job stands. Only QUEUED and RUNNING may still change by themselves."""

    QUEUED = "queued", "waiting"
    RUNNING = "running", "being solved"
    DONE = "done", "answered"
    FAILED = "failed", "failed"
    CANCELLED = "cancelled", "canceled"
    TOO_LARGE = "unreached", "too large"


ACTIVE = (Status.QUEUED, Status.RUNNING)
RETRYABLE = (Status.FAILED, Status.CANCELLED, Status.TOO_LARGE)


class Queue(models.TextChoices):
    """Celery's queues, in the order in which a worker consumes them."""

    FIRST = "first", "a client's only unfinished question"
    LATER = "later", "its other questions, and tables for what-ifs"
    REFINE = "refine", "better answers, and long work that a page shows"
    BACKGROUND = "background", "work that no page waits for"


# A queued job's message is sent again after this long, then after twice as long, and so on.
RESEND_SECONDS = 10

VIEWED = models.Q(viewed_until__gt=Now())
# When a page last showed a job; if none has, when it was made.
LAST_VIEW = Coalesce("viewed_until", "created_at")


class Job(models.Model):
    """The state of a question that workers solve; jobs.py and running.py have its steps.

    `token` names the current start of the job. A message or a run with another token changes nothing.
    """

    KIND = ""  # of the rows that a proxy model makes

    kind: Any  # columns of the table of answers (answers/models.py)
    result: Any
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    message = models.TextField(blank=True, help_text="Why there is no (better) answer, in words for people.")

    token = models.CharField(max_length=32, blank=True, help_text="Names the current start of the job.")
    attempts = models.PositiveSmallIntegerField(default=0, help_text="Times a worker has begun since it was asked.")
    queue = models.CharField(max_length=10, choices=Queue, default=Queue.FIRST)
    client = models.CharField(
        max_length=CLIENT_LENGTH,
        blank=True,
        default="",
        editable=False,
        help_text="The client that viewed it last, or asked it.",
    )
    limits = models.JSONField(default=dict, help_text="What the solver was allowed to spend.")
    was_interrupted = models.BooleanField(
        default=False,
        help_text="Ended early as the machine was busy or failed, or as no page showed it; a restart gets further.",
    )
    finishes_unviewed = models.BooleanField(
        default=False, help_text="It goes on in the background when no page shows it any more."
    )
    cancel_requested = models.BooleanField(default=False)
    progress = models.FloatField(default=0.0)
    stage = models.CharField(max_length=200, blank=True)

    created_at = models.DateTimeField(auto_now_add=True)
    queued_at = models.DateTimeField(null=True, blank=True)
    resend_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="If it is still queued then, its message is sent again."
    )
    started_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # Of a job that has ended: about the time of the last view.
    viewed_until = models.DateTimeField(
        null=True, blank=True, help_text="A page shows the job until this time; every poll extends it."
    )
    shared_until = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Until then several clients view it: none may cancel it."
    )

    class Meta:
        abstract = True

    @property
    def is_active(self) -> bool:
        return self.status in ACTIVE

    @property
    def is_viewed(self) -> bool:
        """Whether a page shows the job."""
        return self.viewed_until is not None and self.viewed_until > timezone.now()

    @property
    def message_priority(self) -> int:
        """The Celery priority of the job's messages; 0 goes first in a queue."""
        return 0

    @property
    def is_worth_another_start(self) -> bool:
        """Whether the job was interrupted, and the cause may be over."""
        if not self.was_interrupted or self.is_active or self.finished_at is None:
            return False
        if self.status == Status.CANCELLED:
            return True  # no page showed it any more
        after: float = settings.JOB_LIMIT_SECONDS  # by then other work of the machine has ended
        if self.status == Status.FAILED and self.result is None:
            # Without a result, once the waiting pages have shown the message. A job that fails again and again, because it
            # kills its worker, is started less and less often: each time it is twice as old.
            age = (self.finished_at - self.created_at).total_seconds()
            after = max(2 * VIEW_SECONDS, min(after, age))
        return timezone.now() - self.finished_at > timedelta(seconds=after)

    @property
    def seconds_since_heartbeat(self) -> float:
        """How long the worker of a running job has been silent."""
        if self.status != Status.RUNNING or self.heartbeat_at is None:
            return 0.0
        return (timezone.now() - self.heartbeat_at).total_seconds()


def build_time_from_now(seconds: float) -> models.ExpressionWrapper[Any]:
    """Return the database time some seconds from now, with Django's digits: SQLite's own times have fewer."""
    return models.ExpressionWrapper(Now() + timedelta(seconds=seconds), output_field=models.DateTimeField())


def queue_columns(queue: str) -> dict[str, Any]:
    """Return the changed columns of a job that is queued again."""
    return {
        "status": Status.QUEUED,
        "queue": queue,
        "token": secrets.token_hex(16),
        "queued_at": build_time_from_now(0),
        "resend_at": build_time_from_now(RESEND_SECONDS),
        "started_at": None,
        "progress": 0.0,
        "stage": "",
    }
