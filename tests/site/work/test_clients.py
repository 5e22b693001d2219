"""Several clients: how many questions each may have, and what one of them ends for the others."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone

from pressorpass_site.answers.analyses import crowd, services
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.celery import app
from pressorpass_site.core import clients
from pressorpass_site.work.models import LOOK
from pressorpass_site.work.queues import TooManyQuestions
from tests.site.conftest import STAYS, Ask

from .by_hand import execute, unseen_for

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
            Analysis.objects.filter(pk=rows[-1].pk).update(viewed_until=seen_last)
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
        assert row.is_viewed
        assert "The solver keeps going." in said
        assert "The solver keeps going." not in theirs.get(self.ADDRESS).content.decode()

    def test_ends_with_the_last_who_looks(self, row: Analysis, mine: Client, theirs: Client) -> None:
        mine.post(f"/a/{row.key}/cancel/")
        unseen_for(LOOK, row)
        theirs.get(f"/a/{row.key}/", headers={"Part-Request": "true"})
        theirs.post(f"/a/{row.key}/cancel/")
        row.refresh_from_db()
        assert row.status == Status.CANCELLED

    def test_has_the_page_ask_no_more(self, row: Analysis, mine: Client) -> None:
        part = mine.post(f"/a/{row.key}/cancel/", headers={"Part-Request": "true"}).content.decode()
        assert "data-part-when" not in part
        assert "Follow it again" in part

    def test_is_not_held_against_those_who_come_later(self, row: Analysis, mine: Client, theirs: Client) -> None:
        unseen_for(LOOK, row)
        theirs.post(f"/a/{row.key}/cancel/")
        assert "Stopped." in theirs.get(self.ADDRESS).content.decode()
        row.refresh_from_db()
        assert row.status == Status.CANCELLED
        assert "Stopped." not in Client(REMOTE_ADDR="192.0.2.9").get(self.ADDRESS).content.decode()
        row.refresh_from_db()
        assert row.status == Status.QUEUED

    def test_by_the_api(self, row: Analysis, mine: Client, theirs: Client) -> None:
        assert mine.post(f"/api/v1/analyses/{row.key}/cancel").json()["status"] == "queued"
        unseen_for(LOOK, row)
        assert theirs.post(f"/api/v1/analyses/{row.key}/cancel").json()["status"] == "cancelled"

    @pytest.mark.parametrize("how", ["/cancel/", "numbers"])
    def test_or_leaving_ten_times_takes_no_answer_from_another(
        self, row: Analysis, mine: Client, theirs: Client, how: str
    ) -> None:
        sent = {"line": "8000e1,3000,0@1", "line_was": ""}
        for browser in (mine, theirs) * 10:
            if browser is mine and how == "numbers":
                mine.post("/live/", sent)
                mine.post("/live/", {"line": "8100e1,3000,0@1", "line_was": "", "left": urlencode(sent)})
            elif browser is mine:
                mine.post(f"/a/{row.key}/cancel/")
            theirs.get(f"/a/{row.key}/", headers={"Part-Request": "true"})
        row.refresh_from_db()
        assert (row.status, row.is_viewed) == (Status.QUEUED, True)
        execute(jobs, row)
        assert 'id="verdict"' in theirs.get(self.ADDRESS).content.decode()


class TestLooking:
    def test_ends_with_the_last_request_of_the_page(self, question: Ask) -> None:
        analysis = services.ask(question())
        assert analysis.is_viewed
        unseen_for(LOOK, analysis)
        assert not analysis.is_viewed
        services.refresh(analysis)
        analysis.refresh_from_db()
        assert analysis.is_viewed

    def test_never_shortens_a_longer_look(self, question: Ask) -> None:
        before = services.ask(question(), look=60).viewed_until
        for client in (GREEDY, OTHER):
            with clients.acting_for(client):
                services.refresh(Analysis.objects.find(question().key))
        assert Analysis.objects.get().viewed_until == before

    def test_at_a_list_is_not_looking_at_its_jobs(self, question: Ask) -> None:
        analysis = services.ask(question(), look=0)
        services.refresh(analysis, look=0)
        assert not Analysis.objects.get().is_viewed


@pytest.mark.parametrize(
    ("steps", "ends"),
    [
        ("A looks, A cancels", True),
        ("A looks, B looks, A cancels", False),
        ("B looks, A looks, A cancels", False),
        ("A looks, B looks, A cancels, B cancels", False),
        ("A looks, B looks, A cancels, time passes, B looks, B cancels", True),
        ("B looks, A looks, time passes, A looks, A cancels", True),
        ("A looks, B looks, A looks, C looks, A cancels, C cancels", False),
        ("A looks, time passes, A cancels", True),
        ("B looks, time passes, A cancels", False),
        ("A looks, A drops", True),
        ("A looks, B looks, A drops", False),
        ("B looks, A looks, A drops", False),
    ],
)
def test_who_ends_a_job(question: Ask, steps: str, ends: bool) -> None:
    row = services.ask(question(), look=0)
    for step in steps.split(", "):
        client, what = step.split()
        with clients.acting_for(client):
            row = Analysis.objects.find(row.key)
            match what:
                case "looks":
                    services.refresh(row)
                case "passes":
                    unseen_for(LOOK, row)
                case "cancels":
                    services.jobs.cancel(row)
                case "drops":
                    services.drop(question())
    row.refresh_from_db()
    assert (row.status == Status.CANCELLED) == ends
