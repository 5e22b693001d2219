"""Boards, their immutable revisions, drafts of new revisions, and the log of changes.

A stored answer refers to the revision it was computed on, so a revision is never changed or deleted: editing a board
makes a new one. The guards below cover every path through Django's ORM (save, delete, querysets, the admin), database
triggers refuse what bypasses Django (see the migration), and foreign keys to revisions are PROTECTed.
"""

from django.db import models
from django.urls import reverse
from django.utils.functional import cached_property

from engine import Board as EngineBoard
from engine import is_bonus_round

# Reserved for the slugs of fan boards.
OWN_PREFIX = "own-"

NAME_LENGTH = 200
SHOW_LENGTH = 200
WHO_LENGTH = 150
NOTE_LENGTH = 500


class Board(models.Model):
    """A board of the show or a fan board; `slug` is its ID in addresses and on the command line."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    label = models.CharField(max_length=80, help_text="Short name for one line: “February 1985 board”.")
    show = models.CharField(max_length=SHOW_LENGTH, blank=True)
    round = models.CharField(max_length=20)
    valid_from = models.DateField(null=True, blank=True)
    valid_to = models.DateField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    owner = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_index=True,
        editable=False,
        help_text="The owner ID of a fan’s own board; blank for boards of the show.",
    )

    class Meta:
        ordering = ("slug",)
        indexes = [models.Index(fields=("created_at",), name="boards_by_age")]  # for the number of boards made today
        permissions = [("publish_board", "Can publish drafts of boards")]

    def __str__(self) -> str:
        """Return the name with a dash between two dates, where stored names have a hyphen."""
        return self.name.replace(" - ", " – ")

    def get_absolute_url(self) -> str:
        return (
            reverse("fan_boards:board", args=[self.token])
            if self.is_fan_board
            else reverse("boards:detail", args=[self.slug])
        )

    @property
    def is_fan_board(self) -> bool:
        return bool(self.owner)

    @property
    def token(self) -> str:
        """The part of the slug in the address of a fan board."""
        return self.slug.removeprefix(OWN_PREFIX)


class BoardRevision(models.Model):
    """An immutable state of a board.

    `content` is the engine's JSON form. `digest` is the engine's hash of everything relevant to an answer: revisions
    with the same digest give the same answers. Triggers of the database refuse every change.
    """

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    content = models.JSONField()
    digest = models.CharField(max_length=64)
    complete = models.BooleanField()
    created_at = models.DateTimeField(auto_now_add=True)
    author = models.CharField(
        max_length=WHO_LENGTH, blank=True, default="", help_text="Who published it; blank if it came with the program."
    )
    note = models.CharField(max_length=NOTE_LENGTH, blank=True, default="", help_text="What changed and why.")

    class Meta:
        ordering = ("board", "-number")
        constraints = [models.UniqueConstraint(fields=("board", "number"), name="one_revision_per_number")]

    def __str__(self) -> str:
        return f"{self.board} (revision {self.number})"

    def get_absolute_url(self) -> str:
        if self.board.is_fan_board:
            return reverse("fan_boards:revision", args=[self.board.token, self.number])
        return reverse("boards:revision", args=[self.board.slug, self.number])

    @cached_property
    def engine_board(self) -> EngineBoard:
        return EngineBoard.from_json(self.content)

    @property
    def unavailable_reason(self) -> str:
        """Why no position of three contestants can be answered on the board; "" if one can."""
        if not self.complete:
            return f"The {self.board.label} is only partly documented, so no answer can be computed on it."
        if is_bonus_round(str(self.content["round"])):
            return (
                f"The {self.board.label} is of the bonus game, which one contestant plays alone by other rules, so no "
                "position of three contestants is played on it."
            )
        return ""

    @property
    def playable(self) -> bool:
        return not self.unavailable_reason

    @property
    def used(self) -> bool:
        """Whether any row (an analysis, a draft) refers to this revision."""
        return any(
            relation.related_model._base_manager.filter(**{relation.field.name: self}).exists()
            for relation in self._meta.related_objects
        )


class DraftState(models.TextChoices):
    """The state of a draft. Closed drafts are kept, as log entries refer to them."""

    OPEN = "open", "open"
    PUBLISHED = "published", "published"
    DISCARDED = "discarded", "discarded"


class BoardDraft(models.Model):
    """An edited version of an existing or a new board.

    `content` has the structure of the engine's JSON form, but values may be missing or invalid: unreadable input is
    kept as the text that was typed (editor/draft_content.py). A fan board has one draft, which stays open.
    """

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="drafts", null=True, blank=True)
    based_on = models.ForeignKey(BoardRevision, on_delete=models.PROTECT, related_name="drafts", null=True, blank=True)
    content = models.JSONField()
    state = models.CharField(max_length=10, choices=DraftState.choices, default=DraftState.OPEN)
    author = models.CharField(max_length=WHO_LENGTH)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("-updated_at",)

    def __str__(self) -> str:
        name = str(self.content.get("name") or "a new board")[:NAME_LENGTH]
        return f"Draft {self.pk}: {name}"

    @property
    def open(self) -> bool:
        return self.state == DraftState.OPEN


class EventKind(models.TextChoices):
    MADE = "made", "draft made"
    IMPORTED = "imported", "imported"
    EDITED = "edited", "edited"
    PUBLISHED = "published", "published"
    DISCARDED = "discarded", "draft discarded"


class BoardEvent(models.Model):
    """A log entry: who did what to a board, and when. `who` is text, so that it outlives the account.

    Triggers of the database refuse every change.
    """

    at = models.DateTimeField(auto_now_add=True)
    who = models.CharField(max_length=WHO_LENGTH)
    kind = models.CharField(max_length=10, choices=EventKind.choices)
    summary = models.TextField()
    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="events", null=True)
    draft = models.ForeignKey(BoardDraft, on_delete=models.PROTECT, related_name="events", null=True)

    class Meta:
        ordering = ("-at", "-pk")
        indexes = [models.Index(fields=("-at", "-id"), name="board_events_by_age")]

    def __str__(self) -> str:
        return f"{self.who}: {self.summary}"[:200]
