"""Hostile addresses and values that once led to an error of the server."""

import json

import pytest
from django.test import Client

from pressorpass_site.answers.analyses import services as analyses
from tests.site.conftest import Ask
from tests.tier import NIGHTLY

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

POSITION = "/p/8000e1,3000,0@1"


@pytest.mark.parametrize("name", ["board", "now"])
@pytest.mark.parametrize("value", ["%d", "%25d", "%(value)s", "100%"])
def test_a_per_cent_sign_is_shown_as_typed(client: Client, name: str, value: str) -> None:
    response = client.get(POSITION, {name: value})
    assert response.status_code == 404
    assert f"There is no board called “{value}”; choose one from the list." in response.content.decode()


def test_a_draft_in_the_session_is_bounded(client: Client, question: Ask) -> None:
    """What was typed waits in the session while the user logs in."""
    long = dict.fromkeys(("title", "note", "visibility"), "x" * 100_000)
    response = client.post("/save/", {"key": analyses.get_or_start_analysis(question()).key, "do": "log-in", **long})
    assert response.status_code == 302
    assert sum(len(value) for value in client.session["saved_draft"]["typed"].values()) < 12_000


NO_ROW_S = [
    *(f"auth/user/?p={page}" for page in ("9" * 5000, "-1", "1e9", "²", "%d", "9223372036854775807")),
    *(f"games/storedgame/?created_at__year={year}" for year in ("1", "9999", "99999", "-1", "2" + "0" * 40)),
    *(f"games/storedgame/?created_at__year=2026&created_at__month={part}" for part in ("-1", "99999")),
    *(f"answers/analysis/?created_at__{name}" for name in ("iso_year__gte=0", "range=", "day=99999", "year__range=1")),
    "answers/analysis/?created_at__gte=0001-01-01T00:00:00%2B23:59",
    "answers/analysis/?created_at__exact=9999-12-31T23:59:59-23:59",
    *(
        f"boards/boardrevision/{address}"
        for number in ("9223372036854775808", "-9223372036854775809", "9" * 30)
        for address in (f"?board={number}", f"?board__id__exact={number}", f"?id={number}", f"{number}/change/")
    ),
]


def test_a_number_or_date_that_no_row_can_have(admin_client: Client, question: Ask) -> None:
    analyses.get_or_start_analysis(question())
    for address in NO_ROW_S if NIGHTLY else NO_ROW_S[::3]:
        assert admin_client.get(f"/admin/{address}", follow=True).status_code in (200, 400, 404), address


@pytest.mark.parametrize("place", ["http://[", "http://a]b/?trail=1", "\u00ff?trail=%ff#?", "?" + "a=b&" * 900])
def test_a_page_that_asks_from_nowhere(client: Client, place: str) -> None:
    assert client.get(POSITION, headers={"Part-Page": place}).status_code == 200


def test_a_lone_surrogate_in_a_game_is_shown_as_unreadable(client: Client) -> None:
    game = {
        "format": "pressorpass-game",
        "version": 1,
        "headers": {},
        "events": [{"type": "up", "seat": 3, "\ud800": 3}],
    }
    page = client.post("/games/import/", {"text": json.dumps(game), "visibility": "unlisted"})
    assert page.status_code == 422
    assert "An event of type up has no “�”." in page.content.decode()
