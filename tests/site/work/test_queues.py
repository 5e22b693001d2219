"""Who goes first where slots are scarce."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from pressorpass_site.analyses import services
from pressorpass_site.analyses.models import Analysis, Status
from pressorpass_site.analyses.tasks import jobs
from pressorpass_site.celery import app
from pressorpass_site.work.scheduling import Urgency, must_yield
from pressorpass_site.work.slots import Slot
from tests.site.conftest import HEAVY, Ask

from .by_hand import execute

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def first_answer_is_late(question: Ask) -> Analysis:
    """A question that no process has begun."""
    analysis = services.ask(question())
    app.control.purge()
    Analysis.objects.update(queued_at=timezone.now() - timedelta(seconds=1))
    return analysis


@pytest.fixture
def slot() -> Iterator[Slot]:
    slot = Slot()
    assert slot.acquire(or_spare=True)
    assert not slot.is_spare
    yield slot
    slot.release()


@pytest.fixture
def spare(settings: Any) -> Iterator[Slot]:
    """The slot that is left when other processes have all others."""
    settings.WORKER_SLOTS = 0
    slot = Slot()
    assert slot.acquire(or_spare=True)
    assert slot.is_spare
    yield slot
    slot.release()


@pytest.mark.parametrize("held", ["slot", "spare"])
def test_nothing_yields_while_nobody_waits(request: pytest.FixtureRequest, held: str) -> None:
    assert not any(must_yield(urgency, request.getfixturevalue(held)) for urgency in Urgency)


def test_every_job_leaves_the_spare_slot_to_a_first_answer(first_answer_is_late: Analysis, spare: Slot) -> None:
    assert all(must_yield(urgency, spare) for urgency in Urgency)


def test_only_work_in_advance_leaves_the_other_slots(first_answer_is_late: Analysis, slot: Slot) -> None:
    assert [urgency for urgency in Urgency if must_yield(urgency, slot)] == [Urgency.IN_ADVANCE]


def test_a_parked_job_is_dispatched_when_a_slot_is_free_and_is_no_orphan(first_answer_is_late: Analysis) -> None:
    assert not jobs.parked().exists()
    Analysis.objects.update(result={"best": "press"}, queued_at=timezone.now() - timedelta(hours=1))
    assert jobs.parked().get() == first_answer_is_late
    assert not jobs.orphans().exists()
    assert jobs.dispatch_next()


def test_a_first_answer_needs_no_slot_and_a_better_one_does(question: Ask, settings: Any) -> None:
    settings.WORKER_SLOTS = 0
    analysis = execute(jobs, services.ask(question(HEAVY, preset="show")))
    assert (analysis.status, analysis.attempts) == (Status.QUEUED, 0)
    assert analysis.result is not None
    assert jobs.parked().get() == analysis
    version = analysis.version
    execute(jobs, analysis)
    assert (analysis.status, analysis.attempts, analysis.version) == (Status.QUEUED, 0, version)
