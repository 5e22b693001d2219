"""Which of Celery's queues a job goes to, and how many questions a client may have."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.signals import pre_save
from django.test import Client
from django.utils import timezone

from engine import Rules
from engine.lab import find_game
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.choices import services as choices
from pressorpass_site.answers.models import Analysis, StoredAnswer, Table
from pressorpass_site.answers.tables import services as tables
from pressorpass_site.answers.tables import whatif_tables
from pressorpass_site.answers.tables.tasks import what_if_jobs
from pressorpass_site.celery import app
from pressorpass_site.core import clients
from pressorpass_site.lab import services as lab
from pressorpass_site.work import gauges, running, worker
from pressorpass_site.work.jobs import TooManyQuestions, job_types
from pressorpass_site.work.models import Queue, Status
from tests.site.conftest import HEAVY, STAYS, Ask

from .by_hand import claim, count_messages, execute, get_next_message, run_next

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

GREEDY, OTHER = "greedy", "other"


@pytest.fixture(autouse=True)
def empty_queue() -> None:
    app.control.purge()


def ask(question: Ask, client: str, *scores: int, seconds: float = STAYS) -> list[Analysis]:
    """Questions of a client, with these scores."""
    with clients.act_for_client(client):
        return [
            services.get_or_start_analysis(question(f"{score}e1,3000,0@1"), view_seconds=seconds) for score in scores
        ]


def test_a_client_s_first_question_goes_before_its_others(question: Ask) -> None:
    mine, other = ask(question, GREEDY, 8000, 8001, 8002), ask(question, OTHER, 9000)
    assert [analysis.queue for analysis in (*mine, *other)] == [Queue.FIRST, Queue.LATER, Queue.LATER, Queue.FIRST]
    while run_next(jobs):
        pass
    with clients.act_for_client(GREEDY):  # with other spins, of which there is no table
        assert services.get_or_start_analysis(question("8000e2,3000,0@1"), view_seconds=STAYS).queue == Queue.FIRST
    assert [count_messages(queue) for queue in (Queue.FIRST, Queue.LATER)] == [3, 2]


def test_a_question_being_canceled_does_not_count(question: Ask) -> None:
    """As when numbers change fast: the job of the former ones has not stopped yet."""
    (analysis,) = ask(question, GREEDY, 8000)
    claim(jobs, analysis)
    with clients.act_for_client(GREEDY):
        jobs.cancel(analysis, was_interrupted=True)
    assert analysis.cancel_requested
    assert ask(question, GREEDY, 8001)[0].queue == Queue.FIRST


def test_questions_that_come_together_are_told_apart(question: Ask) -> None:
    """A request that has counted its client's questions stores its own only after another one has been stored."""
    meanwhile = iter([8001])

    def ask_another(**_: Any) -> None:
        for score in meanwhile:
            ask(question, GREEDY, score)

    pre_save.connect(ask_another, sender=Analysis)
    try:
        (analysis,) = ask(question, GREEDY, 8000)
    finally:
        pre_save.disconnect(ask_another, sender=Analysis)
    assert (analysis.queue, Analysis.objects.get(position__startswith="8001").queue) == (Queue.LATER, Queue.FIRST)


def test_each_kind_of_work_has_its_queue(question: Ask) -> None:
    this_question = question(preset="show")
    choices.get_or_start_choice(this_question, 9, "10:w 8:500+")
    whatif_tables.get_or_start(this_question)
    tables.fill(this_question.revision, Rules.preset("seed"), 1, 1.0)
    pig = find_game("pig")
    lab.get_or_start_answer(lab.parse_query(pig, pig.get_question("duel"), {"goal": "10"}))
    services.get_or_start_analysis(this_question, view_seconds=0)
    queues = dict(StoredAnswer.objects.values_list("kind", "queue"))
    assert queues == {
        "choice": "first",
        "table": "later",
        "lab": "refine",
        "opening": "background",
        "position": "background",
    }
    assert all(
        set(limits) == {"seconds"}
        for limits in StoredAnswer.objects.exclude(kind="lab").values_list("limits", flat=True)
    )
    assert {job_type.task for job_type in job_types.values()} <= set(app.tasks)


def test_the_finer_table_of_a_what_if_goes_before_tables_that_nobody_has_asked_for(question: Ask) -> None:
    this_question = question("8000e3,3000,0@1", preset="show")
    openings = tables.fill(this_question.revision, Rules.preset("seed"), 1, 1.0).new_tables
    table = whatif_tables.get_or_start(this_question).table
    assert table is not None
    execute(what_if_jobs, table)
    assert (table.status, table.queue) == (Status.QUEUED, Queue.BACKGROUND)
    Table.objects.update(resend_at=timezone.now() - timedelta(seconds=1))
    worker.resend()  # as their messages wait for long
    messages = [get_next_message(Queue.BACKGROUND) for _ in range(2 * len(openings) + 2)]
    assert messages[:2] == [(table.pk, table.token)] * 2
    assert sorted(messages[2:]) == sorted(2 * [(opening.pk, opening.token) for opening in openings])
    assert count_messages(Queue.BACKGROUND) == 0


