"""The WSGI application, loaded by gunicorn."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from pressorpass_site.core.liveness import Liveness
from pressorpass_site.core.request_bodies import RequestBodies
from pressorpass_site.core.request_threads import RequestThreads

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pressorpass_site.settings")

application = Liveness(
    RequestBodies(
        RequestThreads(get_wsgi_application(), settings.REQUEST_THREADS),
        most=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        seconds=settings.REQUEST_BODY_SECONDS,
    )
)
