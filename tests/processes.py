"""Starting the real programs from tests, and looking at their processes."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import psutil

from pressorpass_site.process import end_with_parent
from tools.run.__main__ import WORKERS
from tools.run.broker import Broker
from tools.run.options import ROOT

T = TypeVar("T")

# What does not happen at all is found out late; what does, however busy the machine, is not called missing.
PATIENCE = 300.0
STOP_PATIENCE = 60.0  # for a worker that is told to stop
# What make, tests/settings.py and pytest-django put into the environment; a site as a user starts it has none of it.
TEST_VARIABLES = (
    "DATABASE_URL",
    "DATA_DIR",
    "DJANGO_ALLOW_ASYNC_UNSAFE",
    "DJANGO_SETTINGS_MODULE",
    "MAKEFLAGS",
    "MAKELEVEL",
    "MFLAGS",
    "PRESSORPASS_LAB",
    "PRESSORPASS_TABLES",
    "REDIS_URL",
    "STATIC_COLLECTED",
    "TEST_RUN_DIR",
    "TEST_WORKER",
)
RUN = (sys.executable, "-m", "tools.run")
REFINES = WORKERS["refine"][0]
_reserved: dict[int, socket.socket] = {}


def reserve_port() -> int:
    """Return a loopback port that nobody else is given until a broker starts on it, however long the tests are loading."""
    probe = socket.socket()
    probe.bind(("127.0.0.1", 0))
    port: int = probe.getsockname()[1]
    _reserved[port] = probe
    return port


def wait_for(what: str, look: Callable[[], T | None], patience: float = PATIENCE) -> T:
    """Return the result of `look` as soon as it is true."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        value = look()
        if value:
            return value
        time.sleep(0.1)
    raise AssertionError(f"{what} did not happen within {patience:.0f} s")


@dataclass
class RunningSite:
    """A site started as `make run` starts it."""

    process: subprocess.Popen[bytes]
    data_dir: Path
    log: Path

    @property
    def output(self) -> str:
        """What it has printed so far."""
        return self.log.read_text(errors="replace")

    @cached_property
    def url(self) -> str:
        """Its address, once it has printed it (without a slash at the end)."""

        def printed() -> re.Match[str] | None:
            assert self.process.poll() is None, self.output
            return re.search(r"ready: (http://\S+)/", self.output)

        return wait_for("the address was printed", printed)[1]

    def processes(self, having: str = "") -> list[psutil.Process]:
        """Its living child processes, of all generations, whose command line has `having` in it."""
        matching_processes = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            try:
                if child.status() != psutil.STATUS_ZOMBIE and having in " ".join(child.cmdline()):
                    matching_processes.append(child)
            except psutil.NoSuchProcess:
                continue
        return matching_processes

    def workers(self) -> list[psutil.Process]:
        """The workers' main processes, which the runner started: the one that refines first, if it is there."""
        started = [process for process in self.processes("celery") if process.ppid() == self.process.pid]
        return sorted(started, key=lambda process: REFINES not in process.cmdline())

    def worker(self) -> psutil.Process | None:
        """The main process of the worker that refines."""
        return next((worker for worker in self.workers() if REFINES in worker.cmdline()), None)

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        """Stop it with a signal; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(PATIENCE)


def plain_environment(**changes: str) -> dict[str, str]:
    """The environment of somebody who runs no tests."""
    environment = {name: value for name, value in os.environ.items() if name not in TEST_VARIABLES}
    # Idle workers would take the processors from the tests.
    return {**environment, "TABLES_IN_ADVANCE": "0", **changes}


@contextmanager
def started_site(folder: Path, command: Sequence[str] = RUN, **environment: str) -> Iterator[RunningSite]:
    """Start a site with its data in `folder`, on a free port, and stop it in the end."""
    log = folder.with_name(folder.name + ".log")
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=plain_environment(**{"PORT": "0", "DATA_DIR": str(folder)} | environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=partial(end_with_parent, signal.SIGTERM),  # a killed test run leaves nothing behind
        )
    site = RunningSite(process, folder, log)
    try:
        yield site
    finally:
        site.stop()


@contextmanager
def started_worker(
    environment: Mapping[str, str], log: Path, *arguments: str, may_end: bool = False
) -> Iterator[subprocess.Popen[bytes]]:
    """Start a Celery worker as the site does, and wait until it listens or, for a test of that, has ended."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "--app=pressorpass_site", "worker", "--without-mingle", *arguments],
            cwd=ROOT,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=partial(end_with_parent, signal.SIGKILL),
        )
    try:

        def listens() -> bool:
            has_ended = process.poll() is not None
            assert may_end or not has_ended, log.read_text(errors="replace")
            return has_ended or " ready." in log.read_text(errors="replace")

        wait_for("the worker was ready", listens)
        yield process
    finally:
        process.send_signal(signal.SIGQUIT)
        try:
            process.wait(STOP_PATIENCE)
        except subprocess.TimeoutExpired:
            # Celery locks itself out when the signal comes at the moment in which it takes in a result.
            process.kill()
            process.wait(PATIENCE)


@contextmanager
def started_workers(environment: Mapping[str, str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start the three workers of a site, with a process for jobs each; yield the one that refines."""
    with ExitStack() as stack:
        started = {
            name: stack.enter_context(
                started_worker(environment, folder / f"{name}.log", f"--hostname={name}@%h", *arguments)
            )
            for name, arguments in WORKERS.items()
        }
        yield started["refine"]


@contextmanager
def started_broker(folder: Path, url: str) -> Iterator[str]:
    """Start a real Valkey at this URL with its data in a new folder."""
    parts = urlsplit(url)
    folder.mkdir()
    broker = Broker(folder, port=parts.port or 0, password=parts.password or "")
    if reserved := _reserved.pop(broker.port, None):
        reserved.close()
    with subprocess.Popen(
        broker.command,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=partial(end_with_parent, signal.SIGKILL),  # a killed test run leaves nothing behind
    ) as process:
        assert process.stdin is not None
        process.stdin.write(broker.configuration.encode())
        process.stdin.close()
        try:
            wait_for("Valkey answered", broker.is_ready)
            yield broker.url
        finally:
            process.terminate()
