"""The database is stopped, locked, or has no room left."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.postgresql import running_postgresql
from tests.processes import PATIENCE, RunningSite, started_site

from .conftest import Begin, Start, wait_until_healthy
from .parts import database
from .visitor import NOT_HELD_UP, BusyVisitor, Page, Visitor

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

needs_root = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only root can mount a small file system"
)

HEAVY = ["8000e5,3000,0@1", "8000e4p1,3000,0@1", "8000e5,3000w1,0@1"]
AWAY = "Please try again in a moment The site cannot use its database at the moment. What was stored before is safe."
NOT_SENT = "What you sent may not have been stored."


def assert_says_away(page: Page) -> None:
    """The page with status 503, in the site's style."""
    assert page.status == 503, (page.status, page.text)
    assert AWAY in page.text
    assert "css/page" in page.source
    assert "Traceback" not in page.source


@contextmanager
def locked(site: RunningSite, seconds: float) -> Iterator[None]:
    """SQLite's write lock held for so long, by another program; the block may take less."""
    until = time.monotonic() + seconds
    with database(site) as held:
        held.execute("BEGIN IMMEDIATE")
        yield
        time.sleep(max(until - time.monotonic(), 0))
        held.execute("ROLLBACK")


def test_sqlite_is_locked_for_10_seconds(site: RunningSite, fault: Begin) -> None:
    busy, reader = BusyVisitor(site.url), Visitor(site.url)
    with fault("SQLite locked for 10 s", "a better answer on its way; questions, saves, a game entered") as seen:
        busy.wait_for_state(HEAVY[0], "refining")
        with busy.at_work():
            time.sleep(2)
            with locked(site, 10):
                assert reader.open("/").seconds < NOT_HELD_UP, "who only reads does not wait"
            seen.over()
            page = reader.ask("4711e1,3000,0@1", "seed")
            assert page.status == 200
            seen.normal("whoever wrote waited; everything accepted is there and answered")
            time.sleep(1)
        assert not busy.refused, busy.refused
        seen.saw.append(f"a form that took up to {busy.longest:.0f} s")
        busy.check_promises()
        busy.wait_for_state(HEAVY[0], "done")


def test_sqlite_is_locked_for_35_seconds(site: RunningSite, fault: Begin) -> None:
    busy, reader = BusyVisitor(site.url), Visitor(site.url)
    with fault("SQLite locked for 35 s", "a better answer on its way; questions, saves, a game entered") as seen:
        busy.wait_for_state(HEAVY[1], "refining")
        refused: list[Page] = []
        writer = threading.Thread(target=lambda: refused.append(Visitor(site.url).fill("/games/new/", left="Ann")))
        with busy.at_work():
            time.sleep(1)
            with locked(site, 35):
                writer.start()
                time.sleep(1)
                assert reader.open("/").seconds < NOT_HELD_UP, "who only reads does not wait"
            seen.over()
            writer.join()
            page = reader.ask("4712e1,3000,0@1", "seed")
            assert page.status == 200
            seen.normal("everything accepted is there and answered; no job failed")
            time.sleep(1)
        assert_says_away(refused[0])
        assert NOT_SENT in refused[0].text
        seen.saw.append(refused[0].text)
        assert set(busy.refused) <= {"503 Please try again in a moment"}, busy.refused
        assert busy.wait_for_state(HEAVY[1], "done", "failed", "cancelled").state == "done"
        busy.check_promises()


def test_postgresql_is_stopped_and_started_again(start: Start, tmp_path: Path, fault: Begin) -> None:
    with (
        fault("PostgreSQL stopped for 12 s", "a better answer on its way; questions, saves, a game entered") as seen,
        running_postgresql() as server,
        start(tmp_path / "data", DATABASE_URL=server.url) as site,
    ):
        busy, reader = BusyVisitor(site.url), Visitor(site.url)
        busy.wait_for_state(HEAVY[0], "refining")
        with busy.at_work():
            time.sleep(3)
            server.stop()
            for path in ("/games/", f"/p/{HEAVY[0]}", "/boards/"):
                page = reader.open(path)
                assert_says_away(page)
                assert page.seconds < NOT_HELD_UP
            assert "Try again" in page.text
            seen.saw.append(page.text)
            answer = reader.open("/api/v1/solve", b'{"position": "8000e1,3000,0@1"}', "application/json")
            assert answer.status == 503, answer.source
            assert "The site cannot use its database at the moment." in answer.source
            assert reader.open("/health").status == 503
            time.sleep(12)
            server.start()
            seen.over()
            wait_until_healthy(site)
            seen.normal("everything accepted is there and answered; no job failed")
            time.sleep(2)
        assert set(busy.refused) <= {"503 Please try again in a moment"}, busy.refused
        assert busy.wait_for_state(HEAVY[0], "done", "failed", "cancelled").state == "done"
        busy.check_promises()


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system of this size."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@needs_root
def test_disk_is_full(start: Start, prepared_data: Path, tmp_path: Path, fault: Begin) -> None:
    with small_disk(tmp_path / "disk", "96m") as disk:
        data = shutil.copytree(prepared_data, disk / "data")
        with (
            fault("Disk full for 15 s", "a better answer on its way; questions, saves, a game entered") as seen,
            start(data, TMPDIR=str(tmp_path)) as site,
        ):
            busy, reader = BusyVisitor(site.url), Visitor(site.url)
            busy.wait_for_state(HEAVY[0], "refining")
            with busy.at_work():
                time.sleep(2)
                fill(disk)
                end = time.monotonic() + 15
                page = reader.fill("/games/new/", left="Ann")
                while page.status == 200 and time.monotonic() < end:
                    page = reader.fill("/games/new/", left="Ann")
                assert_says_away(page)
                seen.saw.append(page.text)
                assert reader.open("/readyz").status == 200, "what is stored is still shown"
                assert reader.open("/").status == 200, "who only reads notices nothing"
                time.sleep(max(end - time.monotonic(), 0))
                (disk / "filler").unlink()
                seen.over()
                wait_until_healthy(site)
                assert reader.fill("/games/new/", left="Ann").status == 200
                seen.normal("everything accepted is there and answered")
                time.sleep(2)
            assert set(busy.refused) <= {"503 Please try again in a moment"}, busy.refused
            busy.wait_for_state(HEAVY[0], "done")
            busy.check_promises()


@needs_root
@pytest.mark.parametrize("prepared", [False, True])
def test_site_without_room_says_so(prepared_data: Path, tmp_path: Path, prepared: bool) -> None:
    with small_disk(tmp_path / "disk", "64m" if prepared else "8m") as disk:
        if prepared:
            shutil.copytree(prepared_data, disk, dirs_exist_ok=True)
        fill(disk)
        with started_site(disk, TMPDIR=str(tmp_path)) as site:
            assert site.process.wait(PATIENCE) == 1
            takes = "The site takes 8 MB." if prepared else "Preparing the data folder takes 64 MB."
            assert f"is full: 0 MB are left. {takes}" in site.output
            assert "Traceback" not in site.output


def fill(disk: Path) -> None:
    """Take all the room there is."""
    with (disk / "filler").open("wb", buffering=0) as filler:
        for size in (2**20, 2**12):
            try:
                while filler.write(bytes(size)) == size:
                    pass
            except OSError:
                continue
