"""App configuration."""

from django.apps import AppConfig


class BoardsConfig(AppConfig):
    """Boards and their revisions."""

    name = "pressorpass_site.boards"
