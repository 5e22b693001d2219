"""Accounts: signing up, logging in, taking along what a browser has saved, one's own data, deletion."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.models import Analysis
from pressorpass_site.api import services as keys
from pressorpass_site.boards.models import Board
from pressorpass_site.celery import app
from pressorpass_site.core.http.thread_limits import HASHES
from pressorpass_site.environment import read_env_mail
from pressorpass_site.sharing.models import SavedAnalysis
from tests.site.conftest import Ask
from tests.site.markup import markup, said

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

PASSWORD = "big bucks no whammies"
NEW_PASSWORD = "stop at a big board 9"


@pytest.fixture
def fan(db: None) -> User:
    return User.objects.create_user("fan", "fan@example.org", PASSWORD)


@pytest.fixture
def elsewhere() -> Client:
    """Another browser."""
    return Client()


@pytest.fixture
def asked(question: Ask) -> Analysis:
    return analyses.get_or_start_analysis(question())


def sign_up(client: Client, **other: str) -> HttpResponse:
    typed = {"username": "fan", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    return client.post("/account/sign-up/", typed | other, follow=True)


def log_in(client: Client, **other: str) -> HttpResponse:
    return client.post("/account/log-in/", {"username": "fan", "password": PASSWORD} | other, follow=True)


def save(client: Client, analysis: Analysis, title: str = "Larson", visibility: str = "private") -> SavedAnalysis:
    client.post("/save/", {"key": analysis.key, "title": title, "visibility": visibility})
    return SavedAnalysis.objects.get(title=title)


def own_board(client: Client) -> Board:
    client.post("/boards/own/copy/", {"board": "pyl-1985-02-r2"})
    return Board.objects.exclude(owner="").latest("pk")


class TestSigningUp:
    def test_a_name_and_a_password_are_enough(self, client: Client) -> None:
        shown = said(sign_up(client))
        assert "Welcome, fan." in shown
        assert "no email address on file" in shown
        assert ">Account</a>" in shown
        assert "Log in</a>" not in shown

    def test_a_refused_form_has_a_message_and_keeps_its_fields(self, client: Client, fan: User) -> None:
        response = sign_up(client, email="nowhere", password1="12345", password2="54321")
        shown = said(response)
        assert response.status_code == 422
        for words in ("This user name is taken", "This is not an email address", "The two passwords differ"):
            assert words in shown
        assert 'value="nowhere"' in shown
        assert "12345" not in shown
        assert User.objects.count() == 1

    @pytest.mark.parametrize("password", ["short", "12345678901", "password"])
    def test_weak_passwords_are_refused(self, client: Client, password: str) -> None:
        assert sign_up(client, password1=password, password2=password).status_code == 422
        assert not User.objects.exists()


class TestLoggingIn:
    @pytest.mark.parametrize("wrong", [{"password": "x"}, {"username": "nobody"}])
    def test_in_and_out(self, client: Client, fan: User, wrong: dict[str, str]) -> None:
        response = log_in(client, **wrong)
        assert response.status_code == 422
        assert "The user name or password is wrong." in said(response), "whichever it is"
        assert "You are logged in." in said(log_in(client))
        assert client.get("/account/log-out/").status_code == 405
        client.post("/account/log-out/")
        assert client.get("/account/").status_code == 302

    def test_the_next_address_must_belong_to_the_site(self, client: Client, fan: User) -> None:
        for next_, leads in (
            ("/saved/?q=x", "/saved/?q=x"),
            ("https://evil.example/", "/account/"),
            ("//evil.example/", "/account/"),
            ("javascript:alert(1)", "/account/"),
        ):
            assert log_in(client, next=next_).redirect_chain[-1][0] == leads
            client.post("/account/log-out/")
            response = sign_up(client, username=f"fan{len(next_)}", next=next_)
            assert response.redirect_chain[-1][0] == leads
            client.post("/account/log-out/")

    def test_tries_of_an_address_are_limited(self, client: Client, fan: User, settings: Any) -> None:
        settings.LIMITS = {**settings.LIMITS, "log-in": (2, 3600)}
        tries = [log_in(client, password="x").status_code for _ in range(3)]
        assert tries == [422, 422, 429]

    @pytest.mark.parametrize("known", [True, False])
    def test_tries_of_a_user_name_are_limited(self, client: Client, settings: Any, known: bool) -> None:
        settings.LIMITS = {**settings.LIMITS, "log-in-name": (2, 900)}
        name = f"fan-{uuid4().hex}"  # counts outlive a test
        if known:
            User.objects.create_user(name, password=PASSWORD)
        tries = [log_in(client, username=spelling, password="x") for spelling in (name, name.upper(), name)]
        assert [attempt.status_code for attempt in tries] == [422, 422, 429]
        assert "Too many attempts to log in with this user name. Try again in 15 minutes." in said(tries[-1])
        assert f'value="{name}"' in said(tries[-1])
        assert log_in(client, username=f"{name}-2").status_code == 422


class TestFailingInSomebodysName:
    """A stranger who fails in an owner's name locks out their own address only."""

    @pytest.fixture
    def name(self, settings: Any) -> str:
        settings.LIMITS = {**settings.LIMITS, "log-in-name": (2, 900), "log-in-anywhere": (4, 3600)}
        name = f"fan-{uuid4().hex}"  # counts outlive a test
        User.objects.create_user(name, password=PASSWORD)
        return name

    def test_the_owner_logs_in_from_another_address(self, client: Client, name: str) -> None:
        stranger = Client(REMOTE_ADDR="192.0.2.1")
        tries = [log_in(stranger, username=name, password="x").status_code for _ in range(3)]
        assert tries == [422, 422, 429]
        assert "You are logged in." in said(log_in(client, username=name))

    def test_against_many_addresses_a_known_device_is_let_in(
        self, client: Client, elsewhere: Client, name: str
    ) -> None:
        log_in(client, username=name)
        client.post("/account/log-out/")
        for number in range(2, 7):
            log_in(Client(REMOTE_ADDR=f"192.0.2.{number}"), username=name, password="x")
        assert log_in(elsewhere, username=name).status_code == 429
        assert "You are logged in." in said(log_in(client, username=name))
        client.post("/account/log-out/")
        user = User.objects.get(username=name)
        user.set_password(NEW_PASSWORD)
        user.save()
        assert log_in(client, username=name, password=NEW_PASSWORD).status_code == 429, "it is unknown now"

    def test_a_device_has_no_endless_tries_and_is_known_for_one_account(self, client: Client, name: str) -> None:
        log_in(client, username=name)
        client.post("/account/log-out/")
        tries = [log_in(client, username=name, password="x").status_code for _ in range(3)]
        assert tries == [422, 422, 429]
        other = f"rival-{uuid4().hex}"
        assert [log_in(client, username=other, password="x").status_code for _ in range(3)] == [422, 422, 429]


