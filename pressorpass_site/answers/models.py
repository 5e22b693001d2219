"""One table for every computed answer: what was asked, the state of its job, and the best answer so far.

What is asked, how it is worked out and which of two answers is better differs by `kind`: each app has a proxy model for its own
(docs/decisions/0056-one-table-of-answers.md).
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models.expressions import Combinable

from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.questions.models import StoredQuestion
from pressorpass_site.questions.question import AUTO
from pressorpass_site.work.models import LAST_LOOK, Job

# The boards of a question, to be read with its row.
BOARDS = ("board_revision__board", "now_revision__board", "then_revision__board")


class OfKind(models.Manager[Any]):
    """The rows of some kinds."""

    def __init__(self, *kinds: str) -> None:
        super().__init__()
        self.kinds = kinds

    def get_queryset(self) -> models.QuerySet[Any]:
        rows = super().get_queryset()
        return rows.filter(kind=self.kinds[0]) if len(self.kinds) == 1 else rows.filter(kind__in=self.kinds)

    def find(self, key: str) -> Any:
        """Return the row with this key, with the boards of its question, in one query. Raises Answer.DoesNotExist."""
        return self.select_related(*BOARDS).get(key=key)


class Answer(StoredQuestion, Job):
    """A question and the best answer so far.

    A job stores better and better answers as it finds them. The status is the job's, `result` is the answer: a row may hold an
    answer while its job still runs, has failed or was canceled.

    `key` is the hash of everything that the answer depends on. As it is unique, two people who ask the same at the same moment
    share one row, and so one job. A question about a position has the columns of a question; what else was asked is in `input`.
    """

    kind = models.CharField(max_length=12, default="position", db_default="position", editable=False)
    key = models.CharField(max_length=64, unique=True, editable=False)
    position = models.CharField(max_length=80)
    method = models.CharField(
        max_length=16, default=AUTO, db_default=AUTO, editable=False, help_text="How the answer is found."
    )
    # A row of a map, a position of a game: it goes with the whole.
    part_of = models.ForeignKey(
        "self", on_delete=models.CASCADE, related_name="parts", null=True, blank=True, editable=False
    )
    input: models.JSONField[Any, Any] = models.JSONField(
        null=True, blank=True, help_text="What was asked, besides the columns of a question."
    )
    result = models.JSONField(null=True, blank=True, help_text="The engine's best answer so far.")
    steps = models.JSONField(default=list, blank=True, help_text="What each answer said, the present one last.")

    board_revision: models.ForeignKey[Combinable | BoardRevision | None, BoardRevision] = models.ForeignKey(  # type: ignore[misc]
        BoardRevision,
        on_delete=models.PROTECT,
        related_name="answers",
        null=True,
        blank=True,
        db_index=False,  # there is an index with the kind
    )
    rules = models.JSONField(default=dict, help_text="Every rule option, as the engine lists them.")

    class Meta:
        db_table = "analyses_analysis"  # of the version when it had the answers to positions alone
        ordering = ("-created_at",)
        # No index begins with the kind: without statistics SQLite would take it for a few rows and prefer it to keys.
        indexes = [
            models.Index(fields=("status", "heartbeat_at"), name="unfinished_jobs"),
            models.Index(LAST_LOOK, "kind", name="answers_by_last_look"),
            models.Index(fields=("board_revision", "kind"), name="answers_by_board"),
            # For the administration's lists.
            models.Index(fields=("-created_at", "-id", "kind"), name="answers_by_age"),
        ]
        constraints = [
            models.CheckConstraint(
                name="next_spins_have_a_board",
                condition=models.Q(now_revision=None, now_spins=0)
                | models.Q(now_revision__isnull=False, now_spins__gt=0),
            )
        ]

    def __init__(self, *values: Any, **fields: Any) -> None:
        if not values:  # a new row, not one read from the database
            fields.setdefault("kind", self.KIND)
        super().__init__(*values, **fields)

    def __str__(self) -> str:
        return self.position

    @property
    def notation(self) -> str:
        return self.position

    @property
    def version(self) -> int:
        """The number of answers stored so far."""
        return len(self.steps)
