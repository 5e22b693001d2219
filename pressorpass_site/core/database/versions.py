"""Checks that this version of the site made the database, before anything is written."""

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

SITE = Path(__file__).parents[2]
DJANGO_APPS = {"admin", "auth", "contenttypes", "sessions"}
OTHER_VERSION = (
    "This data was made by another version of Press or Pass, and this one cannot read it. If that was 1.x, start version 1.10 with "
    "it, download the data of each account there (Account → Download my data), and start this version with an empty DATA_DIR and an "
    "empty database. If it was an unfinished 2.0, start with an empty one, too. If it was a later version, start that."
)


def find_unsupported_reason(database: Mapping[str, Any]) -> str:
    """Return why the site cannot start with this database of Django's settings; empty if it can.

    A database that does not exist yet is fine. One that cannot be reached raises its own error when it is used.
    """
    return OTHER_VERSION if list_foreign_migrations(_list_applied_migrations(database)) else ""


def list_foreign_migrations(applied: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the applied migrations that this version does not have, as pairs of an app and a name."""
    own_migrations = {(file.parts[-3], file.stem) for file in SITE.glob("*/migrations/[0-9]*.py")}
    return [migration for migration in applied if migration[0] not in DJANGO_APPS and migration not in own_migrations]


def _list_applied_migrations(database: Mapping[str, Any]) -> list[tuple[str, str]]:
    query = "SELECT app, name FROM django_migrations"
    if database["ENGINE"].endswith("sqlite3"):
        file = Path(database["NAME"])
        log = file.with_name(f"{file.name}-wal")
        # `immutable` keeps SQLite from making a log if there is none.
        mode = "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"
        with (
            suppress(sqlite3.Error),
            closing(sqlite3.connect(f"{file.resolve().as_uri()}?{mode}", uri=True)) as connection,
        ):
            return connection.execute(query).fetchall()
        return []
    import psycopg

    names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    parameters = {name: database[key] for name, key in names.items() if database.get(key)}
    options = {"connect_timeout": 5} | parameters | database.get("OPTIONS", {})
    with suppress(psycopg.Error), psycopg.connect(**options) as server:
        return server.execute(query).fetchall()
    return []
