"""Situations that fans and older programs discuss, on the seed rules: odds that add up."""

import pytest

from engine import Limits, Position, Rules, preset_boards, solve

FEBRUARY = preset_boards()["pyl-1985-02-r2"]
SEED = Rules.preset("seed")


def odds(text):
    result = solve(Position.parse(text), FEBRUARY, SEED, Limits(seconds=20))
    assert result.method == "exact"
    for action in (result.press, result.passing):
        if action is not None:
            open_ = sum(high - low for low, high in zip(action.low, action.high, strict=True))
            assert open_ < 1e-4  # exact: only arithmetic is open, at most 1e-5 each way
            assert sum(action.win) == pytest.approx(1, abs=max(open_, 1e-9))
    return result


@pytest.mark.parametrize(
    ("text", "best", "why"),
    [
        ("0,2000e2,3500e1@2", "press", "second place, two spins, close game"),
        ("2000,3000e3,6000@2", "press", "$1,000 ahead of one, $3,000 behind the other"),
        ("0,10000e2,7000e1@2", "press", "leader by $3,000 with two spins, opponent holds one"),
        ("0,10000e1,7000@2", "pass", "leader by $3,000 with the last spin of the game"),
        ("9000e2w1,5000w3,5000@1", "press", "opponents tied"),
        ("11500e1,12000,3000w2@1", "press", "one spin, $500 behind"),
        ("5000e1,5000,0w4@1", "press", "two left, equal scores, one spin"),
        ("3000e2w3,6000w1,4500@1", "press", "$2,000 or lose a Whammy"),
    ],
)
def test_situations(text, best, why):
    assert odds(text).best == best, why


def test_on_the_last_spin_a_lead_decides():
    # $6,000 against a lead of -$5,000 to +$5,000: the odds rise with the lead; from some lead on, pass.
    leads = [-5000, -2500, -1000, 0, 1000, 2500, 5000]
    results = [odds(f"0,{6000 + lead}e1,6000@2") for lead in leads]
    press = [result.press.win[1] for result in results]
    passing = [result.passing.win[1] for result in results]
    assert press == sorted(press)
    assert passing == sorted(passing)
    verdicts = [result.best for result in results]
    assert verdicts == ["pass", "press", "press", "press", "press", "press", "pass"]


def test_the_last_spin_is_the_same_from_both_sides():
    # Level at $6,000 pressing or having the other press mirror one another, up to play at the cap.
    result = odds("0,6000e1,6000@2")
    assert result.press.win[1] == pytest.approx(result.passing.win[2], abs=1e-6)


def test_seats_do_not_matter_to_a_last_spin():
    first = odds("8000e1,3000,0@1")
    second = odds("0,8000e1,3000@2")
    third = odds("3000,0,8000e1@3")
    assert first.press.win[0] == pytest.approx(second.press.win[1], abs=1e-12)
    assert first.press.win[0] == pytest.approx(third.press.win[2], abs=1e-12)
    assert first.passing.win[1] == pytest.approx(second.passing.win[2], abs=1e-12)
    assert first.passing.win[1] == pytest.approx(third.passing.win[0], abs=1e-12)
