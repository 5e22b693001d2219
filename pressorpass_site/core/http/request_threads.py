"""The few threads that answer requests, however many threads the web server has for open streams.

A few are as fast as many, and each one holds a database connection. The server's thread then sends the response: a
stream is held open there and takes no thread from other requests.

One client never has all of the threads: with half of them busy for it, its next requests wait until one is done,
whatever others ask for meanwhile. While several clients ask, each has one request computed at a time: the interpreter
computes one at a time anyway, and after each row that it reads a request waits for all others that want it. A request
that waits for a job (`idle`) is not computed meanwhile. Clients whose requests wait take turns.
"""

from __future__ import annotations

import math
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from .. import clients

WsgiApplication = Callable[..., Iterable[bytes]]
Work = Callable[[], Iterable[bytes]]

# Requests of one client that may wait in a process; browsers open six connections, so only programs have more.
MOST_WAITING = 32
# The time after requests of two clients for which a process assumes several clients.
SEVERAL_SECONDS = 5.0
RETRY_SECONDS = 1
REFUSAL = b"Too many requests from your address at the same time: try again in a second.\n"

_of_thread = threading.local()  # the request that a thread answers


class RequestThreads:
    """A WSGI application that calls another one in at most `count` threads."""

    def __init__(self, application: WsgiApplication, count: int) -> None:
        self._application = application
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="request")
        self._free = count
        self._share = math.ceil(count / 2)
        self._busy: Counter[str] = Counter()
        self._computed: Counter[str] = Counter()  # the busy ones that wait for nothing
        # By client, the next one first.
        self._waiting: OrderedDict[str, deque[tuple[Future[Iterable[bytes]], Work]]] = OrderedDict()
        self._last_client = ""
        self._several_until = 0.0
        self._lock = threading.Lock()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        response = self._answer(clients.address_of(environ), lambda: self._application(environ, start_response))
        if response is not None:
            return response.result()
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Retry-After", str(RETRY_SECONDS))]
        start_response("429 Too Many Requests", headers)
        return [REFUSAL]

    def _answer(self, client: str, work: Work) -> Future[Iterable[bytes]] | None:
        """Return the response to come; None if too many requests of the client wait."""
        response: Future[Iterable[bytes]] = Future()
        with self._lock:
            queue = self._waiting.setdefault(client, deque())
            if len(queue) >= MOST_WAITING:
                return None
            queue.append((response, work))
            if self._last_client not in (client, ""):
                self._several_until = time.monotonic() + SEVERAL_SECONDS
            self._last_client = client
            self._begin_next()
        return response

    def _begin_next(self) -> None:
        """Begin the requests that may begin, with the lock held."""
        several = time.monotonic() < self._several_until
        for client in list(self._waiting):
            if not self._free:
                return
            if self._busy[client] >= self._share or (several and self._computed[client]):
                continue
            queue = self._waiting[client]
            response, work = queue.popleft()
            self._waiting.move_to_end(client)
            if not queue:
                del self._waiting[client]
            self._free -= 1
            self._busy[client] += 1
            self._computed[client] += 1
            self._threads.submit(self._do, client, response, work)

    def _do(self, client: str, response: Future[Iterable[bytes]], work: Work) -> None:
        _of_thread.request = self, client
        try:
            found = work()
        except BaseException as error:
            self._end(client)
            response.set_exception(error)
        else:
            self._end(client)
            response.set_result(found)

    def _end(self, client: str) -> None:
        del _of_thread.request
        with self._lock:
            self._free += 1
            _less(self._busy, client)
            _less(self._computed, client)
            self._begin_next()

    def pause(self, client: str) -> None:
        """Note that a request of the client computes nothing for a while, so another one may."""
        with self._lock:
            _less(self._computed, client)
            self._begin_next()

    def go_on(self, client: str) -> None:
        """Note that the request is computed again, at once, even if another one was started meanwhile."""
        with self._lock:
            self._computed[client] += 1


@contextmanager
def idle() -> Iterator[None]:
    """Count this thread's request, if any, as idle during the block."""
    found: tuple[RequestThreads, str] | None = getattr(_of_thread, "request", None)
    if found is None:
        yield
        return
    threads, client = found
    threads.pause(client)
    try:
        yield
    finally:
        threads.go_on(client)


def _less(counter: Counter[str], client: str) -> None:
    counter[client] -= 1
    if not counter[client]:
        del counter[client]
