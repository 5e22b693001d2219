"""Steps of migrations that copy an app's former table to the table of answers.

Rows are copied in batches that are committed one by one, and only where their key is not there yet: a migration that was
interrupted goes on when it is run again. Jobs that have not ended are left out: the page that polls asks again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython
from django.db.models import BooleanField, CharField, F, FloatField, Func, IntegerField, JSONField, Max, QuerySet, Value

BATCH = 500
UNFINISHED = ("queued", "running")

JOB = (
    *("status", "message", "token", "attempts", "client", "client_seq", "limits", "cut_short", "cancel_requested"),
    *("progress", "stage", "created_at", "queued_at", "started_at", "heartbeat_at", "finished_at", "in_view_until"),
    *("others_until", "cancelled_by", "refines"),
)
QUESTION = ("board_revision_id", "rules")


class Json(Func):
    """A JSON column within a JSON object."""

    function = "JSON"
    output_field = JSONField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="%(expressions)s", **context)


def same(*columns: str) -> dict[str, Any]:
    """Return columns that both tables have, as expressions."""
    return {column: F(column) for column in columns}


def text(value: str) -> Value:
    """Return a text as an expression."""
    return Value(value, CharField())


# Of a row that has no job of its own.
NO_JOB: dict[str, Any] = {
    "status": text("done"),
    "message": text(""),
    "token": text(""),
    "stage": text(""),
    "limits": Value({}, JSONField()),
    "attempts": Value(0, IntegerField()),
    "progress": Value(1.0, FloatField()),
    "cancel_requested": Value(False, BooleanField()),
    "refines": Value(False, BooleanField()),
}

NOTHING: dict[str, Any] = {
    "position": text(""),
    "method": text("auto"),
    "live": text(""),
    "now_spins": Value(0, IntegerField()),
    "rules": Value({}, JSONField()),
    "steps": Value([], JSONField()),
}


def ended(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return the jobs that have ended."""
    return rows.exclude(status__in=UNFINISHED)


def copy(
    app: str,
    model: str,
    columns: Callable[[Apps], Mapping[str, Any]],
    which: Callable[[QuerySet[Any]], QuerySet[Any]] = ended,
) -> RunPython:
    """Return the step that copies rows of a former model.

    Args:
        app: the app that has the model.
        model: its name.
        columns: returns the columns of an answer as expressions over the old ones.
        which: returns those of its rows that are copied.
    """

    def run(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        connection, old = schema_editor.connection, apps.get_model(app, model)
        if old._meta.db_table not in connection.introspection.table_names():
            return  # it was empty, and the migration was interrupted
        rows: QuerySet[Any] = old._base_manager.all()
        last = rows.aggregate(last=Max("pk"))["last"] or 0
        answer = apps.get_model("answers", "Answer")._meta
        values = {**NOTHING, **columns(apps)}
        found = which(rows).annotate(**{f"new_{name}": value for name, value in values.items()})
        found = found.values_list(*(f"new_{name}" for name in values))
        fields = {name: field for field in answer.concrete_fields for name in (field.name, field.attname)}
        into = ", ".join(connection.ops.quote_name(str(fields[name].column)) for name in values)
        for start in range(1, last + 1, BATCH):
            select, parameters = found.filter(pk__gte=start, pk__lt=start + BATCH).query.sql_with_params()
            with connection.cursor() as cursor:
                cursor.execute(
                    f"INSERT INTO {answer.db_table} ({into}) {select} ON CONFLICT DO NOTHING",
                    parameters,
                )

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
