"""What fits the limits is taken, whatever else does not; what fits no computer is refused in a sentence."""

import math

import pytest

from engine import (
    DEFAULT_BOARD,
    Limits,
    Position,
    Rules,
    Unaffordable,
    build_table,
    exact_seconds,
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
    rules = Rules(unit=250, goal="money")
    fast, slow = (asked("3000e1,2500,0@1", rules, memory) for memory in (1024 * MIB, 12 * MIB))
    assert fast.states != slow.states  # they go about it otherwise
    for one, other in ((fast.press, slow.press), (fast.passing, slow.passing)):
        assert one.utility == pytest.approx(other.utility, abs=1e-3)
        assert one.win == pytest.approx(other.win, abs=1e-7)


# -- how long an exact answer would take ---------------------------------------------------------


def predicted(text, rules=None, seconds=1000.0, memory=2**31):
    return exact_seconds(Position.parse(text), BOARD, rules or Rules(unit=250), Limits(seconds, memory))


def test_the_predicted_time_grows_with_the_spins():
    times = [predicted(f"8000e{spins},3000,0@1") for spins in (1, 3, 6)]
    assert 0 < times[0] < times[1] < times[2] < math.inf


def test_what_exceeds_the_limits_takes_for_ever():
    assert predicted("8000e6,3000,0@1", memory=MIB) == math.inf


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("2000e1w3,0w4,0w4@1", {}),  # won already
        ("2000e3,3500e2,500e1@1", {}),  # three holders of spins
        ("8000e1,3000,0@1", {"goal": "money"}),
    ],
)
def test_of_some_the_time_cannot_be_predicted(text, options):
    assert predicted(text, Rules(unit=250).with_options(options)) is None


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


@pytest.mark.parametrize("options", [{}, {"cap": 1_999_950}, {"ties": "joint"}])
def test_scores_above_what_16_bits_number_are_solved_where_they_are_few(options):
    rules = Rules(unit=50, cap=2_000_000).with_options(options)
    text, board = "999950e1,999900e1,999900w3@1", tiny("50 W", "1000000 100")
    known = {name: getattr(rules, name) for name in ("cap", "unit", "ties")}
    found, expected = asked(text, rules, 2**30, board), exact(text, board, **known)
    for action, value in ((found.press, expected["press"]), (found.passing, expected["pass 2"])):
        assert action.win == pytest.approx([float(x) for x in value], abs=1e-9)


def test_many_different_scores_take_no_more_memory_than_allowed():
    """Most of it is for looking positions up, which takes a place for each score."""
    with pytest.raises(Unaffordable, match="GiB of memory"):
        asked("102851e3,99400e2w1,87313e4@1", Rules(unit=1), 2**26)
