"""App configuration."""

from django.apps import AppConfig


class LabConfig(AppConfig):
    """The other games: pages, answers, background work."""

    name = "pressorpass_site.lab"

    def ready(self) -> None:
        from pressorpass_site.work.rounds import every_round

        from . import services

        every_round(services.recover_silent)
