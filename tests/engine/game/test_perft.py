"""The rules' tree, counted: numbers that move when a rule moves."""

import pytest

from engine import Position, Rules, preset_boards
from engine.game.perft import count_leaves
from engine.game.rules import PlayRules
from tests.engine.tiny import BIG, tiny

PRESETS = preset_boards()


def leaves(text, board, depths, rules=None):
    rules = rules or Rules()
    play_rules = PlayRules(rules, rules.unit or 1, rules.cap or BIG)
    return [count_leaves(Position.parse(text), board, play_rules, depth) for depth in range(depths)]


TWO = tiny("500 W")


def test_last_spin_of_the_game():
    # Press: two slides. Pass to either opponent (both at $0): each must play, two slides more.
    assert leaves("0e1,0,0@1", TWO, 5) == [1, 2 + 2, 2 + 2 * 2, 6, 6]
    assert leaves("0e1,0,0@1", TWO, 3, Rules(level_opponents="next_seat")) == [1, 2 + 1, 2 + 2]


def test_an_extra_spin_goes_on_for_ever():
    # Alone with no choice but to press ($100 + one spin, for ever): one line of play.
    board = tiny("100+")
    assert leaves("0e1,500,400@1", board, 6, Rules(third_place_plays=True, cap=100)) == [1] * 6


def test_a_choice_counts_once_for_each_thing_that_may_be_taken():
    # Square 1 shows two squares of two slides: 4 draws of 2 options. With square 2 and 3: 4 slides.
    board = tiny(">2,3", "100 200", "300 400")
    assert leaves("0p1,0,0@1", board, 2) == [1, 4 * 2 + 4]
    assert leaves("0p1,0,0@1", board, 2, Rules(choices="even")) == [1, 4 + 4]


def test_one_spin_of_february_1985():
    # 48 slides without a move; 30 slides that six move slides lead to; the pass.
    board = PRESETS["pyl-1985-02-r2"]
    assert leaves("8000e3,3000,0@1", board, 2, Rules.preset("seed")) == [1, 48 + 30 + 1]


@pytest.mark.parametrize(
    ("text", "board", "rules", "numbers"),
    [
        ("8000e3,3000,0@1", "pyl-1985-02-r2", "show", [1, 164, 27_012]),
        ("8000e3,3000,0@1", "pyl-1985-02-r2", "seed", [1, 79, 6_240, 492_813]),
        ("0e1,2000e1w3,3500p1w1@1", "pyl-1985-02-r2", "show", [1, 164, 28_508]),
        ("0e1,2000e1w3,3500p1w1@1", "pyl-1985-02-r2", "seed", [1, 79, 6_241, 490_014]),
        ("0e1,0e4,0e6@1", "pyl-1984-09-r1", "show", [1, 79, 6_184, 483_452]),
        ("5000e1w2,2000e2,10000@1", "pyl-classic-r2", "show", [1, 55, 3_025, 166_340]),
        ("5000e1w2,2000e2,10000@1", "abc-2019-r2", "show", [1, 177, 31_340]),
    ],
)
def test_pinned(text, board, rules, numbers):
    assert leaves(text, PRESETS[board], len(numbers), Rules.preset(rules)) == numbers
