"""Keys of the API, its limits, and its page."""

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from pressorpass_site.api import services
from pressorpass_site.api.models import ApiKey
from pressorpass_site.api.services import NewKey
from pressorpass_site.core.errors import UserError

pytestmark = pytest.mark.django_db

BOARDS, SOLVE = "/api/v1/boards", "/api/v1/solve"


@pytest.fixture
def fan() -> User:
    return User.objects.create_user("fan", password="no whammies")


@pytest.fixture
def made(fan: User) -> NewKey:
    return services.create_key(fan, "a bot")


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def stranger() -> Client:
    """Somebody at an address of his own."""
    four = uuid4().hex
    return Client(REMOTE_ADDR=f"2001:db8:{four[:4]}:{four[4:8]}::1")


def message(response: Any) -> str:
    said: str = response.json()["detail"]
    return said


class TestKeys:
    def test_the_secret_is_kept_nowhere(self, made: NewKey) -> None:
        stored_key = ApiKey.objects.filter(pk=made.key.pk).values().get()
        assert made.secret.startswith(stored_key["prefix"])
        assert made.secret not in map(str, stored_key.values())

    def test_revoked_keys_wrong_keys_and_keys_of_closed_accounts_are_refused(
        self, client: Client, fan: User, made: NewKey
    ) -> None:
        revoked = services.create_key(fan, "another")
        assert services.revoke_key(fan, revoked.key.prefix)
        response = client.get(BOARDS, headers=bearer(revoked.secret))
        assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")
        assert message(response).startswith("This key is not valid")
        assert client.get(BOARDS, headers=bearer(made.secret)).status_code == 200
        made.key.refresh_from_db()
        assert made.key.used_at
        other = "A" if made.secret[-1] != "A" else "B"
        for secret in (made.secret[:-1], made.secret[:-1] + other, made.secret + "x", made.key.prefix, "pop_", "ü"):
            assert client.get(BOARDS, headers=bearer(secret)).status_code == 401
        fan.is_active = False
        fan.save()
        assert client.get(BOARDS, headers=bearer(made.secret)).status_code == 401

    @pytest.mark.parametrize("header", ["Basic Zm9vOmJhcg==", "Bearer", "Bearer  ", "pop_00000000"])
    def test_other_headers(self, client: Client, header: str) -> None:
        response = client.get(BOARDS, headers={"Authorization": header})
        assert response.status_code == 401
        assert "Without the header, no key is needed" in message(response)

    def test_the_number_of_keys_is_limited(self, fan: User) -> None:
        made = [services.create_key(fan, "one of many") for _ in range(services.MAX_KEYS)]
        with pytest.raises(UserError, match="Revoke one"):
            services.create_key(fan, "one too many")
        services.revoke_key(fan, made[0].key.prefix)
        services.create_key(fan, "in its place")

    @pytest.mark.django_db(transaction=True)
    def test_requests_at_the_same_moment_make_no_more(self, fan: User) -> None:
        for _ in range(services.MAX_KEYS - 1):
            services.create_key(fan, "one of many")
        ready = Barrier(8)

        def make(_: int) -> bool:
            ready.wait()
            try:
                services.create_key(fan, "the last")
            except UserError:
                return False
            finally:
                connection.close()
            return True

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(make, range(8))) == 1
        assert services.list_active_keys(fan).count() == services.MAX_KEYS


class TestLimits:
    @pytest.fixture(autouse=True)
    def two_a_day(self, settings: Any) -> None:
        settings.LIMITS = {"api-solve": (1, 86400), "api-read": (2, 86400)}

    def test_an_address_has_so_many_and_is_told(self) -> None:
        program = stranger()
        remaining = [program.get(BOARDS)["RateLimit-Remaining"] for _ in range(2)]
        assert remaining == ["1", "0"]
        refused = program.get(BOARDS)
        assert refused.status_code == 429
        assert refused["Retry-After"].isdecimal()
        assert refused["RateLimit-Limit"] == "2"
        assert message(refused) == "Too many requests from your address: try again in 24 hours, or use a key."
        assert refused["Access-Control-Allow-Origin"] == "*"

    def test_questions_are_counted_apart(self) -> None:
        program = stranger()
        for expected in (422, 429):
            assert program.post(SOLVE, {"position": "?"}, "application/json").status_code == expected
        assert program.get(BOARDS).status_code == 200

    def test_a_key_has_its_own_rate_wherever_it_is_used(self, made: NewKey) -> None:
        ApiKey.objects.update(reads_per_minute=3)
        granted = [stranger().get(BOARDS, headers=bearer(made.secret)) for _ in range(3)]
        assert {response.status_code for response in granted} == {200}
        refused = stranger().get(BOARDS, headers=bearer(made.secret))
        assert refused.status_code == 429
        assert message(refused).startswith("Too many requests with this key: try again in ")
        assert stranger().get(BOARDS).status_code == 200

    def test_trying_keys_is_held_up(self) -> None:
        program = stranger()
        statuses = [program.get(BOARDS, headers=bearer("pop_wrong")).status_code for _ in range(3)]
        assert statuses == [401, 401, 429]


class TestThePageOfKeys:
    def test_a_new_key_is_shown_once(self, client: Client, fan: User) -> None:
        client.force_login(fan)
        response = client.post("/account/keys/", {"name": "a bot"})
        secret = re.search(r'value="(pop_[^"]+)"', response.content.decode())
        assert secret
        assert "no-store" in response["Cache-Control"]
        assert client.get(BOARDS, headers=bearer(secret[1])).status_code == 200
        again = client.get("/account/keys/").content.decode()
        assert secret[1] not in again
        assert "a bot" in again

    def test_revoking(self, client: Client, fan: User, made: NewKey) -> None:
        client.force_login(fan)
        response = client.post(f"/account/keys/{made.key.prefix}/revoke/", follow=True)
        assert f"The key {made.key.prefix}… has been revoked." in unescape(response.content.decode())
        assert "None yet." in response.content.decode()


class TestTheAdmin:
    def test_a_rate_is_raised_there(self, admin_client: Client, made: NewKey) -> None:
        assert made.key.prefix in admin_client.get("/admin/api/apikey/").content.decode()
        page = f"/admin/api/apikey/{made.key.pk}/change/"
        assert made.secret not in admin_client.get(page).content.decode()
        changed = {"solves_per_minute": 5000, "reads_per_minute": 9000}
        changed |= {"revoked_at_0": "", "revoked_at_1": ""}
        assert admin_client.post(page, changed).status_code == 302
        made.key.refresh_from_db()
        assert made.key.solves_per_minute == 5000


def test_an_account_s_export_tells_of_its_keys(client: Client, fan: User, made: NewKey) -> None:
    client.force_login(fan)
    (data,) = client.get("/account/export/").json()["api_keys"]
    assert (data["name"], data["begins_with"], data["revoked"]) == ("a bot", made.key.prefix, None)
    assert made.secret not in str(data)
