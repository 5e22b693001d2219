"""The message broker is killed, hangs, or comes back without its data."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest
import redis

from tests.processes import RunningSite, wait_for

from .conftest import Begin, wait_until_healthy
from .parts import broker_url, main_process
from .visitor import NOT_HELD_UP, BusyVisitor, Visitor, question

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

HEAVY = "8000e5,3000,0@1"
WAITING = "Waiting for the solver."


@contextmanager
def absent(site: RunningSite) -> Iterator[None]:
    """The broker away, and its data gone; the runner, which would start it again at once, stands still."""
    runner = psutil.Process(site.process.pid)
    runner.suspend()
    try:
        broker = main_process(site, "valkey")
        broker.kill()
        wait_for("the broker was gone", lambda: broker.status() == psutil.STATUS_ZOMBIE)
        shutil.rmtree(site.data_dir / "valkey" / "appendonlydir")
        yield
    finally:
        runner.resume()


def test_broker_is_killed_and_started_again(site: RunningSite, fault: Begin) -> None:
    busy = BusyVisitor(site.url)
    with fault("Broker killed (`kill -9`); the runner starts it again", "questions, saves, a game entered") as seen:
        busy.wait_for_state(HEAVY, "refining")
        with busy.at_work():
            time.sleep(2)
            broker = main_process(site, "valkey")
            broker.kill()
            seen.over()
            wait_for("a new broker came", lambda: main_process(site, "valkey").pid != broker.pid)
            wait_until_healthy(site)
            seen.normal("everything accepted is there and answered")
            time.sleep(3)
        assert not busy.refused, busy.refused
        busy.check_promises()
        busy.wait_for_state(HEAVY, "done")


# Each test asks about spins of its own, as questions with the same ones are answered from a table.


def test_broker_comes_back_without_its_data(site: RunningSite, fault: Begin) -> None:
    visitor, busy = Visitor(site.url), BusyVisitor(site.url)
    with fault("Broker away for 6 s, then back without its data", "questions, saves, a game entered") as seen:
        # Messages wait in the broker while the workers are busy or, as here, stand still.
        processes = [process for worker in site.workers() for process in (worker, *worker.children())]
        for process in processes:
            process.suspend()
        notations = ["7001e2,3000,0@1", "7002e2,3000,0@1"]
        for process in notations:
            assert visitor.ask(process, "seed").state == "waiting"
        with busy.at_work():
            with absent(site):
                for process in processes:
                    process.resume()
                visitor.wait_for_words("7003e2,3000,0@1", WAITING, rules="seed")
                seen.saw.append(WAITING)
                visitor.wait_for_words(notations[0], "No solver is running at the moment", rules="seed")
                seen.saw.append("No solver is running at the moment; the question keeps its place until one is.")
                time.sleep(4)
            seen.over()
            for process in notations:
                visitor.wait_for_state(process, "done", rules="seed")
            seen.normal("what was queued is sent again and answered")
            time.sleep(2)
        busy.check_promises()
        busy.wait_for_answer("7003e2,3000,0@1")


def test_broker_hangs(site: RunningSite, fault: Begin) -> None:
    visitor, busy = Visitor(site.url), BusyVisitor(site.url)
    with fault("Broker hangs (SIGSTOP) for 20 s", "questions, saves, a game entered") as seen:
        broker = main_process(site, "valkey")
        with busy.at_work():
            broker.suspend()
            try:
                end, slowest = time.monotonic() + 20, 0.0
                count = 0
                while time.monotonic() < end:
                    count += 1
                    for path in ("/", "/lab/", question(f"{7100 + count}e3,3000,0@1", "seed"), question(HEAVY)):
                        page = visitor.open(path)
                        assert page.status == 200, page.text
                        slowest = max(slowest, page.seconds)
                    time.sleep(1)
                assert WAITING in visitor.ask("7101e3,3000,0@1", "seed").answer
                seen.saw.append(WAITING)
            finally:
                broker.resume()
            seen.over()
            wait_until_healthy(site)
            seen.normal(f"everything accepted is there and answered; the slowest page took {slowest:.1f} s")
            time.sleep(1)
        assert slowest < NOT_HELD_UP
        for number in range(1, count + 1):
            busy.wait_for_answer(f"{7100 + number}e3,3000,0@1")
        busy.check_promises()


def test_broker_is_full(site: RunningSite, fault: Begin) -> None:
    visitor, busy = Visitor(site.url), BusyVisitor(site.url)
    with (
        fault("Broker without memory (`maxmemory`) for 15 s", "questions, saves, a game entered") as seen,
        redis.Redis.from_url(broker_url(site)) as broker,
    ):
        starts = site.output.count("starting it again")
        first, *others = sorted(site.workers(), key=lambda worker: "--queues=first,later" not in worker.cmdline())
        with busy.at_work():
            broker.config_set("maxmemory", "1")
            end = time.monotonic() + 15
            visitor.wait_for_words("7201e4,3000,0@1", WAITING, rules="seed")
            seen.saw.append(WAITING)
            wait_for("monitors were told", lambda: visitor.open("/health").status == 503)
            first.kill()  # its successor finds no memory
            wait_for("a new worker came", lambda: len(site.workers()) == 3)
            time.sleep(max(end - time.monotonic(), 0))
            running = site.workers()
            assert first not in running
            broker.config_set("maxmemory", "0")
            seen.over()
            wait_until_healthy(site)
            visitor.wait_for_state("7202e4,3000,0@1", "done", rules="seed")
            seen.normal("everything accepted is there and answered; no worker ended")
        assert site.workers() == running
        assert all(other in running for other in others)
        assert site.output.count("starting it again") == starts + 1
        busy.check_promises()
