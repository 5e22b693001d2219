"""Boards and their revisions.

A stored answer names the revision it was computed on, so a revision may never change or vanish:
editing a board makes a new revision. The guards below hold for every door of Django's ORM
(save, delete, querysets, the admin); the foreign key of the analyses is PROTECT besides.
"""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.urls import reverse


class RevisionIsFixed(Exception):
    """Somebody tried to change or delete a revision that is, or may be, part of an answer."""


class Board(models.Model):
    """A board of the show, by the id that addresses and the command line use."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    label = models.CharField(max_length=80, help_text="Short name for one line: “February 1985 board”.")
    show = models.CharField(max_length=200, blank=True)
    round = models.CharField(max_length=20)
    valid_from = models.DateField(null=True, blank=True)
    valid_to = models.DateField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("slug",)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("boards:detail", args=[self.slug])


class RevisionQuerySet(models.QuerySet["BoardRevision"]):
    """Refuses the bulk operations that would go round the model's own guards."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise RevisionIsFixed("Board revisions are never changed; make a new one.")

    def delete(self) -> tuple[int, dict[str, int]]:
        for revision in self:
            revision.refuse_if_used()
        return super().delete()

    delete.alters_data = True  # type: ignore[attr-defined]
    delete.queryset_only = True  # type: ignore[attr-defined]


class BoardRevision(models.Model):
    """One state of a board, for ever.

    `content` is the engine's JSON form and `digest` the engine's identity of what matters to an
    answer, so that two revisions with the same digest give the same answers.
    """

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    content = models.JSONField()
    digest = models.CharField(max_length=64)
    complete = models.BooleanField()
    created_at = models.DateTimeField(auto_now_add=True)

    objects = RevisionQuerySet.as_manager()

    class Meta:
        ordering = ("board", "-number")
        constraints = [models.UniqueConstraint(fields=("board", "number"), name="one_revision_per_number")]

    def __str__(self) -> str:
        return f"{self.board} (revision {self.number})"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise RevisionIsFixed("Board revisions are never changed; make a new one.")
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("boards:revision", args=[self.board.slug, self.number])

    @property
    def used(self) -> bool:
        """Whether anything (an analysis, later a game) points at this revision."""
        return any(
            relation.related_model._base_manager.filter(**{relation.field.name: self}).exists()
            for relation in self._meta.related_objects
        )

    def refuse_if_used(self) -> None:
        """Raises RevisionIsFixed when an answer rests on this revision."""
        if self.used:
            raise RevisionIsFixed(f"{self} is used by saved answers and cannot be deleted.")

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        self.refuse_if_used()
        return super().delete(*args, **kwargs)
