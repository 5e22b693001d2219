"""The judge of estimates: its draw, what it compares with, and what it flags."""

import json
from dataclasses import replace

import pytest

from benchmarks.consistent_checks import CHECKS, Budget, Pair, Worth, answer, chosen
from benchmarks.consistent_draw import Question, draw, random_board
from benchmarks.consistent_report import Apart, report
from engine import Board, Limits, NextSpinsBoard, Position, Rules, legal_actions

from .tiny import tiny

BUDGETS = [Budget(600.0), Budget(600.0)]
BOARD = tiny("500 1000 W", "500+ W 1500/W", ">1,2 750 500", "2000 W 1000")
RULES = [
    {},
    {"ties": "joint", "turn_order": "cyclic"},
    {"goal": "money", "house": "play"},
    {"goal": "blend", "choices": "even"},
    {"opponents": "cautious", "level_opponents": "next_seat"},
    {"reduce": 3, "max_lead": 500, "cap_passes": True},
]


def question(text: str, **options) -> Question:
    """A question that is solved exactly in no time."""
    return Question(Position.parse(text), BOARD, Rules(cap=4000, unit=500).with_options(options), None, "show")


def test_a_draw_can_be_repeated_and_is_legal() -> None:
    drawn = [draw(3, number) for number in range(300)]
    assert drawn == [draw(3, number) for number in range(300)]
    assert drawn != [draw(4, number) for number in range(300)]
    for case in drawn:
        case.position.validate()
        case.board.check()
        assert legal_actions(case.position, case.rules.seated(case.position.mover_seat))


def test_a_draw_has_everything_in_it() -> None:
    drawn = [draw(1, number) for number in range(300)]
    groups = [case.groups for case in drawn]
    assert {group["holders"] for group in groups} == {"1", "2", "3"}
    assert {group["Whammies"] for group in groups} == {"0", "1", "2", "3"}
    assert {group["ties"] for group in groups} == {"split", "joint"}
    assert {group["goal"] for group in groups} == {"win", "money", "blend"}
    assert sum(group["rules"] == "show" for group in groups) == 150
    assert {case.rules.turn_order for case in drawn} == {"score", "seat", "cyclic"}
    assert any(case.next_spins for case in drawn)
    assert any(case.position.mover.passed for case in drawn)
    assert {"random", "pyl-1985-02-r2", "abc-2019-r2", "pyl-1984-09-r1"} <= {group["board"] for group in groups}


@pytest.mark.parametrize("options", RULES)
@pytest.mark.parametrize("name", ["pass", "press", "seats", "seeds"])
def test_an_exact_answer_agrees_and_a_wrong_one_does_not(name: str, options: dict) -> None:
    compared = 0
    for text in ("1000e2,1500w3,1500@1", "500e1,0e1w3,1000@2", "1500p1w3,500w1,0w3@1"):
        this_question = question(text, **options)
        right = answer(this_question, Limits(600.0, method="exact", fresh=True))
        for pair in CHECKS[name](this_question, right, BUDGETS):
            compared += 1
            data = pair.to_json()
            apart = Apart.between(data["mine"], data["its"])
            assert apart.exact
            assert apart.times <= 4, pair
            data["mine"]["values"][-1] += 1e-6
            assert Apart.between(data["mine"], data["its"]).times > 4
    assert compared


@pytest.mark.parametrize("name", ["pass", "press"])
def test_what_follows_is_on_the_board_of_then(name: str) -> None:
    this_question = replace(question("1000e2,1500,500@1"), next_spins=NextSpinsBoard(tiny("2000 W"), 1))
    (pair,) = CHECKS[name](this_question, answer(this_question, Limits(600.0, method="exact", fresh=True)), BUDGETS)
    assert pair.its.values == pytest.approx(pair.mine.values, abs=1e-9)


def test_an_estimate_is_measured_by_the_errors_of_both() -> None:
    mine = Worth.of((0.5, 0.3, 0.2), (0.003, 0.003, 0.003), "estimated").to_json()
    its = Worth.of((0.51, 0.3, 0.19), (0.004, 0.004, 0.004), "estimated").to_json()
    apart = Apart.between(mine, its)
    assert not apart.exact
    assert apart.times == pytest.approx(2.0, rel=1e-6)


def test_either_choice_is_allowed_in_a_toss_up() -> None:
    one = Worth.of((0.4, 0.1, 0.5), (0.01,) * 3, "estimated")
    near = Worth.of((0.39, 0.3, 0.31), (0.01,) * 3, "estimated")
    far = Worth.of((0.3, 0.6, 0.1), (0.01,) * 3, "estimated")
    best = chosen([far, near, one], 0)
    assert best.values == one.values
    assert (best.low, best.high) == ((0.39, 0.1, 0.31), (0.4, 0.3, 0.5))
    apart = Apart.between(near.to_json(), best.to_json())
    assert apart.times > 4
    assert apart.times_allowing == 0


def test_the_report_names_what_is_wrong_as_commands(capsys, tmp_path) -> None:
    drawn_question = replace(draw(1, 0, ("show",)), board=random_board(7))
    right = Worth.of((0.5, 0.3, 0.2), (1e-10,) * 3, "exact")
    rough = Worth.of((0.48, 0.3, 0.22), (0.004,) * 3, "estimated")
    pairs = [Pair("press", right, right, ("one",)), Pair("press", rough, right, ("two",))]
    case = {
        "case": 0,
        "groups": drawn_question.groups,
        "command": drawn_question.command(1.0),
        "refused": {},
        "crashed": {},
    }
    report([{**case, "checks": {"exact": [pair.to_json() for pair in pairs]}}], tmp_path)
    printed = capsys.readouterr().out
    assert "exact or bounded beside the same: 1, of which 0 disagree" in printed
    assert "5.0 stated errors (5.0 with toss-ups)" in printed
    assert f"{drawn_question.position.notation}' --board random-7.json --seconds 1 --fresh" in printed
    assert Board.from_json(json.loads((tmp_path / "random-7.json").read_text())) == drawn_question.board
    wrong = Worth.of((0.5, 0.3 + 1e-6, 0.2), (1e-10,) * 3, "exact")
    report([{**case, "checks": {"seats": [Pair("press", right, wrong, ("one",)).to_json()]}}], tmp_path)
    assert "exact or bounded beside the same: 1, of which 1 disagree" in capsys.readouterr().out
