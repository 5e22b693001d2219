"""Fill the tables of a site, so that it is measured as it is after a year rather than on its first day.

    DATA_DIR=folder python -m tests.load.fill [--answers 100000] [--megabytes 2500] [--games 20000]

Fills the data folder that DATA_DIR names (made if there is none), or the database that DATABASE_URL names, with copies of rows that
the site itself has made (stored.py): answers, lengthened until together they have the megabytes asked for, games, and what a site
with that many answers has besides. The rows are made up: never fill the folder of a real site.
"""

import argparse
import os
import random
import secrets
import subprocess
import sys
import time
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.processes import plain_environment
from tools.run.options import ROOT, Options
from tools.run.prepare import needs_preparation, prepare

ANSWERS, MEGABYTES, GAMES = 100_000, 2_500, 20_000  # of full tables
DAYS = 60  # in which all came: none is so old that it would be removed while the site is measured


def fill_for(full: float, data_dir: Path, **environment: str) -> None:
    """Fill a folder or database in a process of its own, with this part of full tables, and say what is there."""
    numbers = {"answers": ANSWERS, "megabytes": MEGABYTES, "games": GAMES}
    arguments = [f"--{name}={round(full * number)}" for name, number in numbers.items()]
    command = [sys.executable, "-m", "tests.load.fill", *arguments]
    subprocess.run(command, cwd=ROOT, env=plain_environment(DATA_DIR=str(data_dir), **environment), check=True)


def fill(answers: int, megabytes: float, games: int) -> dict[str, int]:
    """Write the rows; return the number that each table then has."""
    from django.apps import apps
    from django.db import connection
    from django.utils import timezone

    from tests.load.stored import ANSWERS as A_DAY
    from tests.load.stored import kinds

    now, draw = timezone.now(), random.Random(1)
    long = secrets.token_hex(round(megabytes * 1e6 / max(answers, 1)))  # not to be compressed

    def lengthened(row: Any) -> None:
        missing = megabytes * 1e6 / answers - len(str(row.result))
        row.result = row.result | {"filled": long[: max(0, round(missing))]}

    of_answers, *others = kinds()
    of_answers.write(answers, lambda: now - timedelta(days=draw.uniform(0, DAYS)), lengthened)
    for kind in others:
        count = games if kind.model._meta.model_name == "storedgame" else answers * kind.a_day // A_DAY
        kind.write(count, lambda: now - timedelta(days=draw.uniform(0, DAYS)))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("ANALYZE")
        else:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    counts = {model._meta.db_table: model._base_manager.count() for model in apps.get_models()}
    return {table: count for table, count in counts.items() if count}


def written(counts: Mapping[str, int], least: int = 1000) -> str:
    """The larger tables in words."""
    return ", ".join(
        f"{table} {count:,}" for table, count in sorted(counts.items(), key=lambda item: -item[1]) if count >= least
    )


def main() -> int:
    """Fill, and print what the tables have and how long it took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=ANSWERS)
    parser.add_argument("--megabytes", type=float, default=MEGABYTES, help="of all answers")
    parser.add_argument("--games", type=int, default=GAMES)
    arguments = parser.parse_args()
    if not os.environ.get("DATA_DIR"):
        print("Name the data folder to fill: DATA_DIR=folder (and DATABASE_URL for a database elsewhere).")
        return 2
    os.environ |= {"LOG_LEVEL": "ERROR", "TABLES_IN_ADVANCE": "0"}
    began, options = time.monotonic(), Options.from_environment()
    if needs_preparation(options):
        prepare(options)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pressorpass_site.settings")
    import django

    django.setup()
    from django.conf import settings

    from pressorpass_site.celery import app

    settings.ANSWER_WAIT_MILLISECONDS = 0
    app.conf.broker_url = "memory://"  # nobody is to work
    counts = fill(arguments.answers, arguments.megabytes, arguments.games)
    print(f"Filled in {time.monotonic() - began:.0f} s: {written(counts)}.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
