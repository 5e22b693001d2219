"""App configuration."""

from django.apps import AppConfig


class MomentsConfig(AppConfig):
    """The gallery of moments; its data is a file, not a table."""

    name = "pressorpass_site.moments"
