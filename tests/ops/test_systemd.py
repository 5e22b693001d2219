"""The units in deploy/systemd/: valid, and closed where they can be."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pressorpass_site.work.models import Queue
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


def test_what_runs_on_has_descriptors_and_each_queue_a_worker() -> None:
    served: list[str] = []
    for unit in UNITS:
        text = unit.read_text()
        if "Type=oneshot" not in text:
            assert re.search(r"^LimitNOFILE=8192$", text, re.MULTILINE), unit.name
            assert ("Type=exec\n" if "celery" in text else "Type=notify\nNotifyAccess=main\n") in text, unit.name
        served += [queue for queues in re.findall(r"--queues=(\S+)", text) for queue in queues.split(",")]
    assert sorted(served) == sorted([*Queue, Queue.FIRST, Queue.LATER])


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_finds_little_exposed(unit: Path) -> None:
    said = run("security", "--offline=yes", "--no-pager", str(unit))
    match = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert match, said
    assert float(match[1]) <= EXPOSED, said


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_knows_every_setting(unit: Path) -> None:
    said = run("verify", "--man=no", str(unit))
    assert not re.findall(r"Unknown (?:key|section|lvalue).*|Failed to parse.*|Invalid.*", said), said
