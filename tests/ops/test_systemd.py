"""The units in deploy/systemd/: valid, and closed where they can be."""

import re
import shutil
import signal
import socket
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest
import redis

from pressorpass_site.work.worker import ROUND_SECONDS
from tests.processes import PATIENCE, plain_environment, started_broker, started_worker
from tools.run.broker import Broker
from tools.run.options import ROOT

UNITS = sorted((ROOT / "deploy" / "systemd").glob("*.service"))
ANALYZE = shutil.which("systemd-analyze")
# Of 10; services that need the network and a database do not get far below.
EXPOSED = 2.0

needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="needs systemd-analyze")


def run(*command: str) -> str:
    done = subprocess.run([str(ANALYZE), *command], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_memory_and_rights_are_limited(unit: Path) -> None:
    said = dict(re.findall(r"^(\w+)=(.*)$", unit.read_text(), re.MULTILINE))
    assert said["MemoryMax"].endswith("%"), "of whatever machine it is"
    assert said["CapabilityBoundingSet"] == ""
    assert set(said["RestrictAddressFamilies"].split()) == {"AF_INET", "AF_INET6", "AF_UNIX"}
    assert said["SystemCallFilter"] == "@system-service"
    protected = [name for name in said if name.startswith("ProtectKernel")]
    assert sorted(protected) == ["ProtectKernelLogs", "ProtectKernelModules", "ProtectKernelTunables"]
    assert all(said[name] == "yes" for name in (*protected, "NoNewPrivileges", "PrivateTmp", "PrivateDevices"))


def test_what_runs_on_has_descriptors_and_workers_a_watchdog() -> None:
    for unit in UNITS:
        text = unit.read_text()
        if "Type=oneshot" not in text:
            assert re.search(r"^LimitNOFILE=8192$", text, re.MULTILINE), unit.name
            assert "Type=notify\nNotifyAccess=main\n" in text, unit.name
        if "celery" in text:
            seconds = re.search(r"^WatchdogSec=(\d+)$", text, re.MULTILINE)
            assert seconds, unit.name
            assert int(seconds[1]) >= 10 * ROUND_SECONDS


def received(notify: socket.socket, state: str) -> bool:
    """Whether a service has told systemd this among what it tells next."""
    return any(notify.recv(100).decode() == state for _ in range(20))


@pytest.mark.slow
def test_a_worker_tells_systemd_that_it_is_ready_and_goes_round_unless_it_hangs(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify, ExitStack() as stack:
        notify.bind(str(tmp_path / "notify"))
        notify.settimeout(PATIENCE)
        queue = stack.enter_context(started_broker(tmp_path / "queue", Broker(tmp_path).url))
        environment = plain_environment(
            NOTIFY_SOCKET=str(tmp_path / "notify"), DATA_DIR=str(tmp_path / "data"), REDIS_URL=queue, LOG_FORMAT="text"
        )
        process = stack.enter_context(started_worker(environment, tmp_path / "worker.log"))
        assert received(notify, "READY=1")
        assert received(notify, "WATCHDOG=1")
        with redis.Redis.from_url(queue) as broker:
            broker.config_set("maxmemory", "1")
            assert received(notify, "WATCHDOG=1"), "it waits for the queue"
            assert received(notify, "WATCHDOG=1")
            broker.config_set("maxmemory", "0")
        process.send_signal(signal.SIGSTOP)
        notify.settimeout(3 * ROUND_SECONDS)
        with pytest.raises(TimeoutError):
            received(notify, "nothing any more")
        process.send_signal(signal.SIGCONT)
        notify.settimeout(PATIENCE)
        assert received(notify, "WATCHDOG=1")


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_finds_little_exposed(unit: Path) -> None:
    said = run("security", "--offline=yes", "--no-pager", str(unit))
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert found, said
    assert float(found[1]) <= EXPOSED, said


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_knows_every_setting(unit: Path) -> None:
    said = run("verify", "--man=no", str(unit))
    assert not re.findall(r"Unknown (?:key|section|lvalue).*|Failed to parse.*|Invalid.*", said), said
