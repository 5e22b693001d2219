"""Many questions of one client beside a few of others; the worker's part is done by the test itself."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from engine.lab import game as find_game
from pressorpass_site.analyses import crowd, services
from pressorpass_site.analyses.models import Analysis, Status
from pressorpass_site.analyses.tasks import jobs
from pressorpass_site.celery import app
from pressorpass_site.core import clients, retention
from pressorpass_site.lab import services as lab
from pressorpass_site.work import scheduling, sharing
from pressorpass_site.work.allowance import TooManyQuestions
from pressorpass_site.work.models import Interest, Turn
from pressorpass_site.work.scheduling import Urgency
from pressorpass_site.work.slots import Slot
from tests.site.conftest import STAYS, Ask

from .by_hand import execute, queued_messages

pytestmark = pytest.mark.django_db(transaction=True)

GREEDY, OTHER = "greedy", "other"


@pytest.fixture(autouse=True)
def empty_queue() -> None:
    app.control.purge()


@pytest.fixture(autouse=True)
def no_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question is answered by itself, though they differ in a score only."""
    for name in ("SECONDS", "SECONDS_FOR_ONE"):
        monkeypatch.setattr(crowd, name, 1e-6)


def ask(question: Ask, client: str, *scores: int) -> list[Analysis]:
    """Questions of a client, with these scores."""
    with clients.acting_for(client):
        return [services.ask(question(f"{score}e1,3000,0@1"), look=STAYS) for score in scores]


@pytest.fixture
def slot() -> Iterator[Slot]:
    slot = Slot()
    assert slot.acquire()
    yield slot
    slot.release()


def long_ago(*rows: Analysis) -> None:
    """As if these had waited, or run, for a while."""
    then = timezone.now() - timedelta(seconds=5)
    Analysis.objects.filter(pk__in=[row.pk for row in rows]).update(queued_at=then)


class TestTurns:
    def test_a_message_is_a_turn_for_whoever_was_served_longest_ago(self, question: Ask) -> None:
        many = ask(question, GREEDY, 8000, 8001, 8002)
        one = ask(question, OTHER, 9000)[0]
        execute(jobs, many[0])
        execute(jobs, many[1])
        one.refresh_from_db()
        many[1].refresh_from_db()
        assert (one.status, many[1].status) == (Status.DONE, Status.QUEUED)

    def test_of_another_kind_take_turns_too(self, question: Ask) -> None:
        many = ask(question, GREEDY, 8000, 8001)
        execute(jobs, many[0])
        pig = find_game("pig")
        with clients.acting_for(OTHER):
            row = lab.ask(lab.read(pig, pig.question("duel"), pig.question("duel").example))
        execute(jobs, many[1])
        execute(jobs, many[1])
        row.refresh_from_db()
        assert row.status == Status.DONE

    def test_a_question_that_is_joined_waits_for_the_turn_that_comes_first(self, question: Ask) -> None:
        many = ask(question, GREEDY, 8000, 8001, 8002)
        execute(jobs, many[0])
        long_ago(*many[1:])
        joined = ask(question, OTHER, 8002)[0]
        joined.refresh_from_db()
        assert joined.client == OTHER

    def test_rows_remember_no_address(self, question: Ask, client: Client) -> None:
        client.get("/p/8000e1,3000,0@1", REMOTE_ADDR="198.51.100.1")
        stored = Analysis.objects.get().client
        assert stored
        assert "198.51" not in stored


