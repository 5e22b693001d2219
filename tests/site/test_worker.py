"""A real worker process: it answers, and what it leaves behind when killed is finished."""

import os
import signal
import subprocess
from pathlib import Path

import psutil
import pytest

from pressorpass_site.analyses import services
from pressorpass_site.analyses.models import Analysis, Status
from pressorpass_site.core import heartbeat
from tests.conftest import url_of_test_database
from tests.processes import started_worker, wait_for

from .conftest import Ask

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

# A few seconds of work, so that there is time to interrupt it.
FEW_SECONDS = "8000e3,3000,0@1"


def reached(analysis: Analysis, *wanted: str) -> Analysis:
    def there() -> bool:
        analysis.refresh_from_db()
        return analysis.status in wanted

    wait_for(f"the job was {wanted}", there)
    return analysis


def test_a_job_is_answered_and_one_whose_process_is_killed_is_finished(
    question: Ask, celery_worker_process: subprocess.Popen[bytes]
) -> None:
    assert reached(services.ask(question()), Status.DONE).attempts == 1
    assert heartbeat.workers() >= 1

    analysis = reached(services.ask(question(FEW_SECONDS, preset="show")), Status.RUNNING)
    pool = psutil.Process(celery_worker_process.pid).children()
    busiest = max(pool, key=lambda process: sum(process.cpu_times()[:2]))
    busiest.send_signal(signal.SIGKILL)
    reached(analysis, Status.DONE)
    assert analysis.attempts == 2


def test_what_a_killed_worker_leaves_is_finished_by_the_next(question: Ask, tmp_path: Path) -> None:
    environment = os.environ | {"DATABASE_URL": url_of_test_database(), "JOB_STALE_SECONDS": "3"}
    with started_worker(environment, tmp_path / "first.log") as first:
        analysis = reached(services.ask(question(FEW_SECONDS, preset="show")), Status.RUNNING)
        for process in [*psutil.Process(first.pid).children(), psutil.Process(first.pid)]:
            process.send_signal(signal.SIGKILL)
        first.wait()
    analysis.refresh_from_db()
    assert analysis.status == Status.RUNNING
    with started_worker(environment, tmp_path / "second.log"):
        reached(analysis, Status.DONE)
    assert analysis.attempts == 2
