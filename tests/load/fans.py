"""Fans who change numbers on the podiums of an answer: how soon each change has its first answer."""

import asyncio
import gzip
import json
import random
import secrets
import time
from dataclasses import dataclass
from urllib.parse import urlencode

from tests.load.client import Connection, Figures, complete, request
from tests.load.visitor import FormReader, Visitor

PROMISE = 1.0  # seconds, for 95 of 100 first answers
GIVE_UP = 20.0
# A fan looks at an answer for about so long before the next change.
PAUSE = (3.0, 7.0)


@dataclass
class Fan:
    """Somebody with an answer's page open, whose script asks at each change."""

    url: str
    address: str
    fields: dict[str, str]
    draw: random.Random

    async def play(self, until: float, figures: Figures) -> None:
        """Change a number, wait for the answer, look at it, and so on."""
        connection, page = Connection(self.url), secrets.token_hex(16)
        await asyncio.sleep(self.draw.uniform(0, PAUSE[1]))
        turn = 0
        while time.monotonic() < until:
            turn += 1
            started = time.monotonic()
            if trouble := await self._ask(connection, page, turn, started):
                figures.errors.append(trouble)
            else:
                figures.times.append(time.monotonic() - started)
            await asyncio.sleep(self.draw.uniform(*PAUSE))
        connection.close()

    async def _ask(self, connection: Connection, page: str, turn: int, started: float) -> str:
        """Ask about other numbers until there is an answer; what went wrong, if anything."""
        body = urlencode(self.fields | self._numbers() | {"page": page, "turn": str(turn)}).encode()
        kind = "application/x-www-form-urlencoded"
        head = request(self.url, "/live/", body, Content_Type=kind)
        while time.monotonic() - started < GIVE_UP:
            reply = await connection.send(complete(head, self.address, body))
            if reply.status != 200:
                return f"{reply.status} to a change"
            changes = json.loads(gzip.decompress(reply.body) if b"content-encoding: gzip" in reply.head else reply.body)
            if "waiting" not in changes:
                return "" if "part" in changes else f"no answer: {changes}"
            await asyncio.sleep(0.1)
            head, body = request(self.url, f"{changes['look']}?page={page}&turn={turn}"), b""
        return "no answer in time"

    def _numbers(self) -> dict[str, str]:
        """Numbers that nobody else asks about: a few spins with one contestant or two."""
        scores = {f"seat{seat}_score": str(self.draw.randrange(0, 20_000, 50) + 1) for seat in (1, 2, 3)}
        mine, theirs = self.draw.choice(((1, 0), (2, 0), (3, 0), (4, 0), (1, 1), (2, 1)))
        return scores | {"seat1_earned": str(mine), "seat2_earned": str(theirs), "line": "", "line_was": ""}


def measure(url: str, count: int, seconds: float) -> Figures:
    """So many fans for so long; the times to the first answers."""
    reader = FormReader()
    reader.feed(Visitor(url).open("/p/8000e3,3000,0@1").read().decode())
    fields = {name: value for name, value in reader.fields.items() if name != "csrfmiddlewaretoken"}
    figures = Figures()

    async def all_of_them() -> None:
        until = time.monotonic() + seconds
        seed = random.Random()
        fans = [Fan(url, f"10.99.{number}.7", fields, random.Random(seed.random())) for number in range(count)]
        await asyncio.gather(*(fan.play(until, figures) for fan in fans))

    started = time.monotonic()
    asyncio.run(all_of_them())
    figures.seconds = time.monotonic() - started
    return figures
