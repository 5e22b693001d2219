"""With its grid limited by cells, an estimate is the same whatever the machine and the time."""

import pytest

from engine import DEFAULT_BOARD, Limits, Position, Rules, Unaffordable, preset_boards, solve

BOARD = preset_boards()[DEFAULT_BOARD]


def estimate(text, cells, seconds=600.0):
    limits = Limits(seconds, method="estimated", cells=cells)
    return solve(Position.parse(text), BOARD, Rules.preset("show"), limits).to_json() | {"seconds": None}


def test_the_same_figures_again_and_with_more_time():
    first = estimate("7500e1,4000,3500@1", 200_000)
    assert first == estimate("7500e1,4000,3500@1", 200_000)
    assert first == estimate("7500e1,4000,3500@1", 200_000, seconds=900.0)


def test_more_cells_are_a_finer_grid():
    coarse, fine = (estimate("7500e1,4000,3500@1", cells) for cells in (1_000, 200_000))
    assert coarse["states"] <= 1_000 < fine["states"]


def test_too_few_cells_are_refused():
    with pytest.raises(Unaffordable, match="cells"):
        estimate("7500e1,4000,3500@1", 10)


def test_a_runaway_leader_leaves_the_grid_to_the_others():
    near, far = (estimate(f"{score}e1w1,4080,4608e1@1", 2_000_000) for score in (46_000, 102_851))
    assert far["states"] < 2 * near["states"]
    for action in ("press", "pass"):
        # Neither lead can be caught up with but by a Whammy.
        assert far["actions"][action]["win"][0] == pytest.approx(near["actions"][action]["win"][0], abs=0.02)
