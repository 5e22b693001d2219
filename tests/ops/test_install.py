"""`pip install` of the checkout: the engine alone, under a name that nobody else has."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools.run.options import ROOT

pytestmark = pytest.mark.nightly


def test_the_engine_is_installed_and_answers_from_another_folder(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", ROOT], check=True)

    def ask(*words: str) -> str:
        command = [python, "-m", "pressorpass_engine", *words]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    found = json.loads(ask("solve", "8000e3,3000,0@1", "--rules", "seed", "--json"))
    assert found["method"] == "exact"
    assert found["actions"]["press"]["win"] == pytest.approx([0.7667607, 0.2234437, 0.0097957], abs=1e-6)
    assert json.loads(ask("lab", "pig", "duel", "--json"))["answer"] == pytest.approx(0.5305927, abs=1e-6)
    assert ask("--help").startswith("usage: python -m pressorpass_engine ")
    names = subprocess.run(
        [python, "-c", "import importlib.util as u; print(*(bool(u.find_spec(n)) for n in ('engine', 'django')))"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert names.stdout.split() == ["False", "False"]
