"""Connections that send their header slowly, or not to its end, hold the web server for some seconds only."""

import socket
import urllib.request
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from tests.processes import PATIENCE, RunningSite, wait_for

pytestmark = pytest.mark.slow

HALF = b"GET /rules/ HTTP/1.1\r\nHost: localhost\r\nX-Half: "
MANY = 600  # more than both web processes have threads


def test_half_sent_headers_are_given_up(running_site: RunningSite) -> None:
    parts = urlsplit(running_site.url)
    address = (str(parts.hostname), int(parts.port or 0))
    with ExitStack() as stack:
        held = [stack.enter_context(socket.create_connection(address, timeout=PATIENCE)) for _ in range(MANY)]
        for each in held:
            each.sendall(HALF)
            each.setblocking(False)
        left = dict.fromkeys(held)

        def all_given_up() -> bool:
            for each in list(left):
                try:
                    ended = not each.recv(1)
                    if not ended:
                        each.sendall(b"x")  # one byte now and then does not help
                except BlockingIOError:
                    continue
                except OSError:
                    ended = True
                if ended:
                    del left[each]
            return not left

        wait_for("all were given up", all_given_up)
        with urllib.request.urlopen(f"{running_site.url}/rules/", timeout=PATIENCE) as answer:
            assert answer.status == 200
