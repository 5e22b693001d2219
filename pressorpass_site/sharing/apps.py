"""The sharing app."""

from django.apps import AppConfig


class SharingConfig(AppConfig):
    """Pictures, exports, embedding."""

    name = "pressorpass_site.sharing"
