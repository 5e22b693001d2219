"""The site writes to its data folder and to /tmp alone: it runs on a read-only file system, as in its containers."""

import json
import os
import shutil
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.processes import PATIENCE, RUN, started_site
from tools.run.options import ROOT

BWRAP = shutil.which("bwrap", path=f"{os.environ['PATH']}:{ROOT}/.venv/debian/usr/bin")  # see tools/proxy.sh
WRAPPED = (
    BWRAP or "",
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--tmpfs",
    "/tmp",
    "--die-with-parent",
)


def can_wrap() -> bool:
    return BWRAP is not None and subprocess.run([*WRAPPED, "true"], check=False, capture_output=True).returncode == 0


pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(
        not can_wrap(), reason="needs bubblewrap, which `make nightly` fetches, and the right to use it"
    ),
]


def test_everything_is_written_to_the_data_folder_and_tmp(prepared_data: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(prepared_data, tmp_path / "data")
    with started_site(folder, (*WRAPPED, "--bind", str(folder), str(folder), *RUN), METRICS_PORT="0") as site:
        body = json.dumps({"position": "8000e1,3000,0@1", "rules": "seed", "wait": 10}).encode()
        request = urllib.request.Request(f"{site.url}/api/v1/solve", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            key = json.load(response)["id"]
        for path in ("/", f"/a/{key}/", f"/a/{key}/card.png", "/lab/pig/duel/", "/health"):
            with urllib.request.urlopen(site.url + path, timeout=PATIENCE) as response:
                assert response.status == 200
                response.read()
        assert "Read-only file system" not in site.output
        assert "Traceback" not in site.output
