"""The facade: what an answer says, what it costs, and what follows from what."""

import json

import pytest

from engine import (
    ENGINE_VERSION,
    BoardError,
    InputError,
    Limits,
    Position,
    PositionError,
    Rules,
    RulesError,
    Unaffordable,
    Unsettled,
    preset_boards,
    solve,
)
from engine.answers.methods import TOO_MANY
from engine.answers.result import ActionResult, find_verdict
from tests.engine.tiny import tiny

PRESETS = preset_boards()
FEBRUARY = PRESETS["pyl-1985-02-r2"]
SEED = Rules.preset("seed")
COIN = tiny("500 W")


def answer(text, board=FEBRUARY, rules=SEED, **limits):
    return solve(Position.parse(text), board, rules, Limits(**limits))


# -- known answers -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "press", "passing"),
    [("8000e3,3000,0@1", 0.7667607, 0.5436382), ("8000e1,3000,0@1", 0.8124855, 0.9032186)],
)
def test_published_answers_on_the_seed_rules(text, press, passing):
    result = answer(text)
    assert result.method == "exact"
    assert result.press.win[0] == pytest.approx(press, abs=1e-6)
    assert result.passing.win[0] == pytest.approx(passing, abs=1e-6)
    assert result.best == ("press" if press > passing else "pass")
    assert result.margin == pytest.approx(abs(press - passing), abs=2e-6)
    assert not result.too_close


def test_equal_passes_go_to_the_next_seat_and_equal_actions_press():
    result = answer("700e1,500,500@1", COIN, Rules())
    assert result.passing.win == pytest.approx([0.5, 0.5, 0])
    even = answer("1000e1,1250,0@1", COIN, Rules())
    assert even.press.win[0] == even.passing.win[0] == 0.5
    assert (even.best, even.margin) == ("press", 0.0)


# -- what an answer says -----------------------------------------------------------------------


def test_the_json_of_an_answer():
    shown = json.loads(json.dumps(answer("8000e1,3000,0@1").to_json()))
    assert list(shown) == [
        "position", "board", "rules", "unit", "cap", "method", "actions", "best", "margin", "too_close", "states",
        "seconds", "engine", "notes", "outcomes",
    ]  # fmt: skip
    assert shown["position"] == "8000e1,3000,0@1"
    assert shown["board"] == "pyl-1985-02-r2"
    assert shown["rules"] == SEED.options()
    assert (shown["unit"], shown["cap"], shown["method"]) == (250, 20_000, "exact")
    assert (shown["best"], shown["too_close"]) == ("pass", False)
    assert shown["margin"] == pytest.approx(0.0907331, abs=1e-6)
    assert shown["engine"] == ENGINE_VERSION
    assert shown["states"] > 1000
    assert 0 < shown["seconds"] < 30
    assert shown["notes"] == [
        "Board values are rounded to multiples of $250.",
        "Scores stop growing at $20,000.",
    ]
    for action in shown["actions"].values():
        assert list(action) == ["win", "low", "high", "standard_error"]
        assert action["standard_error"] is None
        assert sum(action["win"]) == pytest.approx(1, abs=1e-9)
        for low, win, high in zip(action["low"], action["win"], action["high"], strict=True):
            assert 0 <= low <= win <= high <= 1
            assert high - low < 1e-9
    for outcome in shown["outcomes"]:
        assert set(outcome) >= {"label", "kind", "amount", "chance", "win"}


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("500,0w3,6500e1p1@3", SEED),
        ("3000p1w3,6000,4500@1", Rules(unit=500)),
    ],
)
def test_the_outcomes_of_the_next_spin_average_to_the_press(text, rules):
    result = answer(text, rules=rules)
    up = Position.parse(text).mover_seat
    assert sum(o.chance for o in result.outcomes) == pytest.approx(1, abs=1e-12)
    for seat in range(3):
        mean = sum(o.chance * o.win[seat] for o in result.outcomes)
        assert mean == pytest.approx(result.press.win[seat], abs=1e-9)
    mine = [round(o.win[up], 9) for o in result.outcomes]  # what is alike to that is ordered by its label
    assert mine == sorted(mine)  # worst first
    whammy = next(o for o in result.outcomes if o.kind == "whammy")
    assert whammy.chance == pytest.approx(1 / 6)
    labels = [o.label for o in result.outcomes]
    assert len(labels) == len(set(labels))
    assert {"Whammy", "$3,000 + one spin", "$2,000 or lose a Whammy"} <= set(labels)


