"""Request bodies, read in the web server's own threads within a time limit.

A client that sends slowly holds one of the server's many threads and none of the few that answer requests, and not for
long. Bodies that the site refuses (core/http/middleware.py) are not read.
"""

from __future__ import annotations

import io
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Timer
from typing import Any

WsgiApplication = Callable[..., Iterable[bytes]]

INCOMPLETE = "408 Request Timeout"
MESSAGE = b"The request did not arrive completely, so nothing was changed. Please try again.\n"


class RequestBodies:
    """A WSGI application that calls another one with the whole body, if it has at most `most` bytes.

    The body must arrive within `seconds`; otherwise the answer is 408.
    """

    def __init__(self, application: WsgiApplication, most: int, seconds: float) -> None:
        self._application = application
        self._most = most
        self._seconds = seconds

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        length = environ.get("CONTENT_LENGTH") or "0"
        expected = int(length) if length.isdecimal() else 0
        if 0 < expected <= self._most:
            body = self._read(environ, expected)
            if len(body) < expected:
                start_response(INCOMPLETE, [("Content-Type", "text/plain; charset=utf-8")])
                return [MESSAGE]
            environ["wsgi.input"] = io.BytesIO(body)
        return self._application(environ, start_response)

    def _read(self, environ: dict[str, Any], length: int) -> bytes:
        connection = environ.get("gunicorn.socket")
        if connection is None:
            return bytes(environ["wsgi.input"].read(length))
        # Time limits of a socket are for each piece; this one is for all of them.
        timer = Timer(self._seconds, _stop_receiving, [connection])
        timer.daemon = True
        timer.start()
        try:
            return bytes(environ["wsgi.input"].read(length))
        finally:
            timer.cancel()


def _stop_receiving(connection: socket.socket) -> None:
    """Let the reader see the end of the data."""
    with suppress(OSError):  # closed already
        connection.shutdown(socket.SHUT_RD)
