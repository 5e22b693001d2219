"""Votes on dilemmas."""

from __future__ import annotations

from django.db import models

from pressorpass_site.core.owners import OWNER_LENGTH


class Vote(models.Model):
    """What somebody would do in a position, said before seeing the odds.

    `question` names the position with its boards and rules (services.py), `voter` an account or a browser.
    """

    class Action(models.TextChoices):
        PRESS = "press", "Press"
        PASS = "pass", "Pass"

    question = models.CharField(max_length=64)
    position = models.CharField(max_length=80)
    voter = models.CharField(max_length=OWNER_LENGTH, db_index=True, editable=False)
    action = models.CharField(max_length=5, choices=Action.choices)
    made_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=("question", "voter"), name="one_vote_per_voter_and_question")]

    def __str__(self) -> str:
        return f"{self.position}: {self.get_action_display()}"

    @property
    def counts(self) -> bool:
        """Whether it is in the tally: a vote beyond those of an address that count has no row."""
        return self.pk is not None
