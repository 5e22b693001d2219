"""A month of a busy site in fast motion, tidied each day: whether it stays within its limits.

    python -m tests.load.month [--days 30] [--part 20]

Into a database of its own, which is removed in the end (a PostgreSQL one is named by DATABASE_URL). Written is one
twentieth, or another part, of what stored.py says of a day, and the limits are as much smaller. Printed are the rows
and bytes of each day and of each kind in the end. Ends with 1 if a kind has more rows than it may or older ones, or
more of SQLite's file is free than may be.
"""

import argparse
import os
import sys
import time
from datetime import UTC, datetime, timedelta
from typing import Any

MEGABYTE = 1e6
FROM = datetime(2026, 1, 1, tzinfo=UTC)


def main() -> int:
    """Print the days and the kinds; 1 if a limit was passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--part", type=int, default=20, help="one of so many rows is written (default: %(default)s)")
    arguments = parser.parse_args()

    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "LOG_LEVEL": "ERROR"}
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from pressorpass_site.celery import app
    from pressorpass_site.core.database import retention

    app.conf.broker_url = "memory://"  # nobody is to work
    settings.KEEP_ANSWERS //= arguments.part
    retention.PAUSE_SECONDS = 0.0  # no other process waits
    call_command("migrate", verbosity=0)
    from tests.load.stored import BusySite

    site, passed = BusySite(arguments.part), False
    print(f"One of {arguments.part} rows; {settings.KEEP_ANSWERS:,} answers are kept, for {settings.KEEP_DAYS} days")
    print(f"{'day':>4} {'rows kept':>10} {'removed':>8} {'database':>10} {'free':>6} {'tidying':>9}")
    for number in range(arguments.days):
        now = FROM + timedelta(days=number)
        site.day(now)
        began = time.perf_counter()
        tidied = list(retention.tidy(now))
        seconds = time.perf_counter() - began
        bytes_, free = size()
        stored_count, removed_count = (
            sum(cleanup.remaining_count for cleanup in tidied),
            sum(cleanup.removed_count for cleanup in tidied),
        )
        print(
            f"{number + 1:4} {stored_count:10,} {removed_count:8,} {bytes_ / MEGABYTE:7.1f} MB {free:6.1%} {seconds:7.2f} s"
        )
        over = [
            cleanup.kind.label
            for cleanup in tidied
            if (cleanup.kind.max_rows is not None and cleanup.remaining_count > cleanup.kind.max_rows)
            or cleanup.kind.query_older(now - timedelta(days=cleanup.kind.days)).exists()
        ]
        over += ["free pages"] if free > retention.FREE_SHARE else []
        if over:
            passed = True
            print(f"     over the limit: {', '.join(over)}")
    print(f"\n{'':40} {'rows':>9} {'limit':>9} {'days':>5} {'MB':>8} {'bytes a row':>12}")
    listed = {cleanup.kind.rows.model: cleanup.kind for cleanup in tidied}
    for model, (rows, bytes_) in sizes().items():
        kind = listed.get(model)
        limit = f"{kind.max_rows:,}" if kind and kind.max_rows is not None else ""
        days = f"{kind.days}" if kind and kind.days else ""
        name = str(model._meta.verbose_name_plural)
        row_size = f"{bytes_ / rows:12,.0f}" if rows else ""
        print(f"{name:40} {rows:9,} {limit:>9} {days:>5} {bytes_ / MEGABYTE:8.1f} {row_size}")
    print("Within all limits." if not passed else "A limit was passed.")
    return int(passed)


def size() -> tuple[int, float]:
    """The bytes of the database, and the part of them that is free (PostgreSQL: not told)."""
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0]), 0.0
        sizes_found = []
        for name in ("page_count", "page_size", "freelist_count"):
            cursor.execute(f"PRAGMA {name}")
            sizes_found.append(int(cursor.fetchone()[0]))
    pages, page, free = sizes_found
    return pages * page, free / pages


def sizes() -> dict[Any, tuple[int, int]]:
    """By model, rows and bytes with indexes; the largest first. The kinds of answers are in the bytes of their one table."""
    from django.apps import apps
    from django.db import connection

    table_sizes = {}
    with connection.cursor() as cursor:
        for model in apps.get_models():
            table = model._meta.db_table
            if connection.vendor == "sqlite":
                cursor.execute(
                    "SELECT sum(pgsize) FROM dbstat WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = %s)",
                    [table],
                )
            else:
                cursor.execute("SELECT pg_total_relation_size(%s)", [table])
            bytes_ = 0 if model._meta.proxy else int(cursor.fetchone()[0] or 0)
            if rows := model._default_manager.count():
                table_sizes[model] = (rows, bytes_)
    return dict(sorted(table_sizes.items(), key=lambda item: -item[1][1]))


if __name__ == "__main__":
    sys.exit(main())
