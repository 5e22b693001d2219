"""How soon others have a first answer while one client does its worst.

    python -m tests.load.fairness [--site nginx,make-run] [--full 1] [--seconds 10] [--threads 24] [--only solves,tables]

Starts a site behind nginx, and then one as `make run` does, with full tables (fill.py). One client sends one kind of request after another, from many
threads for the same number of seconds each, while another client at another address opens pages of questions that nobody has asked. Prints how long
these took from the request to the first answer. Ends with 1 if one took more than 2 seconds behind nginx, or 4 without.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from urllib.parse import quote, urlsplit

from tests.load.setups import Setup, behind_nginx, embedded

SITES = {"nginx": (behind_nginx, 2.0), "make-run": (embedded, 4.0)}  # and the seconds that others wait at most
PATIENCE = 60.0
PAUSE = 0.7  # between two questions of the other client
LOOK = 0.2  # between two looks at a page that waits
ANSWERED = re.compile(rb'id="verdict"')
KEY = re.compile(rb"/a/([0-9a-f]{64})/")
GAME = re.compile(r"/games/([\w-]{11})/")
HEAVY = "{}e7p1,79214e7w1,143296e6@1"  # as long as a question may take
QUICK = "{}e2,3000,1500@1"
FORM = "application/x-www-form-urlencoded"

Request = tuple[str, str, dict[str, str], bytes | None]


class Client:
    """One address, as a proxy reports it, with connections that stay open for as long as the server keeps them."""

    status = 0  # of the last response; 0 if there was none
    location = ""  # where the last response leads

    def __init__(self, url: str, address: str) -> None:
        self._netloc = urlsplit(url).netloc
        self._address = address
        self._local = threading.local()

    def send(self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes | None = None) -> bytes:
        """The body of the response."""
        connection = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = http.client.HTTPConnection(self._netloc, timeout=PATIENCE)
        sent = {"X-Forwarded-For": self._address, "Host": self._netloc} | (headers or {})
        try:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            self.status = response.status
            self.location = response.headers.get("Location", "")
            response_body: bytes = response.read()
        except (OSError, http.client.HTTPException):
            connection.close()
            self._local.connection = None
            self.status = 0
            return b""
        return response_body

    def get(self, path: str, **headers: str) -> bytes:
        return self.send("GET", path, {name.replace("_", "-"): value for name, value in headers.items()})


class Site:
    """The site, with what the abuses need: an answered question, one that takes long, and games."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.netloc = urlsplit(url).netloc
        self._numbers = itertools.count(20_000)
        helper = Client(url, "192.0.2.1")
        self.answered = self._key(helper, QUICK.format(7000), wait=True)
        self.long = self._key(helper, HEAVY.format(142_483), wait=False)
        self.games = sorted(set(GAME.findall(helper.get("/games/").decode())))
        assert self.games, "the site has no sample games"

    def number(self) -> int:
        """A score that nobody has asked about."""
        return next(self._numbers)

    def _key(self, client: Client, position: str, *, wait: bool) -> str:
        deadline = time.monotonic() + PATIENCE
        page = client.get(f"/p/{position}")
        while wait and not ANSWERED.search(page) and time.monotonic() < deadline:
            time.sleep(LOOK)
            page = client.get(f"/p/{position}")
        match = KEY.search(page)
        assert match, "the page of a question names no analysis"
        return match[1].decode()


def solves(site: Site) -> Request:
    return "GET", f"/p/{HEAVY.format(site.number())}", {}, None


def live(site: Site) -> Request:
    body = f"line={quote(HEAVY.format(site.number()))}&line_was=".encode()
    return "POST", "/live/", {"Content-Type": FORM}, body


def long_polls(site: Site) -> Request:
    body = json.dumps({"position": HEAVY.format(site.number()), "wait": 10}).encode()
    return "POST", "/api/v1/solve", {"Content-Type": "application/json"}, body


def tables(site: Site) -> Request:
    position = quote(f"{site.number() * 16}e3,9000e3,8000e3@1")
    return "GET", f"/whatif/card/?position={position}", {"Part-Request": "true"}, None


def lab(site: Site) -> Request:
    return "GET", f"/lab/pig/duel/?goal={100 + site.number() % 900}", {}, None


def choices(site: Site) -> Request:
    return "GET", f"/choose/{site.number()}e3,4000e1,3000@1?square=9&shows=8:500%2B,10:w", {}, None


def reviews(site: Site) -> Request:
    return "GET", f"/games/{site.games[site.number() % len(site.games)]}/review/", {}, None


def pictures(site: Site) -> Request:
    host = f"127.0.0.1:{1024 + site.number() % 60000}"
    return "GET", f"/a/{site.answered}/card.png", {"Host": host}, None


def documents(site: Site) -> Request:
    host = f"127.0.0.1:{1024 + site.number() % 60000}"
    return "GET", f"/a/{site.answered}/card.png", {"Host": host}, None


