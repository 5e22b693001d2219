"""A small HTTP client for many requests at once: HTTP/1.1, connections that stay open, no more parsing than needed."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from urllib.parse import urlsplit

TIMEOUT = 60.0
END = b"\r\n\r\n"


@dataclass(frozen=True)
class Reply:
    """An answer to a request; status 0 if there was none."""

    status: int
    head: bytes = b""
    body: bytes = b""


class Connection(asyncio.Protocol):
    """One connection of a client, opened again when the server has closed it."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._address = parts.hostname, parts.port
        self._transport: asyncio.Transport | None = None
        self._waiting: asyncio.Future[Reply] | None = None
        self._received = bytearray()

    async def send(self, request: bytes) -> Reply:
        """The reply to a request. A connection that was closed while idle is opened once more."""
        for fresh in (False, True):
            if self._transport is None or self._transport.is_closing() or fresh:
                with suppress(OSError):
                    await asyncio.get_running_loop().create_connection(lambda: self, *self._address)
            if self._transport is None:
                continue
            self._waiting = asyncio.get_running_loop().create_future()
            self._received.clear()
            self._transport.write(request)
            try:
                reply = await asyncio.wait_for(self._waiting, TIMEOUT)
            except TimeoutError:
                self.close()
                return Reply(0)
            if reply.status:
                return reply
        return Reply(0)

    def close(self) -> None:
        if self._transport:
            self._transport.abort()
            self._transport = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        end = self._received.find(END)
        if end < 0 or self._waiting is None or self._waiting.done():
            return
        head = bytes(self._received[:end]).lower()
        start, header_start = end + len(END), head.find(b"\r\ncontent-length:")
        length = int(head[header_start + 17 :].split(b"\r\n", 1)[0]) if header_start >= 0 else 0
        if len(self._received) >= start + length:
            self._waiting.set_result(Reply(int(head[9:12]), head, bytes(self._received[start : start + length])))

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(Reply(0))


@dataclass
class Figures:
    """How long replies took, and how many were none."""

    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds if self.seconds else 0.0

    def percentile(self, share: float) -> float:
        """The time within which this share of the replies came."""
        times = sorted(self.times)
        return times[round(share * (len(times) - 1))] if times else float("nan")


def addresses() -> Iterator[str]:
    """Addresses of many clients, as a proxy in front reports them: no two hundred requests are one client's."""
    return cycle([f"10.{a}.{b}.7" for a in range(40) for b in range(250)])


def request(url: str, path: str, body: bytes | None = None, **headers: str) -> bytes:
    """The bytes of a request, without the client's address and the end of the head."""
    lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", f"Host: {urlsplit(url).netloc}"]
    headers = {"Accept_Encoding": "gzip", "User_Agent": "load"} | headers
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode()


def complete(prepared: bytes, address: str, body: bytes | None = None) -> bytes:
    """A request as it is sent by the client with this address."""
    return prepared + b"\r\nX-Forwarded-For: " + address.encode() + END + (body or b"")


async def hammer(
    url: str, requests: list[tuple[bytes, bytes | None]], connections: int, seconds: float, statuses: tuple[int, ...]
) -> Figures:
    """Send these requests over and over, each connection the next one as soon as it has its reply."""
    figures, names, turn = Figures(), addresses(), cycle(requests)
    end = time.monotonic() + seconds

    async def one() -> None:
        connection = Connection(url)
        while time.monotonic() < end:
            prepared, body = next(turn)
            sent = time.monotonic()
            reply = await connection.send(complete(prepared, next(names), body))
            if reply.status in statuses:
                figures.times.append(time.monotonic() - sent)
            else:
                figures.errors.append(f"{reply.status} to {prepared.split(b' HTTP', 1)[0].decode()}")
        connection.close()

    started = time.monotonic()
    await asyncio.gather(*(one() for _ in range(connections)))
    figures.seconds = time.monotonic() - started
    return figures


async def offer(
    url: str, requests: list[tuple[bytes, bytes | None]], rate: float, seconds: float, statuses: tuple[int, ...]
) -> Figures:
    """Send this many requests a second, however long replies take; times are from when each was due."""
    figures, names, turn = Figures(), addresses(), cycle(requests)
    idle: list[Connection] = []

    async def one(due: float) -> None:
        connection = idle.pop() if idle else Connection(url)
        prepared, body = next(turn)
        reply = await connection.send(complete(prepared, next(names), body))
        idle.append(connection)
        if reply.status in statuses:
            figures.times.append(time.monotonic() - due)
        else:
            figures.errors.append(f"{reply.status} to {prepared.split(b' HTTP', 1)[0].decode()}")

    started, sent = time.monotonic(), []
    for number in range(round(rate * seconds)):
        due = started + number / rate
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        sent.append(asyncio.create_task(one(due)))
    await asyncio.gather(*sent)
    figures.seconds = time.monotonic() - started
    for connection in idle:
        connection.close()
    return figures
