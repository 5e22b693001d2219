"""Which job is next, and which running one makes room for it: a table of cases for each rule."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db.models.signals import pre_save
from django.utils import timezone

from engine import Rules, parse_game
from engine.lab import game as find_game
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.answers.analyses.page import job_words
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.choices import services as choices
from pressorpass_site.answers.choices.models import ChoiceRow
from pressorpass_site.answers.tables import services as tables
from pressorpass_site.answers.tables import whatif_tables
from pressorpass_site.answers.tables.models import Table
from pressorpass_site.answers.tables.tasks import what_if_jobs
from pressorpass_site.answers.whatif import groups
from pressorpass_site.answers.whatif.models import MapPart
from pressorpass_site.answers.whatif.numbers import Number
from pressorpass_site.celery import app
from pressorpass_site.core import clients
from pressorpass_site.games.reviews import services as reviews
from pressorpass_site.games.reviews.models import Review
from pressorpass_site.lab import services as lab
from pressorpass_site.work import gauges, heartbeat, picking, running
from pressorpass_site.work.models import Priority
from pressorpass_site.work.picking import Candidate, must_yield
from tests.site.conftest import HEAVY, STAYS, Ask

from .by_hand import execute, queued_messages

pytestmark = pytest.mark.django_db(transaction=True)

FIRST, REFINE, BRIEF, BACKGROUND = Priority


@pytest.fixture(autouse=True)
def empty_queue() -> None:
    app.control.purge()


def waits(
    analysis: Analysis, *, refines: bool = False, minutes: float = 0.1, in_view: bool = True, seq: int = 0
) -> Analysis:
    """As if a question had waited for so long, for a first answer or a better one."""
    now = timezone.now()
    Analysis.objects.filter(pk=analysis.pk).update(
        priority=REFINE if refines else FIRST,
        result={"best": "press"} if refines else None,
        client_seq=seq,
        queued_at=now - timedelta(minutes=minutes),
        viewed_until=now + timedelta(seconds=60 if in_view else -1),
    )
    app.control.purge()
    analysis.refresh_from_db()
    return analysis


def order() -> Iterator[Analysis]:
    """Yield questions in the order in which workers begin them."""
    while (found := picking.begin(picking.served())) is not None:
        assert found.work.jobs is jobs
        yield Analysis.objects.get(pk=found.pk)


def test_questions_that_come_together_are_counted(question: Ask) -> None:
    """A request that has counted its client's questions stores its own only after another one has been stored."""
    meanwhile = iter(["8000e2,3000,0@1", "8000e3,3000,0@1"])

    def ask_another(**_: Any) -> None:
        if text := next(meanwhile, ""):
            services.ask(question(text))

    pre_save.connect(ask_another, sender=Analysis)
    try:
        with clients.acting_for("somebody"):
            asked = services.ask(question(HEAVY))
    finally:
        pre_save.disconnect(ask_another, sender=Analysis)
    assert asked.client_seq == 2
    assert sorted(Analysis.objects.values_list("client_seq", flat=True)) == [0, 1, 2]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"in_view": True}, {"in_view": False, "minutes": 5}),
        ({"in_view": True, "refines": True}, {"in_view": False}),
        ({"refines": False}, {"refines": True, "minutes": 5}),
        ({"seq": 0}, {"seq": 1, "minutes": 5}),
        ({"refines": False, "seq": 9}, {"refines": True, "seq": 0}),
        ({"minutes": 2}, {"minutes": 1}),
        ({"refines": True, "minutes": 2}, {"refines": True, "minutes": 1}),
    ],
)
def test_what_goes_first(question: Ask, first: dict[str, Any], second: dict[str, Any]) -> None:
    second_row = waits(services.ask(question("8000e1,3000,1000@1")), **second)
    first_row = waits(services.ask(question()), **first)
    assert list(order()) == [first_row, second_row]


def test_picking_is_one_query(question: Ask, django_assert_num_queries: Any) -> None:
    waits(services.ask(question()))
    with django_assert_num_queries(1):
        assert picking.pick(picking.served())


@pytest.mark.parametrize(
    ("waiting", "running", "makes_room"),
    [
        # viewed, priority, questions of its client
        ((True, FIRST, 0), (True, REFINE, 0), True),
        ((True, FIRST, 0), (True, BRIEF, 0), True),
        ((True, FIRST, 0), (False, FIRST, 0), True),
        ((True, FIRST, 0), (False, BACKGROUND, 0), True),
        ((True, FIRST, 0), (True, FIRST, 1), False),
        ((True, FIRST, 0), (True, FIRST, 2), True),
        ((True, FIRST, 2), (True, FIRST, 0), False),
        ((True, BRIEF, 0), (True, BRIEF, 2), True),
        ((True, BRIEF, 0), (True, FIRST, 9), False),
        ((True, BRIEF, 0), (True, REFINE, 9), False),
        ((True, REFINE, 0), (True, REFINE, 9), False),
        ((True, REFINE, 9), (True, BRIEF, 0), True),
        ((True, REFINE, 0), (True, FIRST, 9), False),
        ((True, BRIEF, 9), (False, REFINE, 0), True),
        ((True, REFINE, 0), (False, BACKGROUND, 0), True),
        ((False, FIRST, 0), (True, BRIEF, 9), False),
        ((False, FIRST, 0), (False, BACKGROUND, 0), False),
    ],
)
def test_what_makes_room_for_what(
    waiting: tuple[bool, Priority, int], running: tuple[bool, Priority, int], makes_room: bool
) -> None:
    def job(viewed: bool, priority: Priority, seq: int) -> Candidate:
        return Candidate(not viewed, priority, False, seq, datetime(2026, 1, 1, tzinfo=UTC), 1, "", "position")

    assert job(*waiting).goes_clearly_before(job(*running)) == makes_room
    assert not (makes_room and job(*running).goes_clearly_before(job(*waiting))), "never both ways"


