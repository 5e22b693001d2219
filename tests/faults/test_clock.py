"""The clock is set forward or back while the site runs, once or again and again."""

import http.client
import shutil
import struct
import subprocess
import sys
import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from .conftest import Begin, Start, wait_until_healthy
from .parts import refining, row, tracebacks
from .visitor import BusyVisitor, Visitor, question

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

HEAVY = "8000e5,3000,0@1"
AGAIN = "try 2 of 3, after an interruption"
HOUR = 3600


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is preloaded into the site's programs."""
    built = tmp_path_factory.mktemp("clock") / "clock.so"
    compiler = shutil.which("cc") or "gcc"
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", built, Path(__file__).with_name("clock.c")], check=True)
    return built


@pytest.mark.skipif(sys.platform != "linux", reason="preloading is done differently elsewhere")
@pytest.mark.parametrize("shift", [HOUR, -HOUR], ids=["forward", "back"])
def test_clock_is_set(start: Start, library: Path, tmp_path: Path, fault: Begin, shift: int) -> None:
    clock = tmp_path / "clock"
    clock.write_bytes(struct.pack("=q", 0))
    environment = {"LD_PRELOAD": str(library), "FAULT_CLOCK": str(clock)}
    what = f"Clock set {'forward' if shift > 0 else 'back'} by an hour, and a worker process killed"
    with (
        fault(what, "a better answer on its way; questions, saves, a game entered") as seen,
        start(tmp_path / "data", **environment) as site,
    ):
        busy = BusyVisitor(site.url)
        busy.wait_for_state(HEAVY, "refining")
        with busy.at_work():
            # Left alone, the job would end at its next beat, as its last view is an hour ago, and begin again with the next one.
            refining(site).kill()
            with clock.open("r+b") as file:
                file.write(struct.pack("=q", shift))
            seen.over()
            assert abs(hours_off(site.url) - shift / HOUR) < 0.1
            busy.wait_for_words(HEAVY, "The solver was interrupted.")
            seen.saw.append("The solver was interrupted. It restarts by itself (try 2 of 3); this answer stays.")
            # The second try may be over before it is looked at.
            busy.wait_for_page(
                question(HEAVY), "a second try", lambda page: AGAIN in page.answer or page.state == "done"
            )
            seen.normal("everything accepted is there and answered")
            time.sleep(3)
        assert not busy.refused, busy.refused
        busy.check_promises()
        assert row(site, busy.wait_for_state(HEAVY, "done").key)["attempts"] == 2


@pytest.mark.skipif(sys.platform != "linux", reason="preloading is done differently elsewhere")
def test_clock_is_set_back_and_forth(start: Start, library: Path, tmp_path: Path, fault: Begin) -> None:
    clock = tmp_path / "clock"
    clock.write_bytes(struct.pack("=q", 0))
    environment = {"LD_PRELOAD": str(library), "FAULT_CLOCK": str(clock)}
    what = "Clock set ten times, by an hour and by a day, forward and back"
    with (
        fault(what, "a better answer on its way; questions, saves, a game entered") as seen,
        start(tmp_path / "data", **environment) as site,
    ):
        busy = BusyVisitor(site.url)
        busy.wait_for_state(HEAVY, "refining")
        with busy.at_work():
            for shift in (HOUR, 0, -HOUR, 24 * HOUR, -24 * HOUR, HOUR, -HOUR, 24 * HOUR, -24 * HOUR, 0):
                time.sleep(2)
                with clock.open("r+b") as file:
                    file.write(struct.pack("=q", shift))
            seen.over()
            page = Visitor(site.url).ask("4713e1,3000,0@1", "seed")
            assert page.status == 200
            wait_until_healthy(site)
            seen.normal("everything accepted is there and answered")
            time.sleep(3)
        seen.saw.extend(busy.refused)
        assert not busy.refused, busy.refused
        busy.check_promises()
        busy.wait_for_state(HEAVY, "done")
        assert not tracebacks(site)


def hours_off(url: str) -> float:
    """How far ahead the site's clock is."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc)
    connection.request("GET", "/health")
    server_time = parsedate_to_datetime(connection.getresponse().headers["Date"])
    connection.close()
    return (server_time - datetime.now(UTC)).total_seconds() / HOUR
