"""App configuration."""

from django.apps import AppConfig


class WhatifConfig(AppConfig):
    """What-ifs: maps, break-evens."""

    name = "pressorpass_site.whatif"

    def ready(self) -> None:
        from pressorpass_site.work.rounds import every_round

        from . import groups

        every_round(groups.recover_silent)
