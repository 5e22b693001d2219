"""A Valkey that answers but takes nothing, as its memory is full: to all callers it is one that is away."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from celery import current_app
from django.test import Client

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.core import limits, redis_client
from pressorpass_site.core.limits import Rate
from pressorpass_site.pages import health
from pressorpass_site.work import broker, heartbeat, picking
from pressorpass_site.work.queues import UNREACHABLE
from tests.processes import started_broker
from tests.site.conftest import Ask
from tools.run.broker import Broker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]


@pytest.fixture
def full_valkey(tmp_path: Path, settings: Any) -> Iterator[redis.Redis]:
    """A server with no memory left, and a way to give it some."""
    with started_broker(tmp_path / "valkey", Broker(tmp_path).url) as url:
        settings.REDIS_URL = url
        current_app.conf.broker_url, usual = url, current_app.conf.broker_url
        forget()
        with redis.Redis.from_url(url) as server:
            server.config_set("maxmemory", "1")
            yield server
        current_app.conf.broker_url = usual
    forget()


def forget() -> None:
    """Have everything connect anew, and no check or failure of a moment ago."""
    redis_client.client.cache_clear()
    limits._script.cache_clear()
    for breaker in (limits._breaker, heartbeat._breaker, broker._breaker):
        breaker.reset()
    for check in health.CHECKS:
        check.forget()


def test_health_tells(full_valkey: redis.Redis, client: Client) -> None:
    heartbeat.beat("test")
    for path in ("/readyz", "/health"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["queue"]) == (503, "its memory is full")
        assert answer.json()["worker"] == "ok"
    full_valkey.config_set("maxmemory", "0")
    forget()
    assert client.get("/health").status_code == 200


def test_a_question_is_refused_in_words(full_valkey: redis.Redis, client: Client) -> None:
    page = client.get("/p/8000e1,3000,0@1?rules=seed")
    assert page.status_code == 200
    assert UNREACHABLE in page.content.decode()
    assert Analysis.objects.get().status == Status.FAILED
    told = client.post("/api/v1/solve", {"position": "8000e1,4000,0@1"}, content_type="application/json")
    assert UNREACHABLE in told.content.decode()


def test_nothing_that_writes_to_it_raises_anything_else(
    full_valkey: redis.Redis, question: Ask, client: Client
) -> None:
    assert limits.spend("ask", "somebody", Rate(1, 60)).granted
    assert not broker.is_broker_reachable()
    forget()
    with pytest.raises(broker.BrokerUnreachable):
        broker.send(jobs.kinds[0].task)
    forget()
    services.ask(question())
    picking.wake()
    with pytest.raises(redis.RedisError):
        heartbeat.may("tidy", 1)
    answer = client.post("/account/forgotten/", {"email": "ann@example.org"}, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 503
    assert "The link cannot be sent at the moment" in answer.content.decode()
