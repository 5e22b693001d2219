"""What a decision cost, in a sentence: from real answers and from the other kinds made out of them."""

import pytest

from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.analyses.explanation import judge_action

from .test_answers import dollars, make_answer, solve_position, strip_nbsp


def sentence(answer: Answer, action: str) -> str:
    judgment = judge_action(answer, action)
    assert judgment
    return strip_nbsp(judgment.sentence)


def test_the_worse_choice_costs_the_margin_and_the_better_is_right_by_it() -> None:
    answer = Answer(solve_position("8000e3,3000,0@1"))
    assert sentence(answer, "pass") == "They passed: that cost 22 wins in 100."
    assert sentence(answer, "press") == "They pressed: right, by 22 wins in 100."
    by_name = judge_action(answer, "press", subject="Michael Larson")
    assert by_name
    assert by_name.sentence.startswith("Michael Larson pressed: right, by ")


@pytest.mark.parametrize(
    ("half", "expected"),
    [(0.0009, "at most 0.3 wins in 100."), (0.004, "at most 0.9 wins in 100."), (0.06, "at most 13 wins in 100.")],
)
def test_where_the_verdict_is_open_it_says_how_much_it_cost_at_most(half: float, expected: str) -> None:
    answer = make_answer("estimated", half, press=0.501)
    assert answer.too_close
    for action, did in (("press", "They pressed: "), ("pass", "They passed: ")):
        judgment = judge_action(answer, action)
        assert judgment
        assert judgment.judgment == "open"
        assert judgment.sentence.startswith(did)
    assert strip_nbsp(judge_action(answer, "pass").sentence).endswith(f"It cost {expected}")  # type: ignore[union-attr]


def test_what_makes_no_difference_cost_nothing() -> None:
    judgment = judge_action(make_answer("exact", 0.0, press=0.5), "press")
    assert judgment
    assert judgment.judgment == "equal"
    assert judgment.sentence == "They pressed: passing is worth exactly the same."


def test_dollars_are_those_of_the_verdict() -> None:
    assert sentence(dollars(23.5), "pass") == "They passed: that cost $570 ± $100 on average."
    alone = Answer(solve_position("20000e1,0w4,0w4@1", house="play", goal="money"))
    assert sentence(alone, "pass") == f"They stopped: right, by {alone.gap.size} on average."  # type: ignore[union-attr]


def test_a_small_cost_is_not_said_to_be_nothing() -> None:
    assert (
        sentence(make_answer("exact", 0.0, press=0.5003), "pass")
        == "They passed: a toss-up; that cost fewer than 1 win in 100."
    )
    assert sentence(make_answer("exact", 0.0, press=0.51), "pass") == "They passed: that cost 1 win in 100."


@pytest.mark.parametrize("notation", ["8000p1,3000,0@1", "8500e3,0w4,0w4@1"])
def test_without_a_choice_there_is_no_decision_to_judge(notation: str) -> None:
    answer = Answer(solve_position(notation))
    assert judge_action(answer, "press") is None
    assert judge_action(answer, "pass") is None
    assert judge_action(answer, "dance") is None
