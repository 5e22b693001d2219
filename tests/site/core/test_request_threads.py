"""Requests of one client beside those of others, in real threads."""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

import pytest

from pressorpass_site.core.http import request_threads
from pressorpass_site.core.http.request_threads import MOST_WAITING, RequestThreads, idle
from tests.processes import PATIENCE

GREEDY, OTHER = "203.0.113.7", "198.51.100.1"
THREADS = 4


class Site:
    """An application whose requests end when they are allowed to."""

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self.begun = threading.Semaphore(0)
        self.application = RequestThreads(self._answer, THREADS)
        self.people = ThreadPoolExecutor(100)

    def _answer(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [])
        self.begun.release()
        if environ["PATH_INFO"] == "/slow":
            self.may_end.wait()
        if environ["PATH_INFO"] == "/waits":
            with idle():
                self.may_end.wait()
        if environ["PATH_INFO"] == "/broken":
            raise ValueError("broken")
        return [b"done"]

    def get(self, client: str, path: str = "/") -> tuple[str, list[bytes]]:
        said: list[str] = []
        environ = {"REMOTE_ADDR": client, "PATH_INFO": path}
        content = list(self.application(environ, lambda status, headers: said.append(status)))
        return said[0], content

    def ask_slowly(self, count: int, path: str = "/slow") -> list[Any]:
        return [self.people.submit(self.get, GREEDY, path) for _ in range(count)]


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    # However slow the machine is, two clients that have asked are several.
    monkeypatch.setattr(request_threads, "SEVERAL_SECONDS", PATIENCE)
    site = Site()
    yield site
    site.may_end.set()
    site.people.shutdown()


def test_one_client_leaves_threads_to_others(site: Site) -> None:
    slow = site.ask_slowly(10)
    for _ in range(THREADS // 2):
        assert site.begun.acquire(timeout=PATIENCE)
    assert site.get(OTHER) == ("200 OK", [b"done"])
    site.may_end.set()
    assert {each.result(PATIENCE)[0] for each in slow} == {"200 OK"}


def test_one_request_of_each_client_is_computed_at_a_time_while_several_ask(site: Site) -> None:
    for client in (OTHER, GREEDY):
        site.get(client)
        assert site.begun.acquire(timeout=PATIENCE)
    slow = site.ask_slowly(3)
    assert site.begun.acquire(timeout=PATIENCE)
    assert site.get(OTHER) == ("200 OK", [b"done"])
    assert site.begun.acquire(timeout=PATIENCE)
    assert not site.begun.acquire(timeout=0.2)  # a slow machine could only miss one that begins
    site.may_end.set()
    assert {each.result(PATIENCE)[0] for each in slow} == {"200 OK"}


def test_a_request_that_waits_for_a_job_keeps_no_other_waiting(site: Site) -> None:
    for client in (OTHER, GREEDY):
        site.get(client)
        assert site.begun.acquire(timeout=PATIENCE)
    held = site.ask_slowly(1, "/waits")
    assert site.begun.acquire(timeout=PATIENCE)
    assert site.get(GREEDY) == ("200 OK", [b"done"])
    assert not held[0].done()


def test_too_many_at_once_are_refused_with_a_time(site: Site) -> None:
    slow = site.ask_slowly(THREADS // 2 + MOST_WAITING + 1)
    refused = next(as_completed(slow, timeout=PATIENCE)).result()
    assert refused[0].startswith("429")
    assert b"try again in a second" in refused[1][0]


def test_a_request_that_fails_takes_no_thread_with_it(site: Site) -> None:
    for _ in range(3 * THREADS):
        with pytest.raises(ValueError, match="broken"):
            site.get(GREEDY, "/broken")
    assert site.get(GREEDY)[0] == "200 OK"
