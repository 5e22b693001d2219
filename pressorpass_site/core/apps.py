"""App configuration."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    """The pages that belong to no other app."""

    name = "pressorpass_site.core"