def test_the_next_spin_of_a_coin():
    result = answer("1000e1,1250,0@1", COIN, Rules())
    shown = [(o.label, o.kind, o.amount, o.chance, o.win) for o in result.outcomes]
    assert shown == [
        ("Whammy", "whammy", None, 0.5, (0.0, 1.0, 0.0)),
        ("$500", "cash", 500, 0.5, (1.0, 0.0, 0.0)),
    ]


@pytest.mark.parametrize(
    ("press", "passing", "expected"),
    [
        ((0.5, 0.4, 0.6), (0.3, 0.2, 0.35), ("press", 0.2, False)),
        ((0.3, 0.2, 0.35), (0.5, 0.4, 0.6), ("pass", 0.2, False)),
        ((0.5, 0.4, 0.6), (0.45, 0.35, 0.55), ("press", 0.05, True)),  # the intervals overlap
        ((0.45, 0.35, 0.55), (0.5, 0.4, 0.6), ("pass", 0.05, True)),
        ((0.5, 0.5, 0.5), (0.5 + 1e-13, 0.5, 0.6), ("press", 0.0, True)),  # within 1e-12: press before pass
    ],
)
def test_the_verdict(press, passing, expected):
    def action(win, low, high):
        return ActionResult((win, 0.0, 0.0), (low, 0.0, 0.0), (high, 0.0, 0.0))

    result = find_verdict(action(*press), action(*passing), 0)
    assert (result.best, result.margin, result.too_close) == (
        expected[0],
        pytest.approx(expected[1], abs=1e-9),
        expected[2],
    )


# -- no exact answer ---------------------------------------------------------------------------


def test_choices_that_chase_one_another_have_bounds_and_no_exact_answer():
    rules, board = Rules(prizes=2500, unit=250), PRESETS["pyl-1984-09-r1"]
    with pytest.raises(Unsettled):
        answer("250,250,2750e1@3", board, rules, method="exact")
    result = answer("250,250,2750e1@3", board, rules, seconds=2)
    assert result.method == "bounded"
    assert (result.best, result.too_close) == ("pass", False)
    assert result.press.high[2] < result.passing.low[2]
    assert any("chase one another" in note for note in result.notes)


# -- limits ------------------------------------------------------------------------------------


def test_too_big_is_said_before_it_starts():
    reports = []
    with pytest.raises(Unaffordable) as caught:
        solve(
            Position.parse("8000e5,3000e5,0e5@1"), FEBRUARY, SEED, Limits(seconds=0.1, method="exact"),
            progress=reports.append,
        )  # fmt: skip
    assert all(progress.done == 0 for progress in reports)
    assert str(caught.value).endswith(".")
    assert "too big for 0.1 seconds" in str(caught.value)


def test_what_has_no_time_to_be_exact_is_an_estimate():
    result = answer("0e2,2000e2,3500e1@1", rules=Rules(), seconds=1.0)
    assert (result.unit, result.method) == (1, "estimated")
    assert result.notes[-2].startswith("Estimated from scores $")
    assert result.notes[-1] == TOO_MANY
    for action in (result.press, result.passing):
        for low, win, high, error in zip(action.low, action.win, action.high, action.standard_error, strict=True):
            assert error > 0
            assert low == pytest.approx(max(0, win - 2 * error))
            assert high == pytest.approx(min(1, win + 2 * error))
    assert sum(o.chance for o in result.outcomes) == pytest.approx(1)


@pytest.mark.parametrize(
    ("board", "limits", "kind", "field"),
    [
        (PRESETS["pyl-1983-r2-partial"], Limits(), BoardError, "board"),
        (FEBRUARY, Limits(unit=0), RulesError, "unit"),
        (FEBRUARY, Limits(method="guess"), RulesError, "method"),
    ],
)
def test_what_cannot_be_asked(board, limits, kind, field):
    with pytest.raises(kind) as caught:
        solve(Position.parse("8000e1,3000,0@1"), board, SEED, limits)
    assert caught.value.field == field
    assert isinstance(caught.value, InputError)


def test_a_position_is_validated():
    good = Position.parse("8000e1,3000,0@1")
    with pytest.raises(PositionError) as caught:
        solve(Position(good.contestants, 1), FEBRUARY, SEED)
    assert caught.value.field == "up"


def test_progress_grows_and_is_said_in_words():
    seen = []
    solve(Position.parse("8000e5,3000,0@1"), FEBRUARY, SEED, Limits(fresh=True), progress=seen.append)
    done = [progress.done for progress in seen]
    assert done == sorted(done)
    assert all(0 <= part <= 1 for part in done)
    assert all(progress.stage for progress in seen)
