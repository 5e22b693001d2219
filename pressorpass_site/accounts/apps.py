"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Signing up, logging in, one's own data."""

    name = "pressorpass_site.accounts"
