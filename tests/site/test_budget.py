"""What a page weighs: HTML, styles and scripts, as a browser fetches them."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.answers.analyses.tasks import jobs
from tests.load.weight import PAGES, weight

from .conftest import QUICK, Ask
from .lab.lab_games import settled

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

MOST_BYTES = 200_000
SENT_BYTES = 60_000
FRAME_BYTES = 30_000
ADDRESS = f"/p/{QUICK}?rules=seed"
MAP = f"/whatif/map/?position={QUICK}&rules=seed"


@pytest.fixture
def answered(question: Ask, settings: Any) -> Analysis:
    settings.ANSWER_WAIT_MILLISECONDS = 0
    analysis = services.ask(question())
    jobs.execute()
    analysis.refresh_from_db()
    assert analysis.status == Status.DONE
    return analysis


def test_every_page_keeps_to_its_budget(client: Client, answered: Analysis) -> None:
    for path in PAGES:
        found = weight(client, path)
        assert found.total <= MOST_BYTES, path
        assert found.sent <= SENT_BYTES, path


@pytest.mark.parametrize(
    "path",
    ["/lab/pig/solitaire/", "/lab/pig/surface/", "/lab/pig/hold/?opp=75", "/lab/pig/iterate/", "/lab/hog/policy/"],
)
def test_pictures_of_the_lab(client: Client, settings: Any, path: str) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0
    assert "heat__map" in settled(client, path)
    assert weight(client, path).total <= MOST_BYTES


@pytest.mark.parametrize(
    "path", ["/lab/yahtzee/keep/?roll=1,3,3,4,6&rerolls=2", "/lab/sebastian/distribution/?policy=random&bin=1"]
)
def test_yahtzee_in_two_languages(client: Client, settings: Any, path: str) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0
    assert "<table>" in settled(client, path)
    assert weight(client, path).total <= MOST_BYTES


@pytest.mark.parametrize(
    "path",
    [
        "/lab/betsy/moves/",
        "/lab/betsy/play/?seconds=0.5",
        f"/lab/betsy/?moves={'b1c3-b8c6-c3b1-c6b8-' * 49}&from=b1",
    ],
)
def test_boards_of_the_lab(client: Client, settings: Any, path: str) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0
    assert "#bird-K" in settled(client, path)
    assert weight(client, path).total <= MOST_BYTES


def test_a_page_that_waits_for_its_answer_does_so_too(client: Client, settings: Any) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0
    found = weight(client, "/p/9000e1,3000,0@1?rules=seed")
    assert (found.total <= MOST_BYTES, found.sent <= SENT_BYTES) == (True, True)


def test_an_answer_that_is_being_bettered(client: Client, answered: Analysis) -> None:
    Analysis.objects.filter(pk=answered.pk).update(status=Status.RUNNING, heartbeat_at=timezone.now())
    page = client.get(ADDRESS).content.decode()
    assert 'data-state="refining"' in page
    assert "data-part-get" in page
    found = weight(client, ADDRESS)
    assert (found.total <= MOST_BYTES, found.sent <= SENT_BYTES) == (True, True)


def test_the_page_of_a_saved_analysis(client: Client, answered: Analysis) -> None:
    form = {"key": answered.key, "title": "Kept", "note": "", "visibility": "public"}
    page = client.post("/save/", form)["Location"]
    assert weight(client, page).total <= MOST_BYTES


def test_a_frame_for_other_sites(client: Client, answered: Analysis) -> None:
    assert weight(client, f"/embed{ADDRESS}").total <= FRAME_BYTES
