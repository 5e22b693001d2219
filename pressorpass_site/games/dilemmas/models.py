"""Votes on dilemmas, and on the decisions of games."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models

from pressorpass_site.core.owners import OWNER_LENGTH

NAME_LENGTH = 30
CALLS = ("press", "pass")
MAX_GUESS = 100


class Vote(models.Model):
    """What a fan would do in a position, said before seeing the odds: press, pass, or one of two other choices.

    `question` names the choice (votes.py): one vote per question and `voter`, who is an account or a browser. `game` is
    that of the choice, which shows `name`; None for a dilemma. `position` is that of a dilemma.
    """

    class Action(models.TextChoices):
        PRESS = "press", "Press"
        PASS = "pass", "Pass"
        ONE = "one", "The first choice"
        TWO = "two", "The second choice"

    question = models.CharField(max_length=64)
    position = models.CharField(max_length=80, blank=True)
    game = models.ForeignKey("games.StoredGame", on_delete=models.CASCADE, null=True, blank=True, related_name="votes")
    voter = models.CharField(max_length=OWNER_LENGTH, db_index=True, editable=False)
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="", db_default="")
    action = models.CharField(max_length=5, choices=Action.choices)
    guess = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MaxValueValidator(MAX_GUESS)],
        help_text="The mover’s chance to win with the better choice, as guessed, in percent.",
    )
    made_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=("question", "voter"), name="one_vote_per_voter_and_question"),
            models.CheckConstraint(condition=models.Q(guess__lte=MAX_GUESS), name="guess_is_a_percentage"),
        ]

    def __str__(self) -> str:
        return f"{self.name or self.position}: {self.get_action_display()}"

    @property
    def counts(self) -> bool:
        """Whether it is in the tally: a vote beyond those of an address that count has no row."""
        return self.pk is not None

    @property
    def number(self) -> int | None:
        """The number of the game's event after which the choice was open; None for a dilemma."""
        return int(self.question.rpartition(" ")[2]) if self.game_id else None
