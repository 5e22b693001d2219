"""Requests that come slowly, or not to their end, hold the threads of `make run` for some seconds only."""

import socket
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from tests.processes import PATIENCE, RunningSite, wait_for

pytestmark = pytest.mark.slow

HALF_HEADER = b"GET /rules/ HTTP/1.1\r\nHost: localhost\r\nX-Half: "
HALF_BODY = b"POST /ask/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nq="
MANY = 40  # more than both web processes have threads


@pytest.fixture
def connect(running_site: RunningSite) -> Iterator[list[socket.socket]]:
    """Many connections to the site."""
    parts = urlsplit(running_site.url)
    address = (str(parts.hostname), int(parts.port or 0))
    with ExitStack() as stack:
        yield [stack.enter_context(socket.create_connection(address, timeout=PATIENCE)) for _ in range(MANY)]


def assert_a_page_is_there(site: RunningSite) -> None:
    with urllib.request.urlopen(f"{site.url}/rules/", timeout=PATIENCE) as answer:
        assert answer.status == 200


@pytest.mark.parametrize("half", [HALF_HEADER, HALF_BODY], ids=["headers", "bodies"])
def test_what_was_sent_by_half_is_given_up(
    running_site: RunningSite, connect: list[socket.socket], half: bytes
) -> None:
    for each in connect:
        each.sendall(half)
        each.setblocking(False)
    left = dict.fromkeys(connect)

    def all_given_up() -> bool:
        for each in list(left):
            try:
                ended = not each.recv(1000)
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
    assert_a_page_is_there(running_site)


def test_connections_that_send_nothing_hold_no_thread(running_site: RunningSite, connect: list[socket.socket]) -> None:
    assert len(connect) == MANY
    assert_a_page_is_there(running_site)
