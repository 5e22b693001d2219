"""App configuration."""

from django.apps import AppConfig


class AnalysesConfig(AppConfig):
    """Questions about positions and their answers."""

    name = "pressorpass_site.analyses"

    def ready(self) -> None:
        from pressorpass_site.work.rounds import every_round

        from . import services

        every_round(services.recover_orphans)
