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
from pressorpass_site.variables import NO_PATH

ALIVE = "/healthz"  # whether the process answers
ALIVE_BODY = b"ok\n"
UNDER_A_PATH_BODY = f"{NO_PATH}\n".encode()

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
    """Answer a request; `/healthz` for any host, without the database or the queue. Under a path there is nothing."""
    if environ.get("SCRIPT_NAME"):
        status, body = "404 Not Found", UNDER_A_PATH_BODY
    elif environ["PATH_INFO"] == ALIVE:
        status, body = "200 OK", ALIVE_BODY
    else:
        return shared(environ, start_response)
    headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
    ]
    start_response(status, headers)
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]