class TestHashing:
    @pytest.fixture
    def slow(self, settings: Any) -> None:
        settings.PASSWORD_HASHERS = ["pressorpass_site.accounts.hashers.LimitedHasher"]

    def test_beyond_a_few_they_are_told_to_come_back(self, client: Client, slow: None, settings: Any) -> None:
        User.objects.create_user("fan", password=PASSWORD)
        with ExitStack() as held:
            for _ in range(settings.HASHES_AT_ONCE):
                held.enter_context(HASHES.try_acquire())
            response = log_in(client)
            assert response.status_code == 429
            assert "Too many people are logging in" in said(response)
        assert "You are logged in." in said(log_in(client))


class TestTheAdministration:
    def test_the_admin_has_the_site_s_log_in(self, client: Client) -> None:
        User.objects.create_superuser("root", password=PASSWORD)
        for response in (client.get("/admin/games/"), client.post("/admin/login/", {"username": "root"})):
            assert response.status_code == 302
        response = client.get("/admin/games/", follow=True)
        assert response.redirect_chain[-1][0] == "/account/log-in/?next=%2Fadmin%2Fgames%2F"
        typed = {"username": "root", "password": PASSWORD, "next": "/admin/games/"}
        assert client.post("/account/log-in/", typed)["Location"] == "/admin/games/"
        assert client.get("/admin/games/").status_code == 200
        assert client.get("/admin/login/?next=//evil.example/")["Location"] == "/admin/"
        assert client.get("/admin/password_change/")["Location"] == "/account/password/"


