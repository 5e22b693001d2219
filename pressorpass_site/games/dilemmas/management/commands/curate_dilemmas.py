"""`manage.py curate_dilemmas`: write the dilemmas of the days, with their exact answers, to the file that comes with the site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from engine import ENGINE_VERSION, preset_boards

from ... import days, rotation, search
from ...rotation import Entry


class Command(BaseCommand):
    """A command that needs no database and no worker."""

    help = (
        "Solve the dilemmas of the days again where their board or the engine has changed, and find new ones. "
        "The days so far keep theirs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--more", type=int, default=0, help="how many new ones to find, for days to come")
        parser.add_argument("--moments", nargs="*", default=[], metavar="ID", help="add these famous moments")
        parser.add_argument("--seed", type=int, default=1, help="another seed finds others")

    def handle(self, *args: Any, **options: Any) -> None:
        entries = [self._current(entry) for entry in rotation.entries()]
        decks = rotation.decks()
        known = [search.Found(entry.board, entry.lesson, entry.result) for entry in entries if entry.result]
        entries += [Entry(moment) for moment in options["moments"]]
        self._write(entries, decks)
        for found in search.search(options["seed"], known, options["more"]):
            entries.append(Entry("", found.board, preset_boards()[found.board].digest, found.lesson, found.result))
            self.stdout.write(f"{found.result['position']} on {found.board}: {found.lesson}")
            self._write(entries, decks)
        self.stdout.write(f"{len(entries)} dilemmas.")

    def _current(self, entry: Entry) -> Entry:
        """Return an entry with the answer of this engine on its board's present slides."""
        if entry.result is None:
            return entry
        digest = preset_boards()[entry.board].digest
        if entry.digest == digest and entry.result["engine"] == ENGINE_VERSION:
            return entry
        self.stdout.write(f"{entry.result['position']}: solved again")
        return replace(entry, digest=digest, result=search.exact(entry.position, entry.board) or entry.result)

    def _write(self, entries: list[Entry], decks: Sequence[rotation.Deck]) -> None:
        """Write the file, with one deck more if there are more entries than before."""
        if len(entries) > len(rotation.entries()):
            decks = rotation.added_to(decks, len(entries), days.today())
        rotation.DATA.write_text(rotation.text(entries, decks), encoding="utf-8")
