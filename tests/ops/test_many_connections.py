"""More connections than a shell's descriptors: they wait, and end no web process."""

import resource
import shutil
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.processes import PATIENCE, RUN, started_site

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

CROWD = 1300  # connections: more than a process takes


@pytest.fixture
def descriptors() -> Iterator[None]:
    """Enough of them for the crowd, which is in this process."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, before[1]), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("descriptors")
@pytest.mark.parametrize("limit", ["ulimit -S -n 1024", "ulimit -n 1024"], ids=["soft", "hard"])
def test_a_crowd_ends_no_web_process(prepared_data: Path, tmp_path: Path, limit: str) -> None:
    folder = shutil.copytree(prepared_data, tmp_path / "data")
    command = ("sh", "-c", f'{limit} && exec "$@"', "sh", *RUN)
    with started_site(folder, command, WEB_CONCURRENCY="1", TABLES_IN_ADVANCE="0") as site, ExitStack() as crowd:
        host, port = site.url.removeprefix("http://").split(":")
        (web,) = [process for process in site.processes("-m gunicorn") if process.ppid() != site.process.pid]
        for _ in range(CROWD):
            crowd.enter_context(socket.create_connection((host, int(port)), timeout=PATIENCE)).sendall(b"GET")
        crowd.close()
        with urllib.request.urlopen(f"{site.url}/rules/", timeout=PATIENCE) as answer:
            assert answer.status == 200
        assert web.is_running()
        assert "Too many open files" not in site.output
        assert "Traceback" not in site.output
