"""Estimates are near the exact answers, and say how near. A limit of cells makes them the same whatever the machine."""

import pytest

from engine import DEFAULT_BOARD, Limits, Position, Rules, Unaffordable, preset_boards, refine, solve
from tests.engine.tiny import tiny

BOARD = preset_boards()[DEFAULT_BOARD]
MANY = "0e12,2000e9,3500e13@1"


def estimate(text, cells, rules=None, board=BOARD, seconds=600.0):
    limits = Limits(seconds, method="estimated", cells=cells)
    return solve(Position.parse(text), board, rules or Rules(), limits)


def assert_near(found, exact, most):
    """Every chance lies within four of its standard errors, none of them above `most`."""
    assert (found.method, exact.method) == ("estimated", "exact")
    for known, guess in ((exact.press, found.press), (exact.passing, found.passing)):
        assert (known is None) == (guess is None)
        if known is not None:
            for truth, chance, error in zip(known.win, guess.win, guess.standard_error, strict=True):
                assert abs(truth - chance) <= 4 * error
                assert error < most


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


def test_a_runaway_leader_leaves_the_grid_to_the_others():
    near, far = (estimate(f"{score}e1w1,4080,4608e1@1", 2_000_000) for score in (46_000, 102_851))
    assert far.states < 2 * near.states
    for one, other in ((far.press, near.press), (far.passing, near.passing)):
        # Neither lead can be caught up with but by a Whammy.
        assert one.win[0] == pytest.approx(other.win[0], abs=0.02)


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


# -- by the first program's habits, which no grid knows: by simpler rules, then played out by these ----


@pytest.mark.parametrize(
    ("text", "preset", "options"),
    [
        ("19000e1,18500e1,17000@1", "seed", {"cap_passes": True}),
        ("5000e1,4500e1w3,2000@1", "seed", {"reduce": 3, "reduce_from": 2}),
        ("5000e1w3,19500p1,2000@2", "original", {"reduce_from": 2}),
    ],
)
def test_an_estimate_by_habits_is_near_the_exact_answer(text, preset, options):
    rules = Rules.preset(preset).with_options(options)
    exact = solve(Position.parse(text), BOARD, rules, Limits(60, method="exact"))
    assert_near(solve(Position.parse(text), BOARD, rules, Limits(1.5, method="estimated")), exact, most=0.15)


@pytest.mark.parametrize("options", [{}, {"goal": "blend", "house": "play"}])
def test_many_spins_are_never_refused(options):
    rules = Rules.preset("original").with_options(options)
    limits = Limits(1.5, memory_bytes=2**30)
    for found in (solve(Position.parse(MANY), BOARD, rules, limits), next(refine(Position.parse(MANY), BOARD, rules))):
        assert found.method == "estimated"
        assert max(found.press.standard_error) < 0.3
