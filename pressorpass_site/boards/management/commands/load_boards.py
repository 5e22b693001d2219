"""`manage.py load_boards`: store the engine's preset boards in the database."""

from typing import Any

from django.core.management.base import BaseCommand

from engine import preset_boards

from ... import services


class Command(BaseCommand):
    """A command that publishes every preset; running it again changes nothing unless a preset has changed.

    Boards that have a revision published by a person are left alone.
    """

    help = "Load the boards that come with the engine (safe to run again)."

    def handle(self, *args: Any, **options: Any) -> None:
        published = [services.load_preset(board) for board in preset_boards().values()]
        fresh = [p.revision for p in published if p.created]
        for revision in fresh:
            self.stdout.write(f"  new: {revision}")
        self.stdout.write(f"{len(published)} boards, {len(fresh)} new revisions.")
