"""DATABASE_URL moves the same site to a real PostgreSQL."""

import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.postgresql import started_postgresql
from tests.processes import PATIENCE, started_site

pytestmark = pytest.mark.slow


@pytest.fixture
def postgresql() -> Iterator[str]:
    """The DATABASE_URL of an empty PostgreSQL."""
    with started_postgresql() as url:
        yield url


def test_site_runs_on_postgresql(postgresql: str, tmp_path: Path) -> None:
    with started_site(tmp_path / "data", DATABASE_URL=postgresql) as site:
        assert urllib.request.urlopen(f"{site.url}/health", timeout=PATIENCE).status == 200
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
