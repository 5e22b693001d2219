"""/healthz, /readyz and /health: each says what it is for, and writes nothing."""

import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from pressorpass_site.core import redis_client
from pressorpass_site.work import liveness
from tests.site.work.by_hand import serve_all, serve_none

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def unserved() -> None:
    """No worker of another test."""
    serve_none()


@pytest.fixture
def redis_at(settings: Any) -> Iterator[socket.socket]:
    """Where the site looks for Redis: a socket that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        forget_connections()
        yield silent
    forget_connections()


def forget_connections() -> None:
    redis_client.get_redis_client.cache_clear()


def test_without_a_worker_the_site_is_ready_and_says_so_but_not_healthy(client: Client) -> None:
    ready, all_there = client.get("/readyz"), client.get("/health")

    assert (ready.status_code, ready.json()["status"]) == (200, "ok")
    assert (all_there.status_code, all_there.json()["status"]) == (503, "trouble")
    for answer in (ready, all_there):
        assert (answer.json()["database"], answer.json()["queue"]) == ("ok", "ok")
        assert answer.json()["worker"] == "none serves first, later, refine, background"
        assert "no-cache" in answer["Cache-Control"]


def test_with_a_worker_everything_is_well(client: Client) -> None:
    serve_all()
    answer = client.get("/health").json()
    assert answer == {"status": "ok", "database": "ok", "queue": "ok", "worker": "ok"}
    serve_none()


def test_without_the_queue_the_site_is_not_ready(client: Client, redis_at: socket.socket) -> None:
    redis_at.close()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "ok")
    assert answer.json()["queue"] == "unreachable (ConnectionError)"
    assert answer.json()["worker"] == "unknown"


def test_a_queue_that_hangs_is_not_waited_for(client: Client, redis_at: socket.socket) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["queue"]) == (503, "unreachable (TimeoutError)")


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
def test_nothing_is_written(client: Client) -> None:
    serve_all()
    keys = sorted(liveness.get_redis_client().scan_iter())
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as held:
        held.execute("BEGIN IMMEDIATE")
        assert [client.get(path).status_code for path in ("/readyz", "/health")] == [200, 200]
        held.execute("ROLLBACK")
    assert sorted(liveness.get_redis_client().scan_iter()) == keys
    serve_none()


def test_liveness_needs_nothing_of_the_site(wsgi: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def unusable(*_: object) -> list[bytes]:
        raise AssertionError("the site was asked")

    monkeypatch.setattr(wsgi, "site", unusable)
    said: list[str] = []
    environ = {"PATH_INFO": "/healthz", "REQUEST_METHOD": "GET", "HTTP_HOST": "anything"}
    body = wsgi.application(environ, lambda status, headers: said.append(status))
    assert (said, list(body)) == (["200 OK"], [b"ok\n"])
    with pytest.raises(AssertionError):
        wsgi.application(environ | {"PATH_INFO": "/"}, lambda *_: None)
