"""Kernels give the same answers at every width of vectors that the machine has, exact, bounded or estimated."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import preset_boards
from engine.solvers.dense._expectimax32 import WIDEST_VECTORS
from engine.solvers.processors import VECTORS, WIDTHS, vectors
from tests.engine.strategies import boards, many, positions, rules

HERE = [name for name, width in WIDTHS.items() if width <= WIDEST_VECTORS]
# Solves the questions on its input and prints the answers, a line each.
WORKER = """
import json, sys
from engine import Board, Limits, Position, Rules, preset_boards, solve
from engine.errors import InputError, Unaffordable, Unsettled

for line in sys.stdin:
    question = json.loads(line)
    board = preset_boards()[question["board"]] if isinstance(question["board"], str) else Board.from_json(question["board"])
    rules, limits = Rules().with_options(question["rules"]), Limits(seconds=600, fresh=True, **question["limits"])
    try:
        result = solve(Position.parse(question["position"]), board, rules, limits).to_json() | {"seconds": None}
    except (InputError, Unaffordable, Unsettled) as error:
        result = str(error)
    print(json.dumps(result), flush=True)
"""
LIMITS = (
    {"method": "exact"},
    {"method": "bounded", "depth": 3},
    {"method": "estimated", "cells": 20_000},
)


class Solver:
    """A process whose kernels use one width."""

    def __init__(self, width: str, stack: ExitStack):
        environment = os.environ | {VECTORS: width}
        self.process = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-c", WORKER],
                env=environment,
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        )
        stack.callback(self.process.kill)

    def answer(self, question: dict[str, Any]) -> str:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(question), file=self.process.stdin, flush=True)
        return self.process.stdout.readline()


@pytest.fixture(scope="module")
def solvers() -> Iterator[list[Solver]]:
    with ExitStack() as stack:
        yield [Solver(width, stack) for width in HERE]


def assert_alike(solvers: list[Solver], question: dict[str, Any]) -> None:
    first, *others = (solver.answer(question) for solver in solvers)
    assert first
    assert all(other == first for other in others)


@many(60)
@given(boards(), rules(), positions(), st.sampled_from(LIMITS))
def test_small_games(solvers, board, rules, position, limits):
    question = {"board": board.to_json(), "rules": rules.options(), "position": position.notation, "limits": limits}
    assert_alike(solvers, question)


@many(2)
@pytest.mark.parametrize("board", preset_boards())
@given(data=st.data())
def test_the_boards_of_the_show(solvers, board, data):
    options = data.draw(rules()).options() | {"unit": data.draw(st.sampled_from([250, 500, 1000])), "cap": 12_000}
    position = data.draw(positions(most_spins=4))
    question = {
        "board": board,
        "rules": options,
        "position": position.notation,
        "limits": data.draw(st.sampled_from(LIMITS)),
    }
    assert_alike(solvers, question)


def test_an_unknown_width_is_refused_with_those_that_the_machine_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VECTORS, "v5")
    with pytest.raises(ImportError, match=r"PRESSORPASS_VECTORS is 'v5'; here it may be default, v3\."):
        vectors(32)


def test_a_width_that_the_machine_lacks_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VECTORS, "v4")
    with pytest.raises(ImportError, match=r"here it may be default\."):
        vectors(16)


@pytest.mark.parametrize(("asked", "found"), [("", 64), ("v4", 64), ("v3", 32), ("default", 16)])
def test_the_widest_is_used_unless_another_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, asked: str, found: int
) -> None:
    monkeypatch.setenv(VECTORS, asked)
    assert vectors(64) == found
