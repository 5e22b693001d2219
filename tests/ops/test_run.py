"""`make run`, as it is: real processes, real signals."""

import json
import os
import re
import runpy
import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.processes import PATIENCE, RUN, RunningSite, plain_environment, started_site, wait_for
from tools.run.broker import find_free_port
from tools.run.options import ROOT

pytestmark = pytest.mark.slow


def four_free_ports() -> int:
    """A port that nothing uses now, nor the next three."""
    while True:
        port = find_free_port()
        with ExitStack() as stack, suppress(OSError, OverflowError):
            for number in (1, 2, 3):
                stack.enter_context(socket.socket()).bind(("127.0.0.1", port + number))
            return port


# No table knows it, and it takes long.
LONG = "8765e4p1w1,7654e3p1,6543e4@1"


@pytest.fixture(scope="module")
def metrics_port() -> int:
    return four_free_ports()


@pytest.fixture(scope="module")
def site(prepared_data: Path, metrics_port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site whose parts these tests may kill, in a folder with a space in its name."""
    folder = shutil.copytree(prepared_data, tmp_path_factory.mktemp("run") / "the data")
    variables = {"LOG_FORMAT": "json", "LOG_LEVEL": "INFO", "METRICS_PORT": str(metrics_port)}
    with started_site(folder, **variables) as site:
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
    """The processes for jobs, one of each worker, once they are there."""

    def both() -> list[psutil.Process] | None:
        pool = [child for worker in site.workers() for child in pool_of(worker) if not is_gone(child)]
        return pool if len(pool) == 3 else None

    return wait_for("the pool was full", both)


@pytest.mark.journey
def test_starts_without_preparing_again_and_stops_without_a_trace(prepared_data: Path, tmp_path: Path) -> None:
    """What a first start prepares: test_postgresql.py."""
    folder = shutil.copytree(prepared_data, tmp_path / "data")
    (folder / "prepared").chmod(0o600)  # it was made with the umask of the tests
    with started_site(folder) as site:
        wait_until_healthy(site)
        assert "Preparing" not in site.output
        full_pool(site)
        assert_stops_at(signal.SIGTERM, site)
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / "secret_key").exists()
    assert (folder / "pressorpass.sqlite3").exists()
    assert (folder / "valkey" / "appendonlydir").exists()
    assert {file.suffix for file in (folder / "static" / "css").glob("base.*.css*")} == {".css", ".gz", ".br"}
    assert not readable_by_others(folder)


def readable_by_others(folder: Path) -> list[Path]:
    """What others could read of a data folder, were the folder itself open; static files are for everybody."""
    files = [Path(at, name) for at, _, names in os.walk(folder) for name in names]
    return [path for path in files if path.stat().st_mode & 0o077 and folder / "static" not in path.parents]


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


def test_killed_pool_process_is_replaced(site: RunningSite) -> None:
    pool = full_pool(site)

    pool[0].kill()

    wait_for("the killed process was gone", lambda: is_gone(pool[0]))
    assert pool[0] not in full_pool(site)


@pytest.mark.parametrize("part", ["gunicorn", "valkey-server"])
def test_killed_server_is_started_again(site: RunningSite, part: str) -> None:
    wait_until_healthy(site)
    main = next(process for process in site.processes(part) if process.ppid() == site.process.pid)

    main.kill()

    def again() -> bool:
        return any(process.ppid() == site.process.pid and process != main for process in site.processes(part))

    wait_for("it was started again", again)
    wait_until_healthy(site)


def web_server(site: RunningSite) -> psutil.Process:
    """The main process of gunicorn."""
    return next(process for process in site.processes("gunicorn") if process.ppid() == site.process.pid)


def solve(site: RunningSite, position: str, wait: int) -> tuple[int, dict[str, Any], str]:
    """Status, answer and request id of a question to the API."""
    body = json.dumps({"position": position, "wait": wait}).encode()
    request = urllib.request.Request(f"{site.url}/api/v1/solve", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        return response.status, json.load(response), response.headers["X-Request-ID"]


def log_lines(site: RunningSite, event: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in site.output.splitlines() if line.startswith("{")]
    return [line for line in lines if line["event"] == event]


def test_a_reload_loses_no_request(site: RunningSite) -> None:
    wait_until_healthy(site)
    server = web_server(site)
    old = set(server.children())

    server.send_signal(signal.SIGHUP)

    def replaced() -> bool:
        with urllib.request.urlopen(f"{site.url}/rules/", timeout=PATIENCE) as response:
            assert response.status == 200
        return not old & set(server.children())

    wait_for("the web processes were replaced", replaced)


def test_a_held_request_is_answered_when_the_web_server_stops_and_its_job_goes_on(site: RunningSite) -> None:
    wait_until_healthy(site)
    with ThreadPoolExecutor(1) as thread:
        server = web_server(site)
        held = thread.submit(solve, site, LONG, 10)
        wait_for("the job was queued", lambda: log_lines(site, "job queued"))
        server.terminate()
        status, answer, request_id = held.result()
    assert (status, answer["status"] in ("queued", "running")) == (202, True)

    wait_until_healthy(site)
    analysis = f"{site.url}/api/v1/analyses/{answer['id']}"

    def runs() -> bool:
        with urllib.request.urlopen(analysis, timeout=PATIENCE) as response:
            return bool(json.load(response)["status"] == "running")

    wait_for("the job was at work", runs)
    with urllib.request.urlopen(urllib.request.Request(f"{analysis}/cancel", b""), timeout=PATIENCE) as response:
        assert json.load(response)["status"] in ("running", "cancelled")
    assert ended(site, request_id)


def ended(site: RunningSite, request_id: str) -> list[dict[str, Any]]:
    """What was logged when the job that a request had queued ended, or was left."""
    (queued,) = [line for line in log_lines(site, "job queued") if line.get("request_id") == request_id]
    return wait_for("its end was logged", lambda: [x for x in log_lines(site, "job left") if x["job"] == queued["job"]])


def test_a_job_is_logged_with_the_id_of_its_request(site: RunningSite) -> None:
    wait_until_healthy(site)
    _, _, request_id = solve(site, "8765e1,3210,0@1", 10)
    assert ended(site, request_id)[0]["request_id"] == request_id


def test_metrics_of_web_server_and_worker_have_ports_of_their_own(site: RunningSite, metrics_port: int) -> None:
    wait_until_healthy(site)
    solve(site, "8000e1,3000,0@1", 10)

    def metrics(port: int) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as response:
            return str(response.read().decode())

    web = metrics(metrics_port)
    assert re.search(r'^pressorpass_requests_total{method="POST",status="20[02]",view="api:v1:solve"} ', web, re.M)
    assert re.search(r'^pressorpass_cache_requests_total{cache="answers",result="miss"} ', web, re.M)
    assert re.search(r'^pressorpass_jobs{queue="first",status="queued",viewed="yes"} ', web, re.M)
    assert re.search(r'^pressorpass_queue_served{queue="background"} 1.0$', web, re.M)
    first = re.compile(r'^pressorpass_first_answer_seconds_count{task="analyses.solve"} ', re.M)
    wait_for(
        "the first answer was counted",
        lambda: any(first.search(metrics(metrics_port + number)) for number in (1, 2, 3)),
    )
    worker = metrics(metrics_port + 1)
    assert re.search(r'^pressorpass_slots{worker=".*"} 1.0$', worker, re.M)
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{site.url}/metrics", timeout=PATIENCE)


def test_killed_worker_is_started_again_and_takes_its_pool_along(site: RunningSite) -> None:
    worker = site.worker()
    assert worker is not None
    pool = [child for child in full_pool(site) if child.ppid() == worker.pid]

    worker.kill()

    wait_for("the pool ended", lambda: all(is_gone(process) for process in pool))
    wait_for("a new worker came", lambda: (new := site.worker()) and new.pid != worker.pid)
    assert not set(full_pool(site)) & set(pool)
    assert "The worker (refine) was killed by SIGKILL; starting it again" in site.output


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


@pytest.mark.journey
def test_busy_port_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        said = refusal(PORT=port, DATA_DIR=str(tmp_path))
    assert f"Port {port} is used by another program; choose another one: PORT=" in said


@pytest.mark.journey
def test_port_that_is_no_number_is_said(tmp_path: Path) -> None:
    assert "PORT must be a number from 1 to 65535, and it is 'http'" in refusal(PORT="http", DATA_DIR=str(tmp_path))


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@pytest.mark.skipif(not has_ipv6(), reason="needs IPv6")
@pytest.mark.parametrize("host", ["::1", "[::1]"])
def test_it_listens_on_ipv6(prepared_data: Path, tmp_path: Path, host: str) -> None:
    folder = shutil.copytree(prepared_data, tmp_path / "data")
    with started_site(folder, HOST=host) as site:
        assert site.url.startswith("http://[::1]:")
        with urllib.request.urlopen(f"{site.url}/rules/", timeout=PATIENCE) as answer:
            assert answer.status == 200


@pytest.mark.skipif(not has_ipv6(), reason="needs IPv6")
def test_a_busy_port_of_ipv6_is_said(tmp_path: Path) -> None:
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as other:
        port = str(other.getsockname()[1])
        assert f"Port {port} is used by another program" in refusal(HOST="::1", PORT=port, DATA_DIR=str(tmp_path))


def test_a_host_that_is_none_is_said(tmp_path: Path) -> None:
    assert "The site cannot listen on nowhere.invalid" in refusal(HOST="nowhere.invalid", DATA_DIR=str(tmp_path))


@pytest.mark.parametrize(
    ("host", "bind"),
    [("", "127.0.0.1:9000"), ("::1", "[::1]:9000"), ("[::]", "[::]:9000"), ("0.0.0.0", "0.0.0.0:9000")],
)
def test_gunicorn_alone_listens_there_too(host: str, bind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST", host)
    monkeypatch.setenv("PORT", "9000")
    umask = os.umask(0)
    try:
        assert runpy.run_path(str(ROOT / "gunicorn.conf.py"))["bind"] == bind
    finally:
        os.umask(umask)


READ_ONLY_SHM = ("unshare", "--mount", "sh", "-c", 'mount -t tmpfs -o ro tmpfs /dev/shm && exec "$@"', "sh")


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root can mount")
@pytest.mark.parametrize(
    "command", [RUN, (sys.executable, "-m", "celery", "--app=pressorpass_site", "worker")], ids=["make run", "worker"]
)
def test_a_system_without_semaphores_is_said(tmp_path: Path, command: tuple[str, ...]) -> None:
    environment = plain_environment(PORT="0", DATA_DIR=str(tmp_path), REDIS_URL="redis://127.0.0.1:1/0")
    done = subprocess.run(
        [*READ_ONLY_SHM, *command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 1
    assert (
        "The workers cannot start, as /dev/shm takes nothing (Read-only file system): make it writable" in done.stderr
    )
    assert "Traceback" not in done.stderr


def test_second_runner_on_the_same_data_is_refused(site: RunningSite) -> None:
    assert "already running with the data folder" in refusal(PORT="0", DATA_DIR=str(site.data_dir))


@pytest.mark.journey
def test_a_key_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()
    assert "secret_key has 0 characters, and a key has 50 or more" in refusal(PORT="0", DATA_DIR=str(tmp_path))


@pytest.mark.journey
def test_a_damaged_database_is_said(prepared_data: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(prepared_data, tmp_path / "data")
    with (folder / "pressorpass.sqlite3").open("r+b") as file:
        file.seek(8192)
        file.write(bytes(4096))
    assert "pressorpass.sqlite3 is damaged (" in refusal(PORT="0", DATA_DIR=str(folder))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells a process about its parent")
def test_signal_that_make_does_not_hand_on_stops_the_site(prepared_data: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(prepared_data, tmp_path / "data")
    makefile = tmp_path / "Makefile"
    makefile.write_text(f"run:\n\t@'{sys.executable}' -m tools.run\n")
    # Tests that a shell has put in the background ignore SIGINT, and so would make.
    make = ["env", "--default-signal=INT", "make", "--no-print-directory", "-f", str(makefile)]
    for number in (signal.SIGINT, signal.SIGKILL):
        with started_site(folder, make) as site:
            wait_until_healthy(site)
            everything = site.processes()
            site.stop(number)
            wait_for("the site stopped", lambda processes=everything: all(is_gone(process) for process in processes))
            site.log.unlink()
