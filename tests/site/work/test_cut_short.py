"""What the machine's load or a fault ended is tried again by the next visitor; what was too large is not."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis
from pressorpass_site.answers.analyses.tasks import jobs as analyses
from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.lab.services import LIMITS
from pressorpass_site.lab.tasks import jobs
from pressorpass_site.work import picking
from pressorpass_site.work.models import Job, Status
from pressorpass_site.work.queues import JobQueue
from tests.site.conftest import Ask

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "/lab/tree/win/?strategy=bstrat&E=0.5&A=0.75&method=simulate&games=100000000"
BRIEF = "/lab/pig/duel/?goal=10"


@pytest.fixture(autouse=True)
def nobody_waits(settings: Any) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0


def visit(client: Client, address: str) -> LabAnswer:
    client.get(address)
    return asked()


def asked() -> LabAnswer:
    """The question of the address; its page asks others besides."""
    return LabAnswer.objects.earliest("pk")


def work(row: LabAnswer) -> LabAnswer:
    jobs.execute()
    row.refresh_from_db()
    return row


def later(seconds: float) -> None:
    """Let time pass since the jobs ended."""
    for model in (LabAnswer, Analysis):
        model.objects.update(finished_at=timezone.now() - timedelta(seconds=seconds))


def the_clock_ends_it(client: Client) -> LabAnswer:
    row = visit(client, LONG)
    LabAnswer.objects.update(limits=LIMITS | {"clock": 0.2})
    return work(row)


def the_job_s_limit_ends_it(client: Client) -> LabAnswer:
    row = visit(client, LONG)
    return work(row)


def its_worker_is_killed_each_time(client: Client) -> LabAnswer:
    visit(client, LONG)
    silent = timezone.now() - timedelta(minutes=5)
    LabAnswer.objects.update(status=Status.RUNNING, attempts=3, heartbeat_at=silent)
    picking.rescue_lost()
    return asked()


ENDED_BY_LOAD = [the_clock_ends_it, the_job_s_limit_ends_it, its_worker_is_killed_each_time]


@pytest.mark.parametrize("end", ENDED_BY_LOAD)
def test_the_next_visitor_has_it_tried_again(client: Client, settings: Any, end: Callable[[Client], LabAnswer]) -> None:
    if end is the_job_s_limit_ends_it:
        settings.JOB_LIMIT_SECONDS = 0.2
    row = end(client)
    assert (row.status, row.result) == (Status.FAILED, None)
    page = client.get(LONG).content.decode()
    assert "The machine had too much to do." in page, "who waited for it reads why there is no answer"
    assert row.message in page
    assert asked().status == Status.FAILED, "the page that waited does not start it again"
    later(15)
    again = visit(client, LONG)
    assert (again.status, again.attempts, again.cut_short, again.message) == (Status.QUEUED, 0, False, "")
    assert again.limits == row.limits


@pytest.mark.parametrize(
    ("age", "result", "minutes"),
    [(20, None, 1), (3600, None, 16), (20, {"answer": 1}, 16), (300, None, 6), (40 * 60, None, 16)],
)
def test_what_has_an_answer_or_fails_again_and_again_waits_for_longer(age: float, result: Any, minutes: float) -> None:
    def ended(seconds_ago: float) -> LabAnswer:
        at = timezone.now() - timedelta(seconds=seconds_ago)
        row = LabAnswer(status=Status.FAILED, cut_short=True, result=result, finished_at=at)
        row.created_at = at - timedelta(seconds=age)
        return row

    assert ended(60 * minutes).is_worth_another_start
    assert not ended(60 * (minutes - 1) - 60 * (minutes > 1)).is_worth_another_start


def test_what_spent_its_own_budget_is_too_large(client: Client) -> None:
    row = visit(client, LONG)
    LabAnswer.objects.update(limits=LIMITS | {"seconds": 0.2})
    row = work(row)
    assert (row.status, row.cut_short) == (Status.OUT_OF_REACH, False)
    LabAnswer.objects.update(limits=LIMITS)
    later(24 * 3600)
    assert visit(client, LONG).status == Status.OUT_OF_REACH


def test_what_an_earlier_release_stopped_by_the_clock_is_tried_again(client: Client) -> None:
    row = visit(client, BRIEF)
    LabAnswer.objects.update(
        status=Status.OUT_OF_REACH, limits={"seconds": 60.0, "nodes": 20_000_000_000}, message="The budget was spent."
    )
    again = visit(client, BRIEF)
    assert (again.pk, again.status) == (row.pk, Status.QUEUED)
    assert work(again).status == Status.DONE


def test_a_fault_of_the_solver_is_not_tried_again(client: Client) -> None:
    visit(client, BRIEF)
    LabAnswer.objects.update(status=Status.FAILED, message="The solver stopped with an error of its own.")
    later(24 * 3600)
    assert visit(client, BRIEF).status == Status.FAILED


@pytest.mark.parametrize("queue", [analyses])
def test_a_position_is_tried_again_likewise(queue: JobQueue[Any], question: Ask) -> None:
    asked = question()
    row: Job = services.ask(asked)
    silent = timezone.now() - timedelta(minutes=5)
    queue.rows.filter(pk=row.pk).update(status=Status.RUNNING, attempts=3, heartbeat_at=silent)
    picking.rescue_lost()
    assert services.ask(asked).status == Status.FAILED
    later(15)
    assert services.would_start(asked)
    assert services.ask(asked).status == Status.QUEUED
