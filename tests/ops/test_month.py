"""A month of a busy site stays within its limits (docs/reliability.md)."""

import subprocess
import sys

import pytest

from tests.processes import plain_environment
from tools.run.options import ROOT


@pytest.mark.nightly
def test_a_month_stays_within_its_limits() -> None:
    command = [sys.executable, "-m", "tests.load.month", "--part", "100"]
    done = subprocess.run(command, cwd=ROOT, env=plain_environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "Within all limits."), done.stdout + done.stderr
