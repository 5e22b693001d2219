"""A Valkey that no longer answers, as when it is stopped, or that takes nothing, as its memory is full: one that is away."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import redis
from celery import current_app
from django.test import Client

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.core import limits, redis_client
from pressorpass_site.core.limits import Rate
from pressorpass_site.work import broker, liveness, worker
from pressorpass_site.work.models import Queue, Status
from tests.processes import started_broker
from tests.site.conftest import Ask
from tools.run.broker import Broker

from .by_hand import serve_all, serve_none

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]


@pytest.fixture
def server(tmp_path: Path, settings: Any) -> Iterator[redis.Redis]:
    with started_broker(tmp_path / "valkey", Broker(tmp_path).url) as url:
        settings.REDIS_URL = url
        current_app.conf.broker_url, usual = url, current_app.conf.broker_url
        forget()
        with redis.Redis.from_url(url) as client:
            yield client
        current_app.conf.broker_url = usual
    forget()


@pytest.fixture
def full(server: redis.Redis) -> redis.Redis:
    serve_all()
    server.config_set("maxmemory", "1")
    return server


@pytest.fixture
def hung(server: redis.Redis) -> Iterator[None]:
    process: Any = server.info()
    os.kill(process["process_id"], signal.SIGSTOP)
    yield
    psutil.Process(process["process_id"]).resume()


def forget() -> None:
    """Reset all connections, and forget recent failures."""
    redis_client.get_redis_client.cache_clear()
    limits._paused_until = 0.0


def test_health_reports_a_full_redis_once_the_workers_keys_expire(full: redis.Redis, client: Client) -> None:
    with pytest.raises(redis.OutOfMemoryError):
        liveness.record_alive("test", Queue)
    serve_none()
    assert client.get("/health").status_code == 503


@pytest.mark.usefixtures("full")
def test_a_full_redis_refuses_no_question_and_raises_nothing_else(question: Ask, client: Client) -> None:
    page = client.get("/p/8000e1,3000,0@1?rules=seed")
    assert (page.status_code, Analysis.objects.get().status) == (200, Status.QUEUED)
    assert limits.spend_allowance("ask", "somebody", Rate(1, 60)).granted
    with pytest.raises(broker.BrokerUnreachable):
        broker.send(jobs.task, 1, "", queue=Queue.FIRST)
    worker.renew_worker("test")
    with pytest.raises(redis.RedisError):
        liveness.claim_interval("tidy", 1)
    answer = client.post("/account/forgotten/", {"email": "ann@example.org"}, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 503
    assert "The link cannot be sent at the moment" in answer.content.decode()


@pytest.mark.usefixtures("hung")
def test_a_hung_redis_is_given_up_and_the_question_stays(question: Ask) -> None:
    """Without time-outs, this would never end."""
    assert limits.spend_allowance("ask", "somebody", Rate(1, 60)).granted
    assert services.get_or_start_analysis(question()).status == Status.QUEUED
