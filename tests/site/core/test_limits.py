"""How much one address may ask for, counted in the real Valkey."""

from uuid import uuid4

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.test import Client, RequestFactory

from pressorpass_site.core import clients, limits, redis_client
from pressorpass_site.core.limits import Rate
from pressorpass_site.environment import read_env_limits
from tests.processes import wait_for

# Slow enough that nothing comes back during a test.
SLOW = Rate(3, 86400)


def someone() -> str:
    return uuid4().hex


def request(address: str, forwarded: str = "") -> HttpRequest:
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    return RequestFactory().get("/", REMOTE_ADDR=address, headers=headers)


class TestRates:
    def test_all_may_be_spent_at_once_and_a_refusal_says_when_to_come_back(self) -> None:
        who = someone()
        spent = [limits.spend_allowance("ask", who, SLOW) for _ in range(4)]
        assert [allowance.granted for allowance in spent] == [True, True, True, False]
        assert [allowance.remaining for allowance in spent] == [2, 1, 0, 0]
        refused = spent[-1]
        assert 86000 < refused.retry_after <= 86400  # a day from the first of them
        assert refused.headers["Retry-After"] == str(refused.retry_after)
        assert refused.headers["RateLimit-Limit"] == "3"
        assert refused.headers["RateLimit-Remaining"] == "0"
        assert refused.headers["RateLimit-Policy"] == "3;w=86400"

    def test_refusals_cost_nothing(self) -> None:
        who = someone()
        quick = Rate(1, 1)
        assert limits.spend_allowance("ask", who, quick).granted
        wait_for("there was more", lambda: limits.spend_allowance("ask", who, quick).granted)

    def test_everybody_and_every_scope_is_counted_apart(self) -> None:
        who, once = someone(), Rate(1, 86400)
        assert limits.spend_allowance("ask", who, once).granted
        assert not limits.spend_allowance("ask", who, once).granted
        assert limits.spend_allowance("ask", someone(), once).granted
        assert limits.spend_allowance("log-in", who, once).granted

    def test_without_redis_nobody_is_refused(self, settings: object) -> None:
        settings.LIMITS = {"ask": (1, 86400)}  # type: ignore[attr-defined]
        settings.REDIS_URL = "redis://127.0.0.1:9/0"  # type: ignore[attr-defined]
        redis_client.get_redis_client.cache_clear()
        who = someone()
        try:
            assert all(limits.spend_allowance("ask", who).granted for _ in range(3))
        finally:
            redis_client.get_redis_client.cache_clear()
            limits._paused_until = 0.0


class TestAddresses:
    @pytest.mark.parametrize(
        ("address", "found"),
        [
            ("203.0.113.7", "203.0.113.7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("", "unknown"),
        ],
    )
    def test_addresses_are_normalized(self, address: str, found: str) -> None:
        assert clients.get_client_address(request(address).META) == found

    def test_nobody_is_believed_without_a_proxy_of_our_own(self) -> None:
        assert clients.get_client_address(request("203.0.113.7", "198.51.100.1").META) == "203.0.113.7"

    @pytest.mark.parametrize(
        ("proxies", "forwarded", "found"),
        [
            (1, "198.51.100.1", "198.51.100.1"),
            (1, "made up, 198.51.100.1", "198.51.100.1"),
            (2, "192.0.2.9, 198.51.100.1, 10.0.0.1", "198.51.100.1"),
            (2, "198.51.100.1", "198.51.100.1"),
            (1, "rubbish", "10.0.0.2"),
            (1, "", "10.0.0.2"),
        ],
    )
    def test_behind_proxies(self, settings: object, proxies: int, forwarded: str, found: str) -> None:
        settings.TRUSTED_PROXIES = proxies  # type: ignore[attr-defined]
        assert clients.get_client_address(request("10.0.0.2", forwarded).META) == found


class TestWords:
    @pytest.mark.parametrize(
        ("text", "rate"), [("60/minute", (60, 60)), ("5/hour", (5, 3600)), ("10/900", (10, 900)), ("off", None)]
    )
    def test_rates_in_the_environment(self, monkeypatch: pytest.MonkeyPatch, text: str, rate: object) -> None:
        monkeypatch.setenv("LIMITS", f"log-in=7/day, ask={text}")
        assert read_env_limits("LIMITS", {"ask": "1/day", "save": "2/day", "log-in": "off"}) == {
            "ask": rate,
            "save": (2, 86400),
            "log-in": (7, 86400),
        }

    @pytest.mark.parametrize(
        "text", ["60", "0/minute", "-1/day", "sixty/minute", "60/fortnight", "60/0", "", "60/minute=1"]
    )
    def test_unreadable_rates(self, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
        monkeypatch.setenv("LIMITS", f"ask={text}")
        with pytest.raises(ImproperlyConfigured, match=f"LIMITS must read like ask=60/minute .*'ask={text}'"):
            read_env_limits("LIMITS", {"ask": "1/day"})

    @pytest.mark.parametrize("part", ["asks=1/day", "60/minute", "ASK=1/day", "=1/day"])
    def test_an_unknown_limit_is_refused_with_the_names_of_all(
        self, monkeypatch: pytest.MonkeyPatch, part: str
    ) -> None:
        monkeypatch.setenv("LIMITS", part)
        with pytest.raises(ImproperlyConfigured, match=rf"LIMITS must name its limits \(ask, log-in\).*'{part}'"):
            read_env_limits("LIMITS", {"ask": "1/day", "log-in": "1/day"})


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("loaded_boards")
class TestQuestions:
    """Only what sets the solver to work counts."""

    @pytest.fixture(autouse=True)
    def one_a_day(self, settings: object) -> None:
        settings.LIMITS = {**settings.LIMITS, "ask": (1, 86400)}  # type: ignore[attr-defined]
        settings.ANSWER_WAIT_MILLISECONDS = 0  # type: ignore[attr-defined]

    @pytest.fixture
    def fan(self) -> Client:
        return Client(REMOTE_ADDR=f"2001:db8:{someone()[:4]}:{someone()[:4]}::1")

    def test_pages(self, fan: Client) -> None:
        assert fan.get("/p/8000e1,3000,0@1").status_code == 200
        assert fan.get("/p/8000e1,3000,0@1").status_code == 200
        refused = fan.get("/p/9000e1,3000,0@1")
        assert refused.status_code == 429
        assert int(refused["Retry-After"]) > 80000
        assert "no-store" in refused["Cache-Control"]
        assert fan.get("/p/9000x1,3000,0@1").status_code == 404

    def test_the_form(self, fan: Client) -> None:
        assert fan.post("/ask/", {"line": "8000e1,3000,0@1"}).status_code == 302
        assert fan.post("/ask/", {"line": "8000e1,3000,0@1"}).status_code == 302
        response = fan.post("/ask/", {"line": "9000e1,3000,0@1"})
        assert response.status_code == 429
        assert "in 24 hours" in response.content.decode()
