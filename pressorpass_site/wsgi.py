"""The WSGI application, loaded by gunicorn."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from pressorpass_site.core.liveness import Liveness
from pressorpass_site.core.request_threads import RequestThreads

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pressorpass_site.settings")

application = Liveness(RequestThreads(get_wsgi_application(), settings.REQUEST_THREADS))
