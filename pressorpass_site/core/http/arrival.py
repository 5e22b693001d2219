"""Requests that arrive: their bodies are read before the site is asked, and those that come too slowly end.

gunicorn has no such limits (gunicorn.conf.py says when a header is awaited), and a time limit of a socket is for each
piece: a client that sends a byte now and then would keep its thread. So one thread looks at all that is awaited.
"""

from __future__ import annotations

import io
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

WsgiApplication = Callable[..., Iterable[bytes]]

LOOK_SECONDS = 0.5
INCOMPLETE = "408 Request Timeout"
MESSAGE = b"The request did not arrive completely, so nothing was changed. Please try again.\n"

_awaited: dict[int, tuple[socket.socket, float]] = {}  # by thread: its connection, and until when


@contextmanager
def within(connection: socket.socket | None, seconds: float) -> Iterator[None]:
    """Have the block see the end of the connection's data after this time, unless `ended` is called."""
    if connection:  # none but gunicorn tells it
        _awaited[threading.get_ident()] = connection, time.monotonic() + seconds
    try:
        yield
    finally:
        ended()


def ended() -> None:
    """Note that what this thread has awaited is there."""
    _awaited.pop(threading.get_ident(), None)


def watch() -> None:
    """Start the thread that looks at what is awaited in this process."""
    threading.Thread(target=_watch, name="arrival", daemon=True).start()


def _watch() -> None:
    while True:
        time.sleep(LOOK_SECONDS)
        now = time.monotonic()
        for connection, until in list(_awaited.values()):
            if until < now:
                with suppress(OSError):  # closed already
                    connection.shutdown(socket.SHUT_RD)


class WholeRequests:
    """A WSGI application that calls another one with the whole body; those that the site refuses are left alone.

    A body that has not arrived within `seconds` is answered with 408.
    """

    def __init__(self, application: WsgiApplication, most: int, seconds: float) -> None:
        self._application = application
        self._most = most
        self._seconds = seconds

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        length = environ.get("CONTENT_LENGTH") or "0"
        expected = int(length) if length.isdecimal() else 0
        if 0 < expected <= self._most:
            with within(environ.get("gunicorn.socket"), self._seconds):
                body = environ["wsgi.input"].read(expected)
            if len(body) < expected:
                start_response(INCOMPLETE, [("Content-Type", "text/plain; charset=utf-8")])
                return [MESSAGE]
            environ["wsgi.input"] = io.BytesIO(body)
        return self._application(environ, start_response)
