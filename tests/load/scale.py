"""What more worker processes bring: the time of a map and of a review as ratios to that with one.

    python -m tests.load.scale [--workers 1,2,4] [--seconds 240]

For each number of processes a worker is started on the same queue and database, which are made for this and removed
in the end. The map is of two numbers of spins, 49 squares of which each is solved for a second at most; the review is of a
simulated game of two rounds. Both are new to the site each time. More processes than processors bring nothing, so the
number of those is printed, too. What has not ended after so many seconds is called unfinished.
"""

import argparse
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

ROWS, COLUMNS = "1e", "2e"
POSITION = "9000e4,7000e3,5000@1"
GAME = "simulated-12"
POLL_SECONDS = 0.2


def main() -> None:
    """Print seconds and ratios for each number of processes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", default="1,2,4", help="numbers of worker processes (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=240.0, help="at most for each map and review")
    asked = parser.parse_args()

    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "LOG_LEVEL": "ERROR"}
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from tests.load import scale_jobs
    from tests.processes import started_broker, started_worker

    call_command("migrate", verbosity=0)
    with started_broker(settings.DATA_DIR / "valkey", settings.REDIS_URL):
        jobs = scale_jobs.Jobs(POSITION, ROWS, COLUMNS, GAME)
        load = os.getloadavg()[0]
        print(f"{len(os.sched_getaffinity(0))} processors, load {load:.1f} before; {jobs.size}")
        print(f"{'processes':>9} {'map':>9} {'ratio':>6} {'review':>9} {'ratio':>6}")
        first: list[float] = []
        for count in map(int, asked.workers.split(",")):
            shutil.rmtree(settings.TABLES_DIR, ignore_errors=True)
            jobs.forget()
            environment = os.environ | {"WORKER_CONCURRENCY": str(count + 1)}  # one of them is a worker of its own
            with started_worker(environment, Path(settings.DATA_DIR) / f"worker-{count}.log"):
                took = [measured(work, asked.seconds) for work in (jobs.map, jobs.review)]
            first = first or took
            cells = [f"{its:7.1f} s {its / one:6.2f}" for its, one in zip(took, first, strict=True)]
            print(f"{count:9} {' '.join(cells)}", flush=True)
            if any(seconds >= asked.seconds for seconds in took):
                print(f"{'':9} unfinished after {asked.seconds:.0f} s")


def measured(work: Callable[[], bool], most: float) -> float:
    """Seconds until this says that it is done."""
    began = time.monotonic()
    while not work() and time.monotonic() - began < most:
        time.sleep(POLL_SECONDS)
    return time.monotonic() - began


if __name__ == "__main__":
    main()
