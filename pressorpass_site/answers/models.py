"""One table for all stored answers: the question, the state of its job, and the best result so far.

The kinds differ in their questions and jobs. Each has a proxy model, here or in the apps of games and of the lab
(docs/decisions/0056-one-table-of-answers.md).
"""

from typing import Any, ClassVar

from django.db import models
from django.db.models.expressions import Combinable
from django.urls import reverse

from engine import ENGINE_VERSION, ROUGH_SCORES
from engine.formatting import format_count
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.questions.models import StoredQuestion
from pressorpass_site.questions.question import AUTO, Question
from pressorpass_site.work.models import LAST_VIEW, Job, Queue, Status

from .analyses.answers import Answer as PositionAnswer
from .choices.answer import ChoiceAnswer

# The boards of a question, for `select_related`.
BOARDS = ("board_revision__board", "next_spins_revision__board", "next_round_revision__board")

# The kinds of tables.
OPENING, WHAT_IF = "opening", "table"  # built in advance, and for the what-ifs of a page
SCORE_VALUES = "values"  # what a score is worth before round 2


class KindManager(models.Manager[Any]):
    def __init__(self, *kinds: str) -> None:
        super().__init__()
        self.kinds = kinds

    def get_queryset(self) -> models.QuerySet[Any]:
        rows = super().get_queryset()
        return rows.filter(kind=self.kinds[0]) if len(self.kinds) == 1 else rows.filter(kind__in=self.kinds)

    def get_or_none(self, key: str) -> Any:
        return next(iter(self.filter(key=key).order_by()), None)


class StoredAnswer(StoredQuestion, Job):
    """A question, the job that solves it, and the best result so far.

    The job stores better and better results, so a row may have one while its job still runs, has failed or was canceled.

    `key` is the hash of everything that the answer depends on. It is unique, so clients who ask the same at the same
    moment share one row and one job. `input` has the parts of a question for which there is no column.
    """

    kind = models.CharField(max_length=12, default="position", editable=False)
    key = models.CharField(max_length=64, unique=True, editable=False)
    position = models.CharField(max_length=80)
    method = models.CharField(max_length=16, default=AUTO, editable=False, help_text="How the answer is found.")
    # A review of an earlier state of a game: it goes with the one that the game keeps.
    part_of = models.ForeignKey(
        "self", on_delete=models.CASCADE, related_name="parts", null=True, blank=True, editable=False
    )
    input: models.JSONField[Any, Any] = models.JSONField(
        null=True, blank=True, help_text="What was asked, besides the columns of a question."
    )
    result = models.JSONField(null=True, blank=True, help_text="The engine's best answer so far.")
    steps = models.JSONField(default=list, blank=True, help_text="What each answer said, the present one last.")
    # Null until they are played; empty where that is impossible.
    tries: models.JSONField[Any, Any] = models.JSONField(
        null=True, blank=True, editable=False, help_text="The position played out a hundred times and more."
    )

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
        ordering = ("-created_at",)
        # No index begins with the kind: without statistics SQLite would take it for a few rows and prefer it to keys.
        indexes = [
            models.Index(fields=("status", "heartbeat_at"), name="unfinished_jobs"),
            models.Index(LAST_VIEW, "kind", name="answers_by_last_look"),
            models.Index(fields=("board_revision", "kind"), name="answers_by_board"),
            # For the lists of the admin.
            models.Index(fields=("-created_at", "-id", "kind"), name="answers_by_age"),
        ]
        constraints = [
            models.CheckConstraint(
                name="next_spins_have_a_board",
                condition=models.Q(next_spins_revision=None, next_spins_count=0)
                | models.Q(next_spins_revision__isnull=False, next_spins_count__gt=0),
            )
        ]

    def __init__(self, *values: Any, **fields: Any) -> None:
        if not values:  # a new row, not one read from the database
            fields.setdefault("kind", self.KIND)
        super().__init__(*values, **fields)

    def __str__(self) -> str:
        return self.position

    @staticmethod
    def build_columns(question: Question) -> dict[str, Any]:
        """The columns of a new row about a question; `key` is the caller's."""
        return {
            "position": question.position.notation,
            "board_revision": question.revision,
            "next_spins_revision": question.next_spins.revision if question.next_spins else None,
            "next_spins_count": question.next_spins.spins if question.next_spins else 0,
            "next_round_revision": question.next_round.revision if question.next_round else None,
            "questions_before_round_2": question.next_round.questions if question.next_round else None,
            "rules": question.rules.options(),
            "engine_version": ENGINE_VERSION,
            "method": question.method,
        }

    @property
    def notation(self) -> str:
        return self.position

    @property
    def version(self) -> int:
        """The number of answers stored so far."""
        return len(self.steps)

    @property
    def message_priority(self) -> int:
        """9, after all others in the background, for a table that nobody has asked for; else 0."""
        is_table = self.kind in (OPENING, WHAT_IF)
        return 9 if is_table and self.viewed_until is None and self.queue == Queue.BACKGROUND else 0


