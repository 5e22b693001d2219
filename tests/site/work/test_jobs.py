"""The life of a job: messages, workers and brokers that are lost, cancelling; with the real engine and a real broker."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.celery import app
from pressorpass_site.work import picking
from tests.conftest import url_of_test_database
from tests.processes import PATIENCE, wait_for
from tests.site.conftest import LONG, Ask

from .by_hand import execute, orphaned, queued_messages, run_of


@pytest.fixture(autouse=True)
def empty_queue(transactional_db: None) -> None:
    app.control.purge()


class TestMessages:
    def test_a_duplicate_ends_quietly(self, question: Ask) -> None:
        analysis = execute(jobs, services.ask(question()))
        finished = analysis.finished_at
        execute(jobs, analysis)
        assert (analysis.attempts, analysis.finished_at) == (1, finished)

    def test_of_the_version_before_name_a_job_and_only_wake_too(self, question: Ask) -> None:
        analysis = services.ask(question())
        app.tasks[jobs.task_name](analysis.pk, "of an earlier start")
        analysis.refresh_from_db()
        assert (analysis.status, analysis.attempts) == (Status.DONE, 1)

    def test_for_a_row_that_is_gone_ends_quietly(self, question: Ask) -> None:
        services.ask(question())
        Analysis.objects.all().delete()
        jobs.execute()

    def test_a_lost_one_is_sent_again_once_and_keeps_its_place(self, question: Ask) -> None:
        analysis = services.ask(question())
        app.control.purge()
        Analysis.objects.update(queued_at=timezone.now() - timedelta(minutes=5))
        token = analysis.token
        for _ in range(2):
            picking.wake()
        analysis.refresh_from_db()
        assert (analysis.token, analysis.attempts, queued_messages()) == (token, 0, 1)
        assert execute(jobs, analysis).status == Status.DONE

    def test_a_broker_that_is_away_is_said_with_a_way_to_try_again(self, question: Ask) -> None:
        asked = question()
        script = (
            "import django; django.setup()\n"
            "from pressorpass_site.answers.analyses import services\n"
            "from pressorpass_site.questions.address import read_address\n"
            f"analysis = services.ask(read_address({asked.position.notation!r}, {{'rules': 'seed'}}))\n"
            "analysis.refresh_from_db()\n"
            "print(analysis.status, analysis.message)\n"
        )
        away = {"REDIS_URL": "redis://127.0.0.1:1/0", "DATABASE_URL": url_of_test_database()}
        away["DJANGO_SETTINGS_MODULE"] = "pressorpass_site.settings"
        done = subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | away,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        assert done.stdout.startswith("failed The queue of the solver cannot be reached")
        assert Analysis.objects.count() == 1
        assert services.ask(asked).status == Status.QUEUED  # whoever opens the page again, once the queue is back
        assert queued_messages() == 1


class TestInterruption:
    def test_a_silent_job_is_started_again_once(self, question: Ask) -> None:
        analysis = orphaned(jobs, services.ask(question()))
        old = analysis.token
        assert picking.rescue_lost() == 1
        assert picking.rescue_lost() == 0
        analysis.refresh_from_db()
        assert analysis.status == Status.QUEUED
        assert analysis.token != old
        assert execute(jobs, analysis).status == Status.DONE
        assert analysis.attempts == 2

    def test_many_pages_that_notice_start_it_once(self, question: Ask) -> None:
        analysis = orphaned(jobs, services.ask(question()))
        app.control.purge()
        together = threading.Barrier(6)

        def look() -> None:
            try:
                together.wait()
                services.refresh(Analysis.objects.get(pk=analysis.pk))
            finally:
                connection.close()

        with ThreadPoolExecutor(6) as people:
            for future in [people.submit(look) for _ in range(6)]:
                future.result()
        assert queued_messages() == 1

    def test_a_worker_thought_dead_can_do_no_harm(self, question: Ask) -> None:
        analysis = orphaned(jobs, services.ask(question()))
        late = Analysis.objects.get()
        picking.rescue_lost()
        run = run_of(late)
        assert not run.beat()
        run.finish(Status.FAILED, message="late")
        analysis.refresh_from_db()
        assert analysis.status == Status.QUEUED

    def test_after_three_starts_it_is_given_up_with_an_offer(self, question: Ask) -> None:
        analysis = services.ask(question())
        for _ in range(3):
            orphaned(jobs, analysis)
            picking.rescue_lost()
            analysis.refresh_from_db()
        assert analysis.status == Status.FAILED
        assert "interrupted 3 times" in analysis.message
        services.retry(analysis)
        assert (analysis.status, analysis.attempts) == (Status.QUEUED, 0)

    def test_one_that_was_being_cancelled_is_not_started_again(self, question: Ask) -> None:
        analysis = orphaned(jobs, services.ask(question()))
        services.jobs.cancel(analysis)
        picking.rescue_lost()
        analysis.refresh_from_db()
        assert analysis.status == Status.CANCELLED


class TestCancelling:
    def test_before_it_begins(self, question: Ask) -> None:
        analysis = services.ask(question())
        services.jobs.cancel(analysis)
        assert analysis.status == Status.CANCELLED
        execute(jobs, analysis)
        assert (analysis.status, analysis.attempts) == (Status.CANCELLED, 0)

    def test_while_it_runs(self, question: Ask) -> None:
        analysis = services.ask(question(LONG, preset="show"))

        def job() -> None:
            try:
                jobs.execute()
            finally:
                connection.close()

        worker = threading.Thread(target=job)
        worker.start()
        wait_for("the job began", lambda: Analysis.objects.get(pk=analysis.pk).status == Status.RUNNING)
        services.jobs.cancel(analysis)
        worker.join(PATIENCE)
        analysis.refresh_from_db()
        assert analysis.status == Status.CANCELLED

    def test_what_is_done_stays_done(self, question: Ask) -> None:
        analysis = execute(jobs, services.ask(question()))
        services.jobs.cancel(analysis)
        assert analysis.status == Status.DONE


def test_a_worker_that_breaks_says_so_and_offers_to_try_again(question: Ask) -> None:
    analysis = services.ask(question())
    Analysis.objects.update(limits={})  # a row from a time when limits were written otherwise
    assert execute(jobs, analysis).status == Status.FAILED
    assert "error of its own" in analysis.message
    assert services.retry(analysis).status == Status.QUEUED
    assert execute(jobs, analysis).status == Status.DONE
