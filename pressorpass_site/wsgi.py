import logging
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.urls import reverse

from pressorpass_site.core import apps
from pressorpass_site.core.http.request_texts import Utf8Request
from pressorpass_site.variables import NO_PATH

CANNOT_START = 3  # gunicorn then ends, and starts no other worker
STATEMENT_MILLISECONDS = 2000
ALIVE = "/healthz"  # whether the process answers
ALIVE_BODY = b"ok\n"
UNDER_A_PATH_BODY = f"{NO_PATH}\n".encode()

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pressorpass_site.settings")

try:
    site = get_wsgi_application()
except ImproperlyConfigured as wrong:
    logging.getLogger("pressorpass").critical(str(wrong))
    sys.exit(CANNOT_START)
site.request_class = Utf8Request
reverse("pages:home")  # imports all views: most of the cost of a first page
if not settings.DEBUG:  # in development, templates change
    apps.compile_pages()
for warning in apps.list_warnings():
    logging.getLogger("pressorpass").warning(warning)

if connection.vendor == "postgresql":  # only for pages: a worker may wait longer
    connection.settings_dict["OPTIONS"].setdefault("options", f"-c statement_timeout={STATEMENT_MILLISECONDS}")


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer `/healthz` for any host, without database and queue, and let Django answer other requests; 404 under a path."""
    if environ.get("SCRIPT_NAME"):
        status, body = "404 Not Found", UNDER_A_PATH_BODY
    elif environ["PATH_INFO"] == ALIVE:
        status, body = "200 OK", ALIVE_BODY
    else:
        return site(environ, start_response)
    headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
    ]
    start_response(status, headers)
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]
