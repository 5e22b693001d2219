"""The share of one address in the threads of a web process."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.conf import settings

from .. import clients

WsgiApplication = Callable[..., Iterable[bytes]]

API = "/api/v1/"
STATUS = "429 Too Many Requests"
RETRY_SECONDS = 1
MESSAGE = "Too many requests from your address at once: try again in a second."
# In the words of deploy/nginx/site.conf.
PAGE = (
    '<!doctype html><html lang="en"><title>Too many requests</title><h1>Too many requests</h1>'
    f"<p>{MESSAGE} Nothing was changed. Go back; what you typed is still there.</p></html>"
)
JSON = f'{{"detail": [{{"field": null, "message": "{MESSAGE}"}}]}}'


class Shares:
    """A WSGI application that calls another one, for at most `most` requests of an address at the same time.

    A request counts until its response has been sent. Health checks and static files, without which a page is
    unreadable, are never refused.
    """

    most = 8  # gunicorn.conf.py knows how many threads there are

    def __init__(self, application: WsgiApplication) -> None:
        self._application = application
        self._busy: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        client, path = clients.address_of(environ), environ["PATH_INFO"]
        with self._lock:
            refused = self._busy[client] >= self.most and not (
                path.startswith(settings.STATIC_URL) or path in settings.PROBES
            )
            self._busy[client] += not refused
        if refused:
            return _refusal(path, start_response)
        try:
            return _Response(self._application(environ, start_response), lambda: self._leave(client))
        except BaseException:
            self._leave(client)
            raise

    def _leave(self, client: str) -> None:
        with self._lock:
            self._busy[client] -= 1
            if not self._busy[client]:
                del self._busy[client]


class _Response:
    """A response with something to do at its end; the web server closes each."""

    def __init__(self, response: Iterable[bytes], then: Callable[[], None]) -> None:
        self._response = response
        self._then = then

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._response)

    def close(self) -> None:
        """End the response."""
        try:
            getattr(self._response, "close", lambda: None)()
        finally:
            self._then()


def _refusal(path: str, start_response: Callable[..., Any]) -> list[bytes]:
    kind, body = ("application/json", JSON) if path.startswith(API) else ("text/html; charset=utf-8", PAGE)
    headers = {"Content-Type": kind, "Retry-After": str(RETRY_SECONDS), "Cache-Control": "no-store"}
    start_response(STATUS, list(headers.items()))
    return [body.encode()]
