"""The app of the answers."""

from django.apps import AppConfig


class AnswersConfig(AppConfig):
    """Connects the answers to the boards that are published."""

    name = "pressorpass_site.answers"

    def ready(self) -> None:
        from .analyses import moments

        moments.connect()
