"""`make run`, as it is: real processes, real signals."""

import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.processes import PATIENCE, RUN, RunningSite, plain_environment, started_site, wait_for
from tools.run.options import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(prepared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site whose parts these tests may kill, in a folder with a space in its name."""
    with started_site(shutil.copytree(prepared_data, tmp_path_factory.mktemp("run") / "the data")) as site:
        assert site.url
        yield site


def health(site: RunningSite) -> int:
    """What /health answers: 200, or 503 while a part is away."""
    try:
        with urllib.request.urlopen(f"{site.url}/health", timeout=PATIENCE) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code


def wait_until_healthy(site: RunningSite) -> None:
    wait_for("the site was healthy", lambda: health(site) == 200)


def is_gone(process: psutil.Process) -> bool:
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


def pool_of(worker: psutil.Process) -> list[psutil.Process]:
    return worker.children()


def full_pool(site: RunningSite) -> list[psutil.Process]:
    """The worker's two pool processes, once they are there."""

    def both() -> list[psutil.Process] | None:
        worker = site.worker()
        pool = [child for child in pool_of(worker) if not is_gone(child)] if worker else []
        return pool if len(pool) == 2 else None

    return wait_for("the pool was full", both)


def test_stops_without_a_trace_and_starts_again_without_preparing(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with started_site(folder) as site:
        wait_until_healthy(site)
        assert "Preparing" in site.output
        full_pool(site)
        assert_stops_at(signal.SIGINT, site)
    secret = (folder / "secret_key").read_text()
    assert (folder / "secret_key").stat().st_mode & 0o077 == 0
    site.log.unlink()

    with started_site(folder) as site:
        wait_until_healthy(site)
        assert "Preparing" not in site.output
        assert (folder / "secret_key").read_text() == secret
        assert_stops_at(signal.SIGTERM, site)


def assert_stops_at(number: signal.Signals, site: RunningSite) -> None:
    everything = site.processes()
    assert site.stop(number) == 0
    assert all(is_gone(process) for process in everything)
    assert "Traceback" not in site.output
    with pytest.raises(OSError, match="refused"):
        health(site)


def test_everything_ends_even_when_the_runner_is_killed(prepared_data: Path, tmp_path: Path) -> None:
    with started_site(shutil.copytree(prepared_data, tmp_path / "data")) as site:
        wait_until_healthy(site)
        full_pool(site)
        everything = site.processes()
        site.stop(signal.SIGKILL)
        wait_for("all processes ended", lambda: all(is_gone(process) for process in everything))


def test_killed_worker_is_started_again_and_takes_its_pool_along(site: RunningSite) -> None:
    pool = full_pool(site)
    worker = site.worker()
    assert worker is not None

    worker.kill()

    wait_for("the pool ended", lambda: all(is_gone(process) for process in pool))
    wait_for("a new worker came", lambda: (new := site.worker()) and new.pid != worker.pid)
    assert not set(full_pool(site)) & set(pool)
    assert "The worker was killed by SIGKILL; starting it again" in site.output


def test_killed_pool_process_is_replaced(site: RunningSite) -> None:
    pool = full_pool(site)

    pool[0].kill()

    wait_for("the killed process was gone", lambda: is_gone(pool[0]))
    assert pool[0] not in full_pool(site)


@pytest.mark.parametrize("part", ["gunicorn", "valkey-server"])
def test_killed_server_is_started_again(site: RunningSite, part: str) -> None:
    wait_until_healthy(site)
    main = next(each for each in site.processes(part) if each.ppid() == site.process.pid)

    main.kill()

    def again() -> bool:
        return any(each.ppid() == site.process.pid and each != main for each in site.processes(part))

    wait_for("it was started again", again)
    wait_until_healthy(site)


def refusal(**environment: str) -> str:
    """What the runner says when it refuses to start."""
    done = subprocess.run(
        RUN,
        cwd=ROOT,
        env=plain_environment(**environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_busy_port_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        said = refusal(PORT=port, DATA_DIR=str(tmp_path))
    assert f"Port {port} is used by another program; choose another one: PORT=" in said


def test_port_that_is_no_number_is_said(tmp_path: Path) -> None:
    assert "PORT must be a number from 1 to 65535, and it is 'http'" in refusal(PORT="http", DATA_DIR=str(tmp_path))


def test_second_runner_on_the_same_data_is_refused(site: RunningSite) -> None:
    assert "already running with the data folder" in refusal(PORT="0", DATA_DIR=str(site.data_dir))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells a process about its parent")
def test_signal_that_make_does_not_hand_on_stops_the_site(prepared_data: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(prepared_data, tmp_path / "data")
    makefile = tmp_path / "Makefile"
    makefile.write_text(f"run:\n\t@'{sys.executable}' -m tools.run\n")
    for number in (signal.SIGINT, signal.SIGKILL):
        with started_site(folder, ["make", "--no-print-directory", "-f", str(makefile)]) as site:
            wait_until_healthy(site)
            everything = site.processes()
            site.stop(number)
            wait_for("the site stopped", lambda left=everything: all(is_gone(process) for process in left))
            site.log.unlink()
