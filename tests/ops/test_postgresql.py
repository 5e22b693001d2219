"""DATABASE_URL moves the same site to a real PostgreSQL, and one that hangs keeps no page waiting."""

import socket
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError

import dj_database_url
import psycopg
import pytest
from django.db import OperationalError
from django.db.utils import ConnectionHandler
from pytest_django import DjangoDbBlocker

from pressorpass_site.core.database.postgresql import base
from tests.postgresql import PostgreSQL, running_postgresql, started_postgresql
from tests.processes import PATIENCE, started_site, wait_for

pytestmark = pytest.mark.slow


@pytest.fixture
def postgresql() -> Iterator[str]:
    """The DATABASE_URL of an empty PostgreSQL."""
    with started_postgresql() as url:
        yield url


def is_healthy(address: str) -> bool:
    """Whether a site says that everything is there; on a busy machine a worker is heard of some seconds after it began."""
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except HTTPError:
        return False


@pytest.mark.journey
def test_site_runs_on_postgresql(postgresql: str, tmp_path: Path) -> None:
    with started_site(tmp_path / "data", DATABASE_URL=postgresql) as site:
        wait_for("the site was healthy", lambda: is_healthy(f"{site.url}/health"))
    with psycopg.connect(postgresql) as connection:
        boards = connection.execute("SELECT count(*) FROM boards_board").fetchone()
    assert boards is not None
    assert boards[0] > 0
    with psycopg.connect(postgresql, autocommit=True) as connection:
        connection.execute("INSERT INTO boards_boardevent (at, who, kind, summary) VALUES (now(), 'x', 'made', 'x')")
        for table in ("boards_boardrevision", "boards_boardevent"):
            for statement in ("DELETE FROM {}", "UPDATE {} SET id = id", "TRUNCATE {} CASCADE"):
                with pytest.raises(psycopg.DatabaseError, match=r"never changed|only ever added to"):
                    connection.execute(statement.format(table))
    assert not (tmp_path / "data" / "pressorpass.sqlite3").exists()


@pytest.fixture(scope="module")
def server(django_db_blocker: DjangoDbBlocker) -> Iterator[PostgreSQL]:
    with running_postgresql() as server, django_db_blocker.unblock():  # this is not the tests' database
        yield server


def connection_to(server: PostgreSQL) -> base.DatabaseWrapper:
    """Return a connection as the site configures it."""
    configured = dj_database_url.parse(server.url) | {"ENGINE": "pressorpass_site.core.database.postgresql"}
    made = ConnectionHandler({"default": configured})["default"]
    assert isinstance(made, base.DatabaseWrapper)
    return made


@pytest.fixture
def of_page(server: PostgreSQL) -> Iterator[base.DatabaseWrapper]:
    """A connection of a page."""
    with closing(connection_to(server)) as made:
        made.of_pages = True
        yield made


def ask(connection: base.DatabaseWrapper, statement: str = "SELECT 1") -> str:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return str(cursor.fetchone()[0])


@pytest.mark.journey
def test_a_statement_of_a_page_that_takes_long_is_ended_by_the_server(of_page: base.DatabaseWrapper) -> None:
    with pytest.raises(OperationalError, match="statement timeout"):
        ask(of_page, f"SELECT pg_sleep({PATIENCE})")
    assert ask(of_page) == "1", "the connection is still of use"


@pytest.mark.journey
def test_a_page_waits_for_a_lock_not_for_long(of_page: base.DatabaseWrapper, server: PostgreSQL) -> None:
    with psycopg.connect(server.url) as other:
        other.execute("SELECT pg_advisory_xact_lock(1)")
        with pytest.raises(OperationalError, match="lock timeout"):
            ask(of_page, "SELECT pg_advisory_lock(1)")


def test_a_server_that_hangs_is_given_up_and_found_again(of_page: base.DatabaseWrapper, server: PostgreSQL) -> None:
    ask(of_page)
    with server.hung():
        with pytest.raises(OperationalError, match="PostgreSQL was silent for"):
            ask(of_page)
        of_page.close()
        assert "timeout expired" in failure(of_page), "a new connection is not waited for either"
    wait_for("it was found again", lambda: not failure(of_page))


@pytest.mark.journey
def test_a_network_that_swallows_everything_is_given_up(of_page: base.DatabaseWrapper) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        of_page.settings_dict |= {"HOST": "127.0.0.1", "PORT": str(silent.getsockname()[1])}
        assert "timeout expired" in failure(of_page)


def failure(connection: base.DatabaseWrapper) -> str:
    """Return why the database cannot be asked; empty if it can."""
    try:
        ask(connection)
    except OperationalError as error:
        return str(error)
    return ""


def test_workers_and_commands_have_no_such_limits(server: PostgreSQL) -> None:
    with closing(connection_to(server)) as worker:
        assert ask(worker, "SHOW statement_timeout") == ask(worker, "SHOW lock_timeout") == "0"
        assert float(
            ask(worker, f"SELECT extract(epoch FROM clock_timestamp()) FROM pg_sleep({base.SILENT_SECONDS + 1})")
        )