class TestARunningJob:
    def running(self, priority: Priority) -> Candidate:
        return Candidate(False, priority, False, 0, timezone.now(), 0, "", "position")

    def test_goes_on_while_nobody_waits(self) -> None:
        assert [each for each in Priority if must_yield(self.running(each))] == []

    @pytest.mark.parametrize(
        ("seconds", "leaves"), [(0.05, []), (0.5, [BRIEF, BACKGROUND]), (1.0, [REFINE, BRIEF, BACKGROUND])]
    )
    def test_makes_room_once_a_first_answer_has_waited(self, question: Ask, seconds: float, leaves: list[int]) -> None:
        waits(services.ask(question()), minutes=seconds / 60)
        assert [each for each in (REFINE, BRIEF, BACKGROUND) if must_yield(self.running(each))] == leaves


class TestAFirstAnswer:
    def test_is_a_job_and_a_better_one_is_another(self, question: Ask) -> None:
        analysis = execute(jobs, services.ask(question(HEAVY, preset="show"), look=STAYS))
        assert (analysis.status, analysis.attempts, analysis.priority == Priority.REFINE) == (Status.QUEUED, 0, True)
        assert analysis.result is not None
        assert not picking.lost(jobs.rows).exists()
        assert queued_messages("solve") == 1

    def test_too_rough_to_be_shown_keeps_its_process(self, question: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(running, "FIRST_SECONDS", 60.0)  # on a busy machine, too
        analysis = execute(jobs, services.ask(question("4000e5,3500e5,3000@1", preset="show"), look=STAYS))
        assert analysis.status == Status.QUEUED
        assert analysis.answer is not None

    def test_that_nobody_looks_at_begins_when_nothing_else_waits(self, question: Ask) -> None:
        analysis = waits(services.ask(question()), in_view=False)
        assert execute(jobs, analysis).status == Status.DONE

    def test_of_what_a_table_estimates_comes_after_those_who_see_nothing(self, question: Ask) -> None:
        estimated = waits(services.ask(question()), minutes=5)
        Analysis.objects.update(result={"best": "press"})
        other = services.ask(question("8000e1,3000,1000@1"))
        assert list(order()) == [other, estimated]


@pytest.mark.parametrize(
    ("queue", "begins"),
    [
        (
            "first",
            {
                "analyses.solve",
                "between.solve",
                "choices.solve",
                "lab.answer",
                "whatif.build_table",
                "whatif.work_out",
            },
        ),
        ("solve", {"analyses.refine", "between.refine", "choices.refine", "reviews.solve_game"}),
        ("tables", {"tables.build", "tables.solve_score_values"}),
    ],
)
def test_a_worker_does_the_jobs_of_its_queues(queue: str, begins: set[str]) -> None:
    consumed = dict(app.amqp.queues)
    try:
        app.amqp.queues.select([queue])
        assert {kind.task.name for kind in picking.served()} == begins
    finally:
        app.amqp.queues.select(list(consumed))


def test_a_client_s_questions_are_numbered_and_a_joined_one_goes_as_early_as_its_own_would(question: Ask) -> None:
    def ask(client: str, score: int) -> Analysis:
        with clients.acting_for(client):
            return services.ask(question(f"{score}e1,3000,0@1"), look=STAYS)

    many = [ask("greedy", score) for score in (8000, 8001, 8002)]
    assert [row.client_seq for row in many] == [0, 1, 2]
    assert ask("other", 9000).client_seq == 0
    ask("other", 8002)
    many[2].refresh_from_db()
    assert (many[2].client_seq, many[2].client) == (1, "other")


def test_all_kinds_are_in_one_order(question: Ask) -> None:
    def asked(client: str) -> None:
        with clients.acting_for(client):
            pig = find_game("pig")
            lab.ask(lab.read(pig, pig.question("duel"), pig.question("duel").example))

    with clients.acting_for("greedy"):
        table = whatif_tables.request(question("8000e4,3000,0@1", preset="show")).table
        second = whatif_tables.request(question("20000e4,3000,0@1", preset="show")).table
    asked("other")
    assert table
    assert second
    first, next_one = picking.begin(picking.served()), picking.begin(picking.served())
    assert first
    assert next_one
    assert [each.work.task.name for each in (first, next_one)] == ["whatif.build_table", "lab.answer"]


def test_rows_remember_no_address(loaded_boards: None, client: Any) -> None:
    client.get("/p/8000e1,3000,0@1", REMOTE_ADDR="198.51.100.1")
    stored = Analysis.objects.get().client
    assert stored
    assert "198.51" not in stored


def test_the_page_says_how_many_questions_are_ahead_and_only_if_there_are_any(question: Ask) -> None:
    heartbeat.beat("test")
    answered = execute(jobs, services.ask(question())).result
    mine = waits(services.jobs.start(Analysis.objects.get(), services.current_limits()), refines=True, minutes=1)
    mine.result = answered
    assert job_words(mine).detail == "This question is next."
    first = waits(services.ask(question("8000e1,3000,1000@1")), refines=True, minutes=2)
    waits(services.ask(question("8000e1,3000,2000@1")), refines=True, minutes=0.5)  # behind
    waits(services.ask(question("8000e1,3000,3000@1")), refines=True, minutes=5, in_view=False)
    services.ask(question("8000e1,3000,4000@1"))  # a first answer is short
    assert job_words(mine).detail == "1 other question is ahead of this one."
    assert jobs.claim(first.pk, first.token)
    waits(services.ask(question("8000e1,3000,5000@1")), refines=True, minutes=3)
    assert job_words(mine).detail == "2 other questions are ahead of this one."
    Analysis.objects.filter(pk=first.pk).update(viewed_until=timezone.now())
    assert job_words(mine).detail == "1 other question is ahead of this one."


MUCH, LITTLE = 4 * 2**30, 2**10
GAME = '[Rules "seed"]\n[Left "Ann"]\n[Center "Bob"]\n[Right "Cy"]\n= 3000e2,2500e2,2000@1\n1. 500\n1. pass Bob'


@pytest.mark.parametrize(("asks", "solves"), [(MUCH, LITTLE), (LITTLE, MUCH)])
def test_memory_is_that_of_the_worker_whatever_the_host_has_that_asks(
    question: Ask, settings: Any, asks: int, solves: int
) -> None:
    settings.SOLVER_MEMORY_BYTES, settings.SOLVER_SECONDS = asks, 1
    services.ask(question(HEAVY, preset="show"))
    settings.SOLVER_MEMORY_BYTES = solves
    analysis = execute(jobs, Analysis.objects.get())
    assert (analysis.status in (Status.OUT_OF_REACH, Status.FAILED)) == (solves == LITTLE)


def test_web_hosts_of_different_size_leave_a_question_out_of_reach_alone(question: Ask, settings: Any) -> None:
    services.ask(question())
    Analysis.objects.update(status=Status.OUT_OF_REACH)
    for memory in (MUCH, LITTLE, MUCH):
        settings.SOLVER_MEMORY_BYTES = memory
        assert services.ask(question()).status == Status.OUT_OF_REACH


def test_no_kind_of_question_stores_memory(question: Ask) -> None:
    asked = question(preset="show")
    services.ask(asked)
    choices.ask(asked, 9, "10:w 8:500+")
    whatif_tables.request(asked)
    tables.fill(asked.revision, Rules.preset("seed"), 1, 1.0)
    groups.find_or_start(asked, Number.named("1e"))
    reviews.request(parse_game(GAME))
    for model in (Analysis, ChoiceRow, Table, MapPart, Review):
        limits = model._default_manager.values_list("limits", flat=True)
        assert {name for each in limits for name in each} == {"seconds"}, model


def test_the_gauge_tells_what_somebody_waits_for_from_what_nobody_looks_at(question: Ask) -> None:
    waits(services.ask(question(HEAVY)))
    waits(services.ask(question("8000e4,3000e4,0@1")), in_view=False)
    (jobs_of_all, *_) = gauges.JobGauges().collect()
    queued = {
        sample.labels["in_view"]: sample.value
        for sample in jobs_of_all.samples
        if (sample.labels["task"], sample.labels["status"]) == ("analyses.solve", "queued")
    }
    assert queued == {"yes": 1, "no": 1}


class TestABacklog:
    def test_sends_no_message_again_while_there_are_any(self, question: Ask) -> None:
        for score in range(8000, 8005):
            services.ask(question(f"{score}e1,3000,0@1"))
        before = queued_messages()
        for _ in range(3):
            picking.wake()
        assert queued_messages() == before == 5

    def test_is_worked_off_though_all_messages_were_lost(self, question: Ask) -> None:
        rows = [services.ask(question(f"{score}e1,3000,0@1")) for score in range(8000, 8004)]
        app.control.purge()
        picking.wake()
        assert queued_messages() == 1
        app.control.purge()
        execute(jobs, rows[0])
        assert queued_messages() == 1

    def test_a_message_is_passed_on_if_another_kind_was_next(self, question: Ask) -> None:
        waits(services.ask(question()), refines=True, minutes=5)
        whatif_tables.request(question("8000e4,3000,0@1", preset="show"))
        app.control.purge()
        app.tasks[what_if_jobs.task_name]()  # begins the better answer
        assert queued_messages() == 1
