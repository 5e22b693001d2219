"""Requests are answered by a few threads of their own, however many threads the web server has for open streams.

A few are as fast as many, and each holds a connection to the database. The server's thread then sends the response: a
stream is held open there and takes no thread from other requests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

WsgiApplication = Callable[..., Iterable[bytes]]


class RequestThreads:
    """A WSGI application that calls another one in at most `count` threads."""

    def __init__(self, application: WsgiApplication, count: int) -> None:
        self._application = application
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="request")

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        return self._threads.submit(self._application, environ, start_response).result()
