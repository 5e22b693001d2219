"""Several clients: what one of them ends for the others. Anybody can compute the key of a job."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.models import Analysis
from pressorpass_site.core import clients
from pressorpass_site.work.models import VIEW_SECONDS, Status
from tests.site.conftest import Ask

from .by_hand import unseen_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

ADDRESS = "/p/8000e1,3000,0@1"


class TestPages:
    """Two browsers at different addresses."""

    @pytest.fixture
    def mine(self, settings: Any) -> Client:
        settings.ANSWER_WAIT_MILLISECONDS = 0
        return Client(REMOTE_ADDR="203.0.113.7")

    @pytest.fixture
    def theirs(self) -> Client:
        return Client(REMOTE_ADDR="198.51.100.1")

    @pytest.fixture
    def row(self, mine: Client, theirs: Client) -> Analysis:
        for browser in (mine, theirs):
            assert browser.get(ADDRESS).status_code == 200
        return Analysis.objects.get()

    def test_a_cancel_is_not_held_against_those_who_come_later(
        self, row: Analysis, mine: Client, theirs: Client
    ) -> None:
        unseen_for(VIEW_SECONDS, row)
        theirs.post(f"/a/{row.key}/cancel/")
        assert "Stopped." in theirs.get(ADDRESS).content.decode()
        row.refresh_from_db()
        assert row.status == Status.CANCELLED
        assert "Stopped." not in Client(REMOTE_ADDR="192.0.2.9").get(ADDRESS).content.decode()
        row.refresh_from_db()
        assert row.status == Status.QUEUED

    def test_by_the_api(self, row: Analysis, mine: Client, theirs: Client) -> None:
        assert mine.post(f"/api/v1/analyses/{row.key}/cancel").json()["status"] == "queued"
        unseen_for(VIEW_SECONDS, row)
        assert theirs.post(f"/api/v1/analyses/{row.key}/cancel").json()["status"] == "cancelled"


def test_a_view_never_shortens_a_longer_one(question: Ask) -> None:
    before = services.get_or_start_analysis(question(), view_seconds=60).viewed_until
    for client in ("one", "other"):
        with clients.act_for_client(client):
            services.refresh(Analysis.objects.get(key=question().key))
    assert Analysis.objects.get().viewed_until == before


@pytest.mark.parametrize(
    ("steps", "ends"),
    [
        ("A looks, A cancels", True),
        ("A looks, 20 passes, A cancels", True),
        ("A looks, 120 passes, A cancels", False),
        ("A looks, B cancels", False),
        ("A looks, 20 passes, B cancels", False),
        ("A looks, B looks, B cancels", False),
        ("A looks, B looks, A cancels", False),
        ("A looks, B looks, 20 passes, A cancels", False),
        ("A looks, B looks, 20 passes, B cancels", True),
        ("A looks, B looks, A cancels, B cancels", False),
        ("A looks, B looks, A cancels, 7 passes, B looks, B cancels", True),
        ("B looks, A looks, 7 passes, A looks, A cancels", True),
        ("A looks, B looks, A looks, C looks, A cancels, C cancels", False),
        ("A looks, A drops", True),
        ("A looks, B looks, A drops", False),
        ("B looks, A looks, A drops", False),
    ],
)
def test_who_ends_a_job(question: Ask, steps: str, ends: bool) -> None:
    row = services.get_or_start_analysis(question(), view_seconds=0)
    for step in steps.split(", "):
        who, what = step.split()
        with clients.act_for_client(who):
            row = Analysis.objects.get(key=row.key)
            match what:
                case "looks":
                    services.refresh(row)
                case "passes":
                    moved = ("viewed_until", "shared_until", "created_at")
                    Analysis.objects.update(**{name: F(name) - timedelta(seconds=int(who)) for name in moved})
                case "cancels":
                    services.jobs.cancel(row)
                case "drops":
                    services.cancel_abandoned({question().key})
    row.refresh_from_db()
    assert (row.status == Status.CANCELLED) == ends
