"""A new version is started over the data of an old one, whose worker still runs."""

import re
import shutil
import signal
from itertools import count
from pathlib import Path

import pytest

from tests.processes import plain_environment, started_site, started_worker, wait_for
from tools.run.options import ROOT

from .conftest import SOLVER_SECONDS, Begin, Start, wait_until_healthy
from .visitor import Visitor

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

HEAVY = "8000e5,3000,0@1"
PARTS = ("engine", "pressorpass_site", "templates", "static", "tools")
FILES = ("manage.py", "gunicorn.conf.py", "requirements.txt")


@pytest.fixture
def old_version(tmp_path: Path) -> Path:
    """The site with an older engine, which has other names for all questions and tables."""
    folder = tmp_path / "old version"
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part)
    for name in FILES:
        shutil.copy(ROOT / name, folder)
    version = folder / "engine" / "version.py"
    version.write_text(re.sub(r'ENGINE_VERSION = ".*"', 'ENGINE_VERSION = "0.9.0"', version.read_text()))
    return folder


def test_new_version_starts_while_an_old_worker_runs(
    start: Start, old_version: Path, valkey: str, tmp_path: Path, fault: Begin
) -> None:
    shared = {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'shared.sqlite3'}",
        "REDIS_URL": valkey.removesuffix("/0") + "/7",
        "SECRET_KEY": "both versions have the same one",
        "SOLVER_SECONDS": SOLVER_SECONDS,
    }
    with fault("New version over the old data, an old worker still running", "a better answer on its way") as seen:
        with started_site(tmp_path / "old data", root=old_version, **shared) as old:
            wait_until_healthy(old)
            visitor = Visitor(old.url)
            page = visitor.wait_for_state(HEAVY, "refining")
            saved = visitor.save(page, "Saved by the old version").url.removeprefix(old.url)
            asked = visitor.ask("5000e1,3000,0@1", "seed")
            assert asked.status == 200
            old.stop(signal.SIGTERM)
        log = tmp_path / "old worker.log"
        environment = plain_environment(DATA_DIR=str(tmp_path / "old data"), **shared)
        with (
            started_worker(environment, log, root=old_version),
            start(tmp_path / "new data", **shared) as site,
        ):
            seen.over()
            visitor = Visitor(site.url)
            assert "Saved by the old version" in visitor.open(saved).text
            scores = count(5001)

            def taken_by_the_old_worker() -> bool:
                visitor.wait_for_state(f"{next(scores)}e1,3000,0@1", "done", rules="seed")
                return "analyses.solve" in log.read_text()

            # It takes some of them once it has bettered the answer that its own site left.
            wait_for("the old worker answered a question", taken_by_the_old_worker)
            seen.normal("what was saved is there; old and new questions are answered, by either worker")
            visitor.wait_for_state("5000e1,3000,0@1", "done", rules="seed")
            visitor.wait_for_state(HEAVY, "done")
            visitor.wait_for_page(f"/a/{page.key}/", "the old question", lambda found: found.state == "done")
