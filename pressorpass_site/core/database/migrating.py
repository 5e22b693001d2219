"""Columns and steps that the migrations of several apps have in common.

Each app's first migration has the name of the last one of version 1.5 that it stands for, so that a database of that version
or a later one needs nothing; an older one is refused (core/apps.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddField, AlterField, CreateModel, RemoveField, RunPython, SeparateDatabaseAndState
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
    Max,
    PositiveSmallIntegerField,
    QuerySet,
    TextField,
)

from ..owned import new_code

BATCH = 500  # rows that are copied at a time
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

# Both may be null: SQLite adds such a column without rewriting the table.
NEXT_ROUND: dict[str, Field[Any, Any]] = {
    "then_revision": ForeignKey(
        blank=True,
        help_text="The board of round 2, where the question is one of round 1.",
        null=True,
        on_delete=PROTECT,
        related_name="%(app_label)s_of_round_1",
        to="boards.boardrevision",
    ),
    "then_questions": PositiveSmallIntegerField(
        blank=True, help_text="How many questions are still to come before round 2.", null=True
    ),
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


def copy_rows(
    former: tuple[str, str],
    into: tuple[str, str],
    columns: Callable[[Apps], Mapping[str, Any]],
    which: Callable[[QuerySet[Any]], QuerySet[Any]],
) -> RunPython:
    """Return the step that copies rows of a former model to another one's table.

    It copies in batches that are committed one by one, and only rows that the new table does not have yet: a migration that
    was interrupted goes on when it is run again.

    Args:
        former: the app and the name of the model that had the rows.
        into: those of the model that gets them.
        columns: returns the new columns as expressions over the old ones.
        which: returns those of the old rows that are copied.
    """

    def run(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        connection, old = schema_editor.connection, apps.get_model(*former)
        if old._meta.db_table not in connection.introspection.table_names():
            return  # it was empty, and the migration was interrupted
        rows: QuerySet[Any] = old._base_manager.order_by("pk")
        last = rows.aggregate(last=Max("pk"))["last"] or 0
        new, values = apps.get_model(*into)._meta, columns(apps)
        found = which(rows).annotate(**{f"new_{name}": value for name, value in values.items()})
        found = found.values_list(*(f"new_{name}" for name in values))
        fields = {name: field for field in new.concrete_fields for name in (field.name, field.attname)}
        names = ", ".join(connection.ops.quote_name(str(fields[name].column)) for name in values)
        for start in range(1, last + 1, BATCH):
            select, parameters = found.filter(pk__gte=start, pk__lt=start + BATCH).query.sql_with_params()
            with connection.cursor() as cursor:
                cursor.execute(f"INSERT INTO {new.db_table} ({names}) {select} ON CONFLICT DO NOTHING", parameters)

    return RunPython(run, RunPython.noop)


def drop_if_empty(app: str, *models: str) -> RunPython:
    """Return the step that drops former tables without a row; the others stay for one version."""

    def run(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        for model in models:
            old = apps.get_model(app, model)
            there = old._meta.db_table in schema_editor.connection.introspection.table_names()
            if there and not old._base_manager.exists():
                schema_editor.delete_model(old)

    return RunPython(run, RunPython.noop)
