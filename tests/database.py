"""The test database between tests: emptied after a test with transactions of its own, and the preset boards put back.

Django's ways (its flush, publishing every board again) cost a third of a second for each of several hundred tests.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Model
from django.test import TransactionTestCase

from engine import preset_boards
from pressorpass_site.boards import services as boards

# What `migrate` itself writes.
KEPT = {"django_migrations", "django_content_type", "auth_permission"}


def empty(_: TransactionTestCase | None = None) -> None:
    """Delete every row except the ones that `migrate` itself writes."""
    tables = [name for name in connection.introspection.django_table_names(only_existing=True) if name not in KEPT]
    with transaction.atomic(), connection.cursor() as cursor, unguarded(cursor):
        for table in tables:
            cursor.execute(f"DELETE FROM {table}")


@contextmanager
def unguarded(cursor: CursorWrapper) -> Iterator[None]:
    """Without the triggers that keep revisions and the record as they are, until the transaction ends."""
    if connection.vendor == "postgresql":
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        return
    cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    triggers = cursor.fetchall()
    for name, _ in triggers:
        cursor.execute(f"DROP TRIGGER {name}")
    yield
    for _, sql in triggers:
        cursor.execute(sql)


def load_boards() -> None:
    """Put the preset boards into an empty database: the first time by publishing them, then as the same rows."""
    if published.cache_info().currsize:
        for model, rows in published():
            model._default_manager.bulk_create(rows)
    else:
        published()


@cache
def published() -> list[tuple[type[Model], list[Any]]]:
    """Publish the preset boards; the rows that this makes."""
    models = [
        (model, list(model._default_manager.values_list("pk"))) for model in apps.get_app_config("boards").get_models()
    ]
    for board in preset_boards().values():
        boards.publish(board)
    return [(model, list(model._default_manager.exclude(pk__in=before))) for model, before in models]
