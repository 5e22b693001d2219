"""The benchmarks, which nobody runs every day, still run."""

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import benchmarks
from benchmarks import compare, speeds
from engine import Board, Position, Rules, calibration
from engine.game.rules import PlayRules

FILES_OF_A_SOLVE = 32
MODULES = [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name != "__main__"]


@pytest.mark.parametrize("name", MODULES)
def test_each_can_be_loaded(name: str) -> None:
    importlib.import_module(f"benchmarks.{name}")


@pytest.mark.parametrize("rules", [Rules(cap=2000, unit=500), Rules(cap=2000, unit=500, goal="money")])
def test_every_way_that_is_compared_gives_the_same_answer(rules: Rules) -> None:
    squares = [{"slides": [{"kind": "cash", "amount": 500}, {"kind": "cash", "amount": 1000}, {"kind": "whammy"}]}]
    board = Board.from_json({"id": "small", "squares": squares})
    position, play_rules = Position.parse("1000e2,500e1,0@1"), PlayRules(rules, 500, 2000)
    scale = 10_000 if rules.in_dollars else 1
    exact, _ = compare.oracle(position, board, play_rules)
    for name, way, within in compare.WAYS:
        assert way(position, board, play_rules)[0][:3] == pytest.approx(exact, abs=scale * within + 1e-12), name


def test_a_solve_runs_no_more_files_than_a_reader_can_follow() -> None:
    """The number may fall: then write the new one here and in docs/architecture.md."""
    command = [sys.executable, "-m", "benchmarks.reading", "solve", "8000e1,3000,0@1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].startswith(f"{FILES_OF_A_SOLVE} files")


def costs(text: str) -> dict[str, float]:
    """The values that a text of ``engine.calibration`` gives to its names."""
    measured_costs: dict[str, float] = {}
    exec(text, measured_costs)
    return {name: value for name, value in measured_costs.items() if name.endswith("_SECONDS")}


def test_costs_that_are_off_are_written_with_machine_and_date_and_others_only_dated() -> None:
    text = Path(calibration.__file__).read_text(encoding="utf-8")
    before = costs(text)
    for kernel in ("lines", "boxes", "graph"):
        right, slow = speeds.correct_costs(text, kernel, 1.2), speeds.correct_costs(text, kernel, 2.0)
        assert costs(right) == before
        assert right.count("\n") == slow.count("\n") == text.count("\n")
        changed = {name for name, value in costs(slow).items() if value != before[name]}
        assert changed
        assert all(costs(slow)[name] == pytest.approx(2 * before[name], rel=0.05) for name in changed)
        (stamp,) = (line for line in slow.splitlines() if line.startswith(f"# {kernel}:"))
        assert stamp.count("-") >= 2
        assert "REFERENCE_SECONDS" not in changed
