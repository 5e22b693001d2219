"""`manage.py load_boards`: store the engine's preset boards in the database."""

from typing import Any

from django.core.management.base import BaseCommand

from engine import preset_boards

from ... import services


class Command(BaseCommand):
    """Publish every preset that has changed, unless a person has published the newest revision of its board."""

    help = "Load the boards that come with the engine (safe to run again)."

    def handle(self, *args: Any, **options: Any) -> None:
        published = [services.load_preset(board) for board in preset_boards().values()]
        new_revisions = [result.revision for result in published if result.created]
        for revision in new_revisions:
            self.stdout.write(f"  new: {revision}")
        self.stdout.write(f"{len(published)} boards, {len(new_revisions)} new revisions.")
