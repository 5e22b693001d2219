"""Columns and steps that the squashed migrations of several apps have in common.

Each app's first migration here has the name of the last one of version 1.5 that it stands for, so that a database of that version
or a later one needs nothing; an older one is refused (core/apps.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.migrations import AddField, AlterField, CreateModel, RemoveField, SeparateDatabaseAndState
from django.db.migrations.operations.base import Operation
from django.db.models import (
    PROTECT,
    BigAutoField,
    BooleanField,
    CharField,
    DateTimeField,
    Field,
    FloatField,
    ForeignKey,
    JSONField,
    PositiveSmallIntegerField,
    TextField,
)

from ..owned import new_code

ID = BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def new_table(name: str, fields: Mapping[str, Field[Any, Any]], options: dict[str, Any] | None = None) -> CreateModel:
    """Return the step that creates a model's table, given its fields by name, without the id."""
    return CreateModel(name, [("id", ID), *fields.items()], options)


# Columns that several tables have, as they were when the migrations were squashed: a later change is a migration of its own.
OWNED: dict[str, Field[Any, Any]] = {
    "code": CharField(default=new_code, editable=False, max_length=16, unique=True),
    "owner": CharField(db_index=True, editable=False, max_length=64),
    "title": CharField(max_length=120),
    "visibility": CharField(
        choices=[
            ("public", "Public: anyone can find it"),
            ("unlisted", "Unlisted: anyone with the link"),
            ("private", "Private: only you"),
        ],
        default="unlisted",
        max_length=10,
    ),
    "created_at": DateTimeField(auto_now_add=True),
    "updated_at": DateTimeField(auto_now=True),
}

JOB: dict[str, Field[Any, Any]] = {
    "status": CharField(
        choices=[
            ("queued", "waiting"),
            ("running", "being solved"),
            ("done", "answered"),
            ("failed", "failed"),
            ("cancelled", "cancelled"),
            ("unreached", "out of reach"),
        ],
        default="queued",
        max_length=10,
    ),
    "message": TextField(blank=True, help_text="Why there is no (better) answer, in words for people."),
    "token": CharField(blank=True, help_text="Names the current start of the job.", max_length=32),
    "attempts": PositiveSmallIntegerField(default=0, help_text="Times a worker has begun since it was asked."),
    "client": CharField(
        blank=True, db_default="", default="", editable=False, help_text="Whose turn it is: who asked.", max_length=16
    ),
    "limits": JSONField(default=dict, help_text="What the solver was allowed to spend."),
    "cut_short": BooleanField(
        db_default=False,
        default=False,
        help_text="Other work of the machine, or a fault of it, cut it short: asked for again, it gets further.",
    ),
    "cancel_requested": BooleanField(default=False),
    "progress": FloatField(default=0.0),
    "stage": CharField(blank=True, max_length=200),
    "created_at": DateTimeField(auto_now_add=True),
    "queued_at": DateTimeField(blank=True, null=True),
    "started_at": DateTimeField(blank=True, null=True),
    "heartbeat_at": DateTimeField(blank=True, null=True),
    "finished_at": DateTimeField(blank=True, null=True),
    "in_view_until": DateTimeField(
        blank=True, help_text="Somebody is looking at it until then, unless they are heard from again.", null=True
    ),
    "slot_wanted": BooleanField(default=False, help_text="It runs and cannot go on without a slot."),
}

QUESTION: dict[str, Field[Any, Any]] = {
    "rules": JSONField(help_text="Every rule option, as the engine lists them."),
    "engine_version": CharField(max_length=40),
    "board_revision": ForeignKey(on_delete=PROTECT, related_name="%(app_label)s", to="boards.boardrevision"),
}

NEXT_SPINS: dict[str, Field[Any, Any]] = {
    "now_revision": ForeignKey(
        blank=True,
        help_text="The board of the next spins, where that is another.",
        null=True,
        on_delete=PROTECT,
        related_name="%(app_label)s_of_next_spins",
        to="boards.boardrevision",
    ),
    "now_spins": PositiveSmallIntegerField(default=0, help_text="How many spins are on that board."),
}


def fair_order(model: str) -> list[Operation]:
    """Return the steps that give a table of jobs the columns of the fair order, and one that it had a new name."""
    new: dict[str, Field[Any, Any]] = {
        "client_seq": PositiveSmallIntegerField(
            db_default=0, default=0, editable=False, help_text="Unfinished questions of the client when it asked."
        ),
        "others_until": DateTimeField(
            blank=True, editable=False, help_text="Until when clients other than that one look at it.", null=True
        ),
        "cancelled_by": CharField(
            blank=True,
            db_default="",
            default="",
            editable=False,
            help_text="The client that wants it no more.",
            max_length=16,
        ),
    }
    client = CharField(
        blank=True,
        db_default="",
        default="",
        editable=False,
        help_text="Whose question it is: the client heard from last.",
        max_length=16,
    )
    refines = BooleanField(
        db_column="slot_wanted", default=False, help_text="There is a first answer, and the job is to better it."
    )
    named = [
        RemoveField(model, "slot_wanted"),
        AddField(model, "refines", refines),
        AlterField(model, "client", client),
    ]
    return [*(AddField(model, name, field) for name, field in new.items()), SeparateDatabaseAndState([], named)]
