"""DATABASE_URL moves the same site to a real PostgreSQL, for whose slow statements no page waits."""

import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError

import psycopg
import pytest

from tests.postgresql import started_postgresql
from tests.processes import PATIENCE, plain_environment, started_site, wait_for
from tools.run.options import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    """The DATABASE_URL of a PostgreSQL, empty for the first test."""
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
        assert "Preparing" in site.output
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


ASK = """
import time
import {}
from django.db import OperationalError, connection
with connection.cursor() as cursor:
    try:
        cursor.execute("SELECT pg_sleep(3)")
        print("waited")
    except OperationalError as error:
        print(str(error).partition(chr(10))[0])
with connection.cursor() as cursor:
    cursor.execute("SELECT 'of use'")
    print(*cursor.fetchone())
"""


@pytest.mark.journey
@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("pressorpass_site.wsgi", "canceling statement due to statement timeout"),
        ("pressorpass_site.celery, django; django.setup()", "waited"),
    ],
    ids=["page", "worker"],
)
def test_a_page_alone_gives_up_a_statement_that_takes_long(
    postgresql: str, tmp_path: Path, program: str, said: str
) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "pressorpass_site.settings", "DATABASE_URL": postgresql}
    done = subprocess.run(
        [sys.executable, "-c", ASK.format(program)],
        cwd=ROOT,
        env=plain_environment(DATA_DIR=str(tmp_path), **settings),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == [said, "of use"], done.stderr


@pytest.mark.journey
def test_a_server_that_says_nothing_is_given_up(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgres://fan@127.0.0.1:{silent.getsockname()[1]}/site"
        settings = {"DJANGO_SETTINGS_MODULE": "pressorpass_site.settings", "DATABASE_URL": url}
        done = subprocess.run(
            [sys.executable, "-c", ASK.format("django; django.setup()")],
            cwd=ROOT,
            env=plain_environment(DATA_DIR=str(tmp_path), **settings),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert "timeout expired" in done.stderr
