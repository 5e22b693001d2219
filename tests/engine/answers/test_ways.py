"""Each way to an answer says what is true of the same position, and how it knows."""

import math
from dataclasses import replace

import pytest

from engine import (
    DEFAULT_BOARD,
    Board,
    CancelFlag,
    Cancelled,
    InputError,
    Limits,
    Position,
    Progress,
    Rules,
    Unaffordable,
    exact_line,
    preset_boards,
    refine,
    solve,
)
from engine.answers.abstraction import fewer_spins
from engine.tables import Store
from engine.tables.building import build_table
from tests.tier import few

BOARD = preset_boards()[DEFAULT_BOARD]
SEED = Rules.preset("seed")
SHOW = Rules(unit=250, cap=20_000)


def answer(text, rules=SEED, **limits):
    return solve(Position.parse(text), BOARD, rules, Limits(**{"memory_bytes": 4 * 2**30, **limits}))


def figures(result):
    """(press and pass) of each seat."""
    return [x for action in (result.press, result.passing) if action is not None for x in action.win]


def errors(result):
    exact = (0.0, 0.0, 0.0)
    actions = (action for action in (result.press, result.passing) if action is not None)
    return [x for action in actions for x in action.standard_error or exact]


def seat_up(text):
    return Position.parse(text).mover_seat


def chances(result):
    """Of each outcome of the next spin, and what they make of the press."""
    return [sum(o.chance * o.win[seat] for o in result.outcomes) for seat in range(3)]


# -- estimates ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules", [pytest.param(SEED, id="seed"), pytest.param(SHOW, id="show", marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize(
    "text",
    few(
        3,
        ["8000e3,3000,0@1", "0,4100p2w1,900e1@2", "w4,700e3,1700w2@2", "2000e2,3500e1w3,0@1", "2500e1,2500e1,2500e1@2"],
    ),
)
def test_an_estimate_holds_the_exact_answer(text, rules):
    exact = answer(text, rules, method="exact", seconds=60)
    guess = answer(text, rules, method="estimated", seconds=1)
    assert (exact.method, guess.method) == ("exact", "estimated")
    for truth, found, error in zip(figures(exact), figures(guess), errors(guess), strict=True):
        assert abs(truth - found) <= 4 * error
    # What the chooser himself gets hardly depends on which of two level choices is the better one.
    up = exact.press is not None and abs(exact.press.win[seat_up(text)] - guess.press.win[seat_up(text)])
    assert up <= 0.01
    if guess.press is not None:
        assert chances(guess) == pytest.approx(guess.press.win, abs=1e-9)


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


def test_fewer_spins_are_said_and_doubted():
    result = answer("1000e13,2000e13,4000e14@1", seconds=0.3)
    assert any(note.startswith("A first estimate, as if only") for note in result.notes)
    assert min(errors(result)) > 0.05


def test_fewer_spins_are_shared_out_alike():
    position = Position.parse("500e12w1,700e6p2,900@2")
    found = [[(c.earned, c.passed) for c in fewer.contestants] for fewer in fewer_spins(position, 10)]
    assert found[0] == [(6, 0), (3, 1), (0, 0)]
    assert found[-1] == [(2, 0), (1, 1), (0, 0)]
    assert all(fewer.contestants[0].whammies == 1 for fewer in fewer_spins(position, 10))


@pytest.mark.parametrize("goal", ["money", "blend"])
def test_estimated_money_is_near_the_exact_money(goal):
    rules = SEED.with_options({"goal": goal})
    exact = answer("8000e4,3000,500@1", rules, method="exact", seconds=60)
    found = answer("8000e4,3000,500@1", rules, method="estimated", seconds=2)
    assert exact.press.utility_error is None
    assert found.method == "estimated"
    for truth, guess in ((exact.press, found.press), (exact.passing, found.passing)):
        for x, mean, error in zip(truth.utility, guess.utility, guess.utility_error, strict=True):
            assert abs(x - mean) <= 4 * error
        for x, mean, error in zip(truth.win, guess.win, guess.standard_error, strict=True):
            assert abs(x - mean) <= 4 * error


def test_expected_money_of_many_spins_is_rough_and_says_so():
    found = answer("0e12,2000e12,3500e12@1", SEED.with_options({"goal": "money"}), seconds=0.02)
    assert found.method == "estimated"
    assert min(found.press.utility_error) > 1000
    assert found.too_close == (
        abs(found.press.utility[0] - found.passing.utility[0]) < 4 * found.press.utility_error[0]
    )
    assert any("as if only" in note for note in found.notes)


