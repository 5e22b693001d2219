"""Real worker processes: they answer, and what a killed one leaves is finished. What else is killed: tests/faults."""

import os
import signal
import subprocess
from pathlib import Path

import psutil
import pytest
from django.db import connection

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.page import describe_job
from pressorpass_site.answers.models import Analysis
from pressorpass_site.core.redis_client import get_redis_client
from pressorpass_site.work import liveness
from pressorpass_site.work.models import Queue, Status
from tests.processes import started_worker, wait_for
from tests.site.conftest import HEAVY, STAYS, Ask

pytestmark = [pytest.mark.slow, pytest.mark.journey, pytest.mark.django_db(transaction=True)]


def reached(analysis: Analysis, status: Status, queue: Queue | None = None, attempts: int = 0) -> Analysis:
    """Wait until a job stands so."""

    def there() -> bool:
        analysis.refresh_from_db()
        is_in_queue = queue is None or analysis.queue == queue
        return analysis.status == status and is_in_queue and analysis.attempts >= attempts

    wait_for(f"the job was {status} in {queue or 'any queue'}", there)
    return analysis


def refining(question: Ask, position: str = HEAVY) -> Analysis:
    """A question with a first answer, while a worker is at work on a better one."""
    analysis = services.get_or_start_analysis(question(position, preset="show"), view_seconds=STAYS)
    return reached(analysis, Status.RUNNING, Queue.REFINE)


def stopped(analysis: Analysis) -> Analysis:
    services.jobs.cancel(analysis)
    return reached(analysis, Status.CANCELLED)


def test_others_need_not_wait_for_a_refinement_which_goes_on_when_its_process_is_killed(
    question: Ask, celery_worker_process: subprocess.Popen[bytes]
) -> None:
    """Not what has no answer, nor what is in the background."""
    assert reached(services.get_or_start_analysis(question()), Status.DONE).attempts == 1
    assert all(liveness.read_queues().values())
    first = refining(question)
    second = services.get_or_start_analysis(question(HEAVY.replace("3000", "3100"), preset="show"), view_seconds=STAYS)
    reached(second, Status.QUEUED, Queue.REFINE)
    assert second.attempts == 0
    assert not describe_job(second).interrupted
    reached(services.get_or_start_analysis(question("8001e1,3000,0@1"), view_seconds=0), Status.DONE)
    first.refresh_from_db()
    assert first.status == Status.RUNNING
    stopped(second)
    version = first.version
    for process in psutil.Process(celery_worker_process.pid).children():
        process.send_signal(signal.SIGKILL)
    assert reached(first, Status.RUNNING, attempts=2).version >= version
    assert stopped(first).result is not None


def test_no_process_that_forks_has_a_database_connection(
    question: Ask, celery_worker_process: subprocess.Popen[bytes]
) -> None:
    """SQLite's locks are lost in a fork, and two processes then write at once."""
    main = psutil.Process(celery_worker_process.pid)
    main.children()[0].send_signal(signal.SIGKILL)

    def descriptors() -> list[str]:
        files = [file.path for file in main.open_files()]
        ports = [str(place.raddr.port) for place in main.net_connections() if place.raddr]
        of = connection.settings_dict
        return [file for file in files if file.startswith(str(of["NAME"]))] + [p for p in ports if p == of["PORT"]]

    for _ in range(3):
        get_redis_client().delete("pressorpass:turn:work.resend")

        def sent() -> bool:
            assert descriptors() == []
            return bool(get_redis_client().exists("pressorpass:turn:work.resend"))

        wait_for("the periodic task was sent", sent)
    assert reached(services.get_or_start_analysis(question()), Status.DONE).attempts == 1
    wait_for("its process was replaced", main.children)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a damaged file of SQLite's")
def test_a_worker_that_cannot_read_its_database_ends(tmp_path: Path) -> None:
    file = tmp_path / "damaged.sqlite3"
    file.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 64)
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{file}"}
    with started_worker(environment, tmp_path / "worker.log", may_end=True) as process:
        wait_for("the worker ended", lambda: process.poll() is not None)
    assert "the worker ends, as it cannot read the database" in (tmp_path / "worker.log").read_text()