def polls(site: Site) -> Request:
    return "GET", f"/a/{site.long}/", {"Part-Request": "true"}, None


def save_forms(site: Site) -> Request:
    return "GET", f"/save/?key={site.answered}", {}, None


def saves(site: Site) -> Request:
    body = f"key={site.answered}&title={site.number()}&visibility=unlisted".encode()
    return "POST", "/save/", {"Content-Type": FORM, "Origin": site.url}, body


def streams(site: Site) -> Request:
    return "GET", f"/games/{site.games[0]}/stream?from=0", {}, None


ABUSES: dict[str, tuple[str, Callable[[Site], Request]]] = {
    "solves": ("pages of heavy questions", solves),
    "live": ("heavy questions while numbers change", live),
    "long-polls": ("the API, waiting for heavy questions", long_polls),
    "tables": ("tables for what-ifs", tables),
    "lab": ("questions of the lab", lab),
    "choices": ("choice squares", choices),
    "reviews": ("reviews of games", reviews),
    "pictures": ("pictures, under many names of the host", pictures),
    "documents": ("pictures, under many names of the host", documents),
    "polls": ("an unfinished page, asked again and again", polls),
    "save-forms": ("the form for saving", save_forms),
    "saves": ("saving", saves),
    "streams": ("streams of a game", streams),
}


class Abuser:
    """The client that does its worst."""

    def __init__(self, site: Site, address: str, make: Callable[[Site], Request], threads: int, seconds: float) -> None:
        self.statuses: Counter[int] = Counter()
        self._site, self._address, self._make = site, address, make
        self._until = time.monotonic() + seconds
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(threads)]

    def __enter__(self) -> Abuser:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._until = 0.0
        for thread in self._threads:
            thread.join(1.0)

    def _work(self) -> None:
        client = Client(self._site.url, self._address)
        while time.monotonic() < self._until:
            client.send(*self._make(self._site))
            self.statuses[client.status] += 1
            if client.status == http.client.TOO_MANY_REQUESTS:
                time.sleep(0.02)


def first_answers(site: Site, address: str, seconds: float) -> list[float]:
    """The seconds that each question of the other client took until its page had a first answer."""
    client, times = Client(site.url, address), []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        path, since = f"/p/{QUICK.format(site.number())}", time.monotonic()
        while not ANSWERED.search(client.get(path)) and time.monotonic() - since < PATIENCE:
            time.sleep(LOOK)
        times.append(time.monotonic() - since)
        time.sleep(PAUSE)
    return times


def row(what: str, times: list[float], statuses: Counter[int]) -> float:
    """Print a line of the table; the longest time."""
    times.sort()
    refused = statuses[http.client.TOO_MANY_REQUESTS]
    print(
        f"| {what} | {sum(statuses.values())} | {refused} | {times[len(times) // 2]:.2f} s | {times[-1]:.2f} s |",
        flush=True,
    )
    return times[-1]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load.fairness")
    parser.add_argument("--site", default=",".join(SITES), help=f"of: {', '.join(SITES)}")
    parser.add_argument("--full", type=float, default=1, help="this part of full tables (fill.py); 0: empty ones")
    parser.add_argument("--seconds", type=float, default=10, help="of each kind of abuse")
    parser.add_argument("--threads", type=int, default=24, help="requests that the abuser sends at the same time")
    parser.add_argument("--only", default=",".join(ABUSES), help=f"of: {', '.join(ABUSES)}")
    options = parser.parse_args()
    print(f"Load of the machine during the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")
    promises_kept = [measure(*SITES[name], options) for name in options.site.split(",")]
    print(f"\nLoad of the machine during the last minute: {os.getloadavg()[0]:.1f}.")
    return 0 if all(promises_kept) else 1


def measure(
    start: Callable[[float], AbstractContextManager[Setup]], within: float, options: argparse.Namespace
) -> bool:
    """Print the table of a site; whether it keeps the promise."""
    longest = 0.0
    with start(options.full) as setup:
        site = Site(setup.url)
        print(f"\n{setup.name}, tables filled to {options.full:.0%}: {within:g} s.\n")
        print("| One client asks for … | Requests | Refused | Others wait: half | Longest |")
        print("| --- | --- | --- | --- | --- |")
        row("nothing", first_answers(site, "198.51.100.1", options.seconds), Counter())
        for number, name in enumerate(options.only.split(","), 1):
            what, make = ABUSES[name]
            with Abuser(site, f"203.0.113.{number}", make, options.threads, options.seconds + PATIENCE) as abuser:
                time.sleep(1)
                times = first_answers(site, f"198.51.100.{number + 1}", options.seconds)
            longest = max(longest, row(what, times, abuser.statuses))
    return longest <= within


if __name__ == "__main__":
    sys.exit(main())
