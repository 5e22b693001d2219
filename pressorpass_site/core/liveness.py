"""`/healthz`: whether the process answers, without a thread for requests, the database or the queue."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

WsgiApplication = Callable[..., Iterable[bytes]]

ADDRESS = "/healthz"
_BODY = b"ok\n"
_HEADERS = [
    ("Content-Type", "text/plain; charset=utf-8"),
    ("Content-Length", str(len(_BODY))),
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
]


class Liveness:
    """A WSGI application that answers `/healthz` itself, for any host name, and passes the rest on."""

    def __init__(self, application: WsgiApplication) -> None:
        self._application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ.get("PATH_INFO") != ADDRESS:
            return self._application(environ, start_response)
        start_response("200 OK", list(_HEADERS))
        return [] if environ.get("REQUEST_METHOD") == "HEAD" else [_BODY]
