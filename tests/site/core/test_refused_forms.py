"""A refused form answers with a redirect to its page: “Back” and a reload show what was typed, to nobody else."""

import pytest
import redis
from django.test import Client

from pressorpass_site.core import redis_client
from pressorpass_site.core.http import refused_forms

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

NAVIGATION = {"Sec-Fetch-Mode": "navigate"}
FORMS: list[tuple[str, dict[str, str], str]] = [
    ("/games/import/", {"text": "no game at all, typed by hand"}, "typed by hand"),
    ("/account/sign-up/", {"username": "typed by hand!"}, "typed by hand!"),
]


def kept() -> list[bytes]:
    """The keys of the pages that are kept."""
    return list(redis_client.client().scan_iter(f"{refused_forms.PREFIX}*-*"))


@pytest.fixture(autouse=True)
def empty() -> None:
    for key in redis_client.client().scan_iter(f"{refused_forms.PREFIX}*"):
        redis_client.client().delete(key)


def refused(client: Client, path: str = FORMS[0][0], fields: dict[str, str] | None = None) -> str:
    response = client.post(path, fields or FORMS[0][1], headers=NAVIGATION)
    assert response.status_code == 303
    return str(response["Location"])


@pytest.mark.parametrize(("path", "fields", "typed"), FORMS)
def test_back_and_reload_show_what_was_typed(client: Client, path: str, fields: dict[str, str], typed: str) -> None:
    there = refused(client, path, fields)
    assert there.startswith(f"{path}?refused=")
    for _ in range(2):
        page = client.get(there)
        assert page.status_code == 422
        assert typed in page.content.decode()
        assert "no-store" in page["Cache-Control"]
    again = refused(client, there, fields)
    assert again.count("refused=") == 1
    assert again != there


def test_it_is_for_this_browser_alone(client: Client) -> None:
    there = refused(client)
    for other in (Client(), Client()):
        if other is not client:
            other.cookies["refused"] = "0" * 32
        page = other.get(there)
        assert page.status_code == 200
        assert "typed by hand" not in page.content.decode()
    (key,) = kept()
    assert 0 < redis_client.client().ttl(key) <= 600
    redis_client.client().delete(key)  # ten minutes later
    assert client.get(there).status_code == 200


def test_a_client_has_few_places(client: Client) -> None:
    found = [refused(client) for _ in range(refused_forms.PLACES + 1)]
    assert len(kept()) == refused_forms.PLACES
    assert client.get(found[0]).status_code == 200
    assert client.get(found[-1]).status_code == 422


@pytest.mark.parametrize("headers", [{}, {"Part-Request": "true"}, {"Sec-Fetch-Mode": "cors"}])
def test_scripts_and_programs_get_the_page_at_once(client: Client, headers: dict[str, str]) -> None:
    assert client.post(*FORMS[0][:2], headers=headers).status_code == 422
    assert not kept()


def test_without_a_place_the_form_answers_with_the_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> None:
        raise redis.ConnectionError

    monkeypatch.setattr(refused_forms, "_keep", away)
    response = client.post(*FORMS[0][:2], headers=NAVIGATION)
    assert (response.status_code, "typed by hand" in response.content.decode()) == (422, True)


def test_a_large_page_is_not_kept(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refused_forms, "MAX_BYTES", 100)
    assert client.post(*FORMS[0][:2], headers=NAVIGATION).status_code == 422
    assert not kept()
