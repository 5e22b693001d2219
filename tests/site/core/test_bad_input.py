"""Hostile addresses and values that once led to an error of the server."""

import json

import pytest
from django.test import Client

from pressorpass_site.answers.analyses import services as analyses
from tests.site.conftest import Ask
from tests.tier import few

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

POSITION = "/p/8000e1,3000,0@1"
THOUSANDS = "1" + "0" * 310 + "k"


@pytest.mark.parametrize("name", ["board", "now"])
@pytest.mark.parametrize("value", ["%d", "%25d", "%(value)s", "100%"])
def test_a_per_cent_sign_is_shown_as_typed(client: Client, name: str, value: str) -> None:
    response = client.get(POSITION, {name: value})
    assert response.status_code == 404
    assert f"There is no board called “{value}”; choose one from the list." in response.content.decode()


@pytest.mark.parametrize("text", [f"{THOUSANDS}, 3000, 0 @1", f"Ann: {THOUSANDS} 1 earned\nBob: 200\nCy 0"])
def test_thousands_without_end_are_too_large(client: Client, text: str) -> None:
    assert "is too large a number" in client.get("/line/", {"text": text}).json()["message"]
    page = client.post("/ask/", {"line": text, "up": "1"})
    assert page.status_code == 422
    assert "is too large a number" in page.content.decode()


@pytest.mark.parametrize("rows", ["auth/user", "boards/boardrevision"])
def test_the_admin_has_no_such_page(admin_client: Client, django_user_model: type, rows: str) -> None:
    if rows == "auth/user":
        django_user_model.objects.bulk_create(django_user_model(username=f"u{number}") for number in range(120))
    for page in ("9" * 19, "9" * 5000, "-1", "1e9", "²", "%d", "9223372036854775807"):
        assert admin_client.get(f"/admin/{rows}/", {"p": page}, follow=True).status_code == 200


def test_a_draft_in_the_session_is_bounded(client: Client, question: Ask) -> None:
    """What was typed waits in the session while the user logs in."""
    long = dict.fromkeys(("title", "note", "visibility"), "x" * 100_000)
    response = client.post("/save/", {"key": analyses.ask(question()).key, "do": "log-in", **long})
    assert response.status_code == 302
    assert sum(len(value) for value in client.session["saved_draft"]["typed"].values()) < 12_000


@pytest.mark.parametrize("number", ["2" + "0" * 40, "9223372036854775807", "3712691839", "-2872448613", "99999", "-1"])
def test_a_date_that_no_calendar_has(admin_client: Client, number: str) -> None:
    date = {"created_at__year": "2026", "created_at__month": "11", "created_at__day": "23"}
    for part in date:
        response = admin_client.get("/admin/games/storedgame/", date | {part: number}, follow=True)
        assert response.status_code in (200, 400)


@pytest.mark.parametrize("rows", few(1, ["analyses/analysis/?created_at", "auth/user/?date_joined"]))
@pytest.mark.parametrize(
    "asked",
    [
        *(
            f"{lookup}={year}"
            for lookup in ("year", "year__gte", "iso_year", "date__year")
            for year in (0, -1, 9999, 99999)
        ),
        "gte=0001-01-01T00:00:00%2B23:59",
        "exact=9999-12-31T23:59:59-23:59",
        "range=",
        "year__range=2026",
        "iso_year=" + "9" * 40,
        "day=99999",
    ],
)
def test_a_list_filtered_by_a_date_that_cannot_be(admin_client: Client, rows: str, asked: str) -> None:
    response = admin_client.get(f"/admin/{rows}__{asked}", follow=True)
    assert response.status_code in (200, 400)


def test_the_last_year_in_a_list_by_date(admin_client: Client, question: Ask) -> None:
    analyses.ask(question())
    for year in (1, 9999):
        assert admin_client.get(f"/admin/analyses/analysis/?created_at__year={year}").status_code in (200, 400)


@pytest.mark.parametrize("number", ["9223372036854775808", "-9223372036854775809", "9" * 30])
def test_a_number_that_no_row_can_have(admin_client: Client, number: str) -> None:
    for address in (f"?board={number}", f"?board__id__exact={number}", f"?id={number}", f"{number}/change/"):
        response = admin_client.get(f"/admin/boards/boardrevision/{address}", follow=True)
        assert response.status_code in (200, 400, 404), address


@pytest.mark.parametrize("place", ["http://[", "http://a]b/?trail=1", "\u00ff?trail=%ff#?", "?" + "a=b&" * 900])
def test_a_page_that_asks_from_nowhere(client: Client, place: str) -> None:
    assert client.get(POSITION, headers={"Part-Page": place}).status_code == 200


def test_half_a_character_in_a_game_is_shown_as_one_that_cannot_be_read(client: Client) -> None:
    game = {
        "format": "pressorpass-game",
        "version": 1,
        "headers": {},
        "events": [{"type": "up", "seat": 3, "\ud800": 3}],
    }
    page = client.post("/games/import/", {"text": json.dumps(game), "visibility": "unlisted"})
    assert page.status_code == 422
    assert "An event of type up has no “�”." in page.content.decode()
