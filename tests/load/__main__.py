"""What the site bears: `make load`, or

    python -m tests.load [--setup production,embedded] [--full 1] [--seconds 8] [--fans 100] [--fan-seconds 40] [--minutes 2]

Starts the site as docs/deploy.md describes it (nginx, gunicorn, PostgreSQL, Valkey) and as `make run` does (SQLite), with full tables
(fill.py; `--full 0.1`: a tenth of them, `--full 0`: empty), sends it requests from this machine, and prints one table each:
pages and API, fans who change numbers, memory over some minutes.
Ends with 1 if a promise was not kept.
"""

import argparse
import asyncio
import os
import sys
import threading
import time

from tests.load import fans, pages
from tests.load.client import Figures, hammer, request
from tests.load.setups import SETUPS, Setup
from tests.load.trivial import started_trivial_server

GROWTH = 0.1  # of the web processes' memory, that is still called flat
HEADINGS = ("page", "requests/s", "p50", "p95", "p99", "errors", "CPU", "promise")
WIDTHS = (48, 10, 8, 8, 8, 6, 5, 0)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load")
    parser.add_argument("--setup", default="production,embedded", help=f"of: {', '.join(SETUPS)}")
    parser.add_argument("--full", type=float, default=1, help="this part of full tables (fill.py); 0: empty ones")
    parser.add_argument("--seconds", type=float, default=8, help="for each kind of page")
    parser.add_argument("--fans", type=int, default=100)
    parser.add_argument("--fan-seconds", type=float, default=40)
    parser.add_argument("--minutes", type=float, default=2, help="of everything at once, for the memory; 0: none")
    options = parser.parse_args()
    print(f"{os.cpu_count()} processors, which the client uses too; load of the machine {os.getloadavg()[0]:.1f}.")
    with started_trivial_server() as url:
        _row("the client alone, a trivial server", _client_alone(url), headed=True)
    is_kept = True
    for name in options.setup.split(","):
        print()
        with SETUPS[name](options.full) as setup:
            print(f"{setup.name}, tables filled to {options.full:.0%}; load {os.getloadavg()[0]:.1f}")
            is_kept &= measure_pages(setup, options.seconds)
            is_kept &= measure_fans(setup, options.fans, options.fan_seconds)
            is_kept &= not options.minutes or measure_memory(setup, options.minutes)
    return 0 if is_kept else 1


def measure_pages(setup: Setup, seconds: float) -> bool:
    """Print a line for each page; whether all promises were kept."""
    _head()
    is_kept = True
    for page in pages.prepare(setup):
        figures, used = pages.measure(setup, page, seconds)
        offered = pages.measure_offered(setup, page, seconds)
        promise = f"{page.rate:.0f}/s" if page.rate else ""
        if offered:
            promise += f", and with so many p95 {_ms(page.p95)} ({_ms(offered.percentile(0.95))})"
        reached = page.reached(figures, offered)
        _row(page.name, figures, used, _verdict(promise, reached))
        is_kept &= reached
    return is_kept


def measure_fans(setup: Setup, count: int, seconds: float) -> bool:
    """Print a line for fans who change numbers on a site that knows nothing yet, and one once they have been at it; whether the
    promise was kept in the second.
    """
    is_kept = True
    for when in (f"first answers, {count} fans come at once", f"first answers, {count} fans editing"):
        used, started = setup.cpu_seconds(), time.monotonic()
        figures = fans.measure(setup.url, count, seconds)
        is_kept = not figures.errors and figures.percentile(0.95) <= fans.PROMISE
        used = (setup.cpu_seconds() - used) / (time.monotonic() - started)
        _row(when, figures, used, "" if "come" in when else _verdict(f"p95 {_ms(fans.PROMISE)}", is_kept))
    return is_kept


def measure_memory(setup: Setup, minutes: float) -> bool:
    """Print the memory now and then while everything is asked for; whether that of the web processes stays flat."""
    requests = [
        page_request for page in pages.prepare(setup) if page.statuses == (200,) for page_request in page.requests
    ]
    end, samples = time.monotonic() + 60 * minutes, []
    crowd = threading.Thread(target=fans.measure, args=(setup.url, 10, 60 * minutes), daemon=True)
    crowd.start()
    errors = 0
    while time.monotonic() < end:
        errors += len(asyncio.run(hammer(setup.url, requests, 4, min(60 * minutes / 10, 60), (200,))).errors)
        samples.append(setup.memory())
        used = ", ".join(f"{kind} {size / 2**20:.0f} MB" for kind, size in sorted(samples[-1].items()))
        print(f"  {minutes - (end - time.monotonic()) / 60:4.1f} min: {used}; {errors} errors")
    crowd.join()
    middle, last = samples[len(samples) // 2]["web"], samples[-1]["web"]
    is_kept = last <= (1 + GROWTH) * middle and not errors
    print(f"  {_verdict('web memory flat in the second half', is_kept)}: {100 * (last / middle - 1):+.1f}%")
    return is_kept


def _client_alone(url: str) -> Figures:
    return asyncio.run(hammer(url, [(request(url, "/"), None)], pages.MANY, 2, (200,)))


def _head() -> None:
    print("  ".join(f"{heading:{width}}" for heading, width in zip(HEADINGS, WIDTHS, strict=True)).rstrip())


def _row(name: str, figures: Figures, used: float | None = None, promise: str = "", *, headed: bool = False) -> None:
    if headed:
        _head()
    times = (_ms(figures.percentile(share)) for share in (0.5, 0.95, 0.99))
    cells = (
        name,
        f"{figures.rate:.0f}",
        *times,
        str(len(figures.errors)),
        "" if used is None else f"{used:.2f}",
        promise,
    )
    print("  ".join(f"{cell:{width}}" for cell, width in zip(cells, WIDTHS, strict=True)).rstrip(), flush=True)
    for error in dict.fromkeys(figures.errors[:3]):
        print(f"    {error[:200]}")


def _verdict(promise: str, is_kept: bool) -> str:
    return promise and f"{promise} {'kept' if is_kept else 'NOT KEPT'}"


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


if __name__ == "__main__":
    sys.exit(main())
