"""Upgrades: a database of an earlier version keeps its rows and gets the tables of a new one; the version before still serves meanwhile.

`old_databases` has the tables of the site as versions 1.0 and 1.3 made them, and rows.
"""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import dj_database_url
import psycopg
import pytest
from django.apps import apps
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import AddField
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED, Field, ManyToManyField
from django.db.utils import ConnectionHandler

from tests.processes import PATIENCE, ROOT, plain_environment

OLD = Path(__file__).with_name("old_databases")
# Recomputed when somebody looks, as it was wrong.
FORGOTTEN = {("lab_labanswer", 2)}


def needs_a_value(field: Field) -> bool:
    """Whether a row without the field, as the version before adds it, is refused."""
    return not isinstance(field, ManyToManyField) and not field.null and field.db_default is NOT_PROVIDED


def test_new_columns_may_be_left_out() -> None:
    refused = [
        f"{app}.{name}: {step.model_name}.{step.name} needs null or db_default"
        for (app, name), migration in MigrationLoader(None).disk_migrations.items()
        if migration.__module__.startswith("pressorpass_site.")
        for step in migration.operations
        if isinstance(step, AddField) and needs_a_value(step.field)
    ]
    assert refused == []


@contextmanager
def empty_database(folder: Path) -> Iterator[str]:
    """The DATABASE_URL of a new database, of the kind that the tests use."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{folder}/old.sqlite3"
        return
    server = os.environ["DATABASE_URL"]
    path = dj_database_url.parse(server)["NAME"]
    with closing(psycopg.connect(server, autocommit=True)) as admin:
        admin.execute("CREATE DATABASE old")
        yield server.replace(f"/{path}", "/old", 1)
        admin.execute("DROP DATABASE old WITH (FORCE)")


def run_sql(url: str, *scripts: Path) -> None:
    sql = "".join(script.read_text() for script in scripts)
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as database, database:
            database.executescript(sql)
    else:
        with psycopg.connect(url) as database:
            database.execute(sql.encode())


# In one process, as each takes a while to begin.
MIGRATE = """
import sys
import django
from django.core.management import call_command

django.setup()
for app in sys.argv[1:]:
    call_command("migrate", *filter(None, [app]), interactive=False, verbosity=0)
"""


def migrate(url: str, folder: Path, *apps: str) -> None:
    """Bring these apps of a database up to date; "" stands for all."""
    command = [sys.executable, "-c", MIGRATE, *apps]
    environment = plain_environment(
        DATABASE_URL=url, DATA_DIR=str(folder), DJANGO_SETTINGS_MODULE="pressorpass_site.settings"
    )
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=PATIENCE)


def rows(database: BaseDatabaseWrapper, table: str, columns: list[str]) -> dict[int, tuple[Any, ...]]:
    """Return a table's rows by their id."""
    named = ", ".join(database.ops.quote_name(column) for column in columns)
    with database.cursor() as cursor:
        cursor.execute(f"SELECT id, {named} FROM {table}")
        return {row[0]: row for row in cursor.fetchall()}


def columns(database: BaseDatabaseWrapper, table: str) -> set[str]:
    with database.cursor() as cursor:
        return {column.name for column in database.introspection.get_table_description(cursor, table)}


def structure(database: BaseDatabaseWrapper) -> dict[str, Any]:
    """Return what the database has of each table of the site, and its triggers."""
    described = {}
    with database.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            described[table] = (
                {
                    (each.name, each.type_code, each.null_ok, each.default)
                    for each in database.introspection.get_table_description(cursor, table)
                },
                sorted(
                    # SQLite numbers the nameless in the order of the columns.
                    repr(("" if name.startswith("__") else name, sorted(constraint.items())))
                    for name, constraint in database.introspection.get_constraints(cursor, table).items()
                ),
            )
        if database.vendor == "sqlite":
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        else:
            cursor.execute("SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal")
        described["triggers"] = {name: " ".join(sql.split()) for name, sql in cursor.fetchall()}
    return described


@pytest.mark.django_db
@pytest.mark.parametrize("version", ["1.0", "1.3"])
def test_a_database_of_an_earlier_version_keeps_its_rows(version: str, tmp_path: Path) -> None:
    with empty_database(tmp_path) as url:
        migrate(url, tmp_path, "auth", "admin", "sessions")
        run_sql(url, OLD / f"{version}.{connection.vendor}.sql", OLD / f"{version}.rows.sql")
        with closing(ConnectionHandler({"default": dj_database_url.parse(url)})["default"]) as database:
            old = {}
            for table in set(database.introspection.table_names()) - {"django_migrations"}:
                if "id" in (there := columns(database, table)):
                    old[table] = sorted(there), rows(database, table, sorted(there))
            migrate(url, tmp_path, "")
            for table, (there, before) in old.items():
                gone = {key for name, key in FORGOTTEN if name == table}
                after = rows(database, table, there)
                assert {key: row for key, row in before.items() if key not in gone}.items() <= after.items(), table
                assert not gone & set(after)
            assert structure(database) == structure(connection)
            with database.cursor() as cursor:
                cursor.execute(
                    "SELECT name, count(permission_id) FROM auth_group "
                    "LEFT JOIN auth_group_permissions ON group_id = auth_group.id GROUP BY name"
                )
                # Those of 1.3 lost their permissions to an administrator, and stay as they are.
                editors, publishers = (6, 5) if version == "1.0" else (0, 0)
                assert dict(cursor.fetchall()) == {"Board editors": editors, "Board publishers": publishers}
