"""Which forms are taken: those that a browser says a page of this site has sent."""

from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.test import Client

pytestmark = pytest.mark.django_db

SAME, HERE = {"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://testserver"}
FROM_HERE = {"Referer": "http://testserver/games/new/"}


def taken(headers: dict[str, str], **environ: Any) -> bool:
    """Whether the form that makes a game is taken."""
    fields = {"left": "Ann", "visibility": "unlisted", "rules": "show"}
    client = Client(enforce_csrf_checks=True)
    response = client.post("/games/new/", fields, headers=headers, **environ)
    assert response.status_code in (302, 403)
    return response.status_code == 302


AGAIN = {"Sec-Fetch-Site": "none"}  # of a form that some browsers send again when its answer is reloaded


@pytest.mark.usefixtures("loaded_boards")
@pytest.mark.parametrize(
    "headers",
    [HERE, SAME, SAME | HERE, SAME | {"Origin": "null"}, FROM_HERE, AGAIN | HERE, AGAIN | FROM_HERE],
    ids=str,
)
def test_the_sites_own_forms_need_no_token(headers: dict[str, str]) -> None:
    assert taken(headers)


@pytest.mark.parametrize("origin", ["https://testserver", "http://testserver:8000", "http://testserver.example", ""])
def test_another_scheme_port_or_host_is_another_site(origin: str) -> None:
    assert not taken({"Origin": origin})
    assert not taken({"Referer": f"{origin}/games/new/"})


@pytest.mark.parametrize(
    "headers", [{"Origin": "null"}, {"Origin": "http://a.example"}, {"Sec-Fetch-Site": "same-site"}]
)
def test_a_referer_counts_only_where_nothing_better_is_said(headers: dict[str, str]) -> None:
    assert not taken(FROM_HERE | headers)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://a.example"},
        {"Origin": "null"},
        {"Origin": "null"} | FROM_HERE,
        {"Referer": "http://a.example/"},
    ],
    ids=str,
)
def test_another_sites_form_is_not_taken_when_it_is_reloaded(headers: dict[str, str]) -> None:
    assert not taken(AGAIN | headers)


def test_a_referer_that_is_no_address_is_another_site() -> None:
    assert not taken({"Referer": "http://[testserver"})


@pytest.mark.usefixtures("loaded_boards")
def test_a_host_that_the_operator_trusts_is_this_site(settings: Any) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://press.example.org"]
    assert taken({"Origin": "https://press.example.org"})
    assert not taken({"Origin": "https://other.example.org"})
    assert not taken({"Origin": "https://press.example.org", "Sec-Fetch-Site": "cross-site"})


@pytest.mark.usefixtures("loaded_boards")
def test_behind_a_proxy_with_tls_plain_http_is_another_site(settings: Any) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    https = {"HTTP_HOST": "testserver", "HTTP_X_FORWARDED_PROTO": "https"}
    assert taken({"Origin": "https://testserver"}, **https)
    assert not taken(HERE, **https)


def test_a_refusal_says_what_to_do() -> None:
    response = Client(enforce_csrf_checks=True).post("/games/new/", {"left": "Ann"})
    assert response.status_code == 403
    assert "your browser did not say which page sent it. Nothing was changed." in response.content.decode()
    assert "Go back to the page with the form and send it from there" in response.content.decode()


def test_pages_of_the_administration_hand_out_a_token(admin_user: AbstractBaseUser) -> None:
    staff = Client(enforce_csrf_checks=True)
    staff.force_login(admin_user)
    token = str(staff.get("/admin/").context["csrf_token"])
    assert staff.post("/admin/logout/").status_code == 403
    assert staff.post("/admin/logout/", {"csrfmiddlewaretoken": token}).status_code != 403