@pytest.mark.parametrize("options", [{}, {"goal": "money"}, {"opponents": "cautious"}])
def test_far_too_little_time_is_said(options):
    with pytest.raises(Unaffordable, match=r"0\.001 seconds"):
        answer("8000e3,3000e1,0@1", Rules(**options), seconds=0.001, method="estimated")


# -- bounds ------------------------------------------------------------------------------------


def test_bounds_hold_the_exact_answer_and_say_when_the_verdict_is_certain():
    exact = answer("8000e10,3000,0@1", method="exact", seconds=60)
    found = answer("8000e10,3000,0@1", method="bounded", seconds=1.5)
    assert found.method == "bounded"
    for truth, interval in ((exact.press, found.press), (exact.passing, found.passing)):
        for low, x, high in zip(interval.low, truth.win, interval.high, strict=True):
            assert low <= x <= high
        assert interval.standard_error is None
    certain = "already certain" in found.notes[-1]
    assert certain == (not found.too_close)
    assert found.best == exact.best or not certain


def test_bounds_that_close_are_exact():
    found = answer("8000e1,3000,0@1", method="bounded", seconds=20)
    assert found.method == "exact"
    assert found.press.win[0] == pytest.approx(0.8124855, abs=1e-7)


def test_money_has_no_bounds():
    with pytest.raises(InputError) as caught:
        answer("8000e1,3000,0@1", SEED.with_options({"goal": "money"}), method="bounded")
    assert caught.value.field == "method"


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


# -- refining ----------------------------------------------------------------------------------


def test_answers_get_better_until_exact():
    found = list(refine(Position.parse("1000e2,2000e2,3500e1@1"), BOARD, SEED, Limits(60, 4 * 2**30)))
    assert [answer.method for answer in found][-1] == "exact"
    assert {answer.method for answer in found[:-1]} <= {"estimated"}
    for earlier in found[:-1]:
        for truth, guess, error in zip(figures(found[-1]), figures(earlier), errors(earlier), strict=True):
            assert abs(truth - guess) <= 4 * error


@pytest.mark.parametrize("text", few(1, ["8000e4,3000,0@1", "2000e2,3500e2,0@1"]))
def test_a_quick_answer_comes_first_where_few_spins_are_in_few_hands(text):
    position = Position.parse(text)
    found = list(refine(position, BOARD, Rules(), Limits(10.0)))
    assert len(found) > 1
    assert found[0].seconds < found[-1].seconds
    assert max(errors(found[0])) <= 0.05
    for truth, guess, error, its in zip(
        figures(found[-1]), figures(found[0]), errors(found[0]), errors(found[-1]), strict=True
    ):
        assert abs(truth - guess) <= 4 * math.hypot(error, its)


@pytest.mark.parametrize("text", ["8000e1,3000,0@1", "8051e1,3001,151@1", "2000e1,3500,0@1"])
def test_no_estimate_precedes_an_exact_answer_that_takes_a_moment(text):
    assert [answer.method for answer in refine(Position.parse(text), BOARD, Rules(), Limits(60))] == ["exact"]


def test_estimates_come_at_once_where_the_exact_answer_takes_seconds():
    found = refine(Position.parse("8000e6,3000,0@1"), BOARD, Rules(), Limits(120, 16 * 2**30))
    first = next(found)
    assert first.method == "estimated"
    second = next(found)
    if second.method == "estimated":  # on a busy machine the second may be no better, and is left out
        assert max(errors(second)) <= max(errors(first))


def test_what_is_exact_beyond_the_limits_is_estimated():
    found = list(refine(Position.parse("8000e6,3000,0@1"), BOARD, Rules(), Limits(1.0, 16 * 2**30)))
    assert {answer.method for answer in found} == {"estimated"}


def test_cancel_ends_a_playout(monkeypatch):
    flag = CancelFlag()

    def stop(progress: Progress) -> None:
        if progress.stage == "Playing the game out many times":
            flag.set()

    with pytest.raises(Cancelled):
        solve(
            Position.parse("1000e5,2000e5,4000e5@1"),
            BOARD,
            SEED,
            Limits(5.0, 4 * 2**30, method="estimated"),
            progress=stop,
            cancel=flag,
        )


# -- what independent testers found ------------------------------------------------------------


def holds(found, exact, times=4):
    """Whether every figure of an estimate is within so many of its standard errors of the exact one."""
    for guess, truth in ((found.press, exact.press), (found.passing, exact.passing)):
        if truth is None:
            continue
        pairs = [*zip(guess.win, truth.win, guess.standard_error, strict=True)]
        if truth.utility is not None:
            pairs += zip(guess.utility, truth.utility, guess.utility_error, strict=True)
        if not all(abs(x - y) <= times * error for x, y, error in pairs):
            return False
    return True


