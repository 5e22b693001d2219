"""The id, the log line and the counts of each request.

The id is that of the proxy in front, if there is one of ours, and the response has it too. All lines logged meanwhile
have it, and so have those of a job that the request sends to a worker (celery.py).
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from .. import clients, metrics

HEADER = "X-Request-ID"
SECRET_PARTS = ("token", "uidb64", "host_key")
STATIC = "static"
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")

_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
access = logging.getLogger("pressorpass.access")


@contextmanager
def identified(request: HttpRequest) -> Iterator[str]:
    """Add the request's id to lines logged during the block; yield the id."""
    given = request.headers.get(HEADER, "")
    request_id = given if settings.TRUSTED_PROXIES and _ID.fullmatch(given) else secrets.token_hex(16)
    with structlog.contextvars.bound_contextvars(request_id=request_id):
        yield request_id


def write(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Log and count a request of the present client."""
    view, path = _place(request)
    method = request.method if request.method in METHODS else "other"
    metrics.REQUESTS.labels(view, method, response.status_code).inc()
    metrics.REQUEST_SECONDS.labels(view).observe(seconds)
    if path not in settings.PROBES and view != STATIC:
        facts = {
            "method": method,
            "path": path,
            "status": response.status_code,
            "milliseconds": round(1000 * seconds, 1),
            "client": clients.current(),
        }
        access.info("request", extra=facts)


def _place(request: HttpRequest) -> tuple[str, str]:
    """Return the name of the view, and the path without its secrets and without the query."""
    path = request.path_info
    if path.startswith(settings.STATIC_URL):
        return STATIC, path
    match = request.resolver_match
    if match is None:  # a middleware has answered
        try:
            match = resolve(path)
        except Resolver404:
            return "none", path
    for name in SECRET_PARTS:
        if secret := match.kwargs.get(name):
            path = path.replace(str(secret), "…")
    return match.view_name or match.func.__name__, path


class OnlyExceptions(logging.Filter):
    """A filter that keeps only the lines about unhandled exceptions, without the address."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = "unhandled exception", ()
        return bool(record.exc_info)
