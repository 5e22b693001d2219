"""Saved answers: a title, a note and immutable versions of an answer."""

from django.db import models
from django.urls import reverse

from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.models import Analysis
from pressorpass_site.core.database.fixed import ImmutableModel
from pressorpass_site.core.owned import OwnedModel
from pressorpass_site.questions.models import StoredQuestion
from pressorpass_site.questions.question import AUTO

NOTE_LENGTH = 5000


class SavedAnalysis(OwnedModel):
    """A saved question with the versions of its answer (`Version`)."""

    note = models.TextField(max_length=NOTE_LENGTH, blank=True)
    position = models.CharField(max_length=80, editable=False)

    class Meta(OwnedModel.Meta):
        verbose_name = "saved answer"
        indexes = [
            models.Index(fields=("visibility", "-created_at"), name="saved_by_visibility"),
            models.Index(fields=("visibility", "-updated_at"), name="saved_by_change"),
            models.Index(fields=("visibility", "title"), name="saved_by_title"),
            # For the daily quota, and for the list of the admin.
            models.Index(fields=("-created_at", "-id"), name="saved_by_age"),
        ]

    def get_absolute_url(self) -> str:
        return reverse("saved:detail", args=[self.code])


class Version(ImmutableModel, StoredQuestion):
    """An immutable answer with its question, rules and boards.

    A version saved without an answer takes the final answer of `analysis`, and is immutable from then on.
    """

    fixed = "A version of a saved answer never changes; save a new one."

    saved = models.ForeignKey(SavedAnalysis, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    analysis = models.ForeignKey(
        Analysis,
        on_delete=models.SET_NULL,
        related_name="kept",
        null=True,
        blank=True,
        help_text="The source of the answer, which may improve later.",
    )
    method = models.CharField(max_length=16, default=AUTO, editable=False, help_text="How the answer was to be found.")
    result = models.JSONField(null=True, blank=True)
    steps = models.JSONField(default=list, blank=True)
    engine_version = models.CharField(max_length=40, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    taken_at = models.DateTimeField(null=True, blank=True, help_text="When the answer was stored.")

    class Meta:
        ordering = ("saved", "-number")
        constraints = [models.UniqueConstraint(fields=("saved", "number"), name="one_version_per_number")]

    def __str__(self) -> str:
        return f"{self.saved} (version {self.number})"

    @property
    def notation(self) -> str:
        return self.saved.position

    @property
    def answer(self) -> Answer | None:
        return None if self.result is None else Answer(self.result, self.steps)

    def get_absolute_url(self) -> str:
        return reverse("saved:version", args=[self.saved.code, self.number])
