"""How long picking a job, a worker's round and a page take while many jobs wait.

    python -m tests.load.backlog [--jobs 0,300,3000] [--clients 300]

Positions are asked for by so many clients, in turn, and nobody works on them. Queue and database are made for this and removed
in the end; `python -m tests.postgresql` in front of it takes PostgreSQL. Times are by the clock, medians of 20 and the longest.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable

TIMES = 20


def main() -> None:
    """Print a row for each number of jobs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", default="0,300,3000", help="how many wait (default: %(default)s)")
    parser.add_argument("--clients", type=int, default=300, help="whose they are (default: %(default)s)")
    asked = parser.parse_args()

    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "LOG_LEVEL": "ERROR"}
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    from tests.load import backlog_jobs
    from tests.processes import started_broker

    settings.ANSWER_WAIT_MILLISECONDS = 0
    call_command("migrate", verbosity=0)
    with started_broker(settings.DATA_DIR / "valkey", settings.REDIS_URL):
        backlog = backlog_jobs.Backlog(asked.clients)
        print(f"{connection.vendor}, load {os.getloadavg()[0]:.1f} before; jobs of {asked.clients} clients")
        print(f"{'waiting':>8}" + "".join(f"{what:>26}" for what in backlog.measured))
        for count in map(int, asked.jobs.split(",")):
            backlog.fill(count)
            cells = [f"{took(work):>26}" for work in backlog.measured.values()]
            print(f"{count:8}{''.join(cells)}", flush=True)


def took(work: Callable[[], object]) -> str:
    """Return the median and the longest time in milliseconds."""
    work()  # the first time loads what is needed
    times = []
    for _ in range(TIMES):
        began = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - began))
    return f"{statistics.median(times):.1f} ms ({max(times):.1f})"


if __name__ == "__main__":
    main()
