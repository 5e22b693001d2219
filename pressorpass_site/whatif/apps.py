"""The whatif app."""

from django.apps import AppConfig


class WhatifConfig(AppConfig):
    """What-ifs: maps, break-evens."""

    name = "pressorpass_site.whatif"
