"""The WSGI application, loaded by gunicorn."""

import logging
import os
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection

from pressorpass_site.core import apps
from pressorpass_site.core.http.arrival import WholeRequests
from pressorpass_site.core.http.request_texts import Utf8Request
from pressorpass_site.core.http.shares import Shares

ALIVE = "/healthz"  # whether the process answers
ALIVE_BODY = b"ok\n"
ALIVE_HEADERS = (
    ("Content-Type", "text/plain; charset=utf-8"),
    ("Content-Length", str(len(ALIVE_BODY))),
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pressorpass_site.settings")

site = get_wsgi_application()
site.request_class = Utf8Request
for warning in apps.warnings():
    logging.getLogger("pressorpass").warning(warning)

if connection.vendor == "postgresql":
    from pressorpass_site.core.database.postgresql.base import DatabaseWrapper

    DatabaseWrapper.of_pages = True

whole = WholeRequests(site, most=settings.DATA_UPLOAD_MAX_MEMORY_SIZE, seconds=settings.REQUEST_BODY_SECONDS)
shared = Shares(whole)


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer a request; `/healthz` for any host, without the database or the queue."""
    if environ["PATH_INFO"] != ALIVE:
        return shared(environ, start_response)
    start_response("200 OK", list(ALIVE_HEADERS))
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [ALIVE_BODY]
