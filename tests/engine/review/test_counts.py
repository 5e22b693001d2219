"""What a review says of decisions that are too close to call: a count of their own, and errors beside luck and skill."""

import random
from dataclasses import replace
from math import hypot

import pytest

from engine import Limits, parse_game, plan_review, review_from, solve_positions
from engine.review.judge import TOO_CLOSE
from engine.review.position_values import PositionValues
from engine.review.wording import account_words, decision_words

# Ann leads and could pass her spin; she presses.
AMPLE = Limits(600.0)  # these positions are exact on any machine
MISTAKE = '[Left "Ann"]\n[Rules "seed"]\n[Show "GSN"]\nround 1: 1 0 0\n1. 500\nround 2: 9000e1,1500e0,4000e0\n1. w'


@pytest.fixture(scope="module")
def exact():
    plan = plan_review(parse_game(MISTAKE))
    return plan, dict(solve_positions(plan, plan.positions, AMPLE))


def reviewed(exact, error=0.0, shift=0.0):
    """The review, every figure an estimate with this standard error, and pressing better by a shift."""
    plan, values = exact
    if not error:
        return review_from(plan, values)

    def rough(odds, more):
        win = (odds.win[0] + more, *odds.win[1:])
        return replace(odds, win=win, error=(error,) * 3, method="estimated")

    return review_from(
        plan, {at: PositionValues(rough(v.press, shift), rough(v.passing, 0)) for at, v in values.items()}
    )


def test_a_call_is_right_wrong_or_too_close(exact):
    certain = reviewed(exact)
    decision = certain.judged[0]
    cost = decision.cost
    assert decision.verdict == "wrong"
    for error, shift, verdict in (
        (cost / 10, 0, "wrong"),
        (cost / 2, 0, "too_close"),
        (cost / 2, 2 * cost, "too_close"),
        (cost / 10, 2 * cost, "right"),
    ):
        game_review = reviewed(exact, error, shift)
        assert game_review.judged[0].verdict == verdict
        ann = game_review.accounts[0]
        counts = {"right": ann.right, "wrong": ann.wrong, "too_close": ann.too_close}
        assert counts == {name: int(name == verdict) for name in counts}
        data = game_review.to_json()
        assert data["events"][0]["verdict"] == verdict
        assert data["events"][1]["verdict"] is None
        assert {name: data["contestants"][0][name] for name in counts} == counts
        assert [step.event for step in game_review.mistakes] == ([decision.event] if verdict == "wrong" else [])


@pytest.mark.parametrize(
    ("gap", "done", "verdict", "words"),
    [
        (0.006, "better", "too_close", "A toss-up: correct, by 0.60 points."),
        (0.006, "worse", "too_close", "A toss-up: passing to contestant 3 would have been better, by 0.60 points."),
        (0.0099, "worse", "too_close", "A toss-up: passing to contestant 3 would have been better, by 0.99 points."),
        (0.0101, "better", "right", "Correct, by 1.01 points."),
        (0.0101, "worse", "wrong", "Passing to contestant 3 would have been better, by 1.01 points."),
        (0.0, "better", "right", "Correct, by 0.00 points."),
    ],
)
def test_under_one_point_a_call_is_close(exact, gap, done, verdict, words):
    plan, values = exact
    at = plan.positions[0]
    passing = values[at].passing
    win = (passing.win[0] + (gap if done == "better" else -gap), *passing.win[1:])
    game_review = review_from(plan, values | {at: replace(values[at], press=replace(passing, win=win))})
    step, ann = game_review.judged[0], game_review.accounts[0]
    assert step.verdict == game_review.to_json()["events"][0]["verdict"] == verdict
    assert decision_words(step, plan.game.setup) == words
    assert (ann.right, ann.too_close, ann.wrong) == tuple(
        int(verdict == name) for name in ("right", "too_close", "wrong")
    )
    assert bool(game_review.mistakes) == (verdict == "wrong")
    assert ann.skill == pytest.approx(-gap if done == "worse" else 0.0, abs=1e-9), (
        "what it cost counts, whatever its grade"
    )


