"""Which counts of Whammies may be treated as one."""

import pytest

from engine import Limits, Position, Rules, preset_boards, solve
from engine.solvers.lanes import Lanes, changed, merge

PRESETS = preset_boards()


@pytest.mark.parametrize(
    ("lane", "spins", "out", "plain", "with_offers"),
    [
        ((3, 1, 0), 1, 0b000, (3, 0, 0), (3, 1, 0)),
        ((3, 2, 1), 1, 0b000, (3, 0, 0), (3, 1, 1)),  # one spin: one offer at most
        ((3, 2, 1), 2, 0b000, (3, 2, 0), (3, 2, 1)),
        ((3, 2, 1), 3, 0b000, (3, 2, 1), (3, 2, 1)),
        ((2, 2, 2), 1, 0b000, (0, 0, 0), (1, 1, 1)),
        ((3, 3, 3), 1, 0b010, (3, 0, 3), (3, 0, 3)),  # one who is out has no count
        ((0, 0, 0), 9, 0b000, (0, 0, 0), (0, 0, 0)),
    ],
)
def test_counts_that_cannot_reach_four_are_merged(lane, spins, out, plain, with_offers):
    assert merge(lane, spins, out, offers=False) == plain
    assert merge(lane, spins, out, offers=True) == with_offers


def test_merging_twice_is_merging_once():
    lanes = [(a, b, c) for a in range(4) for b in range(4) for c in range(4)]
    for spins in range(1, 6):
        for offers in (False, True):
            for lane in lanes:
                once = merge(lane, spins, 0, offers)
                assert merge(once, spins, 0, offers) == once


def test_counts_that_differ_in_reach_of_four_stay_apart():
    for spins in range(1, 5):
        for count in range(4):
            reaches = count + spins >= 4
            assert (merge((count, 0, 0), spins, 0, offers=False)[0] == count) or not reaches


def test_changed():
    assert changed((1, 2, 3), 1, 1) == (1, 3, 3)
    assert changed((1, 2, 3), 2, -1) == (1, 2, 2)


def test_lanes_keep_their_places():
    lanes = Lanes()
    for lane in ((0, 0, 0), (1, 0, 0), (0, 0, 0)):
        lanes.add(lane)
    assert lanes.items == [(0, 0, 0), (1, 0, 0)]
    assert lanes.place == {(0, 0, 0): 0, (1, 0, 0): 1}


def press(text):
    """On a board where no slide takes a Whammy off."""
    result = solve(Position.parse(text), PRESETS["pyl-classic-r2"], Rules(unit=500), Limits(seconds=20))
    return list(result.press.win)


def test_whammies_too_few_to_matter_change_nothing():
    assert press("500p2w1,0,0@1") == pytest.approx(press("500p2,0,0@1"), abs=1e-12)


def test_whammies_that_can_reach_four_matter():
    # Two more Whammies: out, or level with the others at nothing.
    assert press("500p2w2,0,0@1")[0] < press("500p2,0,0@1")[0] - 1e-3
