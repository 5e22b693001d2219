"""The bench: its signature stands for the answers, and for nothing else."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Limits, Position, Rules, build_table, preset_boards, solve
from engine.cli import main
from engine.commands.bench import MONEY_DIGITS, hash_answers, solve_case
from engine.commands.bench_cases import CASES, SINGLE, BenchCase
from engine.tables import Store

MANUAL = Path(__file__).resolve().parents[2] / "docs" / "command-line.md"


@pytest.fixture(scope="module")
def answers():
    return [solve_case(case) for case in CASES]


def doubtful(value, error, digits):
    """Whether a value known to this error may be rounded either way."""
    tenths = value * 10**digits
    return abs(tenths - math.floor(tenths) - 0.5) <= error * 10**digits


@pytest.mark.nightly
def test_no_figure_lies_near_a_rounding_boundary(answers):
    assert hash_answers(zip(CASES, answers, strict=True)) in MANUAL.read_text(encoding="utf-8")
    for case, answer in zip(CASES, answers, strict=True):
        assert answer.method == "exact"
        for action in filter(None, (answer.press, answer.passing)):
            error = 1e-5 if case.digits == SINGLE else 1e-10  # single precision may be chosen another time
            for win, low, high in zip(action.win, action.low, action.high, strict=True):
                assert high - low < 2.001 * error
                assert not doubtful(win, error, case.digits), case
            for dollars in action.money or ():
                assert not doubtful(dollars, 1e-5, MONEY_DIGITS), case


def test_the_command_prints_the_signature_of_the_answers(capsys):
    assert main(["bench", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [row["position"] for row in data["positions"]] == [case.position for case in CASES]
    assert f"signature {data['signature']};" in MANUAL.read_text(encoding="utf-8")
    assert data["states"] == sum(row["states"] for row in data["positions"])


SMALL = BenchCase("3000e1,2500,4000@1", "seed")


def test_the_signature_tells_another_answer_and_nothing_else():
    case, answer = SMALL, solve_case(SMALL)
    first = hash_answers([(case, answer)])
    assert first == hash_answers([(case, solve_case(case))])
    assert first == hash_answers([(case, replace(answer, seconds=9.0, states=1, engine="2", cap=1, outcomes=()))])
    noisy = replace(answer.press, win=tuple(p + 1e-11 for p in answer.press.win))
    assert first == hash_answers([(case, replace(answer, press=noisy))])
    other = replace(case, options={"cap": "5000"})
    assert first != hash_answers([(other, solve_case(other))])
    wrong = replace(answer.press, win=tuple(p + 2e-6 for p in answer.press.win))
    assert first != hash_answers([(case, replace(answer, press=wrong))])
    assert first != hash_answers([(case, replace(answer, passing=None))])


def test_the_money_counts_for_the_signature():
    case = replace(SMALL, options={"goal": "money"})
    answer = solve_case(case)
    richer = replace(answer.press, money=tuple(dollars + 0.02 for dollars in answer.press.money))
    assert hash_answers([(case, answer)]) != hash_answers([(case, replace(answer, press=richer))])


def test_a_limit_that_is_too_tight_is_said(capsys):
    assert main(["bench", "--seconds", "0.0001"]) == 1
    assert "too big" in capsys.readouterr().err
    assert main(["bench", "--seconds", "-1"]) == 2


def test_kept_tables_are_not_looked_at():
    case = next(case for case in CASES if case.position == "8000e1,3000,0@1")
    board, rules = preset_boards()[case.board], Rules.preset(case.rules).with_options(case.options)
    position = Position.parse(case.position)
    build_table(Store(), position, board, rules, Limits(60.0))
    assert not solve(position, board, rules).outcomes  # what is read from a table has none
    assert solve_case(case).outcomes