class TestShares:
    def begin(self, *rows: Analysis) -> None:
        for row in rows:
            assert jobs.claim(row.pk, row.token)

    def must_leave(self, row: Analysis, urgency: Urgency = Urgency.FIRST_ANSWER, slot: Slot | None = None) -> bool:
        return sharing.is_anothers_turn(jobs, row.pk, row.client, urgency, slot or Slot())

    def test_a_second_first_answer_leaves_its_process_to_somebody_who_has_none(self, question: Ask) -> None:
        first, second = ask(question, GREEDY, 8000, 8001)
        self.begin(first, second)
        assert not self.must_leave(second)
        long_ago(*ask(question, OTHER, 9000))
        assert self.must_leave(second)
        assert not self.must_leave(first)

    def test_a_client_with_many_questions_leaves_to_one_with_few_and_not_the_reverse(self, question: Ask) -> None:
        many = ask(question, GREEDY, 8000, 8001, 8002)
        one = ask(question, OTHER, 9000)[0]
        long_ago(*many, one)
        self.begin(many[0])
        assert not self.must_leave(many[0])  # in a crowd nothing would ever be done
        many += ask(question, GREEDY, 8003)
        assert self.must_leave(many[0])
        jobs.park(many[0].pk, many[0].token)
        long_ago(*many)
        self.begin(one)
        assert not self.must_leave(one)

    def test_a_better_answer_leaves_its_slot_to_a_first_one_that_has_waited(self, question: Ask, slot: Slot) -> None:
        better = ask(question, GREEDY, 8000)[0]
        Analysis.objects.update(result={"best": "press"})
        self.begin(better)
        waiting, begun = ask(question, OTHER, 9000, 9001)
        assert not self.must_leave(better, Urgency.REFINEMENT, slot)
        long_ago(waiting)
        assert self.must_leave(better, Urgency.REFINEMENT, slot)
        self.begin(begun)  # the latest of all, but none that could leave
        assert self.must_leave(better, Urgency.REFINEMENT, slot)

    def test_no_better_answer_begins_while_first_ones_wait(self, question: Ask) -> None:
        waiting = ask(question, OTHER, 9000)[0]
        assert not sharing.first_answers_wait()
        long_ago(waiting)
        assert sharing.first_answers_wait()
        Analysis.objects.update(result={"best": "press"})  # from a table: it waits for a better one
        assert not sharing.first_answers_wait()


@pytest.mark.usefixtures("loaded_boards")
class TestAllowance:
    @pytest.fixture(autouse=True)
    def two_at_a_time(self, settings: Any) -> None:
        settings.QUESTIONS_PER_CLIENT = 2
        settings.ANSWER_WAIT_MILLISECONDS = 0

    def test_one_more_is_refused_until_one_is_done(self, question: Ask) -> None:
        rows = ask(question, GREEDY, 8000, 8001)
        with pytest.raises(TooManyQuestions, match="2 questions from your address"):
            ask(question, GREEDY, 8002)
        assert ask(question, GREEDY, 8001) == [rows[1]]
        assert ask(question, OTHER, 8002)
        execute(jobs, rows[0])
        assert ask(question, GREEDY, 8003)

    def test_what_nobody_looks_at_makes_room(self, question: Ask) -> None:
        rows = []
        for score in range(8000, 8005):
            rows += ask(question, GREEDY, score)
            seen_last = timezone.now() - timedelta(seconds=9000 - score)
            Analysis.objects.filter(pk=rows[-1].pk).update(in_view_until=seen_last)
        active = Analysis.objects.filter(status=Status.QUEUED)
        assert rows[0] not in active
        assert set(rows[2:]) <= set(active)

    def test_the_form_keeps_what_was_typed_and_says_when_to_try_again(self, client: Client) -> None:
        for score in (8000, 8001):
            assert client.post("/ask/", {"line": f"{score}e1,3000,0@1"}).status_code == 302
        page = client.post("/ask/", {"line": "8765e1,3000,0@1"})
        assert page.status_code == 429
        assert int(page["Retry-After"]) <= 10
        assert "try again in 10 seconds" in page.content.decode()
        assert "8765" in page.content.decode()

    def test_the_api_and_the_live_page_say_so_in_json(self, client: Client) -> None:
        for score in (8000, 8001):
            client.get(f"/p/{score}e1,3000,0@1")
        body = {"position": "8002e1,3000,0@1", "wait": 0}
        reply = client.post("/api/v1/solve", body, content_type="application/json")
        assert reply.status_code == 429
        assert reply["Retry-After"]
        assert "still being solved" in reply.json()["detail"][0]["message"]
        live = client.post("/live/", {"line": "8003e1,3000,0@1", "line_was": ""})
        assert (live.status_code, "still being solved" in live.json()["trouble"]) == (429, True)


