"""Connections that send nothing, of which browsers open some, hold no thread of the web server."""

import socket
import urllib.request
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from tests.processes import PATIENCE, RunningSite

pytestmark = pytest.mark.slow

MANY = 40  # more than both web processes have threads


def test_connections_that_send_nothing_hold_no_thread(running_site: RunningSite) -> None:
    parts = urlsplit(running_site.url)
    address = (str(parts.hostname), int(parts.port or 0))
    with ExitStack() as stack:
        for _ in range(MANY):
            stack.enter_context(socket.create_connection(address, timeout=PATIENCE))
        with urllib.request.urlopen(f"{running_site.url}/rules/", timeout=PATIENCE) as answer:
            assert answer.status == 200
