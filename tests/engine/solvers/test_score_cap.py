"""`cap=auto` is so high that a higher one changes no answer by more than 1e-9."""

import pytest

from engine import Limits, Position, Rules, Unaffordable, preset_boards, solve
from engine.solvers.score_cap import score_cap
from tests.engine.tiny import tiny

PRESETS = preset_boards()


def odds(text, board, rules):
    result = solve(Position.parse(text), board, rules, Limits(seconds=30, memory_bytes=2**31))
    return result.cap, [x for action in (result.press, result.passing) if action for x in action.win]


@pytest.mark.parametrize(
    ("text", "board", "options"),
    [
        ("8000e1,3000,0@1", "pyl-1985-02-r2", {"unit": 500}),
        ("0e1,0e1,0@1", "pyl-1984-09-r1", {"unit": 250}),
        ("2000e2,1500,0@1", "pyl-1984-09-r1", {"unit": 250, "choices": "even"}),
        ("9000e2,500,0w4@1", "pyl-classic-r2", {"unit": 500}),
        ("102851e1,4080,4608@1", "pyl-1985-02-r2", {"unit": 1000}),
        ("3000e1,2500,0@1", "pyl-1984-09-r1", {"unit": 250, "prizes": "pool"}),
        ("3000e1,2500,0@1", "abc-2019-r1", {"unit": 500, "ties": "joint"}),
        ("500e1,0p1,0@2", "pyl-1984-09-r1", {"unit": 250, "goal": "money"}),
        ("500e2,700,0@1", "500 1000 W W:double 250 250 W", {"unit": 250}),
        ("0e2,700,0@1", "5000/x2 1000 W W:500/again 250 250 W", {"unit": 250}),
    ],
)
def test_a_higher_cap_changes_nothing(text, board, options):
    board = PRESETS[board] if board in PRESETS else tiny(*board.split(":"))
    cap, known_odds = odds(text, board, Rules().with_options(options))
    _, higher = odds(text, board, Rules().with_options({**options, "cap": 2 * cap}))
    assert known_odds == pytest.approx(higher, abs=1e-9)


def test_more_spins_need_a_higher_cap():
    board, rules = PRESETS["pyl-1985-02-r2"], Rules()
    caps = [score_cap(Position.parse(f"8000e{n},3000,0@1"), board, rules, 250) for n in (1, 3, 6)]
    assert caps == sorted(caps)
    assert caps[0] < caps[-1]
    assert all(cap % 250 == 0 for cap in caps)
    assert caps[0] > 8000  # the leader can still be caught up with


def test_next_to_endless_extra_spins_are_refused():
    board = tiny(" ".join(["500+"] * 999 + ["W"]))
    with pytest.raises(Unaffordable) as caught:
        score_cap(Position.parse("0e1,0,0@1"), board, Rules(), 250)
    assert "without bound" in str(caught.value)


def test_money_or_doubling_counts_as_the_larger_of_both():
    """From $0 the money adds more than doubling; a bound on doubling alone would set the cap below what two can reach."""
    either = tiny("5000/x2 W", "500 W")
    money = tiny("5000 W", "500 W")
    position = Position.parse("1000e2,500,0@1")
    assert score_cap(position, either, Rules(), 250) >= score_cap(position, money, Rules(), 250)
    moved = tiny(">2,3 W", "double", "5000")
    assert score_cap(position, moved, Rules(), 250) >= score_cap(position, tiny("5000 W"), Rules(), 250)
