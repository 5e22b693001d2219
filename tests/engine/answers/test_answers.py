"""Each way to an answer says what is true of the same position, and how it knows."""

from dataclasses import replace

import pytest

from engine import (
    DEFAULT_BOARD,
    Limits,
    Position,
    Rules,
    Unaffordable,
    preset_boards,
    solve,
)
from engine.tables import Store
from engine.tables.building import build_table
from tests.tier import few

BOARD = preset_boards()[DEFAULT_BOARD]
SEED = Rules.preset("seed")


def answer(text, rules=SEED, **limits):
    return solve(Position.parse(text), BOARD, rules, Limits(**{"memory_bytes": 4 * 2**30, **limits}))


def figures(result):
    """(press and pass) of each seat."""
    return [x for action in (result.press, result.passing) if action is not None for x in action.win]


# -- estimates ---------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["seed", pytest.param("show", marks=pytest.mark.nightly)])
@pytest.mark.parametrize(
    "text",
    few(
        3,
        [
            "1000e13,2000e13,4000e14@1",
            "0,0p40,0@2",
            "999999e5,999999e5,999999e5@3",
            "9000e40,3000,0@1",
            "123e20,45678e20w3,0w4@2",
            "5000e7w3,5000e7w3,5000e7w3@1",
        ],
    ),
)
def test_every_legal_position_has_an_answer(text, preset):
    result = answer(text, Rules.preset(preset), seconds=1.0)
    assert result.method in ("exact", "estimated", "bounded")
    for action in (result.press, result.passing):
        if action is not None:
            assert result.method == "bounded" or sum(action.win) == pytest.approx(1, abs=0.3)
            assert all(
                0 <= low <= win <= high <= 1 for low, win, high in zip(action.low, action.win, action.high, strict=True)
            )
    assert result.notes


def test_expected_money_of_many_spins_says_how_rough_it_is():
    result = answer("0e12,2000e12,3500e12@1", SEED.with_options({"goal": "money"}), seconds=2.0)
    assert result.method == "estimated"
    assert min(result.press.utility_error) > 10
    errors = result.press.utility_error[0] + result.passing.utility_error[0]
    assert result.too_close == (abs(result.press.utility[0] - result.passing.utility[0]) < 2 * errors)


def test_far_too_little_time_is_said():
    with pytest.raises(Unaffordable, match=r"0\.001 seconds"):
        answer("8000e3,3000e1,0@1", Rules(goal="money"), seconds=0.001, method="estimated")


# -- bounds ------------------------------------------------------------------------------------


def test_bounds_hold_the_exact_answer_and_say_when_the_verdict_is_certain():
    exact = answer("8000e10,3000,0@1", method="exact", seconds=60)
    result = answer("8000e10,3000,0@1", method="bounded", seconds=1.5)
    assert result.method == "bounded"
    for truth, interval in ((exact.press, result.press), (exact.passing, result.passing)):
        for low, x, high in zip(interval.low, truth.win, interval.high, strict=True):
            assert low <= x <= high
        assert interval.standard_error is None
    certain = "already certain" in result.notes[-1]
    assert certain == (not result.too_close)
    assert result.best == exact.best or not certain


# -- tables ------------------------------------------------------------------------------------


def kept_table(text):
    return build_table(Store(), Position.parse(text), BOARD, SEED, Limits(60, 4 * 2**30))


@pytest.mark.usefixtures("own_tables")
def test_an_answer_is_read_from_a_table_of_its_configuration():
    first = answer("1000e2,1500e1,2000e1@1", seconds=60)
    assert first.outcomes
    kept_table("1000e2,1500e1,2000e1@1")
    read = answer("1000e2,1500e1,2000e1@1")
    assert (read.method, read.outcomes) == ("exact", ())
    assert "Read from a table" in read.notes[-1]
    assert figures(read) == pytest.approx(figures(first), abs=2e-5)
    other = answer("3000e2,250e1,5250e1@1")
    fresh = answer("3000e2,250e1,5250e1@1", fresh=True)
    assert fresh.outcomes
    assert not other.outcomes
    assert figures(other) == pytest.approx(figures(fresh), abs=2e-5)


@pytest.mark.usefixtures("own_tables")
def test_a_damaged_table_is_passed_over_and_the_log_says_why(caplog):
    path = kept_table("1000e2,1500e1,2000e1@1").path
    whole = path.read_bytes()
    sound = len(whole) // 5  # what it is about, and the lowest scores
    path.write_bytes(whole[:sound] + bytes(byte ^ 1 for byte in whole[sound:]))
    assert answer("9000e2,8500e1,9250e1@1", seconds=60).outcomes
    assert "its answers cannot be trusted" in caplog.text


def test_an_answer_does_not_fail_where_no_tables_can_be_read(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PRESSORPASS_TABLES", str(tmp_path / "file"))
    assert answer("1000e2,1500e1,2000e1@1", seconds=60).method == "exact"


def test_an_error_is_a_number_where_nobody_has_anything_to_decide():
    rules = Rules(opponents="0/0/aggressive", unit=500, cap=8000)
    board = replace(preset_boards()["abc-2019-bonus4"], round="2")  # for its large sums
    result = solve(Position.parse("1476e1w1,0w4,4250@1"), board, rules, Limits(seconds=1, method="estimated"))
    assert all(0 < error < 0.1 for error in result.press.standard_error)
