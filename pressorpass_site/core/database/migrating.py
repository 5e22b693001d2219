"""Squashed migrations that bring a database of any earlier version up to date.

The migrations of each app were squashed into one with the name of the last, so a database that has applied the last one
needs nothing. On any other the migration runs, whether the database is empty or has some of the tables and columns.
Django's `replaces` needs the files of the replaced migrations if only some of them have been applied.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import (
    AddConstraint,
    AddField,
    AddIndex,
    AlterField,
    CreateModel,
    RemoveField,
    SeparateDatabaseAndState,
)
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
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


class CompleteModel(CreateModel):
    """The creation of a model's table, or of the columns, indexes and constraints that an old table lacks."""

    def __init__(self, name: str, fields: Mapping[str, Field[Any, Any]], options: dict[str, Any] | None = None) -> None:
        """Take the fields by name, without the id."""
        super().__init__(name, [("id", ID), *fields.items()], options)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Bring the table up to `to_state`."""
        connection = schema_editor.connection
        table = to_state.apps.get_model(app_label, self.name)._meta.db_table
        with connection.cursor() as cursor:
            if table not in connection.introspection.table_names(cursor):
                super().database_forwards(app_label, schema_editor, from_state, to_state)
                return
            present = {column.name for column in connection.introspection.get_table_description(cursor, table)}
            present |= set(connection.introspection.get_constraints(cursor, table))
        old, missing = self._split(present)
        state = from_state.clone()
        old.state_forwards(app_label, state)
        for step in missing:
            before = state.clone()
            step.state_forwards(app_label, state)
            step.database_forwards(app_label, schema_editor, before, state)

    def _split(self, present: set[str]) -> tuple[CreateModel, list[Operation]]:
        """Return the old table as a model, given the names of its columns and constraints, and the operations to add the rest."""
        fields: list[tuple[str, Field[Any, Any]]] = []
        missing: list[Operation] = []
        for name, field in self.fields:
            # The table between two others was created with them.
            if field.many_to_many or (name + "_id" if field.many_to_one else name) in present:
                fields.append((name, field))
            else:
                missing.append(AddField(self.name, name, field))
        options = dict(self.options)
        for kind, add in (("indexes", AddIndex), ("constraints", AddConstraint)):
            wanted = self.options.get(kind, [])
            options[kind] = [each for each in wanted if each.name in present]
            missing += [add(self.name, each) for each in wanted if each.name not in present]
        return CreateModel(self.name, fields, options), missing


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
