"""One row per question, with the state of its job and the best answer so far."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import models
from django.urls import reverse

from pressorpass_site.questions.models import StoredQuestion
from pressorpass_site.questions.question import AUTO
from pressorpass_site.work.models import LAST_LOOK, Job, Status

from .answers import Answer
from .figures import is_sound

__all__ = ["Analysis", "Status"]


class Analysis(StoredQuestion, Job):
    """A question and the best answer so far.

    A job stores better and better answers as it finds them. The status is the job's, `result` is
    the answer: a row may hold an answer while its job still runs, has failed or was cancelled.

    `key` is the question's key. As it is unique, two people who ask the same at the same moment share
    one row, and so one job.
    """

    key = models.CharField(max_length=64, unique=True, editable=False)
    position = models.CharField(max_length=80)
    result = models.JSONField(null=True, blank=True, help_text="The engine's best answer so far.")
    # The page that asked while its numbers were being changed, until somebody else asks (services.Edit).
    live = models.CharField(max_length=48, blank=True, default="", editable=False)

    steps = models.JSONField(default=list, blank=True, help_text="What each answer said, the present one last.")

    method = models.CharField(
        max_length=16, default=AUTO, db_default=AUTO, editable=False, help_text="How the answer is found."
    )

    class Meta:
        verbose_name_plural = "analyses"
        ordering = ("-created_at",)
        indexes = [
            models.Index(fields=("status", "heartbeat_at"), name="unfinished_jobs"),
            models.Index(LAST_LOOK, name="analyses_by_last_look"),
            # For each change of a page's numbers (services.Edit), and for the administration's list.
            models.Index(fields=("live",), name="analyses_by_edit"),
            models.Index(fields=("-created_at", "-id"), name="analyses_by_age"),
        ]
        constraints = [
            models.CheckConstraint(
                name="next_spins_have_a_board",
                condition=models.Q(now_revision=None, now_spins=0)
                | models.Q(now_revision__isnull=False, now_spins__gt=0),
            )
        ]

    damaged = False  # the stored result cannot be shown, so there is none here

    def __str__(self) -> str:
        return self.position

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any) -> Analysis:
        """Return the stored row, without a result that cannot be shown."""
        row = super().from_db(db, field_names, values, **more)
        loaded = row.__dict__
        if loaded.get("result") is not None and not is_sound(
            row.result, loaded.get("steps", ()), notation=loaded.get("position")
        ):
            row.result, row.steps, row.damaged = None, [], True
        return row

    def get_absolute_url(self) -> str:
        return reverse("analyses:answer", args=[self.key])

    @property
    def notation(self) -> str:
        return self.position

    @property
    def has_row(self) -> bool:
        """Whether it is stored: a table's answer is shown without a row while numbers are being changed."""
        return self.pk is not None

    @property
    def answer(self) -> Answer | None:
        """The best answer so far; None without one."""
        if self.result is None:
            return None
        return Answer(self.result, self.steps, improving=self.is_active or not self.has_row)

    @property
    def refining(self) -> bool:
        """Whether there is an answer and a better one is being computed."""
        return self.is_active and self.answer is not None

    @property
    def halted(self) -> bool:
        """Whether there is an answer, but the job ended before the last one."""
        return self.result is not None and not self.is_active and self.status != Status.DONE

    @property
    def version(self) -> int:
        """The number of answers stored so far."""
        return len(self.steps)