class TestTakingAlong:
    def test_answers_of_the_browser_move_to_the_account(
        self, client: Client, elsewhere: Client, asked: Analysis
    ) -> None:
        saved, board = save(client, asked), own_board(client)
        assert "Move this browser’s data to my account: 1 saved answer and 1 board" in said(
            client.get("/account/sign-up/")
        )
        shown = said(sign_up(client, claim="on"))
        assert "Moved to your account: 1 saved answer and 1 board." in shown
        log_in(elsewhere)
        assert "Larson" in said(elsewhere.get("/saved/"))
        assert elsewhere.get(f"/s/{saved.code}/edit/").status_code == 200
        assert elsewhere.get(f"{board.get_absolute_url()}edit/").status_code == 200
        client.post("/account/log-out/")
        assert "Larson" not in said(client.get("/saved/"))
        assert client.get(f"/s/{saved.code}/").status_code == 404
        assert client.get(f"{board.get_absolute_url()}edit/").status_code == 302

    def test_answers_may_stay_in_the_browser_and_move_later(
        self, client: Client, elsewhere: Client, fan: User, asked: Analysis
    ) -> None:
        save(client, asked)
        log_in(client)
        log_in(elsewhere)
        assert "Larson" not in said(elsewhere.get("/saved/"))
        shown = said(client.get("/account/"))
        assert "1 saved answer belongs to this browser" in shown
        taken = said(client.post("/account/claim/", follow=True))
        assert "Moved to your account: 1 saved answer." in taken
        assert "Larson" in said(elsewhere.get("/saved/"))


