"""App configuration."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables of answers built in advance."""

    name = "pressorpass_site.tables"

    def ready(self) -> None:
        from pressorpass_site.work.rounds import every_round

        from . import services

        every_round(services.recover_silent)
