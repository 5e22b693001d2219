"""Requests that wait for the same job share what they read, and do not take all threads."""

import threading
import time
from contextlib import ExitStack

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from pressorpass_site.analyses import services
from pressorpass_site.analyses.models import Analysis
from pressorpass_site.analyses.tasks import jobs
from pressorpass_site.core import clients
from pressorpass_site.work import waiting
from pressorpass_site.work.models import Status
from tests.processes import PATIENCE, wait_for
from tests.site.conftest import Ask

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]


def test_a_change_is_noticed_once_for_all_that_wait_for_it(
    question: Ask, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    analysis = services.ask(question())
    first, second = Analysis.objects.get(pk=analysis.pk), Analysis.objects.get(pk=analysis.pk)
    with waiting.place(first) as place, waiting.place(second) as other:
        Analysis.objects.filter(pk=analysis.pk).update(progress=0.5, heartbeat_at=timezone.now())
        end = time.monotonic() + 60
        assert place
        assert other
        with django_assert_num_queries(2):  # is there anything new, and what
            place.wait(end)
        with django_assert_num_queries(1):
            other.wait(end)
    assert (first.progress, second.progress) == (0.5, 0.5)


@pytest.mark.django_db(transaction=True)
def test_one_request_watches_for_others_and_another_goes_on_when_it_leaves(question: Ask) -> None:
    analyses = [services.ask(question(f"{score}e1,3000,0@1")) for score in (8000, 8100)]
    left: list[float] = []

    def wait(analysis: Analysis, seconds: float) -> None:
        jobs.wait(analysis, seconds)
        left.append(time.monotonic())
        connection.close()

    began = time.monotonic()
    threads = [threading.Thread(target=wait, args=each) for each in zip(analyses, (0.3, 60.0), strict=True)]
    for thread in threads:
        thread.start()
    wait_for("the first one has left", lambda: len(left) == 1)
    assert time.monotonic() - began >= 0.3
    Analysis.objects.filter(pk=analyses[1].pk).update(status=Status.CANCELLED, finished_at=timezone.now())
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    assert analyses[1].status == Status.CANCELLED


def test_a_crowd_does_not_wait_for_one_job(question: Ask) -> None:
    analysis = services.ask(question())
    with ExitStack() as stack:
        places = [stack.enter_context(waiting.place(analysis)) for _ in range(4)]
        assert [place is not None for place in places] == [True, True, False, False]
        assert jobs.wait(analysis, 60.0) is analysis  # at once
    with waiting.place(analysis) as place:
        assert place


def test_some_threads_stay_free(question: Ask, settings: object) -> None:
    settings.WAITING_REQUESTS = 2  # type: ignore[attr-defined]
    analyses = [services.ask(question(f"{score}e1,3000,0@1")) for score in (8000, 8100, 8200)]
    with ExitStack() as stack:
        places = [stack.enter_context(waiting.place(each)) for each in analyses]
        assert [place is not None for place in places] == [True, True, False]


def test_a_crowd_at_one_job_writes_no_more_than_two_of_it_do(
    question: Ask, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    analysis = services.ask(question())
    for client in ("one", "two"):
        with clients.acting_for(client):
            services.refresh(services.find(analysis.key))
    for number in range(3):
        row = services.find(analysis.key)
        with clients.acting_for(f"another {number}"), django_assert_max_num_queries(0):
            services.refresh(row)
