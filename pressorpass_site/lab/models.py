"""Questions that were asked of the lab, each with the one answer that it has."""

from __future__ import annotations

from urllib.parse import urlencode

from django.db import models
from django.urls import reverse

from engine import ENGINE_VERSION
from pressorpass_site.work.models import Job


class LabAnswer(Job):
    """One question of the lab and, once a worker was there, its answer.

    `key` is the hash of game, question, parameters and engine version, so that everybody who asks the
    same shares the row. `options` is what was typed, which leads to the same parameters again. `result`
    is the object that the command line prints.
    """

    key = models.CharField(max_length=64, unique=True, editable=False)
    game = models.CharField(max_length=40)
    question = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    engine_version = models.CharField(max_length=40, default=ENGINE_VERSION)
    result = models.JSONField(null=True, blank=True)
    field = models.CharField(max_length=40, blank=True, help_text="The option that is wrong, where one is.")

    class Meta:
        ordering = ("-created_at",)
        indexes = [models.Index(fields=("status", "queued_at"), name="lab_answers_waiting")]

    def __str__(self) -> str:
        return f"{self.game} {self.question} {urlencode(self.options)}".strip()

    @property
    def query(self) -> str:
        """Its options, as the end of an address."""
        return f"?{urlencode(self.options)}" if self.options else ""

    @property
    def address(self) -> str:
        """Where its page is."""
        return reverse("lab:question", args=[self.game, self.question]) + self.query
