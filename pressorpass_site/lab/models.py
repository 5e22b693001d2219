"""Stored questions of the lab with their answers."""

from __future__ import annotations

from urllib.parse import urlencode

from django.db import models
from django.urls import reverse

from engine.lab import game as find_game
from pressorpass_site.work.models import LAST_LOOK, Job


class LabAnswer(Job):
    """A question of the lab and, once it has been computed, its answer.

    `key` is the hash of game, question, parameters and engine version, so that equal questions share a row. `options`
    are the typed texts, from which the parameters can be read again. `result` is the command line's object.
    """

    key = models.CharField(max_length=64, unique=True, editable=False)
    game = models.CharField(max_length=40)
    question = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    engine_version = models.CharField(max_length=40)
    result = models.JSONField(null=True, blank=True)
    field = models.CharField(max_length=40, blank=True, help_text="The invalid option, if any.")

    class Meta:
        ordering = ("-created_at",)
        indexes = [
            models.Index(fields=("status", "queued_at"), name="lab_answers_waiting"),
            models.Index(LAST_LOOK, name="lab_answers_by_last_look"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.question} {urlencode(self.options)}".strip()

    @property
    def query(self) -> str:
        """Its options as a query string, in the question's order: PostgreSQL returns them in another."""
        known = [option.name for option in find_game(self.game).question(self.question).options]
        options = {name: self.options[name] for name in known if name in self.options}
        return f"?{urlencode(options)}" if options else ""

    @property
    def address(self) -> str:
        """Its page."""
        return reverse("lab:question", args=[self.game, self.question]) + self.query
