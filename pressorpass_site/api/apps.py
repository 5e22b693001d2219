"""The api app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The JSON API."""

    name = "pressorpass_site.api"
