"""`manage.py fill_tables`: queue tables for the common openings of a board."""

import argparse
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.defaultfilters import filesizeformat

from engine import RULE_PRESETS, Rules
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.work.models import Status

from ...models import Table
from ...tables import services
from ...tables.openings import MAX_SPINS

POLL_SECONDS = 0.5
DEFAULT_SPINS = 6


class Command(BaseCommand):
    """Queue the jobs, and with --wait follow them; a rerun continues where an earlier one stopped."""

    help = (
        "Queue tables for the openings of a board's second round, each for every score, the cheapest first. Stored "
        "tables are left alone, and answers that people wait for go first."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--board", default=boards.DEFAULT_BOARD, help="a board's id (default: %(default)s)")
        parser.add_argument("--rules", default="show", choices=sorted(RULE_PRESETS), help="(default: %(default)s)")
        parser.add_argument(
            "--spins",
            type=_parse_spins,
            default=DEFAULT_SPINS,
            help=f"openings of at most this many spins, 1 to {MAX_SPINS} (default: %(default)s)",
        )
        options = parser.add_mutually_exclusive_group()
        options.add_argument(
            "--common",
            action="store_true",
            help="only queue tables for what-ifs on famous moments and common openings of the default board "
            "(TABLES_IN_ADVANCE=0 turns this off)",
        )
        options.add_argument("--wait", action="store_true", help="follow the work to its end")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["common"]:
            self._queue_common()
        else:
            self._fill(self._find_revision(options["board"]), options)

    def _queue_common(self) -> None:
        if settings.TABLES_IN_ADVANCE:
            self.stdout.write(
                f"{services.queue_common_tables()} tables queued; they are built while nobody is waiting."
            )
        else:
            self.stdout.write("Tables in advance are turned off (TABLES_IN_ADVANCE).")

    def _find_revision(self, board: str) -> BoardRevision:
        try:
            revision = boards.find_revision(board)
        except boards.BoardNotFound as error:
            raise CommandError(str(error)) from None
        if revision.unavailable_reason:
            raise CommandError(revision.unavailable_reason)
        return revision

    def _fill(self, revision: BoardRevision, options: dict[str, Any]) -> None:
        plan = services.fill(revision, Rules.preset(options["rules"]), options["spins"], settings.SOLVER_SECONDS)
        self.stdout.write(
            f"{revision.board.label}: {len(plan.tables)} openings of up to {options['spins']} spins. "
            f"{len(plan.stored)} are stored already, {len(plan.too_large)} are too large, "
            f"{len(plan.under_way)} were under way, {len(plan.new_tables)} were queued."
        )
        if options["wait"]:
            self._follow(plan.under_way + plan.new_tables)

    def _follow(self, tables: list[Table]) -> None:
        reported: set[int] = set()
        while len(reported) < len(tables):
            for table in services.read_tables_again(tables).exclude(pk__in=reported).order_by("finished_at"):
                if not table.is_active:
                    reported.add(table.pk)
                    self.stdout.write(f"{len(reported):>5}/{len(tables)}  {_describe_table(table)}")
            time.sleep(POLL_SECONDS)
        failed = services.read_tables_again(tables).filter(status=Status.FAILED).count()
        if failed:
            raise CommandError(f"{failed} of {len(tables)} tables could not be built.")


def _describe_table(table: Table) -> str:
    match table.status:
        case Status.DONE:
            words = f"built: {filesizeformat(table.bytes or 0)}, {table.seconds or 0:.1f} s"
        case Status.RUNNING:
            words = f"being built: {table.stage or 'getting ready'}, {table.progress:.0%}"
        case Status.QUEUED:
            words = "waits"
        case Status.CANCELLED:
            words = "stopped"
        case Status.TOO_LARGE:
            words = f"too large: {table.message}"
        case _:
            words = f"failed: {table.message}"
    return f"{table.configuration:<18}{words}"


def _parse_spins(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MAX_SPINS:
        raise argparse.ArgumentTypeError(f"takes a number from 1 to {MAX_SPINS}")
    return int(text)
