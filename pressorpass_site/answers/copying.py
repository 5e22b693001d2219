"""Steps of migrations that copy an app's former table to the table of answers.

Jobs that have not ended are left out: the page that polls asks again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.apps.registry import Apps
from django.db.migrations import RunPython
from django.db.models import BooleanField, CharField, F, FloatField, Func, IntegerField, JSONField, QuerySet, Value

from pressorpass_site.core.database.migrating import copy_rows

UNFINISHED = ("queued", "running")

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


JOB = {
    **same("status", "message", "token", "attempts", "client", "client_seq", "limits", "cut_short", "cancel_requested"),
    **same("progress", "stage", "created_at", "queued_at", "started_at", "heartbeat_at", "finished_at"),
    "viewed_until": F("in_view_until"),
}


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
}

NOTHING: dict[str, Any] = {
    "position": text(""),
    "method": text("auto"),
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
    """Return the step that copies rows of a former model (`copy_rows`); those that have ended, if not told which."""
    return copy_rows((app, model), ("answers", "Answer"), lambda apps: {**NOTHING, **columns(apps)}, which)
