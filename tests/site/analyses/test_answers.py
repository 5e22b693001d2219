"""What the page says of an answer: from real answers, and from the other kinds made out of them."""

import re
from typing import Any

import pytest

from engine import Limits, Position, Rules, SolveResult, preset_boards, solve
from engine.formatting import NBSP
from pressorpass_site.answers.analyses.answers import Answer
from tests.site.conftest import QUICK

BOARD = preset_boards()["pyl-1985-02-r2"]


def solve_position(notation: str = QUICK, **options: Any) -> dict[str, Any]:
    rules = Rules.preset("seed").with_options(options)
    return solve(Position.parse(notation), BOARD, rules, Limits(seconds=20)).to_json()


def make_answer(method: str, half: float, press: float = 0.6, passing: float = 0.5) -> Answer:
    """A result that is not exact, with `half` an interval on each side."""
    result = solve_position()

    def action(win: float) -> dict[str, Any]:
        wins = [win, (1 - win) / 2, (1 - win) / 2]
        return {"win": wins, "low": [w - half for w in wins], "high": [w + half for w in wins], "standard_error": None}

    result |= {"method": method, "actions": {"press": action(press), "pass": action(passing)}, "best": "press"}
    return Answer(result | {"margin": press - passing, "too_close": 2 * half > press - passing})


def strip_nbsp(text: str) -> str:
    return text.replace(NBSP, " ")


def test_press_or_pass_with_the_chances_and_the_margin() -> None:
    answer = Answer(solve_position("8000e1,3000,0@1"))
    press, passing = (answer.get_bar(action, 0) for action in ("press", "pass"))
    assert answer.word == "Pass."
    assert answer.sentence == f"Left wins {passing.text} by passing, {press.text} by pressing."
    assert str(answer.gap) == f"{100 * (passing.chance - press.chance):.1f} more wins in 100"
    assert answer.badge == "Exact · $250 steps"
    assert "steps of $250" in answer.badge_explained
    fitted = answer.result | {"rules": answer.result["rules"] | {"unit": "auto"}}
    assert "rounded to $250 steps" in Answer(fitted).badge_explained


def make_rounded_answer(half: float) -> Answer:
    """An exact answer whose arithmetic is only so good: that of big positions, and of tables."""
    result = solve_position("8000e1,3000,0w4@1")
    for action in result["actions"].values():
        action["low"] = [max(0.0, win - half) for win in action["win"]]
        action["high"] = [min(1.0, win + half) for win in action["win"]]
    return Answer(result)


def test_an_exact_answer_says_how_good_its_arithmetic_is() -> None:
    assert "good to far more than that" in make_rounded_answer(1e-10).badge_explained
    assert "good to 0.002" in make_rounded_answer(1.15e-5).badge_explained
    assert make_rounded_answer(1.15e-5).badge == "Exact · $250 steps"


def test_who_is_out_has_no_chance_however_chances_are_rounded() -> None:
    assert [strip_nbsp(bar.text) for bar in make_rounded_answer(1.15e-5).odds[-1].bars] == ["0%", "0%"]


def test_bounds_say_when_the_verdict_is_settled() -> None:
    assert "The verdict is certain." in make_answer("bounded", 0.03).badge_explained
    assert "Either choice may still be the better" in make_answer("bounded", 0.06).badge_explained


HOUSE = {"house": "play"}
FOR_MONEY = HOUSE | {"goal": "money"}


@pytest.mark.parametrize(
    ("notation", "options", "word", "sentence"),
    [
        ("8000p1,3000,0@1", {}, "Forced.", r"Passed spins must be played. Left wins .*"),
        (
            "20000e1,1000,0@1",
            {"max_lead": 15000},
            "Forced.",
            r"Under these rules the only move is to pass. Left wins .*",
        ),
        ("8500e3,0w4,0w4@1", {}, "Won already.", ".*"),
        ("20000e1,0w4,0w4@1", FOR_MONEY, "Stop.", r"Keep \$20,000: pressing is worth \$1.*"),
        ("0e1,0w4,0w4@1", FOR_MONEY, "Press.", r"Pressing is worth \$1,.* on average; stopping keeps \$0."),
        ("8500e1w3,0w4,0w4@1", HOUSE, "Stop.", r"Left wins 100% by stopping, 83.3% by pressing."),
    ],
)
def test_where_it_is_no_press_or_pass_for_the_win(
    notation: str, options: dict[str, Any], word: str, sentence: str
) -> None:
    answer = Answer(solve_position(notation, **options))
    assert answer.word == word
    assert re.fullmatch(sentence, strip_nbsp(answer.sentence))
    assert answer.gap is None or word in ("Stop.", "Press.")


