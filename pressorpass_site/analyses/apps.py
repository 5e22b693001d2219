"""App configuration."""

from django.apps import AppConfig


class AnalysesConfig(AppConfig):
    """Questions about positions and their answers."""

    name = "pressorpass_site.analyses"

    def ready(self) -> None:
        from . import worker  # noqa: F401  (connects the Celery worker's signals)
