"""A server that sends the same bytes to every request: what the client can do at best."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.request import urlopen

from tests.processes import wait_for
from tools.run.broker import find_free_port
from tools.run.options import ROOT

BODY_BYTES = 12_000  # about as many as a compressed answer page


class Trivial(asyncio.Protocol):
    """Looks at nothing."""

    reply = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % BODY_BYTES + bytes(BODY_BYTES)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._transport.write(self.reply)


@contextmanager
def started_trivial_server() -> Iterator[str]:
    """Start it in a process of its own; its address."""
    port = find_free_port()
    url = f"http://127.0.0.1:{port}"
    with subprocess.Popen([sys.executable, "-m", "tests.load.trivial", str(port)], cwd=ROOT) as process:

        def answers() -> bool:
            with suppress(OSError), urlopen(url, timeout=5):
                return True
            return False

        wait_for("the trivial server answered", answers)
        yield url
        process.terminate()


async def serve(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(Trivial, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
