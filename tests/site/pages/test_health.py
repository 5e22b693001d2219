"""/healthz, /readyz and /health: each says what it is for, quickly, and a crowd of monitors costs nothing."""

import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings as site_settings
from django.db import connection
from django.test import Client

from pressorpass_site.core import redis_client
from pressorpass_site.core.liveness import Liveness
from pressorpass_site.pages import health
from pressorpass_site.work import heartbeat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """No result, worker or connection of another test."""
    redis.Redis.from_url(site_settings.REDIS_URL).delete(heartbeat.KEY)
    checks = (health.DATABASE, health.WRITING, health.QUEUE)
    for check in checks:
        check.forget()
    yield
    for check in checks:
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
    assert client.get("/health").json() == {"status": "ok", **states}
    heartbeat.leave("test")
    assert heartbeat.workers() == 0


def test_without_the_queue_the_site_is_not_ready(client: Client, redis_at: socket.socket) -> None:
    redis_at.close()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "ok")
    assert answer.json()["queue"] == "unreachable (ConnectionError)"
    assert answer.json()["worker"] == "unknown"


def test_a_queue_that_hangs_is_not_waited_for(client: Client, redis_at: socket.socket) -> None:
    began = time.monotonic()
    for _ in range(20):
        assert client.get("/readyz").json()["queue"] == "unreachable (TimeoutError)"
    # One look for all of them.
    assert time.monotonic() - began < 2 * heartbeat.LOOK_TIMEOUT_SECONDS + 1
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


def test_many_who_ask_share_one_look(client: Client) -> None:
    with redis.Redis.from_url(site_settings.REDIS_URL) as server:
        before = server.info("commandstats").get("cmdstat_zcount", {"calls": 0})["calls"]
        for _ in range(50):
            client.get("/health")
        assert server.info("commandstats")["cmdstat_zcount"]["calls"] - before <= 2


def test_liveness_needs_nothing_of_the_site() -> None:
    def unusable(*_: object) -> list[bytes]:
        raise AssertionError("the site was asked")

    said: list[str] = []
    environ = {"PATH_INFO": "/healthz", "REQUEST_METHOD": "GET", "HTTP_HOST": "anything"}
    body = Liveness(unusable)(environ, lambda status, headers: said.append(status))
    assert (said, list(body)) == (["200 OK"], [b"ok\n"])
    with pytest.raises(AssertionError):
        Liveness(unusable)(environ | {"PATH_INFO": "/"}, lambda *_: None)
