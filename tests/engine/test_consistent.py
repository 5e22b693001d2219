"""The judge of estimates: its draw, and what it compares with."""

import pytest

from benchmarks.consistent_checks import CHECKS, Budget, answer
from benchmarks.consistent_draw import Question, draw
from benchmarks.consistent_report import Difference
from engine import Limits, Position, Rules, legal_actions

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
            apart = Difference.between(data["mine"], data["its"])
            assert apart.exact
            assert apart.times <= 4, pair
            data["mine"]["values"][-1] += 1e-6
            assert Difference.between(data["mine"], data["its"]).times > 4
    assert compared
