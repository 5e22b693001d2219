from django.apps import AppConfig


class AnswersConfig(AppConfig):
    name = "pressorpass_site.answers"

    def ready(self) -> None:
        from .analyses import moments

        moments.connect()
