"""The database cannot be used for a while: pages say so, and no job fails for it."""

import errno
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from engine import ShortOfMemory
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.work import running
from pressorpass_site.work.models import Status
from pressorpass_site.work.running import JobRun
from tests.processes import PATIENCE
from tests.site.conftest import Ask
from tests.site.markup import markup

from .by_hand import execute, resend_lost

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def locked(seconds: float = 60.0) -> Iterator[None]:
    """SQLite's write lock, held by another connection for so long, or until the block ends."""
    held, released = threading.Event(), threading.Event()

    def hold() -> None:
        other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        held.set()
        released.wait(seconds)
        other.close()

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        assert held.wait(PATIENCE)
        yield
    finally:
        released.set()
        thread.join()


def run(analysis: Analysis, work: Callable[[Analysis, JobRun], None]) -> Analysis:
    """The job, done by this function, as it then stands."""
    running.run(jobs, work, analysis.pk, analysis.token)
    analysis.refresh_from_db()
    return analysis


class TestLocked:
    @pytest.fixture(autouse=True)
    def impatient(self, monkeypatch: pytest.MonkeyPatch, loaded_boards: None) -> Iterator[None]:
        """Writers wait a tenth of a second for the lock."""
        if connection.vendor != "sqlite":
            pytest.skip("only SQLite has one lock for all writers")
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.1)
        connection.close()
        yield
        connection.close()

    def test_pages_forms_and_the_api_say_so(self) -> None:
        client = Client(raise_request_exception=False)
        with locked():
            page = client.get("/p/8000e1,3000,0@1?rules=seed")
            form = client.post("/boards/own/copy/", {"board": "pyl-1985-02-r2"})
            api = client.post("/api/v1/solve", {"position": "8000e1,3000,0@1"}, content_type="application/json")
        for refused in (page, form, api):
            assert (refused.status_code, refused["Retry-After"]) == (503, "10")
            assert "no-store" in refused["Cache-Control"]
        shown = markup(page)
        assert "<h1>Please try again in a moment</h1>" in shown
        assert "The site cannot use its database at the moment. What was stored before is safe." in shown
        assert 'href="/p/8000e1,3000,0@1?rules=seed">Try again</a>' in shown
        assert "css/page" in shown
        not_sent = "What you sent may not have been stored. Go back and send it again: what you typed is still there."
        assert not_sent in markup(form)
        assert api.json()["detail"].startswith("The site cannot use its database at the moment.")

    def test_what_a_job_has_computed_waits_for_the_database(self, question: Ask) -> None:
        def work(_: Analysis, job_run: JobRun) -> None:
            with locked(0.7):
                job_run.store(steps=[])

        assert run(services.get_or_start_analysis(question()), work).status == Status.DONE

    def test_a_job_is_not_failed_but_started_again(self, question: Ask, settings: Any) -> None:
        def work(_: Analysis, job_run: JobRun) -> None:
            with locked():
                settings.JOB_LIMIT_SECONDS = 0.2
                job_run.store(steps=[])

        analysis = services.get_or_start_analysis(question())
        with pytest.raises(OperationalError):
            run(analysis, work)
        analysis.refresh_from_db()
        assert analysis.status == Status.RUNNING
        Analysis.objects.update(heartbeat_at=timezone.now() - timedelta(minutes=1))
        assert resend_lost() == 1
        analysis.refresh_from_db()
        assert execute(jobs, analysis).status == Status.DONE


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        RuntimeError("can't start new thread"),
        ShortOfMemory("The machine has too little memory left for it at the moment."),
    ],
    ids=["allocation", "mapping", "thread", "engine"],
)
def test_a_job_that_runs_out_of_memory_says_so_and_can_be_tried_again(question: Ask, error: Exception) -> None:
    def work(*_: object) -> None:
        raise error

    analysis = run(services.get_or_start_analysis(question()), work)
    assert (analysis.status, analysis.message) == (Status.FAILED, running.OUT_OF_MEMORY)
    assert analysis.was_interrupted, "a later visitor has it tried again"
    assert services.retry(analysis).status == Status.QUEUED
