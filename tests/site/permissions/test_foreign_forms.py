"""Which forms are taken: forms that a browser says a page of this site has sent."""

from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.test import Client

from tests.site.markup import value_of

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


OTHERS = ("https://testserver", "http://testserver:8000", "http://testserver.example", "http://[testserver", "")
BY_TLS = {"HTTP_HOST": "testserver", "HTTP_X_FORWARDED_PROTO": "https"}


@pytest.mark.usefixtures("loaded_boards")
@pytest.mark.parametrize(
    ("headers", "is_taken"),
    [
        *((own, True) for own in (HERE, SAME, SAME | HERE, SAME | {"Origin": "null"}, FROM_HERE, AGAIN | HERE)),
        (AGAIN | FROM_HERE, True),
        ({}, False),  # a program that says nothing
        *(({"Origin": other}, False) for other in OTHERS),
        *(({"Referer": f"{other}/games/new/"}, False) for other in OTHERS),
        # A referer counts only where nothing better is said.
        *((FROM_HERE | {"Origin": other}, False) for other in ("null", "http://a.example")),
        (FROM_HERE | {"Sec-Fetch-Site": "same-site"}, False),
        # Another site's form is not taken when it is reloaded.
        *((AGAIN | said, False) for said in ({}, {"Origin": "http://a.example"}, {"Origin": "null"})),
        (AGAIN | {"Origin": "null"} | FROM_HERE, False),
        (AGAIN | {"Referer": "http://a.example/"}, False),
        # A host that the operator trusts is this site.
        ({"Origin": "https://press.example.org"}, True),
        ({"Origin": "https://other.example.org"}, False),
        ({"Origin": "https://press.example.org", "Sec-Fetch-Site": "cross-site"}, False),
    ],
    ids=str,
)
def test_only_the_sites_own_forms_are_taken(settings: Any, headers: dict[str, str], is_taken: bool) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://press.example.org"]
    assert taken(headers) is is_taken


@pytest.mark.usefixtures("loaded_boards")
@pytest.mark.parametrize(("scheme", "is_taken"), [("https", True), ("http", False)])
def test_behind_a_proxy_with_tls_plain_http_is_another_site(settings: Any, scheme: str, is_taken: bool) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert taken({"Origin": f"{scheme}://testserver"}, **BY_TLS) is is_taken


def test_a_refusal_says_what_to_do() -> None:
    response = Client(enforce_csrf_checks=True).post("/games/new/", {"left": "Ann"})
    assert response.status_code == 403
    assert "your browser did not say which page sent it. Nothing was changed." in response.content.decode()
    assert "Go back to the page with the form and send it from there" in response.content.decode()


def test_pages_of_the_administration_hand_out_a_token(admin_user: AbstractBaseUser) -> None:
    staff = Client(enforce_csrf_checks=True)
    staff.force_login(admin_user)
    token = value_of(staff.get("/admin/"), "csrfmiddlewaretoken")
    assert staff.post("/admin/logout/").status_code == 403
    assert staff.post("/admin/logout/", {"csrfmiddlewaretoken": token}).status_code != 403
