"""Asking, sharing, cancelling and recovering: with the real engine and a real broker."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from engine import Rules
from pressorpass_site.analyses import services
from pressorpass_site.analyses.models import Analysis, Status
from pressorpass_site.analyses.progress import waiting
from pressorpass_site.analyses.tasks import jobs
from pressorpass_site.boards import services as boards
from pressorpass_site.celery import app
from pressorpass_site.questions.question import NextSpins
from tests.conftest import url_of_test_database
from tests.processes import wait_for
from tests.site.conftest import LONG, Ask


def queued_messages() -> int:
    """How many messages wait for a worker."""
    with app.connection_for_read() as broker, broker.channel() as channel:
        return int(channel.queue_declare("solve", passive=False).message_count)


@pytest.fixture(autouse=True)
def empty_queue(transactional_db: None) -> None:
    app.control.purge()


def work(analysis: Analysis) -> Analysis:
    """Do what a worker would do with the message of this analysis."""
    jobs.execute(analysis.pk, analysis.token)
    analysis.refresh_from_db()
    return analysis


def silent(analysis: Analysis) -> Analysis:
    """As if a worker had begun and then been killed a while ago."""
    assert jobs.claim(analysis.pk, analysis.token)
    Analysis.objects.filter(pk=analysis.pk).update(heartbeat_at=timezone.now() - timedelta(minutes=1))
    analysis.refresh_from_db()
    return analysis


class TestAsking:
    def test_one_message_and_then_an_answer(self, question: Ask) -> None:
        analysis = services.ask(question())
        assert (analysis.status, queued_messages()) == (Status.QUEUED, 1)
        work(analysis)
        assert (analysis.status, analysis.attempts, analysis.progress) == (Status.DONE, 1, 1.0)
        assert analysis.result["position"] == analysis.position

    def test_asking_again_gives_the_stored_answer(self, question: Ask) -> None:
        first = work(services.ask(question()))
        again = services.ask(question(), afresh=True)
        assert again.pk == first.pk
        assert again.result == first.result
        assert queued_messages() == 1  # the first one, which this test never took from the queue

    def test_asking_while_it_is_worked_on_joins_the_job(self, question: Ask) -> None:
        first = services.ask(question())
        jobs.claim(first.pk, first.token)
        assert services.ask(question(), afresh=True).status == Status.RUNNING
        assert queued_messages() == 1

    def test_many_at_the_same_moment_share_one_job(self, question: Ask) -> None:
        asked = question()
        together = threading.Barrier(8)

        def one() -> int:
            try:
                together.wait()
                return services.ask(asked).pk
            finally:
                connection.close()

        with ThreadPoolExecutor(8) as people:
            keys = {future.result() for future in [people.submit(one) for _ in range(8)]}
        assert len(keys) == 1
        assert Analysis.objects.count() == queued_messages() == 1

    def test_other_rules_or_boards_are_other_questions(self, question: Ask) -> None:
        asked = [question(), question(preset="show"), question(board="pyl-classic-r2"), question("8000e2,3000,0@1")]
        assert len({services.ask(each).pk for each in asked}) == 4

    def test_the_question_comes_back_from_its_row(self, question: Ask) -> None:
        asked = question(board="pyl-classic-r2")
        stored = Analysis.objects.get(pk=services.ask(asked).pk)
        assert stored.question.key == asked.key


class TestMessages:
    def test_a_duplicate_ends_quietly(self, question: Ask) -> None:
        analysis = work(services.ask(question()))
        finished = analysis.finished_at
        work(analysis)
        assert (analysis.attempts, analysis.finished_at) == (1, finished)

    def test_an_outdated_one_ends_quietly(self, question: Ask) -> None:
        analysis = services.ask(question())
        jobs.execute(analysis.pk, "of an earlier start")
        analysis.refresh_from_db()
        assert analysis.status == Status.QUEUED

    def test_for_a_row_that_is_gone_ends_quietly(self, question: Ask) -> None:
        analysis = services.ask(question())
        Analysis.objects.all().delete()
        jobs.execute(analysis.pk, analysis.token)

    def test_a_lost_one_is_sent_again_once_and_keeps_its_place(self, question: Ask) -> None:
        analysis = services.ask(question())
        app.control.purge()
        Analysis.objects.update(queued_at=timezone.now() - timedelta(minutes=5))
        token = analysis.token
        assert jobs.rescue_orphans() == 1
        assert jobs.rescue_orphans() == 0
        analysis.refresh_from_db()
        assert (analysis.token, analysis.attempts, queued_messages()) == (token, 0, 1)
        assert work(analysis).status == Status.DONE

    def test_a_broker_that_is_away_is_said_with_a_way_to_try_again(self, question: Ask) -> None:
        asked = question()
        script = (
            "import django; django.setup()\n"
            "from pressorpass_site.analyses import services\n"
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
            timeout=60,
            check=True,
        )
        assert done.stdout.startswith("failed The queue of the solver cannot be reached")
        analysis = Analysis.objects.get()
        assert services.retry(analysis).status == Status.QUEUED
        assert queued_messages() == 1


class TestInterruption:
    def test_a_silent_job_is_started_again_once(self, question: Ask) -> None:
        analysis = silent(services.ask(question()))
        old = analysis.token
        assert jobs.rescue_orphans() == 1
        assert jobs.rescue_orphans() == 0
        analysis.refresh_from_db()
        assert analysis.status == Status.QUEUED
        assert analysis.token != old
        assert work(analysis).status == Status.DONE
        assert analysis.attempts == 2

    def test_many_pages_that_notice_start_it_once(self, question: Ask) -> None:
        analysis = silent(services.ask(question()))
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

    def test_the_page_says_so(self, question: Ask) -> None:
        analysis = silent(services.ask(question()))
        told = waiting(analysis)
        assert told.interrupted
        assert told.title == "The solver was interrupted."
        assert "start 2 of 3" in told.detail
        assert waiting(services.refresh(analysis)).interrupted

    def test_a_worker_thought_dead_can_do_no_harm(self, question: Ask) -> None:
        analysis = silent(services.ask(question()))
        old = analysis.token
        jobs.rescue_orphans()
        assert not jobs.beat(analysis.pk, old, 0.5, "late")
        assert not jobs.finish(analysis.pk, old, Status.FAILED, message="late")
        analysis.refresh_from_db()
        assert analysis.status == Status.QUEUED

    def test_after_three_starts_it_is_given_up_with_an_offer(self, question: Ask) -> None:
        analysis = services.ask(question())
        for _ in range(3):
            silent(analysis)
            jobs.rescue_orphans()
            analysis.refresh_from_db()
        assert analysis.status == Status.FAILED
        assert "interrupted 3 times" in analysis.message
        services.retry(analysis)
        assert (analysis.status, analysis.attempts) == (Status.QUEUED, 0)

    def test_one_that_was_being_cancelled_is_not_started_again(self, question: Ask) -> None:
        analysis = silent(services.ask(question()))
        services.cancel(analysis)
        jobs.rescue_orphans()
        analysis.refresh_from_db()
        assert analysis.status == Status.CANCELLED


class TestCancelling:
    def test_before_it_begins(self, question: Ask) -> None:
        analysis = services.ask(question())
        assert services.cancel(analysis).status == Status.CANCELLED
        work(analysis)
        assert (analysis.status, analysis.attempts) == (Status.CANCELLED, 0)

    def test_while_it_runs(self, question: Ask) -> None:
        analysis = services.ask(question(LONG, preset="show"))

        def job() -> None:
            try:
                jobs.execute(analysis.pk, analysis.token)
            finally:
                connection.close()

        worker = threading.Thread(target=job)
        worker.start()
        wait_for("the job began", lambda: Analysis.objects.get(pk=analysis.pk).status == Status.RUNNING)
        services.cancel(analysis)
        worker.join(10)
        analysis.refresh_from_db()
        assert analysis.status == Status.CANCELLED

    def test_what_is_done_stays_done(self, question: Ask) -> None:
        analysis = work(services.ask(question()))
        assert services.cancel(analysis).status == Status.DONE

    def test_a_link_leaves_it_cancelled_but_asking_by_hand_starts_it(self, question: Ask) -> None:
        services.cancel(services.ask(question()))
        assert services.ask(question()).status == Status.CANCELLED
        assert services.ask(question(), afresh=True).status == Status.QUEUED


class TestLimits:
    def test_what_cannot_be_afforded_is_said_in_a_sentence(self, question: Ask, settings: object) -> None:
        settings.SOLVER_SECONDS, settings.SOLVER_MEMORY_BYTES = 1, 2**16  # type: ignore[attr-defined]
        # Chances can always be estimated, and so can money where the board does not change.
        asked = replace(
            question("0e12,2000e12,3500e12@1"),
            rules=Rules.preset("seed").with_options({"goal": "money"}),
            now=NextSpins(boards.find_revision("pyl-classic-r2"), 1),
        )
        analysis = work(services.ask(asked))
        assert analysis.status == Status.OUT_OF_REACH
        assert analysis.message.endswith(".")

    def test_it_is_asked_again_when_the_limits_have_grown(self, question: Ask, settings: object) -> None:
        services.ask(question())
        Analysis.objects.update(status=Status.OUT_OF_REACH)
        assert services.ask(question()).status == Status.OUT_OF_REACH
        settings.SOLVER_SECONDS += 1  # type: ignore[attr-defined]
        assert services.ask(question()).status == Status.QUEUED


def test_a_worker_that_breaks_says_so_and_offers_to_try_again(question: Ask) -> None:
    analysis = services.ask(question())
    Analysis.objects.update(limits={})  # a row from a time when limits were written otherwise
    assert work(analysis).status == Status.FAILED
    assert "error of its own" in analysis.message
    assert services.retry(analysis).status == Status.QUEUED
    assert work(analysis).status == Status.DONE