def test_a_first_answer_leaves_a_better_one_to_refine_and_a_quick_one_is_exact_at_once(question: Ask) -> None:
    (quick,) = ask(question, GREEDY, 8000)
    assert execute(jobs, quick).result["method"] == "exact"
    analysis = execute(jobs, services.get_or_start_analysis(question(HEAVY, preset="show"), view_seconds=STAYS))
    assert (analysis.status, analysis.queue, analysis.attempts) == (Status.QUEUED, Queue.REFINE, 0)
    assert analysis.result is not None
    assert count_messages(Queue.REFINE) == 1


def test_where_others_wait_a_table_is_the_first_answer_and_theirs_too(question: Ask) -> None:
    (mine,), (other,) = ask(question, GREEDY, 8000), ask(question, OTHER, 7000)
    assert execute(jobs, mine).result["method"] == "estimated"
    assert mine.queue == Queue.REFINE
    assert services.adopt_table_answer(other).result["method"] == "estimated"
    (alone,) = ask(question, "third", 9000)
    assert (alone.result["method"], alone.queue) == ("estimated", Queue.REFINE)


def test_a_table_s_coarsest_grid_comes_later_and_finer_ones_in_the_background(
    question: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "LATER_SECONDS", 60.0)  # a busy machine takes more than a second for the coarsest
    table = whatif_tables.get_or_start(question("8000e3,3000,0@1", preset="show")).table
    assert table
    assert table.queue == Queue.LATER
    what_if_jobs.refresh(table, STAYS)
    execute(what_if_jobs, table)
    assert (table.status, table.queue) == (Status.QUEUED, Queue.BACKGROUND)
    assert what_if_jobs.refresh(table, STAYS).queue == Queue.BACKGROUND
    assert execute(what_if_jobs, table).status == Status.DONE
    assert Table.objects.get().result["unit"] <= 500


@pytest.mark.parametrize(
    ("runs", "result", "queue"),
    [
        (False, False, Queue.FIRST),
        (True, False, Queue.FIRST),
        (False, True, Queue.REFINE),
        (True, True, Queue.BACKGROUND),
    ],
)
def test_viewing_a_background_job_hurries_it(question: Ask, runs: bool, result: bool, queue: Queue) -> None:
    this_question = question()
    analysis = services.get_or_start_analysis(this_question, view_seconds=0)
    Analysis.objects.update(result={"method": "estimated"} if result else None)
    if runs:
        claim(jobs, analysis)
    analysis.refresh_from_db()
    token = analysis.token
    jobs.refresh(analysis, STAYS)
    now = Analysis.objects.get()
    assert (now.queue, now.is_viewed, now.token == token) == (queue, True, queue == Queue.BACKGROUND)


class TestAllowance:
    @pytest.fixture(autouse=True)
    def two_at_a_time(self, settings: Any) -> None:
        settings.QUESTIONS_PER_CLIENT = 2
        settings.ANSWER_WAIT_MILLISECONDS = 0

    def test_one_more_is_refused_until_one_has_a_result(self, question: Ask) -> None:
        rows = ask(question, GREEDY, 8000, 8001)
        with pytest.raises(TooManyQuestions, match="2 questions from your address"):
            ask(question, GREEDY, 8002)
        assert ask(question, GREEDY, 8001) == [rows[1]]
        assert ask(question, OTHER, 8002)
        Analysis.objects.filter(pk=rows[0].pk).update(result={"method": "estimated"})
        assert ask(question, GREEDY, 8003)

    def test_what_no_page_shows_does_not_count(self, question: Ask) -> None:
        ask(question, GREEDY, 8000, 8001, 8002, 8003, seconds=0)
        assert ask(question, GREEDY, 8004, 8005)

    def test_the_form_keeps_what_was_typed_and_says_when_to_try_again(self, client: Client) -> None:
        for score in (8000, 8001):
            assert client.post("/ask/", {"line": f"{score}e1,3000,0@1"}).status_code == 302
        page = client.post("/ask/", {"line": "8765e1,3000,0@1"})
        assert page.status_code == 429
        assert int(page["Retry-After"]) <= 5
        assert "try again in 5 seconds" in page.content.decode()
        assert "8765" in page.content.decode()

    def test_the_api_and_the_live_page_say_so(self, client: Client) -> None:
        for score in (8000, 8001):
            client.get(f"/p/{score}e1,3000,0@1")
        body = {"position": "8002e1,3000,0@1", "wait": 0}
        reply = client.post("/api/v1/solve", body, content_type="application/json")
        assert reply.status_code == 429
        assert reply["Retry-After"]
        assert "still being solved" in reply.content.decode()
        form = {"line": "8003e1,3000,0@1", "line_was": ""}
        live = client.post("/live/", form, headers={"Part-Request": "true"})
        assert (live.status_code, "still being solved" in live.content.decode()) == (429, True)


def test_the_gauge_tells_viewed_jobs_from_those_in_the_background(question: Ask) -> None:
    ask(question, OTHER, 8000)
    ask(question, OTHER, 8001, 8002, seconds=0)
    (jobs_of_all, *_) = gauges.JobGauges().collect()
    queued = {
        (sample.labels["queue"], sample.labels["viewed"]): sample.value
        for sample in jobs_of_all.samples
        if sample.labels["status"] == "queued" and sample.value
    }
    assert queued == {("first", "yes"): 1, ("background", "no"): 2}
