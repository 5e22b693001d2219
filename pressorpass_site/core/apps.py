"""The app of the parts without a domain."""

from django.apps import AppConfig
from django.core.checks import Tags, register

from . import checks


class CoreConfig(AppConfig):
    """The configuration that registers the check of the database."""

    name = "pressorpass_site.core"

    def ready(self) -> None:
        """Have `manage.py migrate` run the check."""
        register(checks.data_is_not_newer, Tags.database)
