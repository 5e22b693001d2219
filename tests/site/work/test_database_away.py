"""The database cannot be used for a while: pages say so, and no job fails for it."""

import errno
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from engine import ShortOfMemory
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.work import picking, running
from pressorpass_site.work.running import Run, run_job
from tests.processes import PATIENCE
from tests.site.conftest import Ask
from tests.site.markup import markup

from .by_hand import begun, execute

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


@contextmanager
def running_job(analysis: Analysis) -> Iterator[Run]:
    """The job, begun by this thread."""
    with run_job(begun(jobs, analysis)) as run:
        yield run


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

    def test_a_page_says_so_in_the_sites_style(self) -> None:
        client = Client(raise_request_exception=False)
        with locked():
            refused = client.get("/p/8000e1,3000,0@1?rules=seed")
        page = markup(refused)
        assert refused.status_code == 503
        assert refused["Retry-After"] == "10"
        assert "no-store" in refused["Cache-Control"]
        assert "<h1>Please try again in a moment</h1>" in page
        assert "The site cannot use its database at the moment. What was stored before is safe." in page
        assert 'href="/p/8000e1,3000,0@1?rules=seed">Try again</a>' in page
        assert "css/page" in page

    def test_who_sent_a_form_is_told_that_it_may_not_have_been_stored(self) -> None:
        client = Client(raise_request_exception=False)
        with locked():
            refused = client.post("/boards/own/copy/", {"board": "pyl-1985-02-r2"})
        assert refused.status_code == 503
        assert (
            "What you sent may not have been stored. Go back and send it again: what you typed is still there."
            in markup(refused)
        )

    def test_the_api_says_so_in_json(self) -> None:
        client = Client(raise_request_exception=False)
        with locked():
            refused = client.post("/api/v1/solve", {"position": "8000e1,3000,0@1"}, content_type="application/json")
        assert refused.status_code == 503
        assert refused["Retry-After"] == "10"
        assert refused.json()["detail"][0]["message"].startswith("The site cannot use its database at the moment.")

    def test_what_a_job_has_computed_waits_for_the_database(self, question: Ask) -> None:
        analysis = services.ask(question())
        with running_job(analysis) as run, locked(0.7):
            run.store(steps=[])
        analysis.refresh_from_db()
        assert analysis.status == Status.DONE

    def test_a_job_is_not_failed_but_started_again(self, question: Ask, settings: Any) -> None:
        settings.JOB_LIMIT_SECONDS = 0.2
        analysis = services.ask(question())
        with running_job(analysis) as run, locked():
            run.store(steps=[])
        analysis.refresh_from_db()
        assert analysis.status == Status.RUNNING
        Analysis.objects.update(heartbeat_at=timezone.now() - timedelta(minutes=1))
        assert picking.rescue_lost() == 1
        analysis.refresh_from_db()
        assert execute(jobs, analysis).status == Status.DONE


@pytest.mark.parametrize("heartbeat", [timedelta(hours=1), None], ids=["ahead", "none"])
def test_a_job_whose_heartbeat_says_nothing_is_started_again(question: Ask, heartbeat: timedelta | None) -> None:
    analysis = services.ask(question())
    assert jobs.claim(analysis.pk, analysis.token)
    Analysis.objects.update(heartbeat_at=timezone.now() + heartbeat if heartbeat else None)
    assert picking.rescue_lost() == 1


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
    analysis = services.ask(question())
    with running_job(analysis):
        raise error
    analysis.refresh_from_db()
    assert (analysis.status, analysis.message) == (Status.FAILED, running.OUT_OF_MEMORY)
    assert analysis.cut_short, "a later visitor has it tried again"
    assert services.retry(analysis).status == Status.QUEUED
