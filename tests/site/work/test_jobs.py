"""The life of a job: messages, workers and brokers that are lost, canceling; with the real engine and a real broker."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.celery import app
from pressorpass_site.work import running
from pressorpass_site.work.models import Queue, Status
from tests.processes import PATIENCE, wait_for
from tests.site.conftest import HEAVY, LONG, STAYS, Ask

from .by_hand import beat, claim, count_messages, deliver, execute, orphaned, resend_lost, run_next, run_of, unseen_for


@pytest.fixture(autouse=True)
def empty_queue(transactional_db: None) -> None:
    app.control.purge()


def pass_time(seconds: float) -> None:
    """Queue the jobs this much earlier."""
    Analysis.objects.update(**{name: F(name) - timedelta(seconds=seconds) for name in ("queued_at", "resend_at")})


def in_threads(count: int, do: Callable[[], object]) -> None:
    """Do something this many times at once."""
    together = threading.Barrier(count)

    def run() -> None:
        try:
            together.wait()
            do()
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as people:
        for future in [people.submit(run) for _ in range(count)]:
            future.result()


@contextmanager
def in_a_worker() -> Iterator[None]:
    """The next job, done in a thread that begins before the block, and ends after it."""
    with ThreadPoolExecutor(1) as worker:
        done = worker.submit(in_threads, 1, lambda: run_next(jobs))
        wait_for("the job began", lambda: Analysis.objects.get().status == Status.RUNNING)
        yield
        done.result(PATIENCE)


def test_of_two_that_store_one_question_at_the_same_moment_the_second_joins_the_first(question: Ask) -> None:
    this_question = question()
    columns = {"key": this_question.key, **Analysis.build_columns(this_question)}
    (first, new), (second, again) = (jobs.create(limits=services.get_current_limits(), **columns) for _ in range(2))
    assert (new, again) == (True, False)
    assert (second.pk, second.token) == (first.pk, first.token)
    assert count_messages() == 1


class TestMessages:
    def test_one_delivered_twice_ends_quietly(self, question: Ask) -> None:
        analysis = services.get_or_start_analysis(question())
        for _ in range(2):
            deliver(analysis)
        analysis.refresh_from_db()
        assert (analysis.status, analysis.attempts) == (Status.DONE, 1)

    def test_one_of_an_earlier_start_or_of_a_row_that_is_gone_ends_quietly(self, question: Ask) -> None:
        analysis = services.get_or_start_analysis(question())
        deliver(analysis, "another token")
        analysis.refresh_from_db()
        assert (analysis.status, analysis.attempts) == (Status.QUEUED, 0)
        Analysis.objects.all().delete()
        deliver(analysis)

    def test_a_lost_one_is_sent_again_with_its_token_ever_more_rarely(self, question: Ask) -> None:
        analysis = services.get_or_start_analysis(question(), view_seconds=STAYS)
        sent = [1]
        for seconds in (1, 10, 5, 10, 15, 20, 20):  # each time at twice the age
            pass_time(seconds)
            resend_lost()
            sent.append(count_messages())
        analysis.refresh_from_db()
        assert sent == [1, 1, 2, 2, 3, 3, 4, 4]
        assert (analysis.token, analysis.attempts) == (Analysis.objects.get().token, 0)
        assert execute(jobs, analysis).status == Status.DONE

    def test_many_pages_that_notice_send_it_once(self, question: Ask) -> None:
        analysis = services.get_or_start_analysis(question())
        pass_time(11)
        app.control.purge()
        in_threads(6, lambda: services.refresh(Analysis.objects.get(pk=analysis.pk)))
        assert count_messages() == 1


class TestInterruption:
    def test_a_silent_job_is_started_again_once(self, question: Ask) -> None:
        analysis = orphaned(jobs, services.get_or_start_analysis(question()))
        old = analysis.token
        in_threads(6, lambda: services.refresh(Analysis.objects.get(pk=analysis.pk)))
        assert resend_lost() == 0
        analysis.refresh_from_db()
        assert (analysis.status, analysis.token != old, count_messages()) == (Status.QUEUED, True, 2)
        assert execute(jobs, analysis).status == Status.DONE
        assert analysis.attempts == 2

    @pytest.mark.parametrize("heartbeat", [timedelta(hours=1), None], ids=["ahead", "none"])
    def test_one_whose_heartbeat_says_nothing_is_started_again(
        self, question: Ask, heartbeat: timedelta | None
    ) -> None:
        claim(jobs, services.get_or_start_analysis(question()))
        Analysis.objects.update(heartbeat_at=timezone.now() + heartbeat if heartbeat else None)
        assert resend_lost() == 1
        assert Analysis.objects.get().status == Status.QUEUED

    def test_a_worker_thought_dead_can_do_no_harm(self, question: Ask) -> None:
        orphaned(jobs, services.get_or_start_analysis(question()))
        late = Analysis.objects.get()
        resend_lost()
        assert not beat(late, 0.5, "")
        run_of(late).finish(Status.FAILED, message="late")
        run_of(late).requeue(Queue.REFINE)
        now = Analysis.objects.get()
        assert (now.status, now.queue, now.message) == (Status.QUEUED, Queue.FIRST, "")

    def test_after_three_starts_it_is_given_up_with_an_offer(self, question: Ask) -> None:
        analysis = services.get_or_start_analysis(question())
        for _ in range(3):
            orphaned(jobs, analysis)
            resend_lost()
            analysis.refresh_from_db()
        assert analysis.status == Status.FAILED
        assert "interrupted 3 times" in analysis.message
        services.retry(analysis)
        assert (analysis.status, analysis.attempts) == (Status.QUEUED, 0)

    def test_one_that_was_being_canceled_is_not_started_again(self, question: Ask) -> None:
        analysis = orphaned(jobs, services.get_or_start_analysis(question()))
        jobs.cancel(analysis)
        resend_lost()
        assert Analysis.objects.get().status == Status.CANCELLED

    def test_a_worker_that_stops_queues_its_jobs_again(self, question: Ask) -> None:
        analysis = services.get_or_start_analysis(question(LONG, preset="show"), view_seconds=STAYS)
        with in_a_worker():
            running.stop_worker()
        running._stopping[0] = 0
        token = analysis.token
        analysis.refresh_from_db()
        assert (analysis.status, analysis.attempts, analysis.token != token) == (Status.QUEUED, 0, True)


class TestCanceling:
    def test_before_it_starts(self, question: Ask) -> None:
        analysis = services.get_or_start_analysis(question())
        jobs.cancel(analysis)
        deliver(analysis)
        assert (analysis.status, analysis.attempts) == (Status.CANCELLED, 0)

    def test_while_it_runs(self, question: Ask) -> None:
        analysis = services.get_or_start_analysis(question(LONG, preset="show"))
        with in_a_worker():
            jobs.cancel(analysis)
        assert Analysis.objects.get().status == Status.CANCELLED

    def test_what_is_done_stays_done(self, question: Ask) -> None:
        analysis = execute(jobs, services.get_or_start_analysis(question()))
        jobs.cancel(analysis)
        assert analysis.status == Status.DONE


class TestUnviewed:
    """No page shows the job any more."""

    @pytest.fixture
    def refinement(self, question: Ask) -> Analysis:
        analysis = execute(jobs, services.get_or_start_analysis(question(HEAVY, preset="show"), view_seconds=STAYS))
        assert (analysis.status, analysis.queue) == (Status.QUEUED, Queue.REFINE)
        return analysis

    def test_a_queued_one_ends_when_it_would_start_and_a_later_view_starts_it_again(self, refinement: Analysis) -> None:
        unseen_for(STAYS, refinement)
        deliver(refinement)
        refinement.refresh_from_db()
        assert (refinement.status, refinement.was_interrupted, refinement.attempts) == (Status.CANCELLED, True, 0)
        assert refinement.result is not None
        again = services.get_or_start_analysis(refinement.question)
        assert (again.status, again.queue) == (Status.QUEUED, Queue.REFINE)
        unseen_for(STAYS, again)  # a page without scripts, which its reader reloads at times
        deliver(again)
        assert Analysis.objects.get().queue == Queue.BACKGROUND

    def test_a_running_one_ends_at_its_beat(self, refinement: Analysis) -> None:
        with in_a_worker():
            unseen_for(STAYS, refinement)
        refinement.refresh_from_db()
        assert (refinement.status, refinement.was_interrupted) == (Status.CANCELLED, True)

    def test_one_that_finishes_unviewed_goes_on_in_the_background(self, refinement: Analysis) -> None:
        jobs.finish_unviewed(refinement)
        unseen_for(STAYS, refinement)
        deliver(refinement)
        refinement.refresh_from_db()
        assert (refinement.status, refinement.queue) == (Status.QUEUED, Queue.BACKGROUND)
        assert count_messages(Queue.BACKGROUND) == 1
        claim(jobs, refinement)
        assert beat(refinement, 0.5, "")

    @pytest.mark.parametrize(("client", "status"), [("", Status.QUEUED), ("greedy", Status.CANCELLED)])
    def test_a_client_has_so_many_there_and_commands_any_number(
        self, refinement: Analysis, question: Ask, monkeypatch: pytest.MonkeyPatch, client: str, status: Status
    ) -> None:
        monkeypatch.setattr("pressorpass_site.work.jobs.MAX_BACKGROUND_JOBS", 1)
        services.get_or_start_analysis(question(), view_seconds=0)
        jobs.finish_unviewed(refinement)
        unseen_for(STAYS, refinement)
        Analysis.objects.update(client=client)
        deliver(refinement)
        assert Analysis.objects.get(pk=refinement.pk).status == status


def test_a_worker_that_breaks_says_so_and_offers_to_try_again(question: Ask) -> None:
    analysis = services.get_or_start_analysis(question())
    Analysis.objects.update(limits={})  # a row from a time when limits were written otherwise
    assert execute(jobs, analysis).status == Status.FAILED
    assert "because of an error" in analysis.message
    assert services.retry(analysis).status == Status.QUEUED
    assert execute(jobs, analysis).status == Status.DONE
