"""The saved app."""

from django.apps import AppConfig


class SavedConfig(AppConfig):
    """Saved analyses."""

    name = "pressorpass_site.saved"
