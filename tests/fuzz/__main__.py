"""Fuzzes the engine's readers and the site in this process.

python -m tests.fuzz [--cases N] [--seconds S] [--seed N] [--only WORDS]

Ends with 1 if there is an answer with status 5xx or a traceback in it, more than 1 s of CPU time for a request, or an
exception of a reader that is not its documented one.
"""

import argparse
import logging
import os
import subprocess
import sys
import time

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=int, default=20_000, help="in all (20000)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time (none)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same cases (1)")
    parser.add_argument("--pages", type=int, default=150, help="looked at for forms and links, by each visitor (150)")
    parser.add_argument("--only", default="", help="targets with these words in their names")
    parser.add_argument("--case", type=int, help="only the case of this number, of each target, of the same seed")
    parser.add_argument("--processes", type=int, default=1, help="share the cases, with seeds of their own (1)")
    arguments = parser.parse_args()
    return fuzz_in_processes(arguments) if arguments.processes > 1 else fuzz_here(arguments)


def fuzz_in_processes(arguments: argparse.Namespace) -> int:
    """Start this program this many times, print the output of each in turn; return the highest exit status."""
    shared = [f"--{name}={getattr(arguments, name)}" for name in ("seconds", "pages", "only")]
    shared.append(f"--cases={arguments.cases // arguments.processes}")
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz", *shared, f"--seed={arguments.seed + number}"],
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(arguments.processes)
    ]
    for process in started:
        print(process.communicate()[0], flush=True)
    return max(process.returncode for process in started)


def fuzz_here(arguments: argparse.Namespace) -> int:
    """Fuzz in this process, with a database and a broker of its own; the exit status."""
    django.setup()
    logging.disable(logging.CRITICAL)
    from django.conf import settings
    from django.db import connection

    from tests.processes import started_broker

    from .site import impatient

    with started_broker(settings.DATA_DIR / "valkey", settings.REDIS_URL), impatient:
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        return fuzz(arguments)


def fuzz(arguments: argparse.Namespace) -> int:
    """Print a line for each target; the exit status."""
    from . import readers, web
    from .crawl import crawl
    from .runner import run
    from .site import prepare

    things = prepare()
    seeds = crawl(things, arguments.pages)
    targets = [target for target in (*readers.TARGETS, *web.targets(things, seeds)) if arguments.only in target.name]
    print(f"{len(seeds)} kinds of forms and links found, {len(targets)} targets\n")
    print(f"{'target':<22}{'cases':>10}{'cases/s':>10}{'slowest':>10}")
    began = time.monotonic()
    tallies = []
    cases, first = (arguments.cases, 0) if arguments.case is None else (0, arguments.case)
    for tally in run(targets, cases, arguments.seed, until=began + arguments.seconds, first=first):
        tallies.append(tally)
        rate = tally.cases / tally.seconds if tally.seconds else 0
        print(f"{tally.target.name:<22}{tally.cases:>10,}{rate:>10,.0f}{1000 * tally.slowest:>7,.0f} ms", flush=True)
        for failure in tally.failures:
            print(f"  FAILED: {failure}", flush=True)
    cases, failures = (
        sum(target_tally.cases for target_tally in tallies),
        sum(len(target_tally.failures) for target_tally in tallies),
    )
    seconds = time.monotonic() - began
    print(f"{'all':<22}{cases:>10,}{cases / seconds:>10,.0f}\n")
    slowest = max(tallies, key=lambda target_tally: target_tally.slowest)
    print(f"slowest, {1000 * slowest.slowest:,.0f} ms of CPU time: {str(slowest.slowest_case)[:300]}")
    print(f"{failures or 'no'} failures in {cases:,} cases, {seconds:,.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
