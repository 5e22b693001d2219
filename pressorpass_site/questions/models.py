"""The columns of a question, for the tables of several apps."""

from __future__ import annotations

from typing import Any

from django.db import models

from engine import ENGINE_VERSION, Position, Rules
from pressorpass_site.boards.models import BoardRevision

from .question import AUTO, NextRound, NextSpins, Question


class StoredQuestion(models.Model):
    """The board, the rules and the engine of a question; each model has its own column for the position.

    Rules are stored in full, so that a row keeps its meaning when a preset or a default changes.
    """

    board_revision = models.ForeignKey(BoardRevision, on_delete=models.PROTECT, related_name="%(app_label)s")
    now_revision = models.ForeignKey(
        BoardRevision,
        on_delete=models.PROTECT,
        related_name="%(app_label)s_of_next_spins",
        null=True,
        blank=True,
        help_text="The board of the next spins, where that is another.",
    )
    now_spins = models.PositiveSmallIntegerField(default=0, help_text="How many spins are on that board.")
    then_revision = models.ForeignKey(
        BoardRevision,
        on_delete=models.PROTECT,
        related_name="%(app_label)s_of_round_1",
        null=True,
        blank=True,
        help_text="The board of round 2, where the question is one of round 1.",
    )
    then_questions = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many questions are still to come before round 2."
    )
    rules = models.JSONField(help_text="Every rule option, as the engine lists them.")
    engine_version = models.CharField(max_length=40)

    class Meta:
        abstract = True

    @classmethod
    def columns(cls, question: Question) -> dict[str, Any]:
        """Return the columns' values for a question; a model may lack some, as that for the method."""
        values = {
            "position": question.position.notation,
            "board_revision": question.revision,
            "now_revision": question.next_spins.revision if question.next_spins else None,
            "now_spins": question.next_spins.spins if question.next_spins else 0,
            "then_revision": question.then.revision if question.then else None,
            "then_questions": question.then.questions if question.then else None,
            "rules": question.rules.options(),
            "engine_version": ENGINE_VERSION,
            "method": question.method,
        }
        columns = {field.name for field in cls._meta.concrete_fields}
        return {name: value for name, value in values.items() if name in columns}

    @property
    def notation(self) -> str:
        """The position's text."""
        raise NotImplementedError

    @property
    def question(self) -> Question:
        """The question that the row stores."""
        return self.question_at(self.notation)

    def question_at(self, notation: str) -> Question:
        """Return the same question about another position."""
        rules = Rules.preset("show").with_options(self.rules)
        now = NextSpins(self.now_revision, self.now_spins) if self.now_revision else None
        then = NextRound(self.then_revision, self.then_questions or 0) if self.then_revision else None
        method = getattr(self, "method", AUTO)
        return Question(Position.parse(notation), self.board_revision, rules, now, method, then=then)
