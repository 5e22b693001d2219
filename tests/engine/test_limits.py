"""What fits the limits is taken, whatever else does not; what fits no computer is refused in a sentence."""

import pytest

from engine import (
    DEFAULT_BOARD,
    Limits,
    Position,
    Rules,
    Unaffordable,
    build_table,
    preset_boards,
    solve,
)
from engine.tables import Store
from tests.engine.tiny import exact, tiny

BOARD = preset_boards()[DEFAULT_BOARD]
MIB = 2**20
ENDLESS, BOUNDLESS = 1e12, 2**60  # seconds and bytes


def asked(text, rules, memory, board=BOARD, seconds=ENDLESS):
    return solve(Position.parse(text), board, rules, Limits(seconds, memory, method="exact", fresh=True))


def test_where_the_fastest_method_takes_too_much_memory_a_slower_one_that_fits_answers():
    """Dense cells have room for every score up to the cap; a graph has only the few that follow."""
    text, board, rules = "500e2,1000e2,0e1@1", tiny("W 1000"), Rules(unit=50, cap=40_000)
    fast, slow = (asked(text, rules, memory, board) for memory in (64 * MIB, MIB))
    assert fast.states != slow.states  # they go about it otherwise
    for one, other in ((fast.press, slow.press), (fast.passing, slow.passing)):
        assert one.win == pytest.approx(other.win, abs=1e-9)


# -- numbers of 16 and of 32 bits ----------------------------------------------------------------


@pytest.mark.parametrize(("cap", "reason"), [(1289, "GiB of memory"), (1299, "too many different scores")])
def test_more_cells_than_32_bits_number_are_refused_however_much_memory_is_allowed(cap, reason):
    """A table of every score to the dollar: 1,290³ cells are just numbered, 1,300³ are not."""
    limits = Limits(ENDLESS, 2**30 if cap == 1289 else BOUNDLESS)
    with pytest.raises(Unaffordable, match=reason):
        build_table(Store("nowhere"), Position.parse("0e1,0,0@1"), tiny("1 W"), Rules(cap=cap, unit=1), limits)


def test_more_scores_than_16_bits_number_are_refused():
    powers = tiny(" ".join(["W", *(str(2**power) for power in range(17))]))
    with pytest.raises(Unaffordable, match="more than 60,000 different scores"):
        asked("0e4,0,0w4@1", Rules(unit=1), BOUNDLESS, powers)


@pytest.mark.parametrize("options", [{}, {"cap": 1_999_950}, {"goal": "money"}])
def test_scores_above_what_16_bits_number_are_solved_where_they_are_few(options):
    rules = Rules(unit=50, cap=2_000_000).with_options(options)
    text, board = "999950e1,999900e1,999900w3@1", tiny("50 W", "1000000 100")
    known = {name: getattr(rules, name) for name in ("cap", "unit", "goal")}
    result, expected = asked(text, rules, 2**30, board), exact(text, board, **known)
    for action, value in ((result.press, expected["press"]), (result.passing, expected["pass 2"])):
        figures = action.utility if rules.in_dollars else action.win
        assert figures == pytest.approx([float(x) for x in value], rel=1e-9, abs=1e-9)


def test_many_different_scores_take_no_more_memory_than_allowed():
    """Most of it is for looking positions up, which takes a place for each score."""
    with pytest.raises(Unaffordable, match="GiB of memory"):
        asked("102851e3,99400e2w1,87313e4@1", Rules(unit=1), 2**26)
