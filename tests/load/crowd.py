"""What a crowd of addresses gets that asks for the dearest things at once, and what it costs.

    python -m tests.load.crowd [--clients 40] [--minutes 5] [--setup production]

Each client, at an address of its own, imports a game of 600 events, opens its page and its review, and asks for maps, choice squares, tables,
questions of the lab and heavy positions, a second apart, while one more visitor opens pages of questions that nobody has asked. Prints the
responses of each kind with their times, how long the visitor's first answers took, and the memory of the processes. Ends with 1
if a response was an error of the server or a first answer took more than 5 seconds.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from collections import Counter, defaultdict
from urllib.parse import urlencode

from tests.load import fairness
from tests.load.setups import SETUPS, Setup

EVENTS = 600
PAUSE = 1.0  # seconds between two requests of a client
WITHIN = 5.0  # seconds
KINDS = {
    name: make
    for name, (_, make) in fairness.ABUSES.items()
    if name in ("choices", "tables", "lab", "solves", "live", "reviews")
}


class Crowd:
    """Clients that ask for the dearest things until they are told to stop."""

    def __init__(self, site: fairness.Site, clients: int) -> None:
        self.statuses: dict[str, Counter[int]] = defaultdict(Counter)
        self.times: dict[str, list[float]] = defaultdict(list)
        self._site, self._stop, self._lock = site, threading.Event(), threading.Lock()
        self._threads = [threading.Thread(target=self._work, args=(number,), daemon=True) for number in range(clients)]

    def __enter__(self) -> Crowd:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(fairness.PATIENCE)

    def _work(self, number: int) -> None:
        client = fairness.Client(self._site.url, f"203.0.113.{number}")
        self._ask(client, "import", "POST", "/games/import/", *long_game(self._site.url, self._site.number()))
        mine = [path for path in [client.location] if path]
        while not self._stop.is_set():
            for name, make in KINDS.items():
                self._ask(client, name, *make(self._site))
                for path in mine:
                    self._ask(client, "own review", "GET", path, {}, None)
                    self._ask(client, "own game", "GET", path.removesuffix("review/"), {}, None)
                if self._stop.wait(PAUSE):
                    return

    def _ask(self, client: fairness.Client, kind: str, *request: object) -> None:
        since = time.monotonic()
        client.send(*request)  # type: ignore[arg-type]
        with self._lock:
            self.times[kind].append(time.monotonic() - since)
            self.statuses[kind][client.status] += 1


def long_game(url: str, score: int) -> tuple[dict[str, str], bytes]:
    """The headers and the body that import a game of 600 events that nobody has had."""
    lines = ['[Rules "show"]', f"= {score}e9,{score + 40}e3,{score + 90}@1", *["1. 500+"] * EVENTS]
    fields = {
        "text": "\n".join(lines),
        "visibility": "unlisted",
        "do": "as-read",
    }
    return {"Content-Type": fairness.FORM, "Origin": url}, urlencode(fields).encode()


def measure(setup: Setup, clients: int, minutes: float) -> bool:
    """Print the tables of one set-up; whether its promises were kept."""
    site = fairness.Site(setup.url)
    before = setup.memory()
    with Crowd(site, clients) as crowd:
        first = fairness.first_answers(site, "198.51.100.1", minutes * 60)
        during = setup.memory()
    print(f"\n{setup.name}: {clients} addresses, {minutes:g} minutes")
    print(
        "| Asked for | Responses | Refused (429) | Other | Half within | 95% | Longest |\n| --- | --- | --- | --- | --- | --- | --- |"
    )
    for kind, times in crowd.times.items():
        times.sort()
        statuses = crowd.statuses[kind]
        other = {status: count for status, count in statuses.items() if status not in (200, 302, 429)}
        figures = " | ".join(f"{times[int(share * (len(times) - 1))]:.2f} s" for share in (0.5, 0.95, 1))
        print(f"| {kind} | {sum(statuses.values())} | {statuses[429]} | {other or ''} | {figures} |")
    first.sort()
    print(
        f"First answers of a visitor: {len(first)}, half within {first[len(first) // 2]:.2f} s, longest {first[-1]:.2f} s."
    )
    for kind, used in during.items():
        print(f"Memory, {kind}: {before.get(kind, 0) / 1e6:.0f} MB before, {used / 1e6:.0f} MB during.")
    errors = sum(
        counts[status] for counts in crowd.statuses.values() for status in counts if status >= 500 or not status
    )
    return not errors and first[-1] <= WITHIN


def main() -> int:
    """Measure each set-up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=40)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--setup", default="production", help=f"of: {', '.join(SETUPS)}")
    options = parser.parse_args()
    is_kept = True
    print(f"Load of the machine during the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")
    for name in options.setup.split(","):
        with SETUPS[name](0) as setup:
            is_kept &= measure(setup, options.clients, options.minutes)
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