class Analysis(StoredAnswer):
    """The answer to a question about a position; `key` is the question's key."""

    KIND = "position"

    objects: ClassVar = KindManager(KIND)

    class Meta:
        proxy = True
        verbose_name_plural = "analyses"

    def get_absolute_url(self) -> str:
        return reverse("analyses:answer", args=[self.key])

    @property
    def has_row(self) -> bool:
        """False for a table's answer to numbers that are still being changed, which is shown without a row."""
        return self.pk is not None

    @property
    def answer(self) -> PositionAnswer | None:
        if self.result is None:
            return None
        return PositionAnswer(self.result, self.steps, improving=self.is_active or not self.has_row)

    @property
    def is_secret(self) -> bool:
        """Whether its key depends on a secret (`Question.secret`), so that asking the question does not find it."""
        return self.key != self.question.key

    @property
    def rests_on_rough_scores(self) -> bool:
        """Whether this is an answer of round 1 that was solved with rough score values."""
        return (
            self.next_round_revision_id is not None and self.result is not None and ROUGH_SCORES in self.result["notes"]
        )

    @property
    def refining(self) -> bool:
        return self.is_active and self.result is not None

    @property
    def halted(self) -> bool:
        """Whether the job ended early and left an answer."""
        return self.result is not None and not self.is_active and self.status != Status.DONE


class ChoiceAnalysis(StoredAnswer):
    """A choice square, the slides on offer, and the odds of each if known.

    `position` is the position before the spin; `steps` has the time limit of each answer.
    """

    KIND = "choice"

    objects: ClassVar = KindManager(KIND)

    class Meta:
        proxy = True
        verbose_name = "choice"

    def __str__(self) -> str:
        return f"{self.position} on square {self.square} {self.shows}".rstrip()

    @property
    def square(self) -> int:
        """The square where the light stopped."""
        return int(self.input["square"])

    @property
    def shows(self) -> str:
        """The contents of the offered squares, in game notation."""
        return str(self.input["shows"])

    @property
    def takes_by_name(self) -> dict[str, Any]:
        return {} if self.result is None else {take["take"]: take for take in self.result["takes"]}

    @property
    def answer(self) -> ChoiceAnswer | None:
        return None if self.result is None else ChoiceAnswer(self.result, improving=self.is_active)


class Table(StoredAnswer):
    """The job that solves a configuration (spins and who is up) for every score.

    The tables themselves are files of the engine's store (docs/decisions/0010-tables.md), and solvers look only there: a
    row says how a file was made, or why there is none. `result` describes the file.

    The scores of `position` are $0, or for what-ifs as high as the table must reach. Score values have the board of round
    2, and their `position` says only who is up.
    """

    KIND = OPENING

    objects: ClassVar = KindManager(OPENING, WHAT_IF, SCORE_VALUES)

    class Meta:
        proxy = True

    @property
    def configuration(self) -> str:
        if self.kind == SCORE_VALUES:
            return f"value of a score, {format_count(self.questions_before_round_2 or 0, 'question')} before"
        return self.position

    @property
    def unit(self) -> int | None:
        """The dollars between two scores of the table; None before it is built."""
        return None if self.result is None else int(self.result["unit"])

    @property
    def bytes(self) -> int | None:
        return None if self.result is None else int(self.result["bytes"])

    @property
    def seconds(self) -> float | None:
        """The time that the job took; None until it ends."""
        if self.started_at is None or self.finished_at is None:
            return None
        return (self.finished_at - self.started_at).total_seconds()