def test_no_difference_is_said_to_be_none() -> None:
    answer = make_answer("exact", 0.0, press=0.5)
    assert (answer.word, strip_nbsp(answer.sentence)) == (
        "Toss-up.",
        "Left wins 50.0% by pressing and by passing alike.",
    )


class TestStates:
    """An action · toss-up (under one win in 100, or nearer than the error) · can't tell (the error is large)."""

    def test_overlapping_intervals_cannot_be_told_apart(self) -> None:
        answer = make_answer("bounded", 0.08)
        assert answer.word == "Can’t tell."
        assert answer.gap is None
        assert strip_nbsp(answer.get_bar("press", 0).text) == "52.0 – 68.0%"
        assert Answer(answer.result, improving=True).word == "Can’t tell yet."

    @pytest.mark.parametrize(
        ("half", "difference", "call"),
        [
            (0.0001, 0.0099, "toss-up"),  # known for certain, and not worth a word
            (0.0001, 0.0101, "press"),
            (0.0011, 0.002, "toss-up"),
            (0.009, 0.0101, "toss-up"),
            (0.0149, 0.02, "toss-up"),  # with its whole error just under five wins in 100
            (0.0151, 0.02, "open"),
            (0.049, 0.1, "press"),
            (0.051, 0.1, "open"),
        ],
    )
    def test_at_their_borders(self, half: float, difference: float, call: str) -> None:
        answer = make_answer("estimated", half, press=0.5 + difference)
        assert answer.call == call
        assert bool(answer.gap) == (call == "press")
        assert bool(answer.toss_up) == (call == "toss-up")
        assert answer.tone == {"press": "press", "toss-up": "toss", "open": "even"}[call]
        assert answer.word_size == ("half" if call == "open" else "")

    @pytest.mark.parametrize(
        ("method", "half", "difference", "words"),
        [
            ("exact", 0.0, 0.002, "Either is fine: pressing is better by 1 win in 500."),
            ("exact", 0.0, 0.003, "Either is fine: pressing is better by about 1 win in 330."),
            ("exact", 0.0, 0.0004, "Either is fine: pressing is better by less than 1 win in 1,000."),
            ("exact", 0.0, 0.0, "Either is fine: pressing and passing come to the same."),
            ("estimated", 0.0011, 0.002, "Either is fine: at most 0.5 wins in 100 apart."),
            ("estimated", 0.0021, 0.008, "Either is fine: pressing is better by 0.8 ± 0.5 wins in 100."),
            ("estimated", 0.01, 0.002, "Too close to call: at most 3 wins in 100 apart."),
        ],
    )
    def test_a_toss_up_says_how_close(self, method: str, half: float, difference: float, words: str) -> None:
        answer = make_answer(method, half, press=0.5 + difference, passing=0.5)
        assert answer.word == "Toss-up."
        assert strip_nbsp(answer.reason) == words
        assert answer.gap is None

    def test_verdicts_stored_under_old_names_are_toss_ups(self) -> None:
        answer = Answer(
            make_answer("exact", 0.0, press=0.501, passing=0.5).result, [{"call": "close"}, {"call": "either"}]
        )
        assert [answer.get_call(version) for version in (1, 2)] == ["toss-up"] * 2
        assert answer.overruled == ""

    def test_an_estimate_that_says_nothing_shows_no_figure(self) -> None:
        wide = make_answer("estimated", 0.3)
        assert wide.is_too_rough
        assert wide.word == "Can’t tell."
        assert wide.sentence == "The best estimate is too rough to say more."
        assert strip_nbsp(wide.get_bar("press", 0).text) == "30 – 90%"
        assert not make_answer("estimated", 0.1).is_too_rough
        assert make_answer("estimated", 0.101).is_too_rough
        assert not make_answer("estimated", 0.14, press=0.9).is_too_rough  # the verdict is still clear

    def test_dollars_are_compared_with_the_winnings(self) -> None:
        assert dollars(140.0).call == "press"
        assert dollars(150.0).call == "open"
        close = Answer(dollars(4.0).result | {"margin": 12.0, "too_close": True})
        assert close.call == "toss-up"
        assert close.reason == "Either is fine: at most $28 apart."
        assert dollars(1000.0).is_too_rough


@pytest.mark.parametrize(
    ("method", "half", "press", "gap"),
    [
        ("exact", 0.0, 0.7322, "23 more wins in 100"),
        ("exact", 0.0, 0.587, "8.7 more wins in 100"),
        ("exact", 0.0, 0.51, "1 more win in 100"),
        ("estimated", 0.001, 0.5123, "1.2 ± 0.2 more wins in 100"),
        ("bounded", 1 / 128, 0.5625, "4.6 to 7.9 more wins in 100"),
        ("bounded", 1 / 32, 0.71875, "15 to 29 more wins in 100"),
    ],
)
def test_the_gap_has_the_digits_that_are_known(method: str, half: float, press: float, gap: str) -> None:
    assert strip_nbsp(str(make_answer(method, half, press=press, passing=0.5).gap)) == gap


