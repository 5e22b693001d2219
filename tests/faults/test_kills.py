"""Every process is killed in turn while messages come twice and the queue is emptied: nothing is lost, nothing stays stuck."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psutil
import pytest
import redis

from pressorpass_site.work.models import Queue
from tests.processes import RunningSite

from .conftest import Begin, wait_until_healthy
from .parts import broker_url, main_process
from .visitor import BusyVisitor, Visitor, question

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

ROUNDS = 6
MAX_STUCK = 15.0  # seconds from a kill to the first answer of a question that is viewed meanwhile
ANSWERED = ("refining", "done")


@contextmanager
def doubled_messages(site: RunningSite) -> Iterator[None]:
    """Duplicate each message that waits in a queue."""
    ended, seen = threading.Event(), set()

    def double() -> None:
        while not ended.wait(0.02):
            with (
                suppress(redis.RedisError, psutil.Error, AssertionError),
                redis.Redis.from_url(broker_url(site)) as broker,
            ):
                for queue in Queue:
                    for message in broker.lrange(queue, 0, -1):
                        if message not in seen:
                            seen.add(message)
                            broker.rpush(queue, message)

    thread = threading.Thread(target=double, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(30)
    assert seen


def workers_child(number: int) -> Callable[[RunningSite], psutil.Process]:
    return lambda site: site.workers()[number].children()[0]


def web_child(site: RunningSite) -> psutil.Process:
    return main_process(site, "gunicorn").children()[0]


VICTIMS: dict[str, Callable[[RunningSite], psutil.Process]] = {
    "a worker's process": workers_child(0),
    "another worker's process": workers_child(1),
    "the third worker's process": workers_child(2),
    "a worker": lambda site: site.workers()[0],
    "another worker": lambda site: site.workers()[1],
    "a web process": web_child,
    "the broker": lambda site: main_process(site, "valkey"),
}


def kill(site: RunningSite, find: Callable[[RunningSite], psutil.Process]) -> None:
    """Kill a process; one that is just being started again is waited for."""
    while True:
        with suppress(psutil.Error, IndexError):
            find(site).kill()
            return
        time.sleep(0.1)


def test_every_process_is_killed_again_and_again(site: RunningSite, fault: Begin) -> None:
    chosen, longest, count = random.Random(1), 0.0, 0
    with fault(
        f"Each of {len(VICTIMS)} processes killed {ROUNDS} times; messages come twice, the queue is emptied at every third kill",
        "questions, saves, a game entered",
    ) as seen:
        busy, visitor = BusyVisitor(site.url), Visitor(site.url)
        with busy.at_work(), doubled_messages(site):
            for _ in range(ROUNDS):
                for find in VICTIMS.values():
                    count += 1
                    this_question = question(f"{5000 + count}e3,3000e2,1000@1")
                    with suppress(OSError):
                        visitor.open(this_question)
                    time.sleep(chosen.uniform(0, 0.6))
                    kill(site, find)
                    if count % 3 == 0:
                        with suppress(redis.RedisError), redis.Redis.from_url(broker_url(site)) as broker:
                            broker.flushall()
                    since = time.monotonic()
                    visitor.wait_for_page(this_question, "an answer", lambda page: page.state in ANSWERED)
                    stuck = time.monotonic() - since
                    longest = max(longest, stuck)
        seen.over()
        wait_until_healthy(site)
        seen.saw.append(f"an answer {longest:.1f} s after the kill at the latest")
        busy.check_promises()
        seen.normal("everything accepted is there and answered")
    assert longest <= MAX_STUCK
