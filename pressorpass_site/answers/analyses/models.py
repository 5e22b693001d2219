"""One row per question, with the state of its job and the best answer so far."""

from __future__ import annotations

from typing import ClassVar

from django.urls import reverse

from engine import ROUGH_SCORES
from pressorpass_site.answers.models import Answer, OfKind
from pressorpass_site.work.models import Status

from .answers import Answer as PresentedAnswer

__all__ = ["Analysis", "Status"]


class Analysis(Answer):
    """The answer to a question about a position; `key` is the question's key."""

    KIND = "position"

    objects: ClassVar = OfKind(KIND)

    class Meta:
        proxy = True
        verbose_name_plural = "analyses"

    def get_absolute_url(self) -> str:
        return reverse("analyses:answer", args=[self.key])

    @property
    def has_row(self) -> bool:
        """Whether it is stored: a table's answer is shown without a row while numbers are being changed."""
        return self.pk is not None

    @property
    def answer(self) -> PresentedAnswer | None:
        """The best answer so far; None without one."""
        if self.result is None:
            return None
        return PresentedAnswer(self.result, self.steps, improving=self.is_active or not self.has_row)

    @property
    def is_secret(self) -> bool:
        """Whether its question, as anybody may ask it, does not lead to it (Question.secret)."""
        return self.key != self.question.key

    @property
    def rests_on_rough_scores(self) -> bool:
        """Whether it is an answer of round 1 for which what a score is worth was solved roughly."""
        return self.then_revision_id is not None and self.result is not None and ROUGH_SCORES in self.result["notes"]

    @property
    def refining(self) -> bool:
        """Whether there is an answer and a better one is being computed."""
        return self.is_active and self.answer is not None

    @property
    def halted(self) -> bool:
        """Whether there is an answer, but the job ended before the last one."""
        return self.result is not None and not self.is_active and self.status != Status.DONE
