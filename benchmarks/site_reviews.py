"""How soon the site has reviewed a game of 60 events: `python -m benchmarks.site_reviews`.

The game is made by chance and new to the site (SITE), which solves its positions in the background. Printed are the
seconds until the page is there, until its first figures, and until every event has its odds, the last as a part of
the 30 seconds that are allowed; and the errors that the review then states.
"""

from __future__ import annotations

import json
import os
import random
import re
import time
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from engine import Game, GameError, parse_game

SITE = os.environ.get("SITE") or "http://127.0.0.1:8000"
EVENTS = 60
ALLOWED = 30.0
POLL = 0.5
SPINS = ("500", "750+", "500+", "1000+", "1250", "w", "4:3000+", "4:4000+", "2000")


def draw_game(draw: random.Random) -> tuple[str, Game]:
    """Draw a game of about EVENTS events that is over or nearly so, with both rounds, as text and as a value."""
    while True:
        scores = ",".join(f"{draw.randrange(0, 40) * 100 + draw.randrange(1, 99)}e{spins}" for spins in (6, 4, 5))
        text = "\n".join(
            ("round 1: 7 7 6", *(draw.choice(("500", "750", "300")) for _ in range(20)), f"round 2: {scores}")
        )
        played = parse_game(text)
        while len(played.played) < EVENTS and not played.over:
            for move in draw.sample([*SPINS, *("pass 1", "pass 2", "pass 3")], len(SPINS) + 3):
                try:
                    played = parse_game(f"{text}\n{move}")
                except GameError:
                    continue
                text = f"{text}\n{move}"
                break
        if len(played.played) >= EVENTS - 3:
            return text, played


class Visitor:
    """A browser without scripts."""

    def __init__(self) -> None:
        self.cookies = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))

    def get(self, path: str, **headers: str) -> str:
        """Return a page of the site."""
        text: str = self.opener.open(Request(f"{SITE}{path}", headers=headers)).read().decode()
        return text

    def add(self, text: str) -> str:
        """Import a game, which leads to its review, and return the game's address."""
        fields = {"text": text, "visibility": "unlisted"}
        reply = self.opener.open(Request(f"{SITE}/games/import/", urlencode(fields).encode(), {"Origin": SITE}))
        return str(reply.url).removeprefix(SITE).removesuffix("review/")


def main() -> None:
    visitor = Visitor()
    text, played = draw_game(random.Random(os.environ.get("SEED") or time.time()))
    started = time.perf_counter()
    address = visitor.add(text)
    page = visitor.get(f"{address}review/")
    print(f"{len(played.played)} events; the page after {time.perf_counter() - started:.1f} s")
    first = 0.0
    while 'data-state="waiting"' in page:
        time.sleep(POLL)
        page = visitor.get(f"{address}review/", **{"Part-Request": "true"})
        if not first and (solved := re.search(r"Solving: ([0-9]+) of", page)) and int(solved[1]):
            first = time.perf_counter() - started
            print(f"first figures after {first:.1f} s")
    seconds = time.perf_counter() - started
    review = json.loads(visitor.get(f"{address}review.json"))
    errors = sorted(row["error"] for row in review["events"])
    print(f"all after {seconds:.1f} s: {seconds / ALLOWED:.2f} of what is allowed")
    print(
        f"{review['positions']} positions, {review['unsolved']} unsolved; standard errors in points: "
        f"median {100 * errors[len(errors) // 2]:.1f}, largest {100 * errors[-1]:.1f}"
    )


if __name__ == "__main__":
    main()
