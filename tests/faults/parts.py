"""The parts of a running site: its processes, its database and its queue."""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import psutil

from tests.processes import RunningSite, wait_for


def pool(site: RunningSite) -> list[psutil.Process]:
    """The workers' processes for jobs, once they are there: a process for each worker."""

    def both() -> list[psutil.Process] | None:
        try:
            children = [child for worker in site.workers() for child in worker.children()]
            running_children = [child for child in children if child.status() != psutil.STATUS_ZOMBIE]
        except psutil.NoSuchProcess:  # one that was killed just now
            return None
        return running_children if len(running_children) == 3 else None

    return wait_for("the pool was full", both)


def refining(site: RunningSite) -> psutil.Process:
    """The process of the worker that refines, once it is at a better answer, as it takes first answers, too."""
    query = "SELECT id, heartbeat_at FROM answers_storedanswer WHERE kind = 'position' AND queue = 'refine' AND status = 'running'"

    def beats() -> dict[int, str]:
        with database(site) as connection:
            return dict(connection.execute(query).fetchall())

    def computes() -> psutil.Process | None:
        before = beats()
        time.sleep(1.2)
        if all(beats().get(pk, beat) == beat for pk, beat in before.items()):
            return None  # a row whose process was killed says so for some seconds
        worker = site.worker()
        return next((process for process in pool(site) if worker is not None and process.ppid() == worker.pid), None)

    return wait_for("a better answer was computed", computes)


def main_process(site: RunningSite, part: str) -> psutil.Process:
    """The process of a part that the runner itself started."""

    def started() -> psutil.Process | None:
        return next((process for process in site.processes(part) if process.ppid() == site.process.pid), None)

    return wait_for(f"there was a {part}", started)


def broker_url(site: RunningSite) -> str:
    """Where the site's queue is."""
    worker = wait_for("there was a worker", site.worker)
    return str(worker.environ()["REDIS_URL"])


@contextmanager
def database(site: RunningSite) -> Iterator[sqlite3.Connection]:
    """The site's SQLite, opened beside it."""
    with closing(
        sqlite3.connect(site.data_dir / "pressorpass.sqlite3", timeout=20, isolation_level=None)
    ) as connection:
        yield connection


def row(site: RunningSite, key: str) -> dict[str, Any]:
    """The row of an analysis."""
    with database(site) as connection:
        connection.row_factory = sqlite3.Row
        return dict(connection.execute("SELECT * FROM answers_storedanswer WHERE key = ?", [key]).fetchone())


def tracebacks(site: RunningSite) -> list[str]:
    """The last lines of all tracebacks in the site's log."""
    return re.findall(r"^Traceback.*?\n(?!\s)(\S.*)$", site.output, re.MULTILINE | re.DOTALL)
