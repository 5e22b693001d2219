"""The Django project: pages, stored answers and background work around the pure engine."""

from pressorpass_site.celery import app as celery_app

__all__ = ["celery_app"]
