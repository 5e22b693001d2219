"""The site as it is run, with its data in a temporary folder, and what its processes use."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.load.fill import fill_for
from tests.nginx import as_in_its_container, is_up
from tests.postgresql import started_postgresql
from tests.processes import RunningSite, plain_environment, started_site, wait_for
from tools.run.broker import Broker, find_free_port
from tools.run.options import ROOT

# A proxy in front reports the addresses of its clients: each fan has one, and the limits are those of a real site.
ENVIRONMENT = {"TRUSTED_PROXIES": "1"}


@dataclass(frozen=True)
class Setup:
    """A running site."""

    name: str
    url: str
    shares_pages: bool = False  # among visitors without a cookie, by nginx

    def processes(self) -> list[psutil.Process]:
        """All processes that were started for it: web, workers, broker, database."""
        return [child for child in psutil.Process().children(recursive=True) if child.is_running()]

    def cpu_seconds(self) -> float:
        """Processor time that its processes have used."""
        total = 0.0
        for process in self.processes():
            with suppress(psutil.Error):
                used = process.cpu_times()
                total += used.user + used.system
        return total

    def memory(self) -> dict[str, int]:
        """Memory of its own that each kind of its processes holds, in bytes."""
        memory_by_part: dict[str, int] = {}
        for process in self.processes():
            with suppress(psutil.Error):
                kind = _kind(process.cmdline())
                memory_by_part[kind] = memory_by_part.get(kind, 0) + process.memory_full_info().uss
        return memory_by_part


def _kind(command: list[str]) -> str:
    kinds = {"gunicorn": "web", "celery": "worker", "postgres": "PostgreSQL", "valkey": "Valkey"}
    return next((name for word, name in kinds.items() if word in " ".join(command)), "other")


@contextmanager
def embedded(full: float = 0) -> Iterator[Setup]:
    """As `make run` starts it: SQLite and an embedded Valkey; with this part of full tables."""
    with tempfile.TemporaryDirectory(prefix="load-") as name:
        data = Path(name) / "data"
        if full:
            fill_for(full, data)
        with started_site(data, **ENVIRONMENT) as site:
            yield Setup("SQLite (make run)", site.url)


@contextmanager
def behind_nginx(full: float = 0) -> Iterator[Setup]:
    """As on a host of docs/deploy.md: PostgreSQL, a Valkey that the site does not start, nginx with the configuration in deploy/,
    and a process for streams; with this part of full tables.
    """
    with _production(full) as (site, environment):
        web, port = site.url.removeprefix("http://"), find_free_port()  # the data folder is prepared by then
        command = (sys.executable, "-m", "gunicorn", "--workers=1", f"--bind=127.0.0.1:{port}", "pressorpass_site.wsgi")
        of_streams = plain_environment(
            DATA_DIR=str(site.data_dir), GAME_STREAMS="250", LOG_LEVEL="WARNING", **environment
        )
        with subprocess.Popen(command, cwd=ROOT, env=of_streams, stdout=subprocess.DEVNULL) as streams:
            try:
                wait_for("the process for streams answered", lambda: is_up(port))
                folder, address = site.data_dir.with_name("nginx"), f"127.0.0.1:{port}"
                with as_in_its_container(folder, web, streams=address, trusted="127.0.0.1") as url:
                    yield Setup("nginx, PostgreSQL, Valkey", url, shares_pages=True)
            finally:
                streams.terminate()


@contextmanager
def _production(full: float) -> Iterator[tuple[RunningSite, dict[str, str]]]:
    """The site with PostgreSQL and Valkey, and the environment that it is told of these by."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="load-")))
        broker = Broker(folder)
        process = stack.enter_context(
            subprocess.Popen(broker.command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        )
        stack.callback(process.terminate)
        assert process.stdin is not None
        process.stdin.write(broker.configuration.encode())
        process.stdin.close()
        wait_for("Valkey answered", broker.is_ready)
        database = stack.enter_context(started_postgresql())
        if full:
            fill_for(full, folder / "data", DATABASE_URL=database)
        environment = ENVIRONMENT | {"DATABASE_URL": database, "REDIS_URL": broker.url}
        yield stack.enter_context(started_site(folder / "data", **environment)), environment


SETUPS: dict[str, Callable[[float], AbstractContextManager[Setup]]] = {"production": behind_nginx, "embedded": embedded}
