"""Data of another version is refused at each start, in one sentence, and nothing is written."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection

from pressorpass_site.core.database import versions
from tests.conftest import url_of_test_database
from tests.processes import PATIENCE, plain_environment
from tests.tier import few
from tools.run.options import ROOT

OF_1_10 = [
    ("contenttypes", "0001_initial"),
    ("auth", "0001_initial"),
    ("boards", "0005_texts"),
    ("boards", "0008_no_draft_history"),
    ("analyses", "0014_one_table"),
    ("answers", "0001_one_table"),
    ("accounts", "0001_user_names_without_case"),
    ("api", "0001_initial"),
]
WRITTEN = [
    "CREATE TABLE django_migrations (id integer PRIMARY KEY, app varchar(255), name varchar(255), applied varchar(40))",
    *(f"INSERT INTO django_migrations VALUES ({pk}, '{app}', '{name}', '')" for pk, (app, name) in enumerate(OF_1_10)),
    "CREATE TABLE boards_board (id integer PRIMARY KEY, slug varchar(80))",
]
STARTS = few(
    2,
    [
        "-m tools.run",
        "-m gunicorn --bind=127.0.0.1:0 --workers=1 pressorpass_site.wsgi",
        "-m celery --app=pressorpass_site worker --without-mingle --without-gossip",
        "-m tools.run.prepare",
        "manage.py migrate --no-input",
        "manage.py load_boards",
    ],
)


def output_of(command: str, folder: Path, **variables: str) -> str:
    """Run a command that must refuse to start."""
    done = subprocess.run(
        [sys.executable, *command.split()],
        cwd=ROOT,
        env=plain_environment(DATA_DIR=str(folder), PORT="0", LOG_FORMAT="text", **variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode
    return done.stdout


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("command", STARTS)
def test_no_program_starts_with_a_folder_of_another_version(tmp_path: Path, command: str) -> None:
    with closing(sqlite3.connect(tmp_path / "pressorpass.sqlite3")) as database:
        for statement in WRITTEN:
            database.execute(statement)
        database.commit()
    before = files(tmp_path)
    output = output_of(command, tmp_path)
    assert versions.OTHER_VERSION in output
    assert "Traceback" not in output
    assert files(tmp_path) == before


def test_the_write_ahead_log_is_read(tmp_path: Path) -> None:
    file = tmp_path / "pressorpass.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        for statement in WRITTEN:
            database.execute(statement)
        database.commit()
        before = file.read_bytes()
        assert versions.find_unsupported_reason({"ENGINE": "django.db.backends.sqlite3", "NAME": str(file)})
        assert file.read_bytes() == before


@pytest.fixture
def server(db: None) -> Iterator[str]:
    """The DATABASE_URL of an empty database of the tests' PostgreSQL."""
    if connection.vendor != "postgresql":
        pytest.skip("PostgreSQL only")
    url = url_of_test_database()
    with psycopg.connect(url, autocommit=True) as every:
        every.execute("CREATE DATABASE other_version")
    yield urlsplit(url)._replace(path="/other_version").geturl()
    with psycopg.connect(url, autocommit=True) as every:
        every.execute("DROP DATABASE other_version")


@pytest.mark.parametrize("command", STARTS)
def test_no_program_starts_with_a_database_of_another_version(server: str, tmp_path: Path, command: str) -> None:
    with psycopg.connect(server) as database:
        for statement in WRITTEN:
            database.execute(statement)  # type: ignore[arg-type]
    output = output_of(command, tmp_path, DATABASE_URL=server)
    assert versions.OTHER_VERSION in output
    assert "Traceback" not in output
    assert not files(tmp_path)
    with psycopg.connect(server) as database:
        tables = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert sorted(tables) == [("boards_board",), ("django_migrations",)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "added",
    [
        ("games", "0999_later"),
        ("later", "0001_initial"),
        pytest.param(("answers", "0001_initial"), id="2.0 before it was finished"),
    ],
)
def test_data_of_this_version_is_taken_and_of_another_is_not(added: tuple[str, str]) -> None:
    rows: list[Any] = [migration for migration in applied() if migration[0] not in versions.DJANGO_APPS]
    assert ("boards", "0001_initial") in rows
    assert not versions.list_foreign_migrations(rows)
    assert versions.list_foreign_migrations([*rows, added]) == [added]


def applied() -> list[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return cursor.fetchall()


@pytest.mark.django_db
def test_the_initial_migrations_match_the_models() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