@pytest.mark.parametrize(
    ("text", "board", "options"),
    [
        ("5080,4800e1,0w1@2", "pyl-1983-09-r1", {"goal": "money"}),
        ("4055e1w3,0w4,4055w3@1", "pyl-1983-pilot-r1", {"goal": "blend", "win_worth": 50000}),
        ("0e2w3,0w4,1000e2w3@3", DEFAULT_BOARD, {"unit": 250, "cap": 20000, "choices": "even"}),
        ("3060w3,1640w3,1640p1@3", DEFAULT_BOARD, {"goal": "blend", "prizes": "pool", "cap": 12000}),
    ],
)
def test_errors_are_honest_on_boards_with_small_money_and_level_scores(text, board, options):
    rules = Rules().with_options(options)
    position, board = Position.parse(text), preset_boards()[board]
    exact = solve(position, board, rules, Limits(seconds=60, method="exact"))
    assert holds(solve(position, board, rules, Limits(seconds=1, method="estimated")), exact)


def test_an_error_is_a_number_where_nobody_has_anything_to_decide():
    rules = Rules(opponents="0/0/aggressive", unit=500, cap=8000)
    board = replace(preset_boards()["abc-2019-bonus4"], round="2")  # for its large sums
    found = solve(Position.parse("1476e1w1,0w4,4250@1"), board, rules, Limits(seconds=1, method="estimated"))
    assert all(0 < error < 0.1 for error in found.press.standard_error)


def test_a_unit_that_is_coarse_already_is_not_made_coarser():
    rules = Rules(goal="money", unit=2000)
    found = solve(Position.parse("1000e3,1000e1w2,2000w3@2"), BOARD, rules, Limits(seconds=1, method="estimated"))
    assert found.unit == 2000
    assert "playing each choice out" in found.notes[-1]


def test_few_positions_are_counted_in_full_by_themselves():
    board = Board.from_json(
        {"id": "b", "squares": [{"slides": [{"kind": "whammy"}, {"kind": "cash", "amount": 1000}]}]}
    )
    found = solve(Position.parse("500e1,1000e1,0@1"), board, Rules(), Limits(seconds=5))
    assert found.method == "exact"
    assert found.press.win == pytest.approx((0.25, 0.625, 0.125))
    assert found.passing.win == pytest.approx((0.25, 0.75, 0))


def test_a_slide_that_doubles_and_gives_a_spin_has_an_answer():
    data = BOARD.to_json()
    data["squares"][16]["slides"][1] = {"kind": "double", "spin": True}
    found = solve(Position.parse("3000e1,5000,0@1"), Board.from_json(data), Rules(), Limits(seconds=3))
    exact = solve(Position.parse("3000e1,5000,0@1"), Board.from_json(data), Rules(cap=30000, unit=250), Limits(60))
    assert found.best == exact.best
    assert found.press.win == pytest.approx(exact.press.win, abs=0.02)


# -- lines -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", few(2, ["8000e1,3000,0@1", "151,8051e1,3001w1@2", "2000e1,3500e1,0@1", "0e1w3,2000p1,650@1"])
)
def test_a_line_has_the_answers_of_its_scores(text):
    position, rules = Position.parse(text), Rules(unit=250)
    seat = position.mover_seat
    own = position.contestants[seat].score
    found = exact_line(position, BOARD, rules, [own, 0, 250, 3000, 9750, 12_000])
    assert {own, 0, 250, 3000, 9750, 12_000} == set(found)
    for score, its in found.items():
        scores = [contestant.score for contestant in position.contestants]
        scores[seat] = score
        alone = solve(position.with_scores(*scores), BOARD, rules)
        assert (its.position, its.method, its.best) == (alone.position, "exact", alone.best)
        assert figures(its) == pytest.approx(figures(alone), abs=1e-8)


def test_a_line_leaves_out_what_it_cannot_tell():
    position = Position.parse("8051e1,3000,0@1")
    assert set(exact_line(position, BOARD, Rules(), [8051, 8000, 8001])) == {8051, 8000}
    assert exact_line(position, BOARD, Rules(), [8000], Limits(0.001)) == {}
    assert exact_line(Position.parse("8051e1,3000e1,0e1@1"), BOARD, Rules(), [8000]) == {}  # three hold spins
    assert exact_line(Position.parse("0e1,0e1,0e1@1"), BOARD, Rules(), [0]) == {}


def test_lines_where_passes_carry_the_spins_to_all_three():
    position = Position.parse("2000,3000e3,2500@2")
    found = solve(position, BOARD, Rules(unit=250), Limits(30.0, fresh=True))
    assert (found.method, found.unit) == ("exact", 250)
    assert found.states < 40_000_000  # boxes would take far more
