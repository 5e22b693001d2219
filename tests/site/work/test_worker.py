"""A real worker process: it answers, and what it leaves behind when killed is finished."""

import os
import signal
import subprocess
from pathlib import Path

import psutil
import pytest
from django.db import connection

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.answers.analyses.page import job_words
from pressorpass_site.core.redis_client import client
from pressorpass_site.pages.health import QUEUE
from pressorpass_site.work import heartbeat
from pressorpass_site.work.models import Priority
from tests.conftest import url_of_test_database
from tests.processes import started_worker, wait_for
from tests.site.conftest import HEAVY, STAYS, Ask

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def reached(analysis: Analysis, *wanted: str) -> Analysis:
    def there() -> bool:
        analysis.refresh_from_db()
        return analysis.status in wanted

    wait_for(f"the job was {wanted}", there)
    return analysis


def bettered(analysis: Analysis) -> Analysis:
    """Wait until there is an answer and a worker goes on."""

    def there() -> bool:
        analysis.refresh_from_db()
        assert analysis.is_active, analysis.message
        return analysis.status == Status.RUNNING and analysis.priority == Priority.REFINE

    wait_for("there was a first answer", there)
    return analysis


def begun_again(analysis: Analysis) -> Analysis:
    def there() -> bool:
        analysis.refresh_from_db()
        return analysis.attempts == 2

    wait_for("the job was begun again", there)
    return analysis


def kill(*processes: psutil.Process) -> None:
    for process in processes:
        process.send_signal(signal.SIGKILL)


def stopped(analysis: Analysis) -> Analysis:
    services.jobs.cancel(analysis)
    return reached(analysis, Status.CANCELLED)


@pytest.mark.journey
def test_a_job_is_answered_and_one_whose_process_is_killed_goes_on_from_its_answer(
    question: Ask, celery_worker_process: subprocess.Popen[bytes]
) -> None:
    assert reached(services.ask(question()), Status.DONE).attempts == 1
    assert heartbeat.workers() >= 1

    analysis = bettered(services.ask(question(HEAVY, preset="show"), look=STAYS))
    before = analysis.result
    pool = psutil.Process(celery_worker_process.pid).children()
    kill(max(pool, key=lambda process: sum(process.cpu_times()[:2])))
    assert begun_again(analysis).result == before
    assert stopped(analysis).result is not None


def test_what_a_killed_worker_leaves_is_taken_up_by_the_next(question: Ask, tmp_path: Path) -> None:
    environment = os.environ | {"DATABASE_URL": url_of_test_database()}
    with started_worker(environment, tmp_path / "first.log") as first:
        analysis = bettered(services.ask(question(HEAVY, preset="show"), look=STAYS))
        kill(*psutil.Process(first.pid).children(), psutil.Process(first.pid))
        first.wait()
    analysis.refresh_from_db()
    assert analysis.status == Status.RUNNING
    assert analysis.refining
    with started_worker(environment, tmp_path / "second.log"):
        assert begun_again(analysis).result is not None
        stopped(analysis)


@pytest.mark.journey
def test_no_process_that_forks_has_a_database_connection(
    question: Ask, celery_worker_process: subprocess.Popen[bytes]
) -> None:
    """SQLite's locks are lost in a fork, and two processes then write at once."""
    main = psutil.Process(celery_worker_process.pid)
    killed = main.children()[0]
    kill(killed)

    def descriptors() -> list[str]:
        files = [file.path for file in main.open_files()]
        ports = [str(place.raddr.port) for place in main.net_connections() if place.raddr]
        of = connection.settings_dict
        return [each for each in files if each.startswith(str(of["NAME"]))] + [p for p in ports if p == of["PORT"]]

    rounds = 0
    while rounds < 3:
        client().delete("pressorpass:turn:round")

        def began() -> bool:
            assert descriptors() == []
            return bool(client().exists("pressorpass:turn:round"))

        wait_for("a round began", began)
        rounds += 1
    assert reached(services.ask(question()), Status.DONE).attempts == 1
    assert len(main.children()) >= 1


@pytest.mark.journey
@pytest.mark.skipif(connection.vendor != "sqlite", reason="a damaged file of SQLite's")
def test_a_worker_that_cannot_read_its_database_ends_and_health_says_so(tmp_path: Path) -> None:
    file = tmp_path / "damaged.sqlite3"
    file.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 64)
    with started_worker(os.environ | {"DATABASE_URL": f"sqlite:///{file}"}, tmp_path / "worker.log") as process:
        wait_for("the worker ended", lambda: process.poll() is not None)
    assert "the worker ends, as it cannot read the database" in (tmp_path / "worker.log").read_text()
    QUEUE.forget()
    assert "cannot read the database" in QUEUE.states()["worker"]
    client().delete(heartbeat.DAMAGE_KEY)
    QUEUE.forget()


def test_an_answer_is_stored_as_it_comes_and_the_job_stops_when_it_is_told(
    question: Ask, celery_worker_process: subprocess.Popen[bytes]
) -> None:
    analysis = bettered(services.ask(question(HEAVY, preset="show"), look=STAYS))
    assert stopped(analysis).halted
    services.retry(analysis)
    assert analysis.refining
    assert reached(analysis, Status.RUNNING).result is not None
    stopped(analysis)


def test_somebody_without_an_answer_need_not_wait_for_those_who_have_one(
    question: Ask, celery_worker_process: subprocess.Popen[bytes]
) -> None:
    """One of the two processes does long work."""
    first = bettered(services.ask(question(HEAVY, preset="show"), look=STAYS))
    second = services.ask(question(HEAVY.replace("3000", "3100"), preset="show"), look=STAYS)

    def has_an_answer() -> bool:
        second.refresh_from_db()
        return second.status == Status.QUEUED and second.priority == Priority.REFINE

    wait_for("the second had an answer and waited for the other process", has_an_answer)
    assert second.attempts == 0
    assert not job_words(second).interrupted
    reached(services.ask(question()), Status.DONE)
    first.refresh_from_db()
    assert first.status == Status.RUNNING
    stopped(first)
    bettered(second)
    stopped(second)
