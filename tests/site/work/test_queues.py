"""Who goes first where slots are scarce."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from pressorpass_site.analyses import services, tasks
from pressorpass_site.analyses.models import Analysis, Status
from pressorpass_site.analyses.progress import waiting
from pressorpass_site.analyses.tasks import jobs
from pressorpass_site.celery import app
from pressorpass_site.tables import whatif_tables
from pressorpass_site.tables.tasks import what_if_jobs
from pressorpass_site.work import gauges, heartbeat, scheduling
from pressorpass_site.work.scheduling import Urgency, must_yield
from pressorpass_site.work.slots import Slot
from tests.site.conftest import HEAVY, STAYS, Ask

from .by_hand import execute, queued_messages

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def empty_queue() -> None:
    app.control.purge()


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
    assert slot.acquire()
    assert not slot.is_spare
    yield slot
    slot.release()


@pytest.fixture
def spare() -> Iterator[Slot]:
    """The slot of brief work."""
    slot = Slot()
    assert slot.acquire(spare_first=True)
    assert slot.is_spare
    yield slot
    slot.release()


def parked(analysis: Analysis, *, minutes: float = 0.1, in_view: bool = True) -> Analysis:
    """As if a question had its first answer, and had waited for a better one since."""
    now = timezone.now()
    Analysis.objects.filter(pk=analysis.pk).update(
        result={"best": "press"},
        slot_wanted=True,
        queued_at=now - timedelta(minutes=minutes),
        in_view_until=now + timedelta(seconds=60 if in_view else -1),
    )
    app.control.purge()
    analysis.refresh_from_db()
    return analysis


def leave(analysis: Analysis) -> None:
    """As if the page had been closed a while ago."""
    Analysis.objects.filter(pk=analysis.pk).update(in_view_until=timezone.now())


def yielding(slot: Slot) -> list[Urgency]:
    return [urgency for urgency in Urgency if must_yield(urgency, slot)]


@pytest.mark.parametrize("held", ["slot", "spare"])
def test_nothing_yields_while_nobody_waits(request: pytest.FixtureRequest, held: str) -> None:
    assert yielding(request.getfixturevalue(held)) == []


class TestAFirstAnswer:
    def test_gets_the_process_of_the_spare_slot(self, first_answer_is_late: Analysis, spare: Slot) -> None:
        assert yielding(spare) == list(Urgency)

    def test_gets_the_process_of_a_job_that_nobody_looks_at(self, first_answer_is_late: Analysis, slot: Slot) -> None:
        assert yielding(slot) == [Urgency.OUT_OF_VIEW, Urgency.IN_ADVANCE]
        assert yielding(Slot()) == [Urgency.OUT_OF_VIEW, Urgency.IN_ADVANCE]

    def test_gets_the_process_of_one_that_goes_on_though_it_has_something_to_show(
        self, first_answer_is_late: Analysis, question: Ask, slot: Slot
    ) -> None:
        begun = services.ask(question("8000e1,3000,1000@1"))
        assert jobs.claim(begun.pk, begun.token)
        assert not jobs.is_past_first_answer(begun.pk, Slot())
        Analysis.objects.filter(pk=begun.pk).update(result={"best": "press"})
        assert jobs.is_past_first_answer(begun.pk, Slot())
        assert not jobs.is_past_first_answer(begun.pk, slot)
        first_answer_is_late.delete()
        assert not jobs.is_past_first_answer(begun.pk, Slot())

    def test_that_nobody_looks_at_begins_when_nothing_else_waits(self, question: Ask, settings: Any) -> None:
        analysis, other = services.ask(question()), parked(services.ask(question("8000e1,3000,1000@1")))
        leave(analysis)
        assert execute(jobs, analysis).status == Status.QUEUED
        services.cancel(other)
        settings.WORKER_SLOTS = 0
        assert execute(jobs, analysis).status == Status.QUEUED
        settings.WORKER_SLOTS = 1
        assert not jobs.orphans().exists()
        assert execute(jobs, analysis).status == Status.DONE

    def test_needs_no_slot_and_a_better_one_does(self, question: Ask, settings: Any) -> None:
        settings.WORKER_SLOTS = 0
        analysis = execute(jobs, services.ask(question(HEAVY, preset="show"), look=STAYS))
        assert (analysis.status, analysis.attempts) == (Status.QUEUED, 0)
        assert analysis.result is not None
        assert jobs.parked().get() == analysis
        version = analysis.version
        execute(jobs, analysis)
        assert (analysis.status, analysis.attempts, analysis.version) == (Status.QUEUED, 0, version)

    def test_too_rough_to_be_shown_keeps_its_process(
        self, question: Ask, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.WORKER_SLOTS = 0
        monkeypatch.setattr(tasks, "ROUGH_SECONDS", 60.0)  # on a busy machine, too
        analysis = execute(jobs, services.ask(question("4000e5,3500e5,3000@1", preset="show"), look=STAYS))
        assert analysis.status == Status.QUEUED
        assert analysis.answer is not None


class TestARefinement:
    def test_gets_the_slot_of_what_is_less_urgent(self, question: Ask, slot: Slot, spare: Slot) -> None:
        parked(services.ask(question()))
        assert yielding(slot) == [Urgency.TABLE, Urgency.MAP, Urgency.OUT_OF_VIEW, Urgency.IN_ADVANCE]
        assert yielding(spare) == []

    def test_that_nobody_looks_at_only_gets_the_slot_of_work_in_advance(self, question: Ask, slot: Slot) -> None:
        parked(services.ask(question()), in_view=False)
        assert yielding(slot) == [Urgency.IN_ADVANCE]

    def test_in_view_goes_before_one_that_has_waited_longer(self, question: Ask) -> None:
        left = parked(services.ask(question()), minutes=5, in_view=False)
        shown = parked(services.ask(question("8000e1,3000,1000@1")), minutes=1)
        assert list(order()) == [shown, left]

    def test_of_those_in_view_the_one_that_has_waited_longest_goes_first(self, question: Ask) -> None:
        late = parked(services.ask(question()), minutes=1)
        early = parked(services.ask(question("8000e1,3000,1000@1")), minutes=2)
        assert list(order()) == [early, late]

    def test_goes_before_a_table(self, question: Ask) -> None:
        table = whatif_tables.request(question("8000e4,3000,0@1", preset="show")).table
        assert table
        analysis = parked(services.ask(question()), minutes=-1)
        assert next(order()) == analysis

    def test_is_parked_and_no_orphan(self, question: Ask) -> None:
        analysis = parked(services.ask(question()), minutes=60)
        assert jobs.parked().get() == analysis
        assert not jobs.orphans().exists()

    def test_of_what_a_table_estimates_begins_without_a_slot_and_is_parked_only_if_it_is_long(
        self, question: Ask
    ) -> None:
        analysis = services.ask(question())
        Analysis.objects.update(result={"best": "press"})
        assert not jobs.parked().exists()
        assert jobs.claim(analysis.pk, analysis.token)
        assert jobs.park(analysis.pk, analysis.token)
        assert jobs.parked().get() == analysis


class TestLooking:
    def test_again_sends_a_parked_job_on_its_way_at_once(self, question: Ask) -> None:
        analysis = parked(services.ask(question()), in_view=False)
        services.refresh(analysis)
        assert queued_messages() == 1
        services.refresh(Analysis.objects.get())
        assert queued_messages() == 1
        assert Analysis.objects.get().in_view

    def test_ends_when_the_page_is_left_unless_another_one_shows_it(self, question: Ask, client: Client) -> None:
        analysis = services.ask(question(), look=60)
        assert client.post(f"/a/{analysis.key}/leave/").status_code == 204
        analysis.refresh_from_db()
        assert analysis.in_view_until
        assert analysis.in_view_until < timezone.now() + timedelta(seconds=2)
        services.refresh(analysis)  # the other page
        analysis.refresh_from_db()
        assert analysis.in_view_until > timezone.now() + timedelta(seconds=2)

    def test_at_a_list_is_not_looking_at_its_jobs(self, question: Ask) -> None:
        analysis = parked(services.ask(question()), in_view=False)
        services.refresh(analysis, look=0)
        assert not Analysis.objects.get().in_view
        assert queued_messages() == 0

    def test_keeps_a_table_in_view_until_its_page_is_left(self, question: Ask, client: Client) -> None:
        asked = question("8000e4,3000,0@1", preset="show")
        table = whatif_tables.request(asked).table
        assert table
        assert table.in_view
        what_if_jobs.rows.update(in_view_until=timezone.now() + timedelta(seconds=60))
        assert client.post("/whatif/leave/?position=8000e4,3000,0@1").status_code == 204
        table.refresh_from_db()
        assert table.in_view_until
        assert table.in_view_until < timezone.now() + timedelta(seconds=2)


def test_the_page_says_how_many_questions_are_ahead_and_only_if_there_are_any(question: Ask) -> None:
    heartbeat.beat("test")
    answered = execute(jobs, services.ask(question())).result
    mine = parked(services.start(Analysis.objects.get()), minutes=1)
    mine.result = answered
    assert waiting(mine).detail == "This question is next."
    first = parked(services.ask(question("8000e1,3000,1000@1")), minutes=2)
    parked(services.ask(question("8000e1,3000,2000@1")), minutes=0.5)  # behind
    parked(services.ask(question("8000e1,3000,3000@1")), minutes=5, in_view=False)
    services.ask(question("8000e1,3000,4000@1"))  # a first answer needs no slot
    assert waiting(mine).detail == "1 other question is ahead of this one."
    assert jobs.claim(first.pk, first.token)
    parked(services.ask(question("8000e1,3000,5000@1")), minutes=3)
    assert waiting(mine).detail == "2 other questions are ahead of this one."
    leave(first)
    assert waiting(mine).detail == "1 other question is ahead of this one."


def order() -> Iterator[Analysis]:
    """Yield questions in the order in which workers begin them."""
    while (found := scheduling.begin(Slot(), jobs)) is not None:
        assert found.queue is jobs
        yield Analysis.objects.get(pk=found.pk)


def test_a_worker_keeps_to_its_own_memory_whatever_another_host_asked_for(
    question: Ask, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = []
    monkeypatch.setattr(jobs, "_work", lambda job, run: given.append(job.limits["memory_bytes"]))
    settings.SOLVER_MEMORY_BYTES = 4 * 2**30
    services.ask(question())
    settings.SOLVER_MEMORY_BYTES = 2**30
    jobs.execute()
    assert given == [2**30]


def test_the_gauge_tells_what_somebody_waits_for_from_what_nobody_looks_at(question: Ask) -> None:
    parked(services.ask(question(HEAVY)))
    parked(services.ask(question("8000e4,3000e4,0@1")), in_view=False)
    (jobs_of_all, *_) = gauges.JobGauges().collect()
    queued = {
        sample.labels["in_view"]: sample.value
        for sample in jobs_of_all.samples
        if (sample.labels["task"], sample.labels["status"]) == ("analyses.solve", "queued")
    }
    assert queued == {"yes": 1, "no": 1}
