"""`pip install` of the checkout: the engine alone, under a name that nobody else has."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.run.options import ROOT
from tools.wheel import check_modes

pytestmark = pytest.mark.nightly


INTERPRETERS = [  # the oldest and a newer one, of the installed ones
    Path(sys.executable),
    *sorted(Path.home().glob(".pyenv/versions/3.13*/bin/python"))[:1],
]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources, in a folder whose name has a blank and a letter of another language, for its owner's eyes only."""
    folder = tmp_path_factory.mktemp("checkout") / "Prüf ung"
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, copy)
        copy.chmod(0o600)
    return folder


@pytest.mark.parametrize("interpreter", INTERPRETERS, ids=lambda path: path.resolve().name)
@pytest.mark.parametrize("form", ["folder", "sdist"])
def test_the_engine_is_installed_and_answers_from_another_folder(
    tmp_path: Path, checkout: Path, interpreter: Path, form: str
) -> None:
    subprocess.run([interpreter, "-m", "venv", tmp_path / "an env"], check=True)
    python = tmp_path / "an env" / "bin" / "python"
    before = sorted(checkout.rglob("*"))
    source = checkout
    if form == "sdist":
        subprocess.run(
            [sys.executable, "setup.py", "--quiet", "sdist", "--dist-dir", tmp_path],
            cwd=checkout,
            umask=0o077,
            check=True,
        )
        source = next(tmp_path.glob("*.tar.gz"))
    wheel = [python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, source]
    subprocess.run(wheel, umask=0o077, check=True)
    assert sorted(checkout.rglob("*")) == before
    built = next(tmp_path.glob("*.whl"))
    check_modes(built)
    subprocess.run([python, "-m", "pip", "install", "--quiet", built], umask=0o077, check=True)

    def ask(*words: str) -> str:
        command = [python, "-m", "pressorpass_engine", *words]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    data = json.loads(ask("solve", "8000e3,3000,0@1", "--rules", "seed", "--json"))
    assert data["method"] == "exact"
    assert data["actions"]["press"]["win"] == pytest.approx([0.7667607, 0.2234437, 0.0097957], abs=1e-6)
    assert json.loads(ask("lab", "pig", "duel", "--json"))["answer"] == pytest.approx(0.5305927, abs=1e-6)
    assert ask("--help").startswith("usage: python -m pressorpass_engine ")
    assert ask("boards").count("\n") > 5
    names = subprocess.run(
        [python, "-c", "import importlib.util as u; print(*(bool(u.find_spec(n)) for n in ('engine', 'django')))"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert names.stdout.split() == ["False", "False"]
