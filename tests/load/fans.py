"""Fans who change numbers on the podiums of an answer: how soon each change has its first answer."""

import asyncio
import gzip
import html
import random
import re
import time
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tests.load.client import Connection, Figures, Reply, complete, request
from tests.load.visitor import FormReader, Visitor

PROMISE = 1.0  # seconds, for 95 of 100 first answers
GIVE_UP = 20.0
# A fan looks at an answer for about so long before the next change.
PAUSE = (3.0, 7.0)
# What a part of the page asks for by itself, and how often.
LOOKS_AGAIN = re.compile(r'data-part-get="(/[^"]*)"\s+data-part-when="every (\d+)(ms|s)"')
ANSWER = 'id="answer"'  # what is shown: an answer, or why there is none
ONCE_IN_VIEW = re.compile(r'id="break-even" data-part-get="(/[^"]*)" data-part-when="intersect once"')
KEY = re.compile(r'data-key="(\w+)"')
RESTS = re.compile(r'data-rest="(\d+)"')
PART = {"Part_Request": "true"}


@dataclass
class Fan:
    """Somebody with an answer's page open, whose scripts ask at each change and for what follows from it."""

    url: str
    address: str
    fields: dict[str, str]
    draw: random.Random
    key: str = ""  # of the numbers that were asked last
    numbers: dict[str, int] = field(default_factory=dict)

    async def play(self, until: float, figures: Figures) -> None:
        """Change a number, wait for the answer, look at it, and so on."""
        connection = Connection(self.url)
        self.numbers = {f"seat{seat}_score": self._score() for seat in (1, 2, 3)}
        self.numbers |= {"seat1_earned": self.draw.randint(1, 4), "seat2_earned": self.draw.choice((0, 0, 0, 1, 2))}
        await asyncio.sleep(self.draw.uniform(0, PAUSE[1]))
        while time.monotonic() < until:
            started = time.monotonic()
            shown = await self._answer(connection, started)
            if ANSWER in shown:
                figures.times.append(time.monotonic() - started)
            else:
                figures.errors.append(shown)
            await self._look_at(connection, shown, time.monotonic() + self.draw.uniform(*PAUSE))
            self._change()
        connection.close()

    def _change(self) -> None:
        """Another score of one contestant, or another number of spins."""
        name = self.draw.choice([*self.numbers, "seat1_score", "seat2_score", "seat3_score"])
        if name.endswith("score"):
            self.numbers[name] = self._score()
        elif name == "seat1_earned":
            self.numbers[name] = self.draw.randint(1, 4)
        else:
            self.numbers[name] = self.draw.choice((0, 1, 2))

    def _score(self) -> int:
        """One that hardly anybody else asks about."""
        return self.draw.randrange(0, 20_000, 50) + self.draw.randint(1, 49)

    async def _answer(self, connection: Connection, started: float) -> str:
        """Ask about the numbers until there is an answer; return the parts with it, or what went wrong."""
        shown = await self._send(connection, *self._asking(kept=""))
        while ANSWER not in shown and (match := LOOKS_AGAIN.search(shown)):
            if time.monotonic() - started > GIVE_UP:
                return "no answer in time"
            await asyncio.sleep(_pause(match))
            shown = await self._send(connection, html.unescape(match[1]))
        return shown

    async def _look_at(self, connection: Connection, shown: str, until: float) -> None:
        """What the page's scripts do meanwhile: ask where the call changes, have the answer of a table solved, and look how far a
        better one is.
        """
        if match := ONCE_IN_VIEW.search(shown):
            await self._send(connection, html.unescape(match[1]))
        if (rests := RESTS.search(shown)) and time.monotonic() + int(rests[1]) / 1000 < until:
            await asyncio.sleep(int(rests[1]) / 1000)
            shown = await self._send(connection, *self._asking(kept="", rest=""))
        while (match := LOOKS_AGAIN.search(shown)) and time.monotonic() < until:
            await asyncio.sleep(_pause(match))
            reply = await connection.send(complete(request(self.url, match[1]), self.address))
            shown = _text(reply) if reply.status == 200 else shown
        await asyncio.sleep(max(0.0, until - time.monotonic()))

    def _asking(self, **more: str) -> tuple[str, bytes]:
        numbers = {name: str(number) for name, number in self.numbers.items()}
        sent = urlencode(self.fields | numbers | {"line": "", "line_was": ""})
        return "/live/", f"{sent}&{urlencode(more | {'left': self.key})}".encode()

    async def _send(self, connection: Connection, path: str, body: bytes | None = None) -> str:
        kind = {} if body is None else {"Content_Type": "application/x-www-form-urlencoded"}
        reply = await connection.send(complete(request(self.url, path, body, **kind, **PART), self.address, body))
        if reply.status != 200:
            return f"{reply.status} to a change"
        shown = _text(reply)
        if match := KEY.search(shown):
            self.key = match[1]
        return shown


def _pause(match: re.Match[str]) -> float:
    return int(match[2]) / (1000 if match[3] == "ms" else 1)


def _text(reply: Reply) -> str:
    return (gzip.decompress(reply.body) if b"content-encoding: gzip" in reply.head else reply.body).decode()


def measure(url: str, count: int, seconds: float) -> Figures:
    """This many fans for this many seconds; the times to the first answers."""
    reader = FormReader()
    reader.feed(Visitor(url).open("/p/8000e3,3000,0@1").read().decode())
    figures = Figures()

    async def all_of_them() -> None:
        until = time.monotonic() + seconds
        seed = random.Random()
        fans = [Fan(url, f"10.99.{number}.7", reader.fields, random.Random(seed.random())) for number in range(count)]
        await asyncio.gather(*(fan.play(until, figures) for fan in fans))

    started = time.monotonic()
    asyncio.run(all_of_them())
    figures.seconds = time.monotonic() - started
    return figures
