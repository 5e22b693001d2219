"""How soon a page has a first figure, whatever is asked, on a busy machine.

    python -m tests.load.first_figures [--busy 8] [--count 40] [--seed 1]

Starts a site as `make run` does, and beside it a number of processes that never rest. Each question is drawn by chance from
what the rules of the show allow on its boards: openings, huge scores, up to 30 spins. Prints the seconds from
the request to the first figure, by how many contestants hold spins, and the slowest questions.
"""

from __future__ import annotations

import argparse
import http.client
import os
import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from engine import preset_boards
from tests.load.fairness import ANSWERED, LOOK, PATIENCE, PAUSE, Client
from tests.load.setups import embedded

SLOWEST = 5


def question(draw: random.Random) -> tuple[str, int]:
    """A path of a question that nobody has asked, and how many of its contestants hold spins."""
    holders = draw.choice((1, 2, 3, 3, 3))
    spins = [draw.choice((1, 2, 3, 5, 7, 10)) if seat < holders else 0 for seat in range(3)]
    scores = [draw.choice((0, 0, draw.randrange(0, 15_000), draw.randrange(0, 80_000))) for _ in spins]
    whammies = [draw.choice((0, 0, 0, 1, 2, 3)) for _ in spins]
    mover = draw.randrange(holders)
    podium = ",".join(
        f"{score}{f'e{count}' if count else ''}{f'w{met}' if met else ''}"
        for score, count, met in zip(scores, spins, whammies, strict=True)
    )
    board = draw.choice(sorted(name for name in preset_boards() if name.endswith("r2")))
    return f"/p/{podium}@{mover + 1}?board={board}", holders


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Keep the processors busy with this many other processes."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load.first_figures")
    parser.add_argument("--busy", type=int, default=8, help="other processes that never rest")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw, took = random.Random(options.seed), defaultdict[int, list[tuple[float, str]]](list)
    with embedded() as setup, busy(options.busy):
        client = Client(setup.url, "198.51.100.1")
        for _ in range(options.count):
            path, holders = question(draw)
            since = time.monotonic()
            while not ANSWERED.search(client.get(path)) and time.monotonic() - since < PATIENCE:
                if client.status == http.client.FOUND:  # another spelling of the same question
                    path = client.location
                    continue
                time.sleep(LOOK)
            took[holders].append((time.monotonic() - since, path))
            print(f"{took[holders][-1][0]:6.2f} s  {path}", file=sys.stderr)
            time.sleep(PAUSE)
        print(f"Load of the machine during the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")
    print("| Contestants with spins | Questions | Half | 95% | Longest |\n| --- | --- | --- | --- | --- |")
    for holders, times in sorted(took.items()):
        seconds = sorted(seconds_taken for seconds_taken, _ in times)
        at = [seconds[int(share * (len(seconds) - 1))] for share in (0.5, 0.95, 1)]
        print(f"| {holders} | {len(seconds)} | " + " | ".join(f"{time_taken:.2f} s" for time_taken in at) + " |")
    for seconds, path in sorted((pair for times in took.values() for pair in times), reverse=True)[:SLOWEST]:
        print(f"{seconds:6.2f} s  {path}")


if __name__ == "__main__":
    main()