def test_what_a_close_call_may_have_cost_is_an_error_of_skill(exact):
    cost = reviewed(exact).judged[0].cost
    for shift in (0, 2 * cost):  # what was done looks worse, or better
        game_review = reviewed(exact, cost, shift)
        step, ann = game_review.judged[0], game_review.accounts[0]
        assert step.too_close
        assert step.cost_error == pytest.approx(hypot(cost, cost))
        assert ann.skill_error == pytest.approx(step.cost_error)
        assert ann.luck_error >= ann.skill_error
        assert game_review.to_json()["contestants"][0]["error"].keys() >= {"luck", "skill", "corrections"}
        words = account_words(ann, game_review.plan.game.setup)
        assert words.count("±") >= 2
        assert words.endswith("0 of 1 decision was right, 1 close.")
    certain = reviewed(exact).accounts[0]
    assert certain.skill_error < 1e-8
    assert "±" not in account_words(certain, reviewed(exact).plan.game.setup)


WHOLE = """[Rules "seed"]
= 3000e2,2500e1,2000e1@1
1. 500
1. pass 2
2. w 750
fix 3 $3,000
3. 600
"""


@pytest.fixture(scope="module")
def whole():
    plan = plan_review(parse_game(WHOLE))
    return plan, dict(solve_positions(plan, plan.positions, AMPLE))


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_told_before_it_is_known(whole, seed):
    plan, values = whole
    assert len(values) == len(plan.positions) > 5
    final = {(row["event"], row["kind"], row["done"]): row for row in review_from(plan, values).to_json()["events"]}
    solved_positions = random.Random(seed).sample(list(values), k=seed * (len(values) - 1) // 11)
    game_review = review_from(plan, {position: values[position] for position in solved_positions})
    data = game_review.to_json()
    assert (game_review.complete, data["unsolved"]) == (False, len(values) - len(solved_positions))
    assert (game_review.accounts, data["method"]) == ((), None)
    for part in ("contestants", "key_moments", "should_have", "hardest"):
        assert data[part] == []
    for row in data["events"]:
        last = final[row["event"], row["kind"], row["done"]]
        assert (row["best"], row["verdict"], row["choices"] and list(row["choices"])) == (
            last["best"],
            last["verdict"],
            last["choices"] and list(last["choices"]),
        )
        assert [*row["before"], *row["after"]] == pytest.approx([*last["before"], *last["after"]], abs=1e-6)
    events = {row["event"] for row in [*data["events"], *data["without_odds"]]}
    assert events == {change.played.number for change in plan.changes}
    assert all(row["unsolved"] for row in data["without_odds"])
    assert "nothing is said of luck, skill and mistakes" in " ".join(data["notes"])


def test_a_review_is_exact_only_if_every_figure_is(whole):
    plan, values = whole
    assert review_from(plan, values).method == "exact"
    methods = set()
    for position in plan.positions:
        rough = {
            name: replace(odds, error=(0.01,) * 3, method="estimated")
            for name in ("press", "passing")
            if (odds := getattr(values[position], name)) is not None
        }
        game_review = review_from(plan, values | {position: replace(values[position], **rough)})
        used = {odds.method for account in game_review.accounts for odds in (account.start, account.end)}
        used |= {
            odds.method for step in game_review.judged for odds in (step.before, step.after, *step.choices.values())
        }
        assert ("estimated" in used) == (game_review.method == "estimated")
        methods.add(game_review.method)
    assert "estimated" in methods


def test_luck_and_skill_are_not_split_where_the_error_is_larger_than_both(exact):
    setup = reviewed(exact).plan.game.setup
    for error in (0.0, 0.01, 0.45):
        ann = reviewed(exact, error).accounts[0]
        largest_error = TOO_CLOSE * max(ann.luck_error, ann.skill_error)
        bob = reviewed(exact, error).accounts[1]
        assert bob.too_rough == (error == 0.45), "he decides nothing, so his skill is known; his luck is none"
        assert ann.too_rough == (largest_error > max(abs(ann.luck), abs(ann.skill))) == (error == 0.45)
        words = account_words(ann, setup)
        assert ("too rough yet to split luck from skill" in words) == ann.too_rough
        assert ("points of luck" in words) != ann.too_rough
        assert reviewed(exact, error).to_json()["contestants"][0]["too_rough"] == ann.too_rough