class TestCancelling:
    """Two browsers at different addresses."""

    ADDRESS = "/p/8000e1,3000,0@1"

    @pytest.fixture(autouse=True)
    def no_worker(self, settings: Any) -> None:
        settings.ANSWER_WAIT_MILLISECONDS = 0

    @pytest.fixture
    def mine(self) -> Client:
        return Client(REMOTE_ADDR="203.0.113.7")

    @pytest.fixture
    def theirs(self) -> Client:
        return Client(REMOTE_ADDR="198.51.100.1")

    @pytest.fixture
    def row(self, loaded_boards: None, mine: Client, theirs: Client) -> Analysis:
        for browser in (mine, theirs):
            assert browser.get(self.ADDRESS).status_code == 200
        return Analysis.objects.get()

    @pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["without scripts", "with scripts"])
    def test_goes_on_for_others(self, row: Analysis, mine: Client, theirs: Client, headers: dict[str, str]) -> None:
        said = mine.post(f"/a/{row.key}/cancel/", headers=headers, follow=True).content.decode()
        row.refresh_from_db()
        assert row.status == Status.QUEUED
        assert row.in_view
        assert "The solver goes on." in said
        assert "The solver goes on." not in theirs.get(self.ADDRESS).content.decode()

    def test_ends_with_the_last_who_cancels(self, row: Analysis, mine: Client, theirs: Client) -> None:
        mine.post(f"/a/{row.key}/cancel/")
        mine.get(f"/a/{row.key}/", headers={"HX-Request": "true"})  # the page that is still open asks again
        theirs.post(f"/a/{row.key}/cancel/")
        row.refresh_from_db()
        assert row.status == Status.CANCELLED

    def test_is_not_held_against_those_who_come_later(self, row: Analysis, mine: Client, theirs: Client) -> None:
        for browser in (mine, theirs):
            browser.post(f"/a/{row.key}/cancel/")
        assert "Cancelled." in theirs.get(self.ADDRESS).content.decode()
        row.refresh_from_db()
        assert row.status == Status.CANCELLED
        assert "Cancelled." not in Client(REMOTE_ADDR="192.0.2.9").get(self.ADDRESS).content.decode()
        row.refresh_from_db()
        assert row.status == Status.QUEUED

    def test_by_the_api(self, row: Analysis, mine: Client, theirs: Client) -> None:
        assert mine.post(f"/api/v1/analyses/{row.key}/cancel").json()["status"] == "queued"
        assert theirs.post(f"/api/v1/analyses/{row.key}/cancel").json()["status"] == "cancelled"

    def test_leaving_keeps_it_in_view_for_others(self, row: Analysis, mine: Client) -> None:
        mine.post(f"/a/{row.key}/leave/")
        row.refresh_from_db()
        assert row.in_view_until
        assert row.in_view_until > timezone.now() + timedelta(seconds=10)


class TestABacklog:
    def test_sends_no_message_again_while_there_are_any(self, question: Ask) -> None:
        rows = ask(question, GREEDY, *range(8000, 8005))
        long_ago(*rows)
        Analysis.objects.update(queued_at=timezone.now() - timedelta(minutes=5))
        before = queued_messages()
        for _ in range(3):
            scheduling.wake()
        assert queued_messages() == before

    def test_is_worked_off_though_all_messages_were_lost(self, question: Ask) -> None:
        rows = ask(question, GREEDY, *range(8000, 8004))
        app.control.purge()
        Analysis.objects.update(queued_at=timezone.now() - timedelta(minutes=5))
        scheduling.wake()
        assert queued_messages() == 1
        app.control.purge()
        execute(jobs, rows[0])
        assert queued_messages() == 1

    def test_what_is_remembered_of_clients_goes_after_a_day(self, question: Ask) -> None:
        execute(jobs, ask(question, GREEDY, 8000)[0])
        assert Turn.objects.exists()
        assert Interest.objects.exists()
        Turn.objects.update(at=timezone.now() - timedelta(days=2))
        Interest.objects.update(until=timezone.now() - timedelta(days=2))
        list(retention.tidy())
        assert not Turn.objects.exists()
        assert not Interest.objects.exists()
