"""`manage.py load_samples`: store the sample games, after the boards."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from ... import samples


class Command(BaseCommand):
    """A command that stores the engine's sample games; running it again changes nothing unless a sample has changed."""

    help = "Load the sample games (safe to run again)."

    def handle(self, *args: Any, **options: Any) -> None:
        fresh = samples.load()
        for row in fresh:
            self.stdout.write(f"  new: {row}")
        self.stdout.write(f"{len(fresh)} new sample games.")