def test_for_money_the_figures_are_dollars() -> None:
    answer = Answer(solve_position("8000e1,3000,0@1", goal="money"))
    assert "takes home $" in answer.sentence
    assert re.fullmatch(r"\$[\d,]+ more on average", str(answer.gap))
    assert all(0 <= bar.chance <= 1 for row in answer.odds for bar in row.bars)
    assert all("$" in outcome.shown[0] for outcome in answer.outcomes)
    assert sum(o.chance * o.change for o in answer.outcomes) == pytest.approx(0, abs=1e-6)
    assert answer.spin_measure == "what Left takes home, in dollars"
    assert all("%" in bar.wins for row in answer.odds for bar in row.bars)


def test_for_money_and_the_win_they_are_worth_both() -> None:
    money, blend = (Answer(solve_position("8000e1,3000,0@1", goal=goal, win_worth=4000)) for goal in ("money", "blend"))
    for action in ("press", "pass"):
        action_odds = blend.actions[action]
        assert action_odds["worth"][0] == pytest.approx(action_odds["money"][0] + 4000 * action_odds["win"][0])
    assert "gets what is worth $" in blend.sentence
    assert blend.odds_measure == "Winnings on average, with $4,000 for a win"
    assert money.odds_measure == "Winnings on average"


def dollars(error: float | None, goal: str = "money") -> Answer:
    """An estimate of dollars: pressing is worth $7,483.20, passing $6,911.70; `error` None is of an older engine."""
    result = solve_position("8000e1,3000,0@1", goal=goal) | {"method": "estimated", "best": "press", "margin": 571.5}
    result["too_close"] = 4 * (error or 0.0) > 571.5
    for name, worth in (("press", 7483.2), ("pass", 6911.7)):
        action = result["actions"][name]
        action |= {"worth": [worth, 3000.0, 40.0], "worth_error": [error] * 3}
        if error is None:
            del action["worth_error"]
    return Answer(result)


class TestEstimatedDollars:
    def test_they_have_their_error_and_no_finer_digit(self) -> None:
        answer = dollars(23.5)
        assert (
            strip_nbsp(answer.sentence)
            == "Left takes home $7,480 ± $50 on average by pressing, $6,910 ± $50 by passing."
        )
        assert [strip_nbsp(bar.text) for bar in answer.odds[1].bars] == ["$3,000 ± $50"] * 2
        assert strip_nbsp(str(answer.gap)) == "$570 ± $100 more on average"


def test_the_one_up_comes_first() -> None:
    assert [row.name for row in Answer(solve_position("0,3000,8000e1@3")).odds] == ["Right", "Left", "Center"]


class TestBars:
    def test_an_error_that_is_too_small_to_be_seen_is_not_drawn(self) -> None:
        assert make_answer("estimated", 0.0004).odds[0].bars[0].error is None
        assert make_answer("estimated", 0.03).odds[0].bars[0].error == (pytest.approx(0.57), pytest.approx(0.63))

    def test_neither_bar_nor_error_leaves_its_track(self) -> None:
        sure = make_answer("estimated", 0.05, press=0.99).get_bar("press", 0)
        assert sure.error == (pytest.approx(0.94), 1.0)
        poor = dollars(23.5).get_bar("press", 2)
        assert poor.error
        assert 0 == poor.error[0] < poor.length < poor.error[1] <= 1


@pytest.mark.parametrize("half", [0.0, 0.001, 0.04, 0.06, 0.2])
@pytest.mark.parametrize("difference", [0.0, 0.002, 0.1])
def test_the_terminal_calls_what_the_page_does(half: float, difference: float) -> None:
    answer = make_answer("estimated" if half else "exact", half, 0.5 + difference, 0.5)
    assert SolveResult.from_json(answer.result).call == answer.call


def test_a_chance_that_hangs_on_a_toss_up_has_two_figures_and_says_whose() -> None:
    result = make_answer("estimated", 0.001).result
    result["actions"]["pass"]["toss_up"] = {"contestant": 2, "low": [0.46, 0.25, 0.2], "high": [0.51, 0.25, 0.25]}
    answer = Answer(result)
    assert strip_nbsp(answer.get_bar("pass", 0).text) == "46% or 51%"
    assert strip_nbsp(answer.get_bar("pass", 1).text) == strip_nbsp(
        make_answer("estimated", 0.001).get_bar("pass", 1).text
    )
    assert answer.toss_ups == ["By passing, Left 46% or 51%, Right 20% or 25%: Center’s call is a toss-up."]
    assert make_answer("estimated", 0.001).toss_ups == []
