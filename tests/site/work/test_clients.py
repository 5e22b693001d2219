"""Several clients: how many questions each may have, and what one of them ends for the others."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from pressorpass_site.answers.analyses import crowd, services
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.tables import whatif_tables
from pressorpass_site.answers.tables.tasks import what_if_jobs
from pressorpass_site.celery import app
from pressorpass_site.core import clients
from pressorpass_site.work.allowance import TooManyQuestions
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

    def test_the_api_and_the_live_page_say_so(self, client: Client) -> None:
        for score in (8000, 8001):
            client.get(f"/p/{score}e1,3000,0@1")
        body = {"position": "8002e1,3000,0@1", "wait": 0}
        reply = client.post("/api/v1/solve", body, content_type="application/json")
        assert reply.status_code == 429
        assert reply["Retry-After"]
        assert "still being solved" in reply.json()["detail"][0]["message"]
        form = {"line": "8003e1,3000,0@1", "line_was": ""}
        live = client.post("/live/", form, headers={"Part-Request": "true"})
        assert (live.status_code, "still being solved" in live.content.decode()) == (429, True)


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

    @pytest.mark.parametrize("headers", [{}, {"Part-Request": "true"}], ids=["without scripts", "with scripts"])
    def test_goes_on_for_others(self, row: Analysis, mine: Client, theirs: Client, headers: dict[str, str]) -> None:
        said = mine.post(f"/a/{row.key}/cancel/", headers=headers, follow=True).content.decode()
        row.refresh_from_db()
        assert row.status == Status.QUEUED
        assert row.in_view
        assert "The solver keeps going." in said
        assert "The solver keeps going." not in theirs.get(self.ADDRESS).content.decode()

    def test_ends_with_the_last_who_cancels(self, row: Analysis, mine: Client, theirs: Client) -> None:
        mine.post(f"/a/{row.key}/cancel/")
        mine.get(f"/a/{row.key}/", headers={"Part-Request": "true"})  # the page that is still open asks again
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


class TestLooking:
    def test_ends_when_the_page_is_left_unless_another_one_shows_it(self, question: Ask, client: Client) -> None:
        analysis = services.ask(question(), look=60)
        assert client.post(f"/a/{analysis.key}/leave/").status_code == 204
        analysis.refresh_from_db()
        assert analysis.in_view_until
        assert analysis.in_view_until < timezone.now() + timedelta(seconds=2)
        services.refresh(analysis)  # the other page
        analysis.refresh_from_db()
        assert analysis.in_view_until > timezone.now() + timedelta(seconds=2)

    def test_of_one_browser_ended_ten_times_takes_no_answer_from_another(self, question: Ask) -> None:
        with clients.acting_for("B"):
            row = services.ask(question(), look=60)
        with clients.acting_for("A"):
            for _ in range(10):
                services.refresh(services.find(row.key))
                services.leave(row.key)
        row.refresh_from_db()
        assert row.in_view_until
        assert row.in_view_until > timezone.now() + timedelta(seconds=30)
        assert execute(jobs, row).status == Status.DONE

    def test_again_sends_a_message_for_what_nobody_looked_at(self, question: Ask) -> None:
        analysis = services.ask(question(), look=0)
        app.control.purge()
        services.refresh(services.find(analysis.key))
        assert queued_messages() == 1
        services.refresh(services.find(analysis.key))
        assert queued_messages() == 1

    def test_at_a_list_is_not_looking_at_its_jobs(self, question: Ask) -> None:
        analysis = services.ask(question(), look=0)
        services.refresh(analysis, look=0)
        assert not Analysis.objects.get().in_view

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


@pytest.mark.parametrize(
    ("steps", "ends"),
    [
        ("A looks, A cancels", True),
        ("A looks, B looks, A cancels", False),
        ("B looks, A looks, A cancels", False),
        ("A looks, B looks, A cancels, B cancels", True),
        ("B looks, A looks, A cancels, B cancels", True),
        ("A looks, B looks, A cancels, A looks, B cancels", True),
        ("A looks, B looks, A cancels, A asks, B cancels", False),
        ("A looks, B looks, B leaves, A cancels", False),
        ("A looks, B looks, A looks, C looks, A cancels, C cancels", False),
    ],
)
def test_who_ends_a_job(question: Ask, steps: str, ends: bool) -> None:
    row = services.ask(question(), look=0)
    for step in steps.split(", "):
        client, what = step.split()
        with clients.acting_for(client):
            row = services.find(row.key)
            match what:
                case "looks":
                    services.refresh(row)
                case "asks":
                    services.retry(row)
                case "leaves":
                    services.leave(row.key)
                case "cancels":
                    services.cancel(row)
    row.refresh_from_db()
    assert (row.status == Status.CANCELLED) == ends
