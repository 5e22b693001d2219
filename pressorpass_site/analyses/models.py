"""One row per question ever asked, with the state of its job and the best answer so far."""

from __future__ import annotations

from django.db import models
from django.urls import reverse

from pressorpass_site.boards.models import BoardRevision


class Status(models.TextChoices):
    """Where a question stands. Only QUEUED and RUNNING may still change by themselves."""

    QUEUED = "queued", "waiting"
    RUNNING = "running", "being solved"
    DONE = "done", "answered"
    FAILED = "failed", "failed"
    CANCELLED = "cancelled", "cancelled"
    OUT_OF_REACH = "unreached", "out of reach"


class Analysis(models.Model):
    """A question, known by everything its answer depends on, and the best answer so far.

    A job stores better and better answers as it finds them. The status tells of the job, `result`
    of the answer: a row may hold an answer while its job still runs, has failed or was cancelled.

    `key` is the hash of that identity (see identity.py): the unique constraint on it makes two
    people who ask at the same moment share one row, and so one job. `token` names the current
    start of the job: a task that holds an older token has been replaced and must write nothing.
    """

    key = models.CharField(max_length=64, unique=True, editable=False)
    position = models.CharField(max_length=80)
    board_revision = models.ForeignKey(BoardRevision, on_delete=models.PROTECT, related_name="analyses")
    rules = models.JSONField(help_text="Every rule option, as the engine lists them.")
    engine_version = models.CharField(max_length=40)

    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    result = models.JSONField(null=True, blank=True, help_text="The engine's best answer so far.")
    steps = models.JSONField(
        default=list, blank=True, help_text="What each answer said, the present one last (see refinement.py)."
    )
    message = models.TextField(blank=True, help_text="Why there is no (better) answer, in words for people.")

    token = models.CharField(max_length=32, blank=True, help_text="Names the current start of the job.")
    attempts = models.PositiveSmallIntegerField(default=0, help_text="Times a worker has begun since it was asked.")
    limits = models.JSONField(default=dict, help_text="What the solver was allowed to spend.")
    cancel_requested = models.BooleanField(default=False)
    progress = models.FloatField(default=0.0)
    stage = models.CharField(max_length=200, blank=True)

    created_at = models.DateTimeField(auto_now_add=True)
    queued_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "analyses"
        ordering = ("-created_at",)
        indexes = [models.Index(fields=("status", "heartbeat_at"), name="unfinished_jobs")]

    def __str__(self) -> str:
        return self.position

    def get_absolute_url(self) -> str:
        return reverse("analyses:answer", args=[self.key])

    @property
    def unfinished(self) -> bool:
        """Whether a worker is at it or will be."""
        return self.status in (Status.QUEUED, Status.RUNNING)

    @property
    def refining(self) -> bool:
        """Whether there is an answer and a better one on its way."""
        return self.unfinished and self.result is not None

    @property
    def halted(self) -> bool:
        """Whether there is an answer, but the job ended before the last one."""
        return self.result is not None and not self.unfinished and self.status != Status.DONE

    @property
    def version(self) -> int:
        """How many answers have been stored: changes with every new one."""
        return len(self.steps)
