"""Upgrades: a database of the release before keeps its rows and gets the tables of a new one; the version before still serves meanwhile."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import dj_database_url
import psycopg
import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import AddField
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED, Field, ManyToManyField
from django.db.utils import ConnectionHandler

from tests.processes import PATIENCE, ROOT, plain_environment

# The last migration of each app in the release before, 1.6.0, and rows of its tables.
BEFORE = {
    "analyses": "0012_fair_order",
    "api": "0001_initial",
    "boards": "0006_draft_history",
    "choices": "0005_fair_order",
    "dilemmas": "0001_initial",
    "games": "0002_calls",
    "lab": "0009_fair_order",
    "pages": "0001_write_check",
    "reviews": "0005_fair_order",
    "saved": "0005_method",
    "tables": "0008_fair_order",
    "whatif": "0007_fair_order",
    "work": "0002_no_tables",
}
# Columns and tables that are gone, and a column of answers with a new name.
ANSWERS, RENAMED = "analyses_analysis", "in_view_until"
GONE = {ANSWERS: {"cancelled_by", "live", "others_until", "slot_wanted"}, "boards_boarddraft": {"earlier", "later"}}
TABLES_GONE = {"saved_tag", "saved_savedanalysis_tags"}
ROWS = Path(__file__).with_name("release_before.sql")


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


def run_sql(url: str, sql: str) -> None:
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
for target in sys.argv[1:]:
    call_command("migrate", *target.split(), interactive=False, verbosity=0)
"""


def migrate(url: str, folder: Path, *targets: str) -> None:
    """Bring a database to these targets, each an app or an app and a migration; "" stands for all up to date."""
    command = [sys.executable, "-c", MIGRATE, *targets]
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


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL rewrites no table")
@pytest.mark.django_db(transaction=True)
def test_the_table_of_answers_is_rewritten_once() -> None:
    """Full it has 2.9 GB; SQLite also rewrites it to drop a column."""
    steps = [
        call_command("sqlmigrate", app, name, stdout=StringIO())
        for app, name in sorted(MigrationLoader(None).disk_migrations)
        if app in ("analyses", "answers") and name > BEFORE.get(app, "")
    ]
    sql = "".join(steps)
    assert sql.count(f'CREATE TABLE "new__{ANSWERS}"') == 1
    assert "DROP COLUMN" not in sql


@pytest.mark.django_db
def test_a_database_of_the_release_before_keeps_its_rows(tmp_path: Path) -> None:
    with empty_database(tmp_path) as url:
        migrate(url, tmp_path, "auth", "admin", "sessions", *(f"{app} {name}" for app, name in BEFORE.items()))
        run_sql(url, ROWS.read_text())
        with closing(ConnectionHandler({"default": dj_database_url.parse(url)})["default"]) as database:
            old = {}
            for table in set(database.introspection.table_names()) - {"django_migrations", *TABLES_GONE}:
                if "id" in (there := columns(database, table)):
                    there -= GONE.get(table, set())
                    old[table] = sorted(there), rows(database, table, sorted(there))
            migrate(url, tmp_path, "")
            for table, (there, before) in old.items():
                now = ["viewed_until" if (table, each) == (ANSWERS, RENAMED) else each for each in there]
                assert before.items() <= rows(database, table, now).items(), table
            assert structure(database) == structure(connection)
            with database.cursor() as cursor:
                cursor.execute(
                    "SELECT name, count(permission_id) FROM auth_group "
                    "LEFT JOIN auth_group_permissions ON group_id = auth_group.id GROUP BY name"
                )
                assert dict(cursor.fetchall()) == {"Board editors": 6, "Board publishers": 5}


@pytest.mark.django_db
def test_data_that_is_older_is_refused_with_the_release_to_install_first(tmp_path: Path) -> None:
    with empty_database(tmp_path) as url:
        migrate(url, tmp_path, "auth")
        run_sql(
            url,
            "INSERT INTO django_migrations (app, name, applied) VALUES ('boards', '0001_initial', '2026-11-21 12:00:00+00:00'),"
            "('analyses', '0001_initial', '2026-11-21 12:00:00+00:00')",
        )
        environment = plain_environment(DATABASE_URL=url, DATA_DIR=str(tmp_path))
        command = [sys.executable, "manage.py", "migrate", "--no-input"]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert done.returncode == 1
        assert "The data is of a version of Press or Pass before 1.5" in done.stderr
        assert "Install version 1.6.0 first and start it once with this data; then this one." in done.stderr
        with closing(ConnectionHandler({"default": dj_database_url.parse(url)})["default"]) as database:
            assert "games_storedgame" not in database.introspection.table_names()
