"""The fields of a background job (abstract: answers/models.py has the table)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Coalesce
from django.utils import timezone

from pressorpass_site.core.clients import CLIENT_LENGTH

# How long a request keeps a job in view: one of a page which asks again within two seconds for as long as it is shown, and
# the first one of a page that does so only if it has scripts.
POLL_LOOK, PAGE_LOOK = 5.0, 30.0


class Status(models.TextChoices):
    """Where a job stands. Only QUEUED and RUNNING may still change by themselves."""

    QUEUED = "queued", "waiting"
    RUNNING = "running", "being solved"
    DONE = "done", "answered"
    FAILED = "failed", "failed"
    CANCELLED = "cancelled", "cancelled"
    OUT_OF_REACH = "unreached", "out of reach"


ACTIVE = (Status.QUEUED, Status.RUNNING)
RETRYABLE = (Status.FAILED, Status.CANCELLED, Status.OUT_OF_REACH)


# When somebody last looked at a job; where nobody has, when it was made.
LAST_LOOK = Coalesce("in_view_until", "created_at")


def is_in_view(until: datetime | None) -> bool:
    """Whether a job that was to be in view until then still is."""
    return until is not None and until > timezone.now()


class Job(models.Model):
    """A question that is worked on in the background; jobs.py has the steps of its life.

    `token` names the current start of the job: a task that holds an older token has been replaced
    and must write nothing.
    """

    KIND = ""  # of the rows that a proxy model makes

    kind: Any  # a column of the table of answers (answers/models.py)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    message = models.TextField(blank=True, help_text="Why there is no (better) answer, in words for people.")

    token = models.CharField(max_length=32, blank=True, help_text="Names the current start of the job.")
    attempts = models.PositiveSmallIntegerField(default=0, help_text="Times a worker has begun since it was asked.")
    # With the default in the database: the version before adds rows without it while a new one is being installed.
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
    # Once the job has ended, the time of the last look.
    in_view_until = models.DateTimeField(
        null=True, blank=True, help_text="Somebody is looking at it until then, unless they are heard from again."
    )
    others_until = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Until when clients other than that one look at it."
    )
    cancelled_by = models.CharField(
        max_length=CLIENT_LENGTH,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="The client that wants it no more.",
    )
    # Versions up to 1.3 used this column for nearly the same.
    refines = models.BooleanField(
        default=False, db_column="slot_wanted", help_text="There is a first answer, and the job is to better it."
    )

    class Meta:
        abstract = True

    @property
    def is_active(self) -> bool:
        """Whether it is queued or running."""
        return self.status in ACTIVE

    @property
    def is_worth_another_start(self) -> bool:
        """Whether it was cut short, and the cause may be over."""
        if not self.cut_short or self.is_active or self.finished_at is None:
            return False
        after: float = settings.JOB_LIMIT_SECONDS  # whatever else the machine did has ended by then
        if self.status == Status.FAILED and getattr(self, "result", None) is None:
            # With nothing to show, as soon as the waiting pages have shown why. A job that fails again and again, as it
            # kills its worker, is tried less and less often: each time it is twice as old.
            age = (self.finished_at - self.created_at).total_seconds()
            after = max(2 * POLL_LOOK, min(after, age))
        return (timezone.now() - self.finished_at).total_seconds() > after

    @property
    def in_view(self) -> bool:
        """Whether somebody is looking at it."""
        return is_in_view(self.in_view_until)

    @property
    def seconds_since_heartbeat(self) -> float:
        """How long the worker of a running job has been silent."""
        if self.status != Status.RUNNING or self.heartbeat_at is None:
            return 0.0
        return (timezone.now() - self.heartbeat_at).total_seconds()
