"""The middleware that gives each request an id and a line in the log, and counts it.

The id comes from our proxy, if there is one. The response has it, and so do all lines that are logged for the request
and for the jobs that it sends to workers (celery.py).
"""

import logging
import re
import secrets
import time
from collections.abc import Callable

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


class RequestLogMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        sent_id = request.headers.get(HEADER, "")
        request_id = sent_id if settings.TRUSTED_PROXIES and _ID.fullmatch(sent_id) else secrets.token_hex(16)
        started_at = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = self.get_response(request)
            _log_request(request, response, time.perf_counter() - started_at)
        response[HEADER] = request_id
        return response


def _log_request(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    view, path = _name_request(request)
    method = request.method if request.method in METHODS else "other"
    metrics.REQUESTS.labels(view, method, response.status_code).inc()
    metrics.REQUEST_SECONDS.labels(view).observe(seconds)
    if path not in settings.PROBES and view != STATIC:
        facts = {
            "method": method,
            "path": path,
            "status": response.status_code,
            "milliseconds": round(1000 * seconds, 1),
            "client": clients.hash_address(clients.get_client_address(request.META)),
        }
        access.info("request", extra=facts)


def _name_request(request: HttpRequest) -> tuple[str, str]:
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
    """Keeps only the lines about unhandled exceptions, without the address."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = "unhandled exception", ()
        return bool(record.exc_info)
