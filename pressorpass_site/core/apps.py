"""The app of the parts without a domain, and the checks before the site starts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.core import checks
from django.db import connections
from django.db.backends.signals import connection_created
from django.db.migrations.loader import MigrationLoader

# Data of an older version is brought up to date by the version between.
OLDEST, BETWEEN = "1.5", "1.6.0"
CONSOLE = "django.core.mail.backends.console.EmailBackend"


class CoreConfig(AppConfig):
    """The configuration that registers the check of the database, and looks at its connections."""

    name = "pressorpass_site.core"

    def ready(self) -> None:
        """Have each `manage.py migrate` run the check, and each connection looked at."""
        checks.register(data_is_of_a_near_version, checks.Tags.database)
        connection_created.connect(_close_soon_without_room)


def _close_soon_without_room(connection: Any, **_: Any) -> None:
    """Have a connection that was made on a full disk (SqliteConnection) end with its request."""
    if getattr(connection.connection, "without_room", False):
        connection.close_at = time.monotonic()


def warnings() -> list[str]:
    """Return the warnings that the web server logs when it starts."""
    if not settings.HTTPS or settings.EMAIL_BACKEND != CONSOLE:
        return []
    return [
        "EMAIL_URL is not set: links for a new password, which let their reader in, go to the worker’s log. "
        "Name a mail server: smtp://user:password@host:587."
    ]


def data_is_of_a_near_version(databases: Sequence[str] | None = None, **_: Any) -> list[checks.CheckMessage]:
    """Return an error for each database that a newer version of the program has changed, or only one that is too old."""
    loaders = [MigrationLoader(connections[alias]) for alias in databases or ()]
    return [error for loader in loaders for error in (*_newer(loader), *_too_old(loader))]


def _too_old(loader: MigrationLoader) -> list[checks.CheckMessage]:
    """Return an error if an app has migrations, but not that with which it begins here."""
    begun = {app for app, _ in loader.applied_migrations}
    missing = {
        app
        for (app, _), migration in loader.disk_migrations.items()
        if migration.initial and app in begun and (app, migration.name) not in loader.applied_migrations
    }
    if not missing & {config.label for config in apps.get_app_configs() if config.name.startswith("pressorpass_site.")}:
        return []
    message = f"The data is of a version of Press or Pass before {OLDEST}, which this one cannot bring up to date."
    hint = f"Install version {BETWEEN} first and start it once with this data; then this one."
    return [checks.Error(message, hint=hint, id="pressorpass.E002")]


def _newer(loader: MigrationLoader) -> list[checks.CheckMessage]:
    unknown = sorted(set(loader.applied_migrations) - set(loader.disk_migrations))
    newest = dict(sorted(loader.disk_migrations))
    # Names begin with a number, and those below the newest that is here are of migrations that were squashed.
    newer = [(app, name) for app, name in unknown if name > newest.get(app, "")]
    if not newer:
        return []
    named = f"{newer[0][0]}.{newer[0][1]}" + (f" and {len(newer) - 1} more" if newer[1:] else "")
    message = f"The data was changed by a newer version of Press or Pass, which this one cannot read ({named})."
    return [
        checks.Error(
            message, hint="Start the newer version, or put back a backup from before it.", id="pressorpass.E001"
        )
    ]
