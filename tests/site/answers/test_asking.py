"""The three addresses of an answer, for every kind: look, cancel, try again; with scripts and without."""

from collections.abc import Iterator

import pytest
from django.test import Client

from pressorpass_site.answers.models import StoredAnswer
from pressorpass_site.celery import app
from pressorpass_site.work.models import VIEW_SECONDS, Status
from tests.site.work.by_hand import unseen_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

PART = {"Part-Request": "true"}
# A page that asks, and where its answer has its addresses.
KINDS = {
    "position": ("/p/8000e1,3000,0@1?rules=seed", "/a"),
    "choice": ("/choose/3000e1w2,2500,2000@1?rules=seed&square=9&shows=8:500%2B,10:w", "/choose/answer"),
    "lab": ("/lab/pig/duel/", "/lab/answers"),
}


@pytest.fixture(autouse=True)
def no_worker() -> Iterator[None]:
    yield
    app.control.purge()


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[{}, PART], ids=["without scripts", "with scripts"])
def headers(request: pytest.FixtureRequest) -> dict[str, str]:
    return dict(request.param)


def asked(client: Client, kind: str) -> StoredAnswer:
    """The answer that a browser's page waits for."""
    assert client.get(KINDS[kind][0], follow=True).status_code == 200
    return StoredAnswer.objects.get(kind=kind)


def act(client: Client, stored_answer: StoredAnswer, what: str, headers: dict[str, str]) -> str:
    at = f"{KINDS[stored_answer.kind][1]}/{stored_answer.key}/{what}/"
    response = client.post(at, headers=headers, follow=not headers)
    assert response.status_code in (200, 302)
    stored_answer.refresh_from_db()
    return response.content.decode()


def test_a_page_that_waits_gets_the_part_and_anybody_else_the_page(client: Client, kind: str) -> None:
    stored_answer = asked(client, kind)
    at = f"{KINDS[kind][1]}/{stored_answer.key}/"
    part = client.get(at, headers=PART)
    assert (part.status_code, "<html" in part.content.decode()) == (200, False)
    assert "no-store" in part["Cache-Control"]
    assert client.get(at)["Location"].startswith(KINDS[kind][0].partition("?")[0])
    assert client.post(at).status_code == 405
    assert client.get(f"{at}cancel/").status_code == 405


def test_cancel_and_try_again(client: Client, kind: str, headers: dict[str, str]) -> None:
    stored_answer = asked(client, kind)
    shown = act(client, stored_answer, "cancel", headers)
    assert stored_answer.status == Status.CANCELLED
    assert f"{stored_answer.key}/retry/" in shown
    act(client, stored_answer, "retry", headers)
    assert stored_answer.status == Status.QUEUED


def test_a_canceled_job_goes_on_for_others_and_the_page_says_so(kind: str, headers: dict[str, str]) -> None:
    mine, theirs = (Client(REMOTE_ADDR=address) for address in ("203.0.113.7", "198.51.100.1"))
    for browser in (mine, theirs):
        stored_answer = asked(browser, kind)
    said = act(mine, stored_answer, "cancel", headers)
    assert stored_answer.status == Status.QUEUED
    assert "keeps going" in said
    unseen_for(VIEW_SECONDS, stored_answer)
    act(theirs, stored_answer, "cancel", headers)
    assert stored_answer.status == Status.CANCELLED


def test_nothing_is_known_of_another_key(client: Client, kind: str) -> None:
    at = f"{KINDS[kind][1]}/{'0' * 64}/"
    assert client.get(at).status_code == 404
    for what in ("cancel", "retry"):
        assert client.post(f"{at}{what}/").status_code == 404
