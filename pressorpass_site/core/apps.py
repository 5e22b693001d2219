"""The core app, and the checks and preparations before the site starts."""

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.template import engines

from .database import versions

CONSOLE = "django.core.mail.backends.console.EmailBackend"


class CoreConfig(AppConfig):
    name = "pressorpass_site.core"

    def ready(self) -> None:
        """Raises ImproperlyConfigured: another version of the site made the database."""
        if why := versions.find_unsupported_reason(settings.DATABASES["default"]):
            raise ImproperlyConfigured(why)


def list_warnings() -> list[str]:
    if not settings.HTTPS or settings.EMAIL_BACKEND != CONSOLE:
        return []
    return [
        "EMAIL_URL is not set: links for a new password, which let their reader in, go to the worker’s log. "
        "Name a mail server: smtp://user:password@host:587."
    ]


def compile_pages() -> None:
    """Compile the templates of all pages, so that no request has to wait for it."""
    pages: Any = engines["jinja2"]
    for name in pages.env.list_templates(filter_func=lambda name: not name.startswith("django/")):
        pages.env.get_template(name)
