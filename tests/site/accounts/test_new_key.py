"""A new SECRET_KEY after a leak: what belongs to browsers stays theirs, and nothing else made with the old key is believed."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from pressorpass_site.core import owners
from pressorpass_site.games.models import StoredGame
from tests.tier import few

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

NEW, OTHER = "n" * 50, "o" * 50


@pytest.fixture
def old_key(settings: Any) -> str:
    return str(settings.SECRET_KEY)


@pytest.fixture
def fan() -> User:
    return User.objects.create_user("fan", "fan@example.org", "correct horse battery")


def make_game(client: Client) -> str:
    assert client.post("/games/new/", {"left": "Ann", "visibility": "private", "rules": "show"}).status_code == 302
    return StoredGame.objects.latest("pk").code


def owns(client: Client, code: str) -> bool:
    status = client.get(f"/games/{code}/enter/").status_code
    assert status in (200, 404)
    return status == 200


@pytest.mark.parametrize("fallbacks", few(1, [[OTHER, "old"], ["old"], ["old", OTHER]]), ids=str)
def test_an_old_key_still_knows_who_owns_things_without_an_account(
    client: Client, settings: Any, old_key: str, fallbacks: list[str]
) -> None:
    code = make_game(client)
    assert owns(client, code)
    settings.SECRET_KEY = NEW
    assert not owns(client, code)
    settings.OWNER_KEY_FALLBACKS = [old_key if fallback == "old" else fallback for fallback in fallbacks]
    assert owns(client, code)
    assert not owns(Client(), code)
    again = make_game(client)
    settings.OWNER_KEY_FALLBACKS = []
    assert owns(client, code), "the cookie was signed anew when something was made"
    assert owns(client, again)


def test_a_cookie_signed_with_another_key_belongs_to_nobody(client: Client, settings: Any, old_key: str) -> None:
    code = make_game(client)
    settings.SECRET_KEY, settings.OWNER_KEY_FALLBACKS = NEW, [OTHER]
    assert not owns(client, code)
    secret = client.cookies[owners.COOKIE].value.partition(":")[0]
    for forged in (secret, f"{secret}:x:y", signing.TimestampSigner(key=OTHER, salt="other").sign(secret)):
        client.cookies[owners.COOKIE] = forged
        assert not owns(client, code)


def test_an_old_key_lets_nobody_in_by_session_link_or_device(
    client: Client, settings: Any, old_key: str, fan: User
) -> None:
    client.post("/account/log-in/", {"username": "fan", "password": "correct horse battery"})
    assert client.get("/account/").status_code == 200
    assert "known_device" in client.cookies
    fan.refresh_from_db()
    link = f"/account/forgotten/{urlsafe_base64_encode(force_bytes(fan.pk))}/{default_token_generator.make_token(fan)}/"
    assert 'name="new_password1"' in Client().get(link, follow=True).content.decode()
    settings.SECRET_KEY, settings.OWNER_KEY_FALLBACKS = NEW, [old_key]
    assert client.get("/account/").status_code == 302
    assert 'name="new_password1"' not in Client().get(link, follow=True).content.decode()
    request = client.get("/account/log-in/").wsgi_request
    assert owners.read_signed_cookie(request, "known_device") == ""
