"""Requests that wait for the same job share what they read, and do not take all threads."""

from contextlib import ExitStack
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from pressorpass_site.analyses import services
from pressorpass_site.analyses.models import Analysis
from pressorpass_site.analyses.tasks import jobs
from pressorpass_site.work import waiting
from tests.site.conftest import Ask

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]


def test_a_row_is_read_once_for_all_that_wait_for_it(
    question: Ask, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(waiting, "FRESH_SECONDS", 60.0)
    analysis = services.ask(question())
    first, second = Analysis.objects.get(pk=analysis.pk), Analysis.objects.get(pk=analysis.pk)
    Analysis.objects.filter(pk=analysis.pk).update(stage="Halfway", progress=0.5)
    with waiting.place(first) as reread, waiting.place(second) as reread_too, django_assert_num_queries(1):
        assert reread
        assert reread_too
        reread()
        reread_too()
    assert (first.stage, second.stage, second.progress) == ("Halfway", "Halfway", 0.5)


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


def test_clients_of_a_crowd_are_compared_by_one_of_them(
    question: Ask, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    analysis = services.ask(question())
    Analysis.objects.filter(pk=analysis.pk).update(queued_at=timezone.now() - timedelta(minutes=1), client="another")
    services.refresh(Analysis.objects.get(pk=analysis.pk))
    for _ in range(3):
        Analysis.objects.filter(pk=analysis.pk).update(client="another", in_view_until=None)
        row = Analysis.objects.get(pk=analysis.pk)
        with django_assert_max_num_queries(8):
            services.refresh(row)
