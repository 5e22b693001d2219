"""What the machine's load or a fault ended is tried again by the next visitor; what was too large is not."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.lab.services import LIMITS
from pressorpass_site.lab.tasks import jobs
from pressorpass_site.work.models import Status
from tests.site.work.by_hand import resend_lost, run_next

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "/lab/tree/win/?strategy=bstrat&E=0.5&A=0.75&method=simulate&games=100000000"


@pytest.fixture(autouse=True)
def row(client: Client, settings: Any) -> LabAnswer:
    """A question that somebody has asked; its page asks others besides."""
    settings.ANSWER_WAIT_MILLISECONDS = 0
    client.get(LONG)
    return LabAnswer.objects.earliest("pk")


def look(client: Client, lab_answer: LabAnswer) -> str:
    """The page of somebody who asks it again; the job then stands as it does."""
    page = client.get(LONG).content.decode()
    lab_answer.refresh_from_db()
    return page


def later(seconds: float) -> None:
    """Let time pass since the jobs ended."""
    LabAnswer.objects.update(finished_at=timezone.now() - timedelta(seconds=seconds))


def end_by_limit(settings: Any) -> None:
    settings.JOB_LIMIT_SECONDS = 0.2
    run_next(jobs)


def kill_each_worker(settings: Any) -> None:
    silent = timezone.now() - timedelta(minutes=5)
    LabAnswer.objects.update(status=Status.RUNNING, attempts=3, heartbeat_at=silent)
    resend_lost()


@pytest.mark.parametrize("end", [end_by_limit, kill_each_worker])
def test_the_next_visitor_has_it_tried_again(
    client: Client, settings: Any, row: LabAnswer, end: Callable[[Any], None]
) -> None:
    end(settings)
    page = look(client, row)
    assert (row.status, row.result) == (Status.FAILED, None), "the page that waited does not start it again"
    assert "The machine was too busy." in page, "who waited for it reads why there is no answer"
    assert row.message in page
    limits = row.limits
    later(15)
    look(client, row)
    assert (row.status, row.attempts, row.was_interrupted, row.message) == (Status.QUEUED, 0, False, "")
    assert row.limits == limits


@pytest.mark.parametrize(
    ("age", "result", "minutes"),
    [(20, None, 1), (3600, None, 16), (20, {"answer": 1}, 16), (300, None, 6), (40 * 60, None, 16)],
)
def test_a_job_with_an_answer_or_many_failures_waits_longer(age: float, result: Any, minutes: float) -> None:
    def ended(seconds_ago: float) -> LabAnswer:
        at = timezone.now() - timedelta(seconds=seconds_ago)
        row = LabAnswer(status=Status.FAILED, was_interrupted=True, result=result, finished_at=at)
        row.created_at = at - timedelta(seconds=age)
        return row

    assert ended(60 * minutes).is_worth_another_start
    assert not ended(60 * (minutes - 1) - 60 * (minutes > 1)).is_worth_another_start


def test_a_job_that_spent_its_budget_is_only_retried_with_another(client: Client, row: LabAnswer) -> None:
    LabAnswer.objects.update(limits=LIMITS | {"seconds": 0.2})
    run_next(jobs)
    row.refresh_from_db()
    assert row.status == Status.TOO_LARGE
    LabAnswer.objects.update(limits=LIMITS, was_interrupted=False)  # true if the machine is busy with other work
    later(24 * 3600)
    look(client, row)
    assert row.status == Status.TOO_LARGE
    LabAnswer.objects.update(limits=LIMITS | {"seconds": 0.2})
    look(client, row)
    assert (row.status, row.limits) == (Status.QUEUED, LIMITS)


def test_a_fault_of_the_solver_is_not_tried_again(client: Client, row: LabAnswer) -> None:
    LabAnswer.objects.update(
        status=Status.FAILED, message="The solver stopped because of an error, which has been logged."
    )
    later(24 * 3600)
    look(client, row)
    assert row.status == Status.FAILED
