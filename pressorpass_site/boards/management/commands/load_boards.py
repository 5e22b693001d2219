"""`manage.py load_boards`: bring the engine's preset boards into the database."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from engine import preset_boards

from ... import services


class Command(BaseCommand):
    """Publishes every preset; running it again changes nothing unless a preset has changed.

    A board that somebody has published a revision of stays as they made it.
    """

    help = "Load the boards that come with the engine (safe to run again)."

    def handle(self, *args: Any, **options: Any) -> None:
        published = [services.load_preset(board) for board in preset_boards().values()]
        fresh = [p.revision for p in published if p.created]
        for revision in fresh:
            self.stdout.write(f"  new: {revision}")
        self.stdout.write(f"{len(published)} boards, {len(fresh)} new revisions.")
