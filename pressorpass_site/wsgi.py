"""The WSGI application, loaded by gunicorn."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from pressorpass_site.core.request_threads import RequestThreads

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pressorpass_site.settings")

application = RequestThreads(get_wsgi_application(), settings.REQUEST_THREADS)
