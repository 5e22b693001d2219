"""The WSGI application, loaded by gunicorn."""

import logging
import os
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection

from pressorpass_site.core import checks
from pressorpass_site.core.liveness import Liveness
from pressorpass_site.core.request_bodies import RequestBodies
from pressorpass_site.core.request_threads import RequestThreads

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pressorpass_site.settings")

site = get_wsgi_application()
for warning in checks.warnings():
    logging.getLogger("pressorpass").warning(warning)
pages = RequestThreads(site, settings.REQUEST_THREADS)
probes = RequestThreads(site, settings.PROBE_THREADS)

if connection.vendor == "postgresql":
    from pressorpass_site.core.postgresql.base import DatabaseWrapper

    DatabaseWrapper.of_pages = True


def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer a request, health checks in threads of their own."""
    return (probes if environ["PATH_INFO"] in settings.PROBES else pages)(environ, start_response)


application = Liveness(
    RequestBodies(
        answer,
        most=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        seconds=settings.REQUEST_BODY_SECONDS,
    )
)
