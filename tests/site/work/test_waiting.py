"""Requests that wait for a job notice its changes, and do not take all threads."""

from contextlib import ExitStack

import pytest
from pytest_django import DjangoAssertNumQueries

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.core import clients
from pressorpass_site.core.http.thread_limits import FIRST_ANSWERS
from pressorpass_site.work.models import Status
from tests.processes import PATIENCE
from tests.site.conftest import Ask

from .by_hand import execute

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]


def test_polling_is_one_small_query(question: Ask, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    analysis = services.get_or_start_analysis(question())
    looks = iter([False, False, True])
    with django_assert_num_queries(2):
        jobs.long_poll(analysis, PATIENCE, lambda job: next(looks))


def test_a_job_removed_meanwhile_breaks_no_page(question: Ask) -> None:
    analysis = execute(jobs, services.get_or_start_analysis(question()))
    waiting = services.get_or_start_analysis(question("8001e1,3000,0@1"))
    Analysis.objects.all().delete()
    assert jobs.long_poll(waiting, 0.1).status == Status.QUEUED
    jobs.cancel(waiting)
    assert jobs.start(analysis, analysis.limits).status == Status.DONE


def test_a_request_waits_no_longer_than_it_is_told_and_some_threads_stay_free(question: Ask, settings: object) -> None:
    settings.WAITING_REQUESTS = 2  # type: ignore[attr-defined]
    analysis = services.get_or_start_analysis(question())
    assert jobs.wait(analysis, 0.1).status == Status.QUEUED
    with ExitStack() as stack:
        assert [stack.enter_context(FIRST_ANSWERS.try_acquire()) for _ in range(3)] == [True, True, False]
        assert jobs.wait(analysis, PATIENCE) is analysis  # at once
    with FIRST_ANSWERS.try_acquire() as free:
        assert free


def test_a_crowd_at_one_job_writes_no_more_than_two_of_it_do(
    question: Ask, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    analysis = services.get_or_start_analysis(question())
    for client in ("one", "two"):
        with clients.act_for_client(client):
            services.refresh(Analysis.objects.get(key=analysis.key))
    for number in range(3):
        stored_analysis = Analysis.objects.get(key=analysis.key)
        with clients.act_for_client(f"another {number}"), django_assert_max_num_queries(0):
            services.refresh(stored_analysis)
