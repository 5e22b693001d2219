"""The columns of a question, for the tables of several apps."""

from functools import cached_property

from django.db import models

from engine import Position, Rules
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision

from .question import AUTO, NextRound, NextSpins, Question


class StoredQuestion(models.Model):
    """The boards, the rules and the engine of a question; each model has its own column for the position.

    Rules are stored in full, so that a row keeps its meaning when a preset or a default changes.
    """

    board_revision = models.ForeignKey(BoardRevision, on_delete=models.PROTECT, related_name="%(class)ss")
    next_spins_revision = models.ForeignKey(
        BoardRevision,
        on_delete=models.PROTECT,
        related_name="%(class)ss_of_next_spins",
        null=True,
        blank=True,
        help_text="The board of the next spins, where that is another.",
    )
    next_spins_count = models.PositiveSmallIntegerField(default=0, help_text="How many spins are on that board.")
    next_round_revision = models.ForeignKey(
        BoardRevision,
        on_delete=models.PROTECT,
        related_name="%(class)ss_of_round_1",
        null=True,
        blank=True,
        help_text="The board of round 2, where the question is one of round 1.",
    )
    questions_before_round_2 = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many questions are still to come before round 2."
    )
    rules = models.JSONField(help_text="Every rule option, as the engine lists them.")
    engine_version = models.CharField(max_length=40)

    class Meta:
        abstract = True

    @property
    def notation(self) -> str:
        raise NotImplementedError

    @cached_property  # no row's question ever changes
    def question(self) -> Question:
        rules = Rules.preset("show").with_options(self.rules)
        board, now_board, then_board = map(
            self._get_board, ("board_revision", "next_spins_revision", "next_round_revision")
        )
        now = NextSpins(now_board, self.next_spins_count) if now_board else None
        then = NextRound(then_board, self.questions_before_round_2 or 0) if then_board else None
        assert board is not None
        method = getattr(self, "method", AUTO)
        return Question(Position.parse(self.notation), board, rules, now, method, next_round=then)

    def _get_board(self, name: str) -> BoardRevision | None:
        """Return one of the boards from the catalog: a join and parsing its JSON would cost more than reading the row."""
        pk = getattr(self, f"{name}_id")
        if pk is not None and name not in self._state.fields_cache:
            setattr(self, name, boards.get_revision(pk))
        board: BoardRevision | None = getattr(self, name)
        return board