class TestPasswords:
    @pytest.fixture
    def at_once(self) -> Iterator[None]:
        """Mail is sent by the process that asks for it."""
        app.conf.task_always_eager = True
        yield
        app.conf.task_always_eager = False

    @pytest.mark.parametrize(("ticked", "valid"), [({"revoke": "on"}, 0), ({}, 2)])
    def test_keys_of_programs_are_revoked_or_kept_as_chosen(
        self, client: Client, fan: User, ticked: dict[str, str], valid: int
    ) -> None:
        log_in(client)
        for name in ("a bot", "another"):
            keys.create_key(fan, name)
        assert re.search(
            r"<input[^>]* checked[^>]*> <span>Also revoke 2 API keys", said(client.get("/account/password/"))
        )
        typed = {"old_password": PASSWORD, "new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
        shown = said(client.post("/account/password/", typed | ticked, follow=True))
        assert ("Still valid: 2 API keys." if valid else "Revoked: 2 API keys.") in shown
        assert keys.list_active_keys(fan).count() == valid

    def test_changing_it(self, client: Client, elsewhere: Client, fan: User) -> None:
        log_in(client)
        log_in(elsewhere)
        typed = {"old_password": PASSWORD, "new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
        assert client.post("/account/password/", typed | {"old_password": "x"}).status_code == 422
        assert "Your password has been changed" in said(client.post("/account/password/", typed, follow=True))
        assert client.get("/account/").status_code == 200
        assert elsewhere.get("/account/").status_code == 302
        assert log_in(elsewhere).status_code == 422
        assert "You are logged in" in said(log_in(elsewhere, password=NEW_PASSWORD))

    def test_a_forgotten_password_is_replaced_by_mail(self, client: Client, fan: User, at_once: None) -> None:
        keys.create_key(fan, "a bot")
        shown = said(client.post("/account/forgotten/", {"email": "Fan@example.org"}, follow=True))
        assert "Check your email" in shown
        (message,) = mail.outbox
        assert message.to == ["fan@example.org"]
        link = re.search(r"http://localhost:8000(/account/forgotten/\S+)", message.body)
        assert link
        page = client.get(link[1], follow=True)
        assert "Also revoke 1 API key" in said(page)
        typed = {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD, "revoke": "on"}
        where = page.redirect_chain[-1][0]
        assert client.post(where, typed | {"new_password2": "x"}).status_code == 422
        shown = said(client.post(where, typed, follow=True))
        assert "Log in with the new one" in shown
        assert "Revoked: 1 API key." in shown
        assert not keys.list_active_keys(fan).exists()
        assert "You are logged in" in said(log_in(client, password=NEW_PASSWORD))
        assert "no longer works" in said(Client().get(link[1], follow=True))

    def test_links_lead_to_the_site_whatever_host_is_asked(self, client: Client, fan: User, at_once: None) -> None:
        typed = {"email": fan.email}
        assert client.post("/account/forgotten/", typed, headers={"Host": "localhost:6666"}).status_code == 302
        assert client.post("/account/forgotten/", typed, headers={"Host": "evil.example"}).status_code == 400
        (message,) = mail.outbox
        assert "http://localhost:8000/account/forgotten/" in message.body
        assert "6666" not in message.body

    def test_asking_for_a_link_is_the_same_work_for_every_address(self, client: Client, fan: User) -> None:
        for email in (fan.email, "nobody@example.org"):
            with CaptureQueriesContext(connection) as queries:
                assert client.post("/account/forgotten/", {"email": email}).status_code == 302
            assert not queries.captured_queries
        assert not mail.outbox, "mail is the workers' affair"

    def test_links_to_an_account_are_limited_without_a_message(
        self, client: Client, fan: User, at_once: None, settings: Any
    ) -> None:
        settings.LIMITS = {**settings.LIMITS, "reset-account": (2, 3600)}
        other = User.objects.create_user("other", "other@example.org", PASSWORD)
        pages = [
            said(client.post("/account/forgotten/", {"email": email}, follow=True))
            for email in (fan.email, "FAN@example.org", fan.email, fan.email, "nobody@example.org", other.email)
        ]
        assert len(set(pages)) == 1
        assert [message.to for message in mail.outbox] == [[fan.email], [fan.email], [other.email]]

    def test_the_address_changes_with_the_password_only(self, client: Client, fan: User) -> None:
        log_in(client)
        response = client.post("/account/email/", {"email": "new@example.org", "password": "x"})
        assert response.status_code == 422
        assert "The password is wrong." in said(response)
        client.post("/account/email/", {"email": "new@example.org", "password": PASSWORD})
        fan.refresh_from_db()
        assert fan.email == "new@example.org"


class TestOnesOwnData:
    def test_all_data_is_exported_as_a_file(self, client: Client, fan: User, asked: Analysis) -> None:
        log_in(client)
        saved, board = save(client, asked), own_board(client)
        response = client.get("/account/export/")
        assert response["Content-Disposition"] == 'attachment; filename="press-or-pass-my-data.json"'
        assert "no-store" in response["Cache-Control"]
        data = json.loads(response.content)
        assert data["account"]["email"] == "fan@example.org"
        (one,) = data["saved_analyses"]
        assert (one["title"], one["address"]) == ("Larson", saved.get_absolute_url())
        assert one["versions"][0]["board"] == "pyl-1985-02-r2.1"
        assert data["boards"][0]["address"] == board.get_absolute_url()
        assert len(data["boards"][0]["revisions"][0]["board"]["squares"]) == 18
        assert PASSWORD not in markup(response)
        assert "md5$" not in markup(response)

    def test_deletion_lists_the_data_and_needs_the_password(
        self, client: Client, elsewhere: Client, fan: User, asked: Analysis
    ) -> None:
        log_in(client)
        saved, board = save(client, asked), own_board(client)
        page = said(client.get("/account/delete/"))
        assert "1 saved answer with all versions" in page
        assert "Your board stays" in page
        assert client.post("/account/delete/", {"password": "x"}).status_code == 422
        assert User.objects.exists()
        shown = said(client.post("/account/delete/", {"password": PASSWORD}, follow=True))
        assert "have been deleted" in shown
        assert not User.objects.exists()
        assert elsewhere.get(f"/s/{saved.code}/").status_code == 404
        assert elsewhere.get(board.get_absolute_url()).status_code == 200
        assert client.get(f"{board.get_absolute_url()}edit/").status_code == 302
        assert board.label not in said(elsewhere.get("/boards/"))
        assert log_in(client).status_code == 422


@pytest.mark.parametrize(
    ("url", "host", "port", "tls", "ssl"),
    [
        ("smtp://mail.example.org", "mail.example.org", 587, True, False),
        ("smtp://me%40home:p%3Aw@mail.example.org:25?tls=0", "mail.example.org", 25, False, False),
        ("smtps://me:pw@mail.example.org", "mail.example.org", 465, False, True),
    ],
)
def test_the_mail_server_is_one_variable(
    monkeypatch: pytest.MonkeyPatch, url: str, host: str, port: int, tls: bool, ssl: bool
) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    mail_settings = read_env_mail("EMAIL_URL")
    assert (mail_settings.host, mail_settings.port, mail_settings.tls, mail_settings.ssl) == (host, port, tls, ssl)
    if "%40" in url:
        assert (mail_settings.user, mail_settings.password) == ("me@home", "p:w")


@pytest.mark.parametrize("url", ["mail.example.org", "http://mail.example.org", "smtp://", "smtp://host:port"])
def test_a_mail_server_that_cannot_be_read_is_said_without_its_password(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    with pytest.raises(ImproperlyConfigured, match="must read like smtp://user:password@host:587"):
        read_env_mail("EMAIL_URL")
