"""The fields of a background job (abstract: answers/models.py has the table)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Coalesce
from django.utils import timezone

from pressorpass_site.core.clients import CLIENT_LENGTH

# How many seconds a request keeps a job viewed: pages ask again within four for as long as they are shown.
LOOK = 6.0


class Status(models.TextChoices):
    """Where a job stands. Only QUEUED and RUNNING may still change by themselves."""

    QUEUED = "queued", "waiting"
    RUNNING = "running", "being solved"
    DONE = "done", "answered"
    FAILED = "failed", "failed"
    CANCELLED = "cancelled", "canceled"
    OUT_OF_REACH = "unreached", "too large"


ACTIVE = (Status.QUEUED, Status.RUNNING)
RETRYABLE = (Status.FAILED, Status.CANCELLED, Status.OUT_OF_REACH)


class Priority(models.IntegerChoices):
    """What goes first of the jobs that somebody looks at."""

    FIRST = 1  # there is nothing to show yet
    REFINE = 2  # long work that improves what is shown
    BRIEF = 3  # seconds: tables, lines of maps, questions of the lab, positions with an estimate
    BACKGROUND = 4  # nobody has asked for it yet


# When somebody last looked at a job; where nobody has, when it was made.
LAST_LOOK = Coalesce("viewed_until", "created_at")


class Job(models.Model):
    """A question that is worked on in the background; queues.py has the steps of its life.

    `token` names the current start of the job: a task that holds an older token has been replaced
    and must write nothing.
    """

    KIND = ""  # of the rows that a proxy model makes

    kind: Any  # columns of the table of answers (answers/models.py)
    result: Any
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    message = models.TextField(blank=True, help_text="Why there is no (better) answer, in words for people.")

    token = models.CharField(max_length=32, blank=True, help_text="Names the current start of the job.")
    attempts = models.PositiveSmallIntegerField(default=0, help_text="Times a worker has begun since it was asked.")
    priority = models.PositiveSmallIntegerField(
        default=Priority.FIRST, db_default=Priority.FIRST, help_text="What goes first of the jobs that are viewed."
    )
    client = models.CharField(
        max_length=CLIENT_LENGTH,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="Whose question it is: the client heard from last.",
    )
    client_seq = models.PositiveSmallIntegerField(
        default=0, db_default=0, editable=False, help_text="Unfinished questions of the client when it asked."
    )
    limits = models.JSONField(default=dict, help_text="What the solver was allowed to spend.")
    cut_short = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Other work of the machine, or a fault of it, cut it short: asked for again, it gets further.",
    )
    cancel_requested = models.BooleanField(default=False)
    progress = models.FloatField(default=0.0)
    stage = models.CharField(max_length=200, blank=True)

    created_at = models.DateTimeField(auto_now_add=True)
    queued_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # Once the job has ended, about the time of the last look.
    viewed_until = models.DateTimeField(
        null=True, blank=True, help_text="Somebody is looking at it until then, unless they are heard from again."
    )
    shared_until = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Until then several clients look at it: none may cancel it."
    )

    class Meta:
        abstract = True

    @property
    def is_active(self) -> bool:
        """Whether it is queued or running."""
        return self.status in ACTIVE

    @property
    def is_viewed(self) -> bool:
        """Whether somebody is looking at it."""
        return self.viewed_until is not None and self.viewed_until > timezone.now()

    @property
    def is_worth_another_start(self) -> bool:
        """Whether it was cut short, and the cause may be over."""
        if not self.cut_short or self.is_active or self.finished_at is None:
            return False
        if self.status == Status.CANCELLED:
            return True  # its page had gone on to another question
        after: float = settings.JOB_LIMIT_SECONDS  # whatever else the machine did has ended by then
        if self.status == Status.FAILED and self.result is None:
            # With nothing to show, as soon as the waiting pages have shown why. A job that fails again and again, as it
            # kills its worker, is tried less and less often: each time it is twice as old.
            age = (self.finished_at - self.created_at).total_seconds()
            after = max(2 * LOOK, min(after, age))
        return timezone.now() - self.finished_at > timedelta(seconds=after)

    @property
    def seconds_since_heartbeat(self) -> float:
        """How long the worker of a running job has been silent."""
        if self.status != Status.RUNNING or self.heartbeat_at is None:
            return 0.0
        return (timezone.now() - self.heartbeat_at).total_seconds()
