"""What a page weighs: HTML, styles and scripts, as a browser fetches them."""

import pytest
from django.test import Client

from pressorpass_site.answers.models import Analysis
from tests.load.weight import PAGES, static_file, weight
from tests.tier import few

from .conftest import QUICK
from .lab.lab_games import settled

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

MAX_BYTES = 200_000
SENT_BYTES = 60_000
FRAME_BYTES = 30_000
PLAY_BYTES = 8192
ADDRESS = f"/p/{QUICK}?rules=seed"


def test_every_page_keeps_to_its_budget(client: Client, answered: Analysis) -> None:
    form = {"key": answered.key, "title": "Kept", "note": "", "visibility": "public"}
    saved, waiting = client.post("/save/", form)["Location"], "/p/9000e1,3000,0@1?rules=seed"
    for path in (*PAGES, saved, waiting):
        page_weight = weight(client, path)
        assert page_weight.total <= MAX_BYTES, path
        assert page_weight.sent <= SENT_BYTES, path
    assert weight(client, f"/embed{ADDRESS}").total <= FRAME_BYTES
    assert len(static_file("/static/js/play.js")) <= PLAY_BYTES  # which is fetched when somebody plays on


@pytest.mark.parametrize(
    ("path", "drawn"),
    few(
        5,
        [
            ("/lab/pig/solitaire/", "heat__map"),
            ("/lab/hog/policy/", "heat__map"),
            ("/lab/yahtzee/keep/?roll=1,3,3,4,6&rerolls=2", "<table>"),
            ("/lab/betsy/moves/", "#bird-K"),
            (f"/lab/betsy/?moves={'b1c3-b8c6-c3b1-c6b8-' * 49}&from=b1", "#bird-K"),
            ("/lab/pig/surface/", "heat__map"),
            ("/lab/pig/hold/?opp=75", "heat__map"),
            ("/lab/pig/iterate/", "heat__map"),
            ("/lab/sebastian/distribution/?policy=random&games=2000&bin=1", "<table>"),
            ("/lab/tree/ranking/?E=.5&A=.75&form=tsd", "<table>"),
            ("/lab/betsy/play/?seconds=0.5", "#bird-K"),
        ],
    ),
)
def test_pages_of_the_lab(client: Client, path: str, drawn: str) -> None:
    assert drawn in settled(client, path)
    assert weight(client, path).total <= MAX_BYTES
