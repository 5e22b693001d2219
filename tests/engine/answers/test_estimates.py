"""Estimates are near the exact answers, and say how near. A limit of cells makes them the same whatever the machine."""

import pytest

from engine import DEFAULT_BOARD, Limits, Position, Rules, Unaffordable, preset_boards, solve
from tests.engine.near import assert_near
from tests.engine.tiny import tiny
from tests.tier import few

BOARD = preset_boards()[DEFAULT_BOARD]


def estimate(text, cells, rules=None, board=BOARD, seconds=600.0):
    limits = Limits(seconds, method="estimated", cells=cells)
    return solve(Position.parse(text), board, rules or Rules(), limits)


# -- with as many cells as are allowed -----------------------------------------------------------


def test_the_same_figures_again_and_with_more_time():
    first, again, later = (
        estimate("7500e1,4000,3500@1", 200_000, seconds=seconds).to_json() | {"seconds": None}
        for seconds in (600.0, 600.0, 900.0)
    )
    assert first == again == later


def test_more_cells_are_a_finer_grid_and_too_few_are_refused():
    coarse, fine = (estimate("7500e1,4000,3500@1", cells) for cells in (1_000, 200_000))
    assert coarse.states <= 1_000 < fine.states
    with pytest.raises(Unaffordable, match="cells"):
        estimate("7500e1,4000,3500@1", 10)


# A grid counts the Whammies of those who have met two: it does not know that others may go out.
@pytest.mark.parametrize(
    "text",
    [
        "1500e3w1,1000e2w1,0w4@1",
        "2000e4w1,0w4,1750e1@1",
        "1000w3,1500e3w1,750e1@2",
        "1000e2w3,750e1w1,500@1",
        "1000e4,750e1w1,500@1",
    ],
)
def test_contestants_whose_whammies_a_grid_does_not_count_still_go_out(text):
    rules, board = Rules(unit=250), tiny("500 W 250+", "750 W", "1250 500 1000")
    exact = solve(Position.parse(text), board, rules, Limits(1e5, method="exact", fresh=True))
    assert_near(estimate(text, 200_000, rules, board), exact, most=0.05)


def test_a_whammy_that_may_well_put_out_is_counted():
    """Without those of seat 3 it said 15 / 32 / 53, whatever the time."""
    position, board = Position.parse("5950e6w3,0,11050e3p7w2@1"), preset_boards()["pyl-1983-09-r1"]
    result = solve(position, board, Rules(), Limits(1.0, method="estimated"))
    for action, known in ((result.press, (0.241, 0.079, 0.680)), (result.passing, (0.280, 0.000, 0.720))):
        for chance, error, truth in zip(action.win, action.standard_error, known, strict=True):
            assert abs(chance - truth) <= 4 * error + 1e-3


def test_a_pass_is_as_right_as_what_follows_it():
    """Its first call, of contestant 2, is the same in every game played out."""
    texts = ("7100e3,2650e2w2,1500e6@3", "7100e3p6,2650e2w2,1500@2")
    result, after = (estimate(text, 1_000_000, Rules.preset("show")) for text in texts)
    better = after.press if after.best == "press" else after.passing
    for chance, known, error in zip(result.passing.win, better.win, better.standard_error, strict=True):
        assert abs(chance - known) <= 2 * error


# -- with as much time as there is ---------------------------------------------------------------

NEAR = [
    ("8000e3,3000,0@1", BOARD.id, "seed", {}),
    ("0,4100p2w1,900e1@2", BOARD.id, "seed", {}),
    # Small money and level scores.
    ("5080,4800e1,0w1@2", "pyl-1983-09-r1", "show", {"goal": "money"}),
    ("4055e1w3,0w4,4055w3@1", "pyl-1983-pilot-r1", "show", {"goal": "blend", "win_worth": 50000}),
    # The first program's habits, which no grid knows: by simpler rules, then played out by these.
    ("19000e1,18500e1,17000@1", BOARD.id, "seed", {"cap_passes": True}),
    ("5000e1,4500e1w3,2000@1", BOARD.id, "seed", {"reduce": 3, "reduce_from": 2}),
    ("5000e1w3,19500p1,2000@2", BOARD.id, "original", {"reduce_from": 2}),
]
MORE = [
    ("3060w3,1640w3,1640p1@3", BOARD.id, "show", {"goal": "blend", "prizes": "pool", "cap": 12000}),
    ("8000e4,3000,500@1", BOARD.id, "seed", {"goal": "money"}),
    ("0e2w3,0w4,1000e2w3@3", BOARD.id, "show", {"unit": 250, "cap": 20000, "choices": "even"}),
    *(
        (text, BOARD.id, preset, {"unit": 250, "cap": 20_000})
        for text in ("w4,700e3,1700w2@2", "2000e2,3500e1w3,0@1", "2500e1,2500e1,2500e1@2", "8000e3,3000,0@1")
        for preset in ("seed", "show")
    ),
]


@pytest.mark.parametrize(("text", "board", "preset", "options"), few(5, [*NEAR, *MORE]))
def test_an_estimate_is_near_the_exact_answer(text, board, preset, options):
    rules, board = Rules.preset(preset).with_options(options), preset_boards()[board]
    exact = solve(Position.parse(text), board, rules, Limits(1e5, 2**32, method="exact", fresh=True))
    result = solve(Position.parse(text), board, rules, Limits(1.0, method="estimated"))
    assert_near(result, exact, most=0.15)
    # The outcomes of the next spin make up the press.
    if result.press is not None and result.outcomes:
        means = [sum(outcome.chance * outcome.win[seat] for outcome in result.outcomes) for seat in range(3)]
        assert means == pytest.approx(result.press.win, abs=1e-6 if rules.in_dollars else 1e-9)
