"""/healthz, /readyz and /health: each says what it is for, quickly, and a crowd of monitors costs nothing."""

import io
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import redis
from django.conf import settings as site_settings
from django.db import connection
from django.db.backends.signals import connection_created
from django.test import Client

from pressorpass_site.core import redis_client
from pressorpass_site.core.http.shares import Shares
from pressorpass_site.pages import health
from pressorpass_site.pages.models import WriteCheck
from pressorpass_site.work import heartbeat
from tests.processes import PATIENCE, wait_for

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """No result, worker or connection of another test."""
    redis.Redis.from_url(site_settings.REDIS_URL).delete(heartbeat.KEY)
    for check in health.CHECKS:
        check.forget()
    yield
    for check in health.CHECKS:
        check.forget()


@pytest.fixture
def redis_at(settings: Any) -> Iterator[socket.socket]:
    """Where the site looks for Redis: a socket that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        forget_connections()
        yield silent
    forget_connections()


def forget_connections() -> None:
    redis_client.client.cache_clear()
    heartbeat._breaker.reset()


def test_without_a_worker_the_site_is_ready_and_says_so_but_not_healthy(client: Client) -> None:
    ready, all_there = client.get("/readyz"), client.get("/health")

    assert (ready.status_code, ready.json()["status"]) == (200, "ok")
    assert (all_there.status_code, all_there.json()["status"]) == (503, "trouble")
    for answer in (ready, all_there):
        assert (answer.json()["database"], answer.json()["queue"]) == ("ok", "ok")
        assert answer.json()["worker"] == "none has been heard of lately"
        assert "no-cache" in answer["Cache-Control"]


def test_with_a_worker_everything_is_well(client: Client) -> None:
    heartbeat.beat("test")
    states = {"database": "ok", "writing": "ok", "queue": "ok", "worker": "ok"}
    answer = client.get("/health").json()
    assert answer.pop("writing_seconds_ago") >= 0
    assert answer == {"status": "ok", **states}
    heartbeat.leave("test")
    assert heartbeat.workers() == 0


def test_without_the_queue_the_site_is_not_ready(client: Client, redis_at: socket.socket) -> None:
    redis_at.close()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "ok")
    assert answer.json()["queue"] == "unreachable (ConnectionError)"
    assert answer.json()["worker"] == "unknown"


def test_a_queue_that_hangs_is_not_waited_for(
    client: Client, redis_at: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "FRESH_SECONDS", PATIENCE)  # one look for all of them, however slow they are

    def quickly() -> bool:
        began = time.monotonic()
        for _ in range(20):
            assert client.get("/readyz").json()["queue"] == "unreachable (TimeoutError)"
        return time.monotonic() - began < 2 * redis_client.TIMEOUT_SECONDS + 1

    wait_for("the machine let them be quick", quickly)
    redis_at.settimeout(1)
    redis_at.accept()[0].close()
    with pytest.raises(TimeoutError):
        redis_at.accept()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a database in a file")
def test_a_database_that_is_gone_is_noticed_though_a_connection_is_open(client: Client) -> None:
    connection.ensure_connection()
    file = Path(connection.settings_dict["NAME"])
    away = file.rename(file.with_name("away.sqlite3"))
    try:
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["database"]) == (503, "its file is missing")
        assert not file.exists()
    finally:
        away.rename(file)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="one writer at a time")
def test_a_database_that_is_locked_is_told_while_pages_are_still_served(client: Client) -> None:
    heartbeat.beat("test")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as held:
        held.execute("BEGIN IMMEDIATE")
        ready, all_there = client.get("/readyz"), client.get("/health")
        held.execute("ROLLBACK")
    heartbeat.leave("test")

    assert (ready.status_code, ready.json()["database"]) == (200, "ok")
    assert ready.json()["writing"] == "locked for 0.7 s or longer"
    assert (all_there.status_code, all_there.json()["status"]) == (503, "trouble")


def test_a_row_is_written_however_many_ask_once_in_a_while(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH_SECONDS", PATIENCE)  # a while in which a busy machine answers all of them
    heartbeat.beat("test")
    client.get("/health")
    first = WriteCheck.objects.get()
    for _ in range(20):
        client.get("/health")
    assert bytes(WriteCheck.objects.get().written) == bytes(first.written)
    health.DATABASE.forget()
    client.get("/readyz")
    second = WriteCheck.objects.get()
    heartbeat.leave("test")
    assert bytes(second.written) != bytes(first.written), "one row, written anew"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite can be told how many pages it has")
def test_a_full_database_is_told(client: Client) -> None:
    heartbeat.beat("test")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # leaves no free pages

    def limit(connection: Any, **_: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count=1")  # no more than there are

    connection_created.connect(limit)
    try:
        ready, all_there = client.get("/readyz"), client.get("/health")
    finally:
        connection_created.disconnect(limit)
        heartbeat.leave("test")
    assert (ready.status_code, ready.json()["writing"]) == (200, "the disk is full")
    assert (all_there.status_code, all_there.json()["status"]) == (503, "trouble")


def test_many_who_ask_at_once_wait_for_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    over, looks = threading.Event(), []

    def slow() -> health.States:
        looks.append(1)
        over.wait()
        return {"part": health.WELL}

    monkeypatch.setattr(health, "FRESH_SECONDS", PATIENCE)
    check, seen = health.Check(slow), []
    threads = [threading.Thread(target=lambda: seen.append(check.states())) for _ in range(5)]
    for each in threads:
        each.start()
    wait_for("one looked", lambda: looks)
    over.set()
    for each in threads:
        each.join()
    assert (len(looks), seen) == (1, 5 * [{"part": "ok"}])


@pytest.fixture
def wsgi() -> Iterator[ModuleType]:
    """The application as the web server has it."""
    yield import_module("pressorpass_site.wsgi")
    if connection.vendor == "postgresql":  # what follows are no pages
        import_module("pressorpass_site.core.database.postgresql.base").DatabaseWrapper.of_pages = False


@pytest.mark.parametrize("path", ["/health", "/readyz", "/healthz"])
def test_probes_are_answered_beside_pages_of_their_address_that_hang(
    wsgi: ModuleType, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, begun = threading.Event(), threading.Event()

    def answer(environ: dict[str, Any], start_response: Any) -> Any:
        if environ["PATH_INFO"] == "/":
            begun.set()
            over.wait()
        return wsgi.site(environ, start_response)

    shared = Shares(answer)
    shared.most = 1
    monkeypatch.setattr(wsgi, "shared", shared)
    environ = {"REQUEST_METHOD": "GET", "SERVER_NAME": "localhost", "SERVER_PORT": "80", "wsgi.url_scheme": "http"}
    said: list[str] = []

    def ask(path: str) -> bytes:
        asked = environ | {"PATH_INFO": path, "REMOTE_ADDR": "192.0.2.1", "wsgi.input": io.BytesIO()}
        return b"".join(wsgi.application(asked, lambda status, headers: said.append(status)))

    page = threading.Thread(target=ask, args=("/",))
    page.start()
    begun.wait()
    body = ask(path)
    over.set()
    page.join()
    assert said[0].split()[0] in ("200", "503")
    assert b"ok" in body


def test_many_who_ask_share_one_look(client: Client) -> None:
    with redis.Redis.from_url(site_settings.REDIS_URL) as server:
        before = server.info("commandstats").get("cmdstat_zcount", {"calls": 0})["calls"]
        for _ in range(50):
            client.get("/health")
        assert server.info("commandstats")["cmdstat_zcount"]["calls"] - before <= 2


def test_liveness_needs_nothing_of_the_site(wsgi: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def unusable(*_: object) -> list[bytes]:
        raise AssertionError("the site was asked")

    monkeypatch.setattr(wsgi, "shared", unusable)
    said: list[str] = []
    environ = {"PATH_INFO": "/healthz", "REQUEST_METHOD": "GET", "HTTP_HOST": "anything"}
    body = wsgi.application(environ, lambda status, headers: said.append(status))
    assert (said, list(body)) == (["200 OK"], [b"ok\n"])
    with pytest.raises(AssertionError):
        wsgi.application(environ | {"PATH_INFO": "/"}, lambda *_: None)
