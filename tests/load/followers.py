"""How soon an event of a game is with everybody who follows it.

    python -m tests.load.followers [--followers 200] [--events 30] [--pause 2.5] [--url http://127.0.0.1:8000]

Starts a site whose one web process holds streams (or takes the one at --url, which is to have TRUSTED_PROXIES=1),
begins a game, opens streams as browsers do, each from an address of its own, enters a simulated game at the pace of a show, and prints how
long the events took from the moment at which entering them was answered. Ends with 1 if an event was missed or 95 of 100 took longer than a second.
"""

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from engine import event_to_json, parse_game, sample_games
from tests.load.visitor import Visitor
from tests.processes import started_site

GAME = "simulated-12"
WITHIN = 1.0  # seconds
PERCENTILE = 0.95
OPEN_PATIENCE = 60.0
LAST_PATIENCE = 10.0
VERSION = re.compile(rb'data: <section class="stage stage--ring" id="now" data-version="(\d+)"')


class Host:
    """The host, who enters the game."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._visitor = Visitor(url)
        answer = self._visitor.fill_in("/games/new/", left="Ann", centre="Bob", right="Cy")
        self.link = re.findall(r'id="host-link" readonly value="([^"]+)"', answer.read().decode())[
            0
        ]  # for another device
        self.code = re.findall(r"/games/([\w-]{11})/", answer.geturl())[0]
        self.version = 0

    def enter(self, event: dict[str, Any]) -> tuple[float, float]:
        """Enter an event; when it was sent, and when the answer was there."""
        body = {"version": self.version, "events": [{"id": f"load-{self.version}", **event}]}
        sent = time.monotonic()
        path, content = f"/games/{self.code}/events/", json.dumps(body).encode()
        answer = json.load(self._visitor.open(path, content, "application/json"))
        assert answer["version"] == self.version + 1, answer
        self.version += 1
        return sent, time.monotonic()


@dataclass
class Follower:
    """A browser that follows: it connects again when the stream ends, naming the last message it has."""

    url: str
    code: str
    address: str  # as a proxy reports it: one address may have a quarter of the streams
    arrived: dict[int, float] = field(default_factory=dict)
    connections: int = 0
    received: int = 0

    async def follow(self) -> None:
        last, retry = "", 1.0
        address = urlsplit(self.url)
        while True:
            try:
                reader, writer = await asyncio.open_connection(address.hostname, address.port, limit=2**20)
            except OSError:
                await asyncio.sleep(retry)
                continue
            headers = f"X-Forwarded-For: {self.address}\r\n"
            headers += f"Host: {address.netloc}\r\nAccept: text/event-stream\r\nAccept-Encoding: gzip, br\r\n"
            if last:
                headers += f"Last-Event-ID: {last}\r\n"
            writer.write(f"GET /games/{self.code}/stream?from=0 HTTP/1.1\r\n{headers}\r\n".encode())
            try:
                while (line := await reader.readline()) and line != b"0\r\n":
                    self.received += len(line)
                    if line.startswith(b"HTTP/1.1"):
                        self.connections += 1
                    elif line.startswith(b"id: "):
                        last = line[4:].strip().decode()
                    elif line.startswith(b"retry: "):
                        retry = int(line[7:]) / 1000
                    elif match := VERSION.match(line):
                        self.arrived.setdefault(int(match[1]), time.monotonic())
            except OSError:
                pass
            writer.close()
            await asyncio.sleep(retry)

    def when(self, version: int) -> float | None:
        """When it had the event of this version, or a later one."""
        return min((at for number, at in self.arrived.items() if number >= version), default=None)


async def measure(
    host: Host, count: int, events: int, pause: float
) -> tuple[list[Follower], list[tuple[float, float]]]:
    """Open the streams, enter the events; the followers, and when each event was sent and answered."""
    followers = [Follower(host.url, host.code, f"10.0.{n // 250}.{n % 250}") for n in range(count)]
    tasks = [asyncio.create_task(follower.follow()) for follower in followers]
    started = time.monotonic()
    while not all(0 in follower.arrived for follower in followers):
        assert time.monotonic() - started < OPEN_PATIENCE, "not all streams were opened"
        await asyncio.sleep(0.1)
    print(f"{count} streams were open after {time.monotonic() - started:.1f} s.")
    entered = []
    for event in [event_to_json(game_event) for game_event in parse_game(sample_games()[GAME]).events][:events]:
        entered.append(await asyncio.to_thread(host.enter, {name: event[name] for name in event if name != "id"}))
        await asyncio.sleep(pause)
    deadline = time.monotonic() + LAST_PATIENCE
    while any(follower.when(host.version) is None for follower in followers) and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return followers, entered


def report(followers: list[Follower], entered: list[tuple[float, float]]) -> bool:
    """Print the figures; whether they are good enough."""
    times, missed = [], 0
    for version, (_, answered) in enumerate(entered, 1):
        for follower in followers:
            arrived = follower.when(version)
            if arrived is None:
                missed += 1
            else:
                times.append(max(arrived - answered, 0.0))
    times.sort()
    posts = sorted(answered - sent for sent, answered in entered)
    connections = sum(follower.connections for follower in followers)
    print(f"{len(followers)} followers, {len(entered)} events; entering one took {_of(posts, 0.5)} (median).")
    print(f"From the answer to the follower: p50 {_of(times, 0.5)}, p95 {_of(times, PERCENTILE)}, max {_of(times, 1)}.")
    received = sum(follower.received for follower in followers) / len(followers) / len(entered) / 1000
    print(f"Missed: {missed}. Connections: {connections}. Per follower and event {received:.0f} kB.")
    print(f"Load of the machine during the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")
    return not missed and times[int(PERCENTILE * (len(times) - 1))] <= WITHIN


def _of(times: list[float], share: float) -> str:
    return f"{times[round(share * (len(times) - 1))]:.3f} s"


@contextmanager
def site(url: str) -> Iterator[str]:
    """The site at this address, or one that is started."""
    with ExitStack() as stack:
        if not url:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="followers-"))
            environment = {"TRUSTED_PROXIES": "1", "GAME_STREAMS": "250", "WEB_CONCURRENCY": "1"}
            url = stack.enter_context(started_site(Path(folder) / "data", **environment)).url
        yield url


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load.followers")
    parser.add_argument("--followers", type=int, default=200)
    parser.add_argument("--events", type=int, default=30)
    parser.add_argument("--pause", type=float, default=2.5, help="seconds between two events")
    parser.add_argument("--url", default="", help="of a running site")
    options = parser.parse_args()
    with site(options.url.rstrip("/")) as url:
        followers, entered = asyncio.run(measure(Host(url), options.followers, options.events, options.pause))
    return 0 if report(followers, entered) else 1


if __name__ == "__main__":
    sys.exit(main())
