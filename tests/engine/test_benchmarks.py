"""The benchmarks, which nobody runs every day, still run."""

import importlib
import pkgutil

import pytest

import benchmarks
from benchmarks import compare
from engine import Board, Position, Rules
from engine.game.rules import PlayRules

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
