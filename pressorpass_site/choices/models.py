"""One row for each choice that somebody asked about, with the state of its job and the best answer so far."""

from __future__ import annotations

from typing import Any

from django.db import models

from pressorpass_site.questions.models import StoredQuestion
from pressorpass_site.work.models import LAST_LOOK, Job

from .answer import ChoiceAnswer


class ChoiceRow(StoredQuestion, Job):
    """A choice square, the slides on the squares on offer, and the worth of each if known.

    `key` is the hash of everything that the answer depends on, so that equal questions share a row.
    """

    key = models.CharField(max_length=64, unique=True, editable=False)
    position = models.CharField(max_length=80, help_text="Before the spin.")
    # Where the board changes after the next spins, nothing is asked here.
    now_revision = None
    now_spins = 0

    square = models.PositiveSmallIntegerField(help_text="Where the light stopped.")
    shows = models.CharField(max_length=200, blank=True, help_text="What the squares on offer show, in the notation.")
    result = models.JSONField(null=True, blank=True, help_text="The engine's best answer so far.")
    version = models.PositiveSmallIntegerField(default=0, help_text="How many answers have been stored.")

    class Meta:
        verbose_name = "choice"
        ordering = ("-created_at",)
        indexes = [
            models.Index(fields=("status", "queued_at"), name="choices_waiting"),
            models.Index(LAST_LOOK, name="choices_by_last_look"),
        ]

    def __str__(self) -> str:
        return f"{self.position} on square {self.square} {self.shows}".rstrip()

    @property
    def notation(self) -> str:
        return self.position

    @property
    def known(self) -> dict[str, Any]:
        """The stored odds of each option, by its name."""
        return {} if self.result is None else {take["take"]: take for take in self.result["takes"]}

    @property
    def answer(self) -> ChoiceAnswer | None:
        """The best answer so far; None without one."""
        return None if self.result is None else ChoiceAnswer(self.result, improving=self.is_active)
