"""What all tests share: a real Valkey, a real worker, a whole running site, Debian's Chromium."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.test import TransactionTestCase
from hypothesis import settings as hypothesis_settings

from tests import clock, database
from tests.processes import RunningSite, plain_environment, started_broker, started_site, started_workers
from tests.tier import NIGHTLY
from tools.run.options import ROOT

# A case may take as long as it takes: what is slow is for benchmarks to say. The same cases every time, so that a change
# that breaks nothing does not fail; others at night.
hypothesis_settings.register_profile("unhurried", deadline=None, derandomize=not NIGHTLY)
hypothesis_settings.load_profile("unhurried")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave full counts to `make nightly`, and of what starts real programs all but the journeys."""
    if not NIGHTLY:
        deselected = {item for item in items if for_the_night(item)}
        items[:] = [item for item in items if item not in deselected]
        config.hook.pytest_deselected(items=list(deselected))


def for_the_night(item: pytest.Item) -> bool:
    """Whether `make test` leaves a test out."""
    marked = item.get_closest_marker
    return bool(marked("nightly") or (marked("slow") and not marked("journey")))


CHROMIUM_ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session", autouse=True)
def seconds_are_cpu_time() -> Iterator[None]:
    """Count the engine's limits in CPU time."""
    with clock.cpu_time():
        yield


@pytest.fixture(scope="session", autouse=True)
def emptied_after_all() -> Iterator[None]:
    """Empty the database in our own way after a test with transactions of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", database.empty)
        yield


@pytest.fixture(scope="session", autouse=True)
def valkey() -> Iterator[str]:
    """The broker at settings.REDIS_URL: a real server; its URL."""
    with started_broker(settings.DATA_DIR / "valkey", settings.REDIS_URL) as url:
        yield url


@pytest.fixture
def celery_worker_process(transactional_db: None, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The two real workers of a site, on the test database; the one for all work."""
    with started_workers(os.environ | {"DATABASE_URL": url_of_test_database()}, tmp_path) as process:
        yield process


def url_of_test_database() -> str:
    """The DATABASE_URL of the database that the tests use."""
    of = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{of['NAME']}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{of['NAME']}").geturl()


@pytest.fixture(scope="session")
def prepared_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder as `make run` prepares it, to be copied; made once for all workers of a parallel run."""
    run = tmp_path_factory.getbasetemp()
    folder = (run.parent if "PYTEST_XDIST_WORKER" in os.environ else run) / "prepared"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "prepared").exists():
            environment = plain_environment(DATA_DIR=str(folder))
            subprocess.run([sys.executable, "-m", "tools.run.prepare"], cwd=ROOT, env=environment, check=True)
    return folder


@pytest.fixture(scope="session")
def running_site(prepared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """The site as `make run` starts it, with no data but its own; shared by all tests of a worker.

    Its answers have a minute: one is refined until its test stops it, even on a busy machine, and that of a page which a
    test has closed ends before it costs the next ones much.
    """
    folder = shutil.copytree(prepared_data, tmp_path_factory.mktemp("site") / "data")
    with started_site(folder, SOLVER_SECONDS="60") as site:
        assert site.url
        yield site


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's Chromium, as Playwright's own download is not available everywhere."""
    names = (os.environ.get("CHROMIUM", "chromium"), "chromium", "chromium-browser", "google-chrome")
    executable = next(filter(None, map(shutil.which, names)), None)
    if executable is None:
        pytest.fail("The browser tests need Chromium: run `make test`, which installs it, or install it yourself.")
    return {**browser_type_launch_args, "executable_path": executable, "args": CHROMIUM_ARGUMENTS}
