"""A line so slow that a browser paints a page while it comes."""

import re
import socket
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar
from urllib.parse import urlsplit

PIECE = 3_000  # bytes of a page
PAUSE = 0.06  # seconds after each: some frames of a browser


class _Line(socketserver.BaseRequestHandler):
    """Forwards one GET, and sends a page back in pieces, not compressed."""

    request: socket.socket
    upstream: ClassVar[tuple[str, int]]

    def handle(self) -> None:
        head = b""
        while b"\r\n\r\n" not in head:
            received = self.request.recv(65536)
            if not received:
                return
            head += received
        head = re.sub(rb"\r\n(?i:connection|accept-encoding):[^\r]*", b"", head)
        head = head.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        with socket.create_connection(self.upstream) as upstream:
            upstream.sendall(head)
            with upstream.makefile("rb") as response:
                answer = response.read()
        pause = PAUSE if b"text/html" in answer.partition(b"\r\n\r\n")[0] else 0
        for start in range(0, len(answer), PIECE):
            self.request.sendall(answer[start : start + PIECE])
            time.sleep(pause)


@contextmanager
def slow_line(url: str) -> Iterator[str]:
    """Yield the address at which the site at `url` comes slowly."""
    parts = urlsplit(url)
    handler = type("Line", (_Line,), {"upstream": (parts.hostname, parts.port)})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
